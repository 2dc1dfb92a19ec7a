"""Wins, ties and losses, as they were: by arm, by pair of arms, by place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.optimizer.runs.records import MatchRecord
from core.optimizer.space import Arm
from core.optimizer.statistics.intervals import Interval, share_interval


@dataclass(frozen=True, slots=True)
class ArmTally:
    """One arm's matches. `rate` counts a tie as half a win."""

    arm: Arm
    wins: int
    ties: int
    losses: int
    rate: Interval

    @property
    def matches(self) -> int:
        """How many it has played."""
        return self.wins + self.ties + self.losses


@dataclass(frozen=True, slots=True)
class PairTally:
    """How often the first of two arms beat the second, a tie as half, and over how many matches."""

    first: Arm
    second: Arm
    rate: float
    matches: int


def outcome_of(match: MatchRecord, overrules: Mapping[int, float]) -> float | None:
    """The outcome that counts: a person's, else the judge's."""
    return overrules.get(match.number, match.outcome)


def tallies(matches: Iterable[MatchRecord], overrules: Mapping[int, float] | None = None) -> list[ArmTally]:
    """All arms that have played, best lower bound first."""
    outcomes: dict[Arm, list[float]] = defaultdict(list)
    for match in matches:
        outcome = outcome_of(match, overrules or {})
        if outcome is not None:
            outcomes[match.a].append(outcome)
            outcomes[match.b].append(1.0 - outcome)
    found = [
        ArmTally(arm, results.count(1.0), results.count(0.5), results.count(0.0), share_interval(results))
        for arm, results in outcomes.items()
    ]
    return sorted(found, key=lambda tally: (-tally.rate.low, -tally.rate.value, tally.arm))


def pair_tallies(matches: Iterable[MatchRecord], overrules: Mapping[int, float] | None = None) -> list[PairTally]:
    """All pairs that have met, each in both directions."""
    outcomes: dict[tuple[Arm, Arm], list[float]] = defaultdict(list)
    for match in matches:
        outcome = outcome_of(match, overrules or {})
        if outcome is not None:
            outcomes[match.a, match.b].append(outcome)
            outcomes[match.b, match.a].append(1.0 - outcome)
    return [
        PairTally(first, second, sum(results) / len(results), len(results))
        for (first, second), results in sorted(outcomes.items())
    ]


def position_share(matches: Iterable[MatchRecord]) -> Interval | None:
    """How often what was shown first won, of the matches with a winner; None where there are none.

    Half is what an unbiased judge gives, since the order is random.
    """
    first = [float((match.outcome == 1.0) == match.a_first) for match in matches if match.outcome in (0.0, 1.0)]
    return share_interval(first) if first else None


@dataclass(frozen=True, slots=True)
class Moment:
    """An arm's win rate after a match."""

    arm: Arm
    number: int
    rate: Interval


def timeline(
    matches: Iterable[MatchRecord], arms: Iterable[Arm], overrules: Mapping[int, float] | None = None
) -> list[Moment]:
    """How the win rates of some arms came about: one moment for each of their matches."""
    outcomes: dict[Arm, list[float]] = {arm: [] for arm in arms}
    moments = []
    for match in matches:
        outcome = outcome_of(match, overrules or {})
        if outcome is None:
            continue
        for arm, own in ((match.a, outcome), (match.b, 1.0 - outcome)):
            if arm in outcomes:
                outcomes[arm].append(own)
                moments.append(Moment(arm, match.number, share_interval(outcomes[arm])))
    return moments
