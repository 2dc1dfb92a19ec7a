"""Tasks as files: schema, guide, strategies, examples and labelled cases, each checked when it is read.

An error names the file, the line and what is wrong there.
"""

from core.extraction.files.cases import CLASSES, CaseClass, LabelledCase, lines_of, parse_cases
from core.extraction.files.guides import FieldGuide, Find, TaskGuide
from core.extraction.files.schema_text import CheckedSchema, SchemaNote, checked_schema, pretty
from core.extraction.files.task import (
    STRATEGIES,
    ExtractionTask,
    made_task,
    read_task,
    task_names,
    unpack_task,
)

__all__ = [
    "CLASSES",
    "STRATEGIES",
    "CaseClass",
    "CheckedSchema",
    "ExtractionTask",
    "FieldGuide",
    "Find",
    "LabelledCase",
    "SchemaNote",
    "TaskGuide",
    "checked_schema",
    "lines_of",
    "made_task",
    "parse_cases",
    "pretty",
    "read_task",
    "task_names",
    "unpack_task",
]
