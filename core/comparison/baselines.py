"""What contracts are compared with: one of them, or the wording that the house's approved knowledge recommends."""

from __future__ import annotations

from dataclasses import dataclass

from core.comparison.clause_words import ClauseWords
from core.knowledge import StoredEntry


@dataclass(frozen=True, slots=True)
class Baseline:
    """A name that people know it by, and its passages."""

    name: str
    passages: tuple[str, ...]


def baseline_of_words(name: str, words: ClauseWords) -> Baseline:
    """A contract's own clause as baseline; without passages where it has none that were located in it."""
    return Baseline(name, tuple(passage.text for passage in words.passages if passage.state != "unverified"))


def baseline_of_entry(stored: StoredEntry) -> Baseline:
    """The recommended clause of an entry as baseline."""
    recommended = " ".join((stored.entry.recommended_clause or "").split())
    return Baseline(f"{stored.name}  {stored.entry.title or ''}".strip(), (recommended,) if recommended else ())
