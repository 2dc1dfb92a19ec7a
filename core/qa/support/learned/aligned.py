"""Which words of a statement stand in its source, and where: content words aligned one with another, in order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.qa.support.claim_words import synonyms_ja
from core.qa.support.stems import alike, content_stem

Floats: TypeAlias = NDArray[np.float64]
LIKE = 0.5
"""What two words must be alike at the least to be aligned."""
SURE = 0.8
_WORD = re.compile(r"[A-Za-z]+(?:[-'][A-Za-z]+)*")
_RUN = re.compile(r"[々\u3400-\u9fff]+|[ァ-ヺー]{2,}|[A-Za-z]+")
_SAME, _OTHER_FORM, _EVERYDAY, _SYNONYM, _ONE_KANJI = 1.0, 0.9, 0.8, 0.85, 0.45
_SKIPPED, _LEFT_OUT, _UNLIKE = 0.05, 0.35, -0.3


@dataclass(frozen=True, slots=True)
class ContentWord:
    """A content word (English: its stem; Japanese: two neighbouring characters of a run) and where it stands."""

    key: str
    start: int
    end: int


def units(text: str, *, japanese: bool) -> list[ContentWord]:
    """The content words of a text, in order."""
    if japanese:
        found = []
        for match in _RUN.finditer(text):
            run, start = match[0], match.start()
            if len(run) == 1:
                found.append(ContentWord(run, start, start + 1))
            found += [ContentWord(run[at : at + 2], start + at, start + len(run)) for at in range(len(run) - 1)]
        return found
    return [
        ContentWord(stem, match.start(), match.end())
        for match in _WORD.finditer(text)
        if (stem := content_stem(match[0].lower())) is not None
    ]


def likeness(claimed: Sequence[ContentWord], written: Sequence[ContentWord], *, japanese: bool) -> Floats:
    """How alike each word of a statement (rows) and each of its source (columns) are, from 0 to 1."""
    alike_one = _alike_japanese if japanese else _alike_english
    keys = {key: place for place, key in enumerate(dict.fromkeys(unit.key for unit in written))}
    columns = np.array([keys[unit.key] for unit in written], np.intp)
    rows = {key: np.array([alike_one(key, other) for other in keys]) for key in {unit.key for unit in claimed}}
    return np.array([rows[unit.key][columns] for unit in claimed]).reshape(len(claimed), len(written))


@lru_cache(maxsize=100_000)
def _alike_english(word: str, other: str) -> float:
    if word == other:
        return _SAME
    if alike(word, frozenset((other,)), everyday=False):
        return _OTHER_FORM
    return _EVERYDAY if alike(word, frozenset((other,))) else 0.0


def _alike_japanese(word: str, other: str) -> float:
    if word == other:
        return _SAME
    if not (shared := set(word) & set(other)) and word not in _known():
        return 0.0
    if other in _known().get(word, ()):
        return _SYNONYM
    return _ONE_KANJI if any("\u3400" <= char <= "\u9fff" for char in shared) else 0.0


@lru_cache(maxsize=1)
def _known() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in synonyms_ja():
        for word in line:
            found[word] = found.get(word, frozenset()) | line
    return found


def alignment(like: Floats, weights: Floats) -> tuple[float, list[tuple[int, int]]]:
    """The best alignment in order of some words of a statement with one stretch of its source (Smith and Waterman).

    Args:
        like: as `likeness` gives it.
        weights: what each word of the statement weighs; together 1.

    Returns:
        Its worth, and the pairs of places that are aligned.
    """
    rows, columns = like.shape
    best, direct, above = (np.zeros((rows + 1, columns + 1)) for _ in range(3))
    ramp = _SKIPPED * np.arange(columns + 1)
    for row in range(1, rows + 1):
        weight, same = weights[row - 1], like[row - 1]
        direct[row, 1:] = best[row - 1, :-1] + weight * np.where(same >= LIKE, same, _UNLIKE)
        above[row] = best[row - 1] - _LEFT_OUT * weight
        here = np.maximum(np.maximum(direct[row], above[row]), 0.0)
        here[0] = 0.0
        best[row] = np.maximum(here, np.maximum.accumulate(here + ramp) - ramp)
    row, column = (int(place) for place in np.unravel_index(best.argmax(), best.shape))
    worth, pairs = float(best[row, column]), []
    while row and column and best[row, column] > 1e-9:
        if best[row, column] == direct[row, column]:
            if like[row - 1, column - 1] >= LIKE:
                pairs.append((row - 1, column - 1))
            row, column = row - 1, column - 1
        elif best[row, column] == above[row, column]:
            row -= 1
        else:
            column -= 1
    return worth, pairs[::-1]
