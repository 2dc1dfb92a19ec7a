"""Whether the knowledge base says the same already: a warning before approval, never a refusal.

Likeness is that of the words: the share of common character pairs (Dice) of title, problem and clause, each on its own,
and rapidfuzz's token ratio for texts in Latin letters. Two entries about different clause types must be alike nearly to
the letter. The threshold lies between what a test measures on labelled pairs of the seeds: 96 pairs of the
same entry (reworded, cut, with slips) score 0.62 and more, 496 pairs of different entries 0.31 and less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from core.knowledge.entry import EntryDraft
from core.knowledge.folding import folded, pairs
from core.knowledge.stored import StoredEntry

THRESHOLD = 0.45
THRESHOLD_OTHER_CLAUSE = 0.70
_WEIGHTS = (("title", 0.35), ("problem_pattern", 0.25), ("risk", 0.15), ("recommended_clause", 0.25))


@dataclass(frozen=True, slots=True)
class Duplicate:
    """An entry that is much like another; `score` in 0–1 is how much, by words."""

    stored: StoredEntry
    score: float


def similar_entries(draft: EntryDraft, others: Sequence[StoredEntry]) -> list[Duplicate]:
    """Those of some entries that are so much like a draft that a person should look, most alike first."""
    found = []
    for other in others:
        score = likeness(draft, other.entry)
        shared = not draft.clause_types or not other.entry.clause_types
        shared = shared or bool(set(draft.clause_types) & set(other.entry.clause_types))
        if score >= (THRESHOLD if shared else THRESHOLD_OTHER_CLAUSE):
            found.append(Duplicate(other, round(score, 4)))
    return sorted(found, key=lambda duplicate: (-duplicate.score, duplicate.stored.number))


def likeness(entry_draft: EntryDraft, other: EntryDraft) -> float:
    """How much two entries are alike by their words, in 0–1; fields that either lacks do not count."""
    total = weight = 0.0
    for name, share in _WEIGHTS:
        ours, theirs = getattr(entry_draft, name), getattr(other, name)
        if ours and theirs:
            total += share * alike(ours, theirs)
            weight += share
    return total / weight if weight >= 0.3 else 0.0


def alike(first: str, other: str) -> float:
    """Likeness of two texts in 0–1: Dice over character pairs, or the token ratio where that is greater."""
    ours, theirs = folded(first), folded(other)
    left, right = Counter(pairs(ours)), Counter(pairs(theirs))
    total = left.total() + right.total()
    dice = 2 * (left & right).total() / total if total else float(ours == theirs)
    if ours.isascii() and theirs.isascii():
        return max(dice * 0.9, fuzz.token_sort_ratio(ours, theirs) / 100 * 0.95)
    return dice
