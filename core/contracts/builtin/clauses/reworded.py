"""Clauses in words that the labelled contracts do not use: plain, translated, of a trade, told by the way.

The clause model was taught by filings of American companies and misses most clauses that are worded otherwise. One
linear machine a type, taught by clauses written for this project as well, says whether a sentence may be one. It is
too rough to call a clause present; where it speaks the clause is not called absent either, and the sentence is shown.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.linear import LinearModel
from core.contracts.builtin.clauses.sentence_features import SEQUENCES, WORDS, Sentences
from core.errors import ConfigError
from core.trained import read_arrays

PATH = Path(__file__).resolve().parents[4] / "data" / "models" / "reworded.npz"
MOST = 3
LEAST_WORDS = 4
BLOCKS_READ = (WORDS, SEQUENCES)


@dataclass(frozen=True, slots=True, eq=False)
class RewordedModel:
    """The machines of the types `codes` and the score from which on a sentence may be such a clause."""

    codes: tuple[str, ...]
    linear: LinearModel
    limits: NDArray[np.float32]

    def scores(self, document: Sentences) -> NDArray[np.float32]:
        """Scores of every sentence in every type, shape (sentences, types); -inf for sentences of few words."""
        score = self.linear.total(self.linear.by_block(document, blocks=BLOCKS_READ))
        score[np.diff(document.bounds) < LEAST_WORDS] = -np.inf
        return score


def worded_otherwise(document: Sentences, codes: tuple[str, ...]) -> dict[str, list[tuple[int, int]]]:
    """The spans of the sentences that may be a clause of each type, the likeliest first, of types that have one.

    Args:
        document: an English contract.
        codes: the types to look for; those that the machines do not know are passed over.

    Raises:
        ConfigError: the model's file is missing or damaged.
    """
    model = reworded_model()
    score = model.scores(document)
    found = {}
    for column, code in enumerate(model.codes):
        if code not in codes:
            continue
        rows = np.flatnonzero(score[:, column] >= model.limits[column])
        rows = rows[np.argsort(-score[rows, column], kind="stable")][:MOST]
        if len(rows):
            found[code] = [(int(start), int(end)) for start, end in document.spans[rows]]
    return found


def save_reworded(model: RewordedModel, path: Path) -> None:
    """Writes the model; keys as differences, which compress well."""
    arrays = {f"linear.{field.name}": getattr(model.linear, field.name) for field in fields(model.linear)}
    arrays["linear.keys"] = np.diff(model.linear.keys, prepend=np.uint32(0))
    np.savez_compressed(path, codes=np.array(model.codes), limits=model.limits, **arrays)


@cache
def reworded_model(path: Path = PATH) -> RewordedModel:
    """The shipped model, read once.

    Raises:
        ConfigError: the file is missing or damaged.
    """
    arrays = read_arrays(path)
    try:
        codes, limits = tuple(map(str, arrays["codes"])), arrays["limits"]
        parts = {field.name: arrays[f"linear.{field.name}"] for field in fields(LinearModel)}
    except KeyError as error:  # another model's file
        raise ConfigError(f"The model {path.name} cannot be read: {error}", file=path.name) from error
    parts["keys"] = np.cumsum(parts["keys"], dtype=np.uint32)
    return RewordedModel(codes, LinearModel(**parts), limits)
