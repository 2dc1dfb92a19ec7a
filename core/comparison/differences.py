"""Where a contract's clause differs from a baseline.

Each passage is held against the passage of the baseline that it has most in common with, each of those used once.
Where two have little in common, marks would be crumbs that mean nothing: the passage is shown as it is, and said to be
worded otherwise throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.comparison.baselines import Baseline
from core.comparison.clause_words import ClausePassage, ClauseWords
from core.text_difference import Piece, common_share, word_changes

LEAST_COMMON = 0.35
"""Passages that have less of their words in common are not marked word by word."""


@dataclass(frozen=True, slots=True)
class ComparedPassage:
    """A passage with its marks.

    Attributes:
        passage: the words.
        pieces: the baseline's passage and this as one text; only `same` where there is nothing to mark.
        share: how much it has in common with the baseline's passage, 0–1; None where there is none for it.
    """

    passage: ClausePassage
    pieces: tuple[Piece, ...]
    share: float | None

    @property
    def is_marked(self) -> bool:
        """Whether it was held word by word against a passage of the baseline."""
        return self.share is not None and self.share >= LEAST_COMMON

    @property
    def is_equal(self) -> bool:
        """Whether it says the baseline's words."""
        return self.is_marked and all(piece.mark == "same" for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class ComparedClause:
    """A contract's passages with their marks, and the baseline's passages that none of them answers to."""

    passages: tuple[ComparedPassage, ...]
    lacking: tuple[str, ...]


def compare_clause(words: ClauseWords, baseline: Baseline | None) -> ComparedClause:
    """A contract's clause held against a baseline; without one, its passages as they are."""
    before = baseline.passages if baseline is not None else ()
    partners = _partners(before, [passage.text for passage in words.passages])
    compared = []
    for place, passage in enumerate(words.passages):
        at, share = partners.get(place, (None, None))
        marked = at is not None and share is not None and share >= LEAST_COMMON
        pieces = (
            word_changes(before[at], passage.text, exact=False)
            if marked and at is not None
            else (Piece("same", passage.text),)
        )
        compared.append(ComparedPassage(passage, pieces, share))
    answered = {at for at, share in partners.values() if share >= LEAST_COMMON}
    # A single passage on each side is the same clause in other words: nothing is lacking then.
    alone = len(before) == 1 and len(words.passages) == 1
    lacking = () if alone or not words.passages else tuple(t for at, t in enumerate(before) if at not in answered)
    return ComparedClause(tuple(compared), lacking)


def _partners(before: Sequence[str], after: Sequence[str]) -> dict[int, tuple[int, float]]:
    """For each passage by number, the baseline's passage most like it and the share; the likest pairs first."""
    pairs = sorted(
        (
            (common_share(old, new), place, at)
            for place, new in enumerate(after)
            for at, old in enumerate(before)
            if old and new
        ),
        key=lambda pair: (-pair[0], pair[1], pair[2]),
    )
    partners: dict[int, tuple[int, float]] = {}
    taken: set[int] = set()
    for share, place, at in pairs:
        if place not in partners and at not in taken:
            partners[place] = (at, share)
            taken.add(at)
    return partners
