"""What each value of each knob is worth, and how likely each arm is to be the best one.

A linear mixed model of the margins (Laird and Ware, "Random-effects models for longitudinal data", Biometrics 1982):
one weight for each value of each knob and for each pair of values, with a normal prior that keeps what was never seen
at nothing; one for the place in which an answer is shown; and for each example its own deviation from the knobs'
weights, so that many matches on few examples do not seem to say more than they do. How much examples deviate and how
noisy the judge is are learned by marginal likelihood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from core.optimizer.knobs import Knobs
from core.optimizer.one_thread import one_thread
from core.optimizer.runs.records import MatchRecord
from core.optimizer.space import Arm
from core.optimizer.statistics.intervals import Interval
from core.prompting import Knob

DRAWS = 400
_COMBINATIONS = 40
MOST_ARMS = 20_000
"""Beyond so many combinations only those that have played are compared."""
WITHIN = 0.02
_MAIN, _PAIR, _PLACE = 0.06, 0.02, 0.05
_NOISE = 0.15
_NOISES = tuple(_NOISE * 1.35**step for step in range(-8, 4))
_DEVIATIONS = (0.005, 0.01, 0.02, 0.035, 0.05, 0.07, 0.1, 0.14, 0.2)
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class KnobEffect:
    """What a value of a knob adds to the score (0 to 1), against the mean of the knob's values."""

    knob: str
    value: Knob
    effect: Interval


@dataclass(frozen=True, slots=True)
class ArmChance:
    """An arm's score against the leader's, and the chance that it is the best of all."""

    arm: Arm
    score: Interval
    best: float


@dataclass(frozen=True, slots=True)
class Learned:
    """What the matches of a run say.

    `leader` is the arm that is recommended; `leader_best` is the chance that it is the best, `leader_near` that it is
    within 0.02 of the best. `first` is what being shown first adds to a margin.
    """

    leader: Arm
    leader_best: float
    leader_near: float
    effects: tuple[KnobEffect, ...]
    arms: tuple[ArmChance, ...]
    first: Interval
    examples: int


@one_thread()
def learn(
    knobs: Knobs,
    matches: Sequence[MatchRecord],
    overrules: Mapping[int, float] | None = None,
    *,
    leader: Sequence[int] | None = None,
    seed: int = 0,
) -> Learned | None:
    """What the matches with a verdict say; None without any.

    Args:
        knobs: what an arm means.
        matches: of the run, in order.
        overrules: people's verdicts by the match's number, which stand for the judge's: a win for at least a margin of
            0.1 on its side, a tie for none.
        leader: the arm that is recommended; the one with the highest mean by default.
        seed: of the draws.
    """
    rows = [(match, margin) for match in matches if (margin := _margin(match, overrules or {})) is not None]
    if not rows:
        return None
    code = _Code(knobs)
    design = np.array([[*(code.row(m.a) - code.row(m.b)), 1.0 if m.a_first else -1.0] for m, _ in rows])
    draws = _draws(design, np.array([margin for _, margin in rows]), [m.example for m, _ in rows], code, seed)
    arms = _arms(knobs, matches)
    scores = np.array([code.row(arm) for arm in arms]) @ draws[:, :-1].T
    top = (
        arms.index(tuple(leader)) if leader is not None and tuple(leader) in arms else int(scores.mean(axis=1).argmax())
    )
    best = scores.argmax(axis=0)
    chances = np.bincount(best, minlength=len(arms)) / DRAWS
    share = float((scores[top] >= scores.max(axis=0) - WITHIN).mean())
    against = scores - scores[top]
    order = np.argsort(-scores.mean(axis=1), kind="stable")[:200]
    return Learned(
        leader=arms[top],
        leader_best=float(chances[top]),
        leader_near=share,
        effects=tuple(_effects(knobs, code, draws)),
        arms=tuple(ArmChance(arms[at], _interval(against[at]), float(chances[at])) for at in order),
        first=_interval(draws[:, -1]),
        examples=len({match.example for match, _ in rows}),
    )


def _margin(match: MatchRecord, overrules: Mapping[int, float]) -> float | None:
    person = overrules.get(match.number)
    if person is None:
        return match.margin if match.outcome is not None else None
    own = match.margin or 0.0
    return {1.0: max(own, 0.1), 0.5: 0.0, 0.0: min(own, -0.1)}[person]


class _Code:
    """Columns of the model: one for each value of each knob, one for each pair of values of two knobs."""

    def __init__(self, knobs: Knobs) -> None:
        self.cards = [len(values) for values in knobs.values]
        self.starts = np.cumsum([0, *self.cards])
        self.pairs: dict[tuple[int, int], int] = {}
        column = int(self.starts[-1])
        for first, second in combinations(range(len(self.cards)), 2):
            self.pairs[first, second] = column
            column += self.cards[first] * self.cards[second]
        self.columns = column

    def row(self, arm: Arm) -> Floats:
        """An arm's columns."""
        row = np.zeros(self.columns)
        for knob, level in enumerate(arm):
            row[self.starts[knob] + level] = 1.0
        for (first, second), column in self.pairs.items():
            row[column + arm[first] * self.cards[second] + arm[second]] = 1.0
        return row

    def prior(self) -> Floats:
        """Prior variances of the columns and of the place."""
        main = int(self.starts[-1])
        return np.concatenate([np.full(main, _MAIN**2), np.full(self.columns - main, _PAIR**2), [_PLACE**2]])


def _draws(design: Floats, margins: Floats, examples: Sequence[str], code: _Code, seed: int) -> Floats:
    """Weights drawn from what is known of them, one row a draw."""
    blocks = [
        np.array([at for at, example in enumerate(examples) if example == name]) for name in sorted(set(examples))
    ]
    data = _Data(design, margins, blocks, tuple(code.cards), code.prior())
    noise, deviations = _NOISE, [0.05] * len(code.cards)
    for _ in range(2):
        noise = max(_NOISES, key=lambda tried: data.evidence(tried, deviations))
        for knob in range(len(deviations)):
            deviations[knob] = _DEVIATIONS[int(np.argmax(_evidence(data, noise, deviations, knob)))]
    # A few examples do not tell how much examples deviate: likely values are drawn from, not the likeliest alone.
    rng = np.random.default_rng(seed)
    chances = [_shares(_evidence(data, noise, deviations, knob)) for knob in range(len(deviations))]
    drawn = []
    for _ in range(_COMBINATIONS):
        tried = [_DEVIATIONS[rng.choice(len(_DEVIATIONS), p=shares)] for shares in chances]
        drawn.append(data.drawn(noise, tried, DRAWS // _COMBINATIONS, rng))
    return np.concatenate(drawn)


def _evidence(data: _Data, noise: float, deviations: Sequence[float], knob: int) -> list[float]:
    """Log evidence of each value that a knob's deviation may have, the others as they are."""
    return [data.evidence(noise, [*deviations[:knob], tried, *deviations[knob + 1 :]]) for tried in _DEVIATIONS]


def _shares(evidence: Sequence[float]) -> Floats:
    chances = np.exp(np.array(evidence) - max(evidence))
    return np.asarray(chances / chances.sum(), np.float64)


@dataclass(frozen=True)
class _Data:
    """Matches by example: `blocks` are the rows of each; examples deviate in the knobs' own columns."""

    design: Floats
    margins: Floats
    blocks: Sequence[NDArray[np.int_]]
    cards: tuple[int, ...]
    prior: Floats

    def fitted(self, noise: float, deviations: Sequence[float]) -> tuple[Floats, Floats, float]:
        """Mean and precision of the weights, and the part of the log evidence that the data give."""
        precision = np.diag(1.0 / self.prior)
        pulled = np.zeros(len(self.prior))
        logs = 0.0
        for rows in self.blocks:
            part, margins = self.design[rows], self.margins[rows]
            own = part[:, : sum(self.cards)] * np.repeat(deviations, self.cards)
            covariance = noise**2 * np.eye(len(rows)) + own @ own.T
            solved = np.linalg.solve(covariance, np.column_stack([part, margins]))
            precision += part.T @ solved[:, :-1]
            pulled += part.T @ solved[:, -1]
            logs -= 0.5 * (np.linalg.slogdet(covariance)[1] + margins @ solved[:, -1])
        mean = np.asarray(np.linalg.solve(precision, pulled), np.float64)
        return mean, precision, float(logs + 0.5 * pulled @ mean)

    def drawn(self, noise: float, deviations: Sequence[float], count: int, rng: np.random.Generator) -> Floats:
        """Weights drawn from what the matches say, one row a draw."""
        mean, precision, _ = self.fitted(noise, deviations)
        normal = rng.standard_normal((len(mean), count))
        return np.asarray((mean[:, None] + np.linalg.solve(np.linalg.cholesky(precision).T, normal)).T, np.float64)

    def evidence(self, noise: float, deviations: Sequence[float]) -> float:
        """Log marginal likelihood, with a weak prior that keeps both near what judges are like."""
        _, precision, logs = self.fitted(noise, deviations)
        spread = -0.5 * (float(np.linalg.slogdet(precision)[1]) + float(np.log(self.prior).sum()))
        expected = np.log(noise / _NOISE) ** 2 + float((np.log(np.array(deviations) / 0.05) ** 2).sum()) / 1.5**2
        return float(logs + spread - 0.5 * expected)


def _arms(knobs: Knobs, matches: Sequence[MatchRecord]) -> list[Arm]:
    if knobs.space.size <= MOST_ARMS:
        return list(product(*(range(len(values)) for values in knobs.values)))
    return sorted({arm for match in matches for arm in (match.a, match.b)})


def _effects(knobs: Knobs, code: _Code, draws: Floats) -> list[KnobEffect]:
    found = []
    for knob, (name, values) in enumerate(zip(knobs.names, knobs.values, strict=True)):
        means = draws[:, code.starts[knob] : code.starts[knob + 1]].copy()
        for (first, second), column in code.pairs.items():
            block = draws[:, column : column + code.cards[first] * code.cards[second]]
            block = block.reshape(len(draws), code.cards[first], code.cards[second])
            if knob == first:
                means += block.mean(axis=2)
            elif knob == second:
                means += block.mean(axis=1)
        means -= means.mean(axis=1, keepdims=True)
        found += [KnobEffect(name, value, _interval(means[:, at])) for at, value in enumerate(values)]
    return found


def _interval(values: Floats) -> Interval:
    low, high = np.quantile(values, [0.025, 0.975])
    return Interval(float(values.mean()), float(low), float(high))
