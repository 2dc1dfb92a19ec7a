"""How far a judge agrees with people (Cohen, "A coefficient of agreement for nominal scales", 1960)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agreement:
    """Share of the same verdicts, and Cohen's kappa: 0 is what chance gives, 1 is always the same.

    `kappa` is None where both always gave one and the same verdict, so that chance cannot be told from agreement.
    """

    count: int
    same: float
    kappa: float | None


def agreement(pairs: Sequence[tuple[float, float]]) -> Agreement | None:
    """Agreement over the matches on which both gave a verdict (1, 0.5, 0); None where there is none."""
    if not pairs:
        return None
    count = len(pairs)
    same = sum(judge == person for judge, person in pairs) / count
    judges, people = Counter(judge for judge, _ in pairs), Counter(person for _, person in pairs)
    chance = sum(judges[verdict] * people[verdict] for verdict in judges) / count**2
    return Agreement(count, same, None if chance >= 1.0 else (same - chance) / (1.0 - chance))
