"""Japanese clauses in any words: one linear machine a type over a sentence's letters, beside the rules.

The machines learnt from clauses written for this project in many registers, from near misses and from sentences of
labelled contracts (`scripts/train_japanese.py`). They see words as the rules see them, with every number alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import ConfigError
from core.taxonomy import shipped_taxonomy
from core.trained import read_arrays

PATH = Path(__file__).resolve().parents[4] / "data" / "models" / "japanese_clauses.npz"
LONGEST = 3
NEAREST = 8
LOWEST = -0.65
"""Four in five of the written clauses that no machine had learnt from are above it; a lower mark floods the lists."""
MOST = 0.4
"""Below `CLAIMED` no machine makes a finding by itself: there labelled contracts had more wrong than right ones."""
CLAIMED = 0.25
SURE = 0.6
"""Of claims at this mark by sentences that no rule reads 8 were right and none wrong in 16 contracts by another hand;
in the 34 labelled ones, by machines that had not seen them, at most one was right and four wrong."""
_SENTENCE = re.compile(r".{11,}。$|.{25,}$", re.DOTALL)
_NUMBER = re.compile(r"[\d,.]*\d|[〇一二三四五六七八九十百千万]{2,}|[●○◯＿_]+")
_END = "\n"
_ROUNDS = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True, eq=False)
class ToldModel:
    """Machines by type: sorted keys of groups of letters, how rare each is, and its weights in 8 bits by type.

    `chance` are slope and constant of the log-odds that a contract in which no rule finds the type has it, by the score
    of its best sentence.
    """

    codes: NDArray[np.str_]
    keys: NDArray[np.uint32]
    rarity: NDArray[np.float32]
    weights: NDArray[np.int8]
    scale: NDArray[np.float32]
    offset: NDArray[np.float32]
    chance: NDArray[np.float64]


class Told(NamedTuple):
    """A sentence's number and the confidence that it is of a type."""

    sentence: int
    confidence: float


def nearest(sentences: Sequence[str], model: ToldModel) -> dict[str, list[Told]]:
    """By type the few sentences that are most on its side, the surest first; none that are far from it."""
    marks = scores(sentences, model)
    slope, constant = model.chance.tolist()
    best = np.argsort(-marks, axis=0, kind="stable")[:NEAREST]
    found: dict[str, list[Told]] = {}
    for column, code in enumerate(model.codes.tolist()):
        rows = best[:, column]
        mark = marks[rows, column].astype(np.float64)
        confidence = np.minimum(1 / (1 + np.exp(-(slope * mark + constant))), MOST)
        claimed = [
            score >= CLAIMED and bool(_SENTENCE.match(sentences[row])) for row, score in zip(rows, mark, strict=True)
        ]
        confidence = np.where(claimed, SURE, confidence)
        near = zip(rows.tolist(), mark.tolist(), confidence.tolist(), strict=True)
        found[code] = [Told(row, sure) for row, score, sure in near if score > LOWEST]
    return found


def groups(sentences: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """The groups of one to three letters in each sentence, each once: rows of sentences, in order, and keys."""
    text = "".join(_NUMBER.sub("0", words) + _END for words in sentences)
    letters = np.frombuffer(text.encode("utf-32-le"), np.uint32).astype(np.uint64)
    ends = letters == ord(_END)
    row = np.cumsum(ends, dtype=np.int64) - ends
    found = []
    mixed = np.zeros(len(letters), np.uint64)
    inside = np.ones(len(letters), np.bool_)
    for length in range(1, LONGEST + 1):
        count = len(letters) - length + 1
        if count <= 0:
            break
        last = letters[length - 1 :]
        inside = inside[:count] & ~ends[length - 1 :]
        mixed = (mixed[:count] + last + np.uint64(length)) * _ROUNDS
        mixed ^= mixed >> np.uint64(29)
        at = np.flatnonzero(inside)
        found.append((row[at].astype(np.uint64) << np.uint64(32)) | (mixed[at] >> np.uint64(32)))
    pairs = np.unique(np.concatenate(found)) if found else np.zeros(0, np.uint64)
    return (pairs >> np.uint64(32)).astype(np.int64), (pairs & np.uint64(0xFFFFFFFF)).astype(np.uint32)


def known(
    rows: NDArray[np.int64], keys: NDArray[np.uint32], vocabulary: NDArray[np.uint32]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of groups those that the vocabulary has: their rows and their places in it."""
    places = np.minimum(np.searchsorted(vocabulary, keys), len(vocabulary) - 1)
    matches = vocabulary[places] == keys
    return rows[matches], places[matches]


def scores(sentences: Sequence[str], model: ToldModel) -> NDArray[np.float32]:
    """How far each sentence is on each type's side, shape (sentences, types); above 0 the machine says yes."""
    rows, places = known(*groups(sentences), model.keys)
    value = model.rarity[places]
    squares = np.bincount(rows, value * value, minlength=len(sentences))
    total = np.zeros((len(sentences), len(model.codes)), np.float32)
    if len(rows):
        starts = np.flatnonzero(np.r_[True, rows[1:] != rows[:-1]])
        total[rows[starts]] = np.add.reduceat(model.weights[places] * value[:, None], starts, axis=0)
    norm = np.sqrt(np.maximum(squares, 1e-9)).astype(np.float32)
    return total / norm[:, None] * model.scale + model.offset


def save_told(model: ToldModel, path: Path) -> None:
    """Writes the machines; keys as differences, which compress well."""
    arrays: dict[str, Any] = {field.name: np.asarray(getattr(model, field.name)) for field in fields(model)}
    arrays["keys"] = np.diff(model.keys, prepend=np.uint32(0))
    np.savez_compressed(path, **arrays)


def load_told(path: Path) -> ToldModel:
    """The machines of a file.

    Raises:
        ConfigError: the file is missing, damaged, or knows types that the taxonomy does not.
    """
    try:
        model = ToldModel(**read_arrays(path))
    except TypeError as error:  # arrays of other names: another model's file
        raise ConfigError(f"The model {path.name} cannot be read: {error}", file=path.name) from error
    if not {category.code for category in shipped_taxonomy().categories}.issuperset(model.codes.tolist()):
        raise ConfigError(f"The model {path.name} was made for another taxonomy; train it again", file=path.name)
    keys = np.cumsum(model.keys, dtype=np.uint32)
    return replace(model, keys=keys)


@cache
def told_model() -> ToldModel:
    """The shipped machines, read once.

    Raises:
        ConfigError: as `load_told`.
    """
    return load_told(PATH)
