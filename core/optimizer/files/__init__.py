"""What a run is made of, read from files: data set, rubric and judge prompt, packed into one value.

Everything is checked when it is read; an error names the file, the line and what is wrong there.
"""

from core.optimizer.files.dataset import ContextPassage, DataSet, Example, Gold, dataset_of, parse_dataset, read_dataset
from core.optimizer.files.material import Material, datasets_for, read_material
from core.optimizer.files.reviewers import DECISIONS, decided_examples
from core.optimizer.files.rubric import Criterion, Rubric, read_rubric

__all__ = [
    "DECISIONS",
    "ContextPassage",
    "Criterion",
    "DataSet",
    "Example",
    "Gold",
    "Material",
    "Rubric",
    "dataset_of",
    "datasets_for",
    "decided_examples",
    "parse_dataset",
    "read_dataset",
    "read_material",
    "read_rubric",
]
