"""Quality against cost: what an arm's answers scored, and what they took."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from core.optimizer.runs.records import MatchDetail
from core.optimizer.space import Arm


@dataclass(frozen=True, slots=True)
class Quality:
    """Mean score (0 to 1) of an arm's answers, with tokens, milliseconds and characters of one answer."""

    arm: Arm
    score: float
    tokens: float
    latency_ms: float
    length: float
    answers: int


def qualities(details: Iterable[MatchDetail]) -> list[Quality]:
    """One entry for each arm whose answers were scored, best first.

    Tokens are those of answers that were made in this run; answers from the cache cost nothing and tell nothing.
    """
    scores: dict[Arm, list[float]] = defaultdict(list)
    tokens: dict[Arm, list[int]] = defaultdict(list)
    times: dict[Arm, list[float]] = defaultdict(list)
    lengths: dict[Arm, list[int]] = defaultdict(list)
    for detail in details:
        for arm, answer, side in ((detail.match.a, detail.a, "a"), (detail.match.b, detail.b, "b")):
            given = [getattr(verdict, side).total for verdict in detail.verdicts if getattr(verdict, side) is not None]
            if not given:
                continue
            scores[arm].append(fmean(given))
            times[arm].append(answer.latency_ms)
            lengths[arm].append(len(answer.text))
            if answer.calls:
                tokens[arm].append(answer.usage.input_tokens + answer.usage.output_tokens)
    found = [
        Quality(
            arm, fmean(scores[arm]), fmean(tokens[arm] or [0]), fmean(times[arm]), fmean(lengths[arm]), len(scores[arm])
        )
        for arm in scores
    ]
    return sorted(found, key=lambda quality: (-quality.score, quality.arm))


def pareto(points: Sequence[tuple[float, float]]) -> list[int]:
    """Places of the points (cost, score) than which no other is both cheaper and better, cheapest first."""
    best = float("-inf")
    front = []
    for at in sorted(range(len(points)), key=lambda place: (points[place][0], -points[place][1])):
        if points[at][1] > best:
            best = points[at][1]
            front.append(at)
    return front
