"""How probable a judge's margin or verdict is, given the difference of two arms' utilities.

The margin is logistic around the difference; its variance grows with the number of knobs in which the arms differ (an
example's own preferences) and with the difference itself (examples discriminate more or less). With probability
`first` the judge prefers what it was shown first, by a margin of the noise's size. A verdict without a margin is the
same law, cut at the size of a tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.optimizer.methods.method import Duel

Floats = NDArray[np.float64]

PREFERENCE: Final = 0.07
"""Share of the noise's variance that each differing knob adds."""
DISCRIMINATION: Final = 0.25
"""Variance of an example's factor on the difference of utilities."""
TIE: Final = 0.05
"""Margins below are shown as ties."""
BOUND: Final = 0.5
"""Share of the majorising weight |score / residual| (that of iteratively reweighted least squares) in a step."""
LOGISTIC: Final = float(np.sqrt(3.0) / np.pi)
"""Scale of a logistic law of variance 1."""


@dataclass(frozen=True, slots=True)
class JudgeBelief:
    """What is believed of the judge.

    Attributes:
        sigma: standard deviation of the margin between two arms that are equally good and differ in nothing.
        first: probability that the first place decides.
    """

    sigma: float = 0.2
    first: float = 0.1


@dataclass(slots=True)
class Results:
    """Results as columns.

    Attributes:
        margins: NaN where only the verdict is known.
        outcomes: 1, 0.5 or 0.
        places: +1 where `a` was shown first, -1 where `b` was, 0 where it is not known.
        differing: number of knobs in which the two differ.
    """

    margins: Floats
    outcomes: Floats
    places: Floats
    differing: Floats


@dataclass(frozen=True, slots=True)
class Slope:
    """Derivatives of the log likelihood of each result in the difference of utilities.

    Attributes:
        score: the first derivative.
        weight: the negative second one, at least 0.
        step: weight for a step of Newton's method that cannot run away where a result looks like the first place's.
        scale: scale of the logistic noise.
    """

    score: Floats
    weight: Floats
    step: Floats
    scale: Floats


def noise_scale(judge: JudgeBelief, delta: Floats, differing: Floats) -> Floats:
    """Scale of the logistic noise at given differences."""
    variance = judge.sigma**2 * (1.0 + PREFERENCE * differing) + DISCRIMINATION * delta**2
    return np.asarray(LOGISTIC * np.sqrt(variance))


def slope(judge: JudgeBelief, results: Results, delta: Floats) -> Slope:
    """Derivatives at given differences of utilities; the scale of the noise is held fixed."""
    scale = noise_scale(judge, delta, results.differing)
    known = ~np.isnan(results.margins)
    if known.all():
        score, weight = _margin_slope(judge, results.margins, results.places, delta, scale)
    else:
        score, weight = _verdict_slope(judge, results.outcomes, results.places, delta, scale)
        if known.any():
            margins = np.where(known, results.margins, 0.0)
            by_margin = _margin_slope(judge, margins, results.places, delta, scale)
            score, weight = np.where(known, by_margin[0], score), np.where(known, by_margin[1], weight)
    weight = np.maximum(weight, 0.0)
    return Slope(
        score, weight, np.maximum(weight, BOUND * np.abs(score) / (np.abs(residual(results, delta)) + scale)), scale
    )


def residual(results: Results, delta: Floats) -> Floats:
    """What the results exceed the differences by; a verdict counts as a margin of the size of a tie, or of none."""
    margins = np.where(np.isnan(results.margins), TIE * (2.0 * results.outcomes - 1.0), results.margins)
    return margins - delta


def log_likelihood(judge: JudgeBelief, results: Results, delta: Floats, *, shrink: float = 1.0) -> float:
    """Of all results together, at fitted differences.

    Args:
        judge: what is believed of the judge.
        results: what it said.
        delta: differences of utilities.
        shrink: factor on the noise's scale; below 1 where `delta` was fitted to these same results.
    """
    scale = shrink * noise_scale(judge, delta, results.differing)
    known = ~np.isnan(results.margins)
    chance = np.empty_like(delta)
    if known.any():
        m, s = results.margins[known], scale[known]
        share = _first_share(results.places[known], np.sign(m))
        chance[known] = (1.0 - judge.first) * _density(m - delta[known], s) + judge.first * share * _density(m, s)
    if not known.all():
        o, s, d = results.outcomes[~known], scale[~known], delta[~known]
        chance[~known] = (1.0 - judge.first) * _verdict_chance(o, d, s) + judge.first * _first_verdict(
            o, results.places[~known], s
        )
    return float(np.log(np.maximum(chance, 1e-300)).sum())


def _density(residual: Floats, scale: Floats) -> Floats:
    return np.asarray(1.0 / (4.0 * scale * np.cosh(np.clip(residual / (2.0 * scale), -300.0, 300.0)) ** 2))


def _first_share(places: Floats, signs: Floats) -> Floats:
    """How much denser than symmetric noise the law "the first place wins" is at a margin of that sign: 2, 1 or 0."""
    return np.asarray(1.0 + places * signs)


def _margin_slope(
    judge: JudgeBelief, margins: Floats, places: Floats, delta: Floats, scale: Floats
) -> tuple[Floats, Floats]:
    residual = margins - delta
    by_worth = (1.0 - judge.first) * _density(residual, scale)
    by_place = judge.first * _first_share(places, np.sign(margins)) * _density(margins, scale)
    rho = by_worth / (by_worth + by_place)
    bend = np.tanh(residual / (2.0 * scale))
    score = rho * bend / scale
    weight = rho * (1.0 - bend**2) / (2.0 * scale**2) - rho * (1.0 - rho) * bend**2 / scale**2
    return score, weight


def _logistic(value: Floats) -> Floats:
    return np.asarray(0.5 * (1.0 + np.tanh(value / 2.0)))


def _verdict_chance(outcomes: Floats, delta: Floats, scale: Floats) -> Floats:
    above, below = _logistic((delta - TIE) / scale), _logistic((-delta - TIE) / scale)
    return np.where(outcomes == 1.0, above, np.where(outcomes == 0.0, below, 1.0 - above - below))


def _first_verdict(outcomes: Floats, places: Floats, scale: Floats) -> Floats:
    """Chance of a verdict where the first place decides: a tie where the noise is small, else the first one wins."""
    tie = np.tanh(TIE / (2.0 * scale))
    return np.where(outcomes == 0.5, tie, (1.0 - tie) * 0.5 * _first_share(places, 2.0 * outcomes - 1.0))


def _verdict_slope(
    judge: JudgeBelief, outcomes: Floats, places: Floats, delta: Floats, scale: Floats
) -> tuple[Floats, Floats]:
    """The law of ties of Rao and Kupper (1967), here with the size of a tie on the scale of utility."""
    above, below = _logistic((delta - TIE) / scale), _logistic((-delta - TIE) / scale)
    score = np.where(outcomes == 1.0, 1.0 - above, np.where(outcomes == 0.0, below - 1.0, below - above)) / scale
    curve_above, curve_below = above * (1.0 - above), below * (1.0 - below)
    curve = np.where(outcomes == 1.0, curve_above, np.where(outcomes == 0.0, curve_below, curve_above + curve_below))
    by_worth = (1.0 - judge.first) * _verdict_chance(outcomes, delta, scale)
    by_place = judge.first * _first_verdict(outcomes, places, scale)
    rho = by_worth / np.maximum(by_worth + by_place, 1e-300)
    return rho * score, rho * curve / scale**2 - rho * (1.0 - rho) * score**2


def columns(duels: Sequence[Duel]) -> Results:
    """Results as columns."""
    return Results(
        margins=np.array([np.nan if duel.margin is None else duel.margin for duel in duels]),
        outcomes=np.array([duel.outcome for duel in duels]),
        places=np.array([0.0 if duel.a_first is None else 2.0 * duel.a_first - 1.0 for duel in duels]),
        differing=(np.array([duel.a for duel in duels]) != np.array([duel.b for duel in duels])).sum(axis=1) * 1.0,
    )
