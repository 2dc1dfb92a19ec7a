"""The factored method's parts: coding of arms, the judge's law, beliefs, repeated examples, large spaces."""

from __future__ import annotations

import json

import numpy as np
import pytest

from core.optimizer import Space
from core.optimizer.methods import FactoredMethod, create, restore
from core.optimizer.methods.beliefs import Beliefs
from core.optimizer.methods.candidates import ascend, promising, whole_space
from core.optimizer.methods.example_effects import RepeatedExamples, Repeats, novelty
from core.optimizer.methods.features import PRIOR_VARIANCE, KnobFeatures, helmert
from core.optimizer.methods.likelihood import JudgeBelief, Results, log_likelihood, slope
from core.optimizer.methods.method import Duel
from core.optimizer.methods.posterior import prior
from core.optimizer.simulation import World, WorldOptions


def factored(space: Space, seed: int = 1) -> FactoredMethod:
    method = create("factored", space, seed=seed)
    assert isinstance(method, FactoredMethod)
    return method


def play(method: FactoredMethod, world: World, calls: int) -> None:
    for _ in range(calls):
        a, b = method.propose_pair()
        verdict = world.judge(a, b)
        method.observe(verdict.info)
        method.update(a, b, verdict.outcome)


@pytest.mark.parametrize("card", [1, 2, 5])
def test_contrasts_are_orthonormal_and_extend_those_of_fewer_levels(card: int) -> None:
    contrasts = helmert(card)
    assert contrasts.T @ contrasts == pytest.approx(np.eye(card - 1))
    assert contrasts @ contrasts.T == pytest.approx(np.eye(card) - 1.0 / card)
    assert helmert(card + 1)[:card, : card - 1] == pytest.approx(contrasts)


@pytest.mark.parametrize("cards", [(4, 4, 4, 4), (2, 1, 5), (7,), (4,) * 6])
def test_the_prior_spreads_utility_alike_in_every_space(cards: tuple[int, ...]) -> None:
    features = KnobFeatures(Space(cards))
    rows = features.rows(features.every_arm())
    variance = (rows**2 @ features.spread(features.prior_variances())).mean()
    assert variance == pytest.approx(PRIOR_VARIANCE)


def test_tables_are_the_same_utility_as_rows() -> None:
    features = KnobFeatures(Space((3, 4, 2)))
    theta = np.random.default_rng(1).standard_normal((1, features.dimension))
    alone, together = features.tables(theta)
    arm = (2, 1, 1)
    total = sum(table[0, arm[knob]] for knob, table in alone.items())
    total += sum(table[0, arm[left], arm[right]] for (left, right), table in together.items())
    assert total == pytest.approx(float(features.row(arm) @ theta[0]))


@pytest.mark.parametrize("margin", [-0.4, -0.03, 0.1, None])
@pytest.mark.parametrize("place", [-1.0, 0.0, 1.0])
@pytest.mark.parametrize("outcome", [0.0, 0.5, 1.0])
def test_slopes_are_the_derivatives_of_the_likelihood(
    margin: float | None, place: float, outcome: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The scale of the noise is held fixed in the derivatives.
    monkeypatch.setattr("core.optimizer.methods.likelihood.DISCRIMINATION", 0.0)
    results = Results(
        np.array([np.nan if margin is None else margin]), np.array([outcome]), np.array([place]), np.array([2.0])
    )
    judge, step = JudgeBelief(0.2, 0.1), 1e-4
    low, middle, high = (log_likelihood(judge, results, np.array([0.07 + shift])) for shift in (-step, 0.0, step))
    at = slope(judge, results, np.array([0.07]))
    assert at.score[0] == pytest.approx((high - low) / (2 * step), abs=1e-5)
    assert at.weight[0] == pytest.approx(max(0.0, -(high + low - 2 * middle) / step**2), abs=1e-3)
    assert at.step[0] >= at.weight[0]


def test_a_response_moves_means_variances_and_draws_alike() -> None:
    """After one response the draws still have the mean and the variance that the beliefs state."""
    features = KnobFeatures(Space((3, 3)))
    rng = np.random.default_rng(2)
    beliefs = Beliefs(features, prior(features), rng, whole=whole_space(features))
    row = features.row((0, 1)) - features.row((2, 2))
    for _ in range(3):
        beliefs.learn(row, 0.2, 0.01, rng)
    rows = beliefs.candidates.rows
    assert beliefs.means == pytest.approx(rows @ beliefs.theta)
    assert beliefs.variances == pytest.approx(((rows @ beliefs.covariance) * rows).sum(axis=1))
    spread = np.sqrt(beliefs.variances / len(beliefs.draws))
    assert np.abs(beliefs.draws.mean(axis=0) - beliefs.means).max() < 4.5 * spread.max()
    exact = np.linalg.inv(np.diag(1.0 / features.spread(features.prior_variances())) + 3 * np.outer(row, row) / 0.01)
    assert beliefs.covariance == pytest.approx(exact, abs=1e-9)


def test_a_margin_that_contradicts_everything_does_not_run_away() -> None:
    """Margins without any noise, far larger than the prior expects, once drove the fit to utilities of 10^12."""
    method = factored(Space((3, 2)), seed=6)
    for place in range(160):
        a, b = method.propose_pair()
        margin = 0.3 * (a[0] - b[0]) + 0.1 * (a[1] - b[1])
        method.observe({"margin": margin, "example": place, "a_shown_first": place % 3 == 0})
        method.update(a, b, 0.5 if margin == 0 else float(margin > 0))
    assert method.best() == (2, 1)
    (gap,) = method.estimates([(0, 0)])
    assert gap.mean == pytest.approx(-0.7, abs=0.06)


def test_effects_and_estimates_cover_the_truth() -> None:
    space = Space((3, 3))
    method = factored(space)
    world = World(space, 11, WorldOptions(kappa=40.0, pair_share=0.0, first=0.0))
    play(method, world, 250)
    effects = {(effect.knob, effect.level): effect for effect in method.effects()}
    centred = world.utility - world.utility.mean()
    truth = {(0, level): centred[level].mean() for level in range(3)}
    truth |= {(1, level): centred[:, level].mean() for level in range(3)}
    assert sorted(effects) == sorted(truth)
    assert all(effects[place].low - 0.02 < value < effects[place].high + 0.02 for place, value in truth.items())
    estimates = method.estimates([(i, j) for i in range(3) for j in range(3)])
    own = next(estimate for estimate in estimates if estimate.arm == method.best())
    assert (own.mean, own.low, own.high) == (0.0, 0.0, 0.0)
    assert sum(estimate.best for estimate in estimates) == pytest.approx(1.0, abs=0.02)
    assert max(estimates, key=lambda estimate: estimate.best).arm == method.best()


def test_the_preference_for_the_first_place_is_learned() -> None:
    shares = []
    for first in (0.0, 0.4):
        method = factored(Space((3, 3)), seed=2)
        play(method, World(Space((3, 3)), 4, WorldOptions(first=first)), 300)
        shares.append(method.position_bias())
    assert shares[0] <= 0.1 < 0.25 <= shares[1]


def test_what_comes_again_on_the_same_example_is_learned() -> None:
    """Duels of one arm on one example share its luck; so the shares are seen, and the results count for less."""
    space = Space((4, 4))
    learned = []
    for repeated in (0.0, 0.9):
        method = factored(space, seed=3)
        options = WorldOptions(examples=12, repeated=repeated, first=0.0, preference=0.0, discrimination=0.0)
        play(method, World(space, 5, options), 300)
        learned.append(method._fit.repeats.arm + method._fit.repeats.pair)
    assert learned[0] <= 0.3
    assert learned[1] >= 0.6


def test_repeats_of_one_duel_on_one_example_teach_once() -> None:
    features = KnobFeatures(Space((2, 2)))
    row = features.row((0, 0)) - features.row((1, 1))
    duels = [Duel((0, 0), (1, 1), 1.0, 0.2, "same", True)] * 30
    examples = RepeatedExamples(features, duels, np.repeat(row[None, :], 30, axis=0))
    judge = JudgeBelief(0.2, 0.1)
    precision = examples.weighted(judge, Repeats(0.9, 0.0), np.zeros(30), np.ones(30), np.eye(30))
    assert precision.sum() < 1.3 / np.linalg.inv(precision)[0, 0]
    assert not RepeatedExamples(features, [Duel((0, 0), (1, 1), 1.0, 0.2, place) for place in range(30)], row[None, :])


def test_results_of_an_example_teach_the_same_one_by_one_as_together() -> None:
    """The precision of the coefficients does not depend on whether repeats are taken in at a fit or between two."""
    features = KnobFeatures(Space((3, 2)))
    arms = [((0, 0), (1, 1)), ((0, 0), (1, 1)), ((1, 1), (2, 0)), ((2, 1), (0, 0)), ((1, 1), (0, 0))]
    duels = [Duel(a, b, 1.0, 0.1 * place, "same", True) for place, (a, b) in enumerate(arms)]
    rows = np.array([features.row(a) - features.row(b) for a, b in arms])
    judge, shares, theta = JudgeBelief(0.2, 0.1), Repeats(0.5, 0.2), np.zeros(features.dimension)
    by_one = np.zeros((features.dimension, features.dimension))
    for count in range(1, len(duels) + 1):
        row, _, variance = novelty(features, duels[:count], rows[:count], judge, shares, theta)
        by_one += np.outer(row, row) / variance
    # Enough duels on other examples for repeats to be reckoned with at all.
    fillers = [Duel((0, 0), (1, 0), 1.0, 0.1, 10 + place // 2, True) for place in range(20)]
    every = np.append(rows, np.repeat((features.row((0, 0)) - features.row((1, 0)))[None, :], 20, axis=0), axis=0)
    examples = RepeatedExamples(features, [*duels, *fillers], every)
    weighted = examples.weighted(judge, shares, np.zeros(25), np.ones(25), every)
    assert by_one == pytest.approx(rows.T @ weighted[:5])


@pytest.mark.parametrize("extra", [0, 9])
def test_one_answer_asked_for_again_does_not_make_sure(extra: int) -> None:
    """Neither fits nor the updates between them take an example's verdict on two arms for news once it is known."""
    method = factored(Space((2, 2)), seed=4)
    rng = np.random.default_rng(3)
    for place in range(120 + extra):
        example = place % 4
        margin = (0.2, -0.05, 0.15, 0.1)[example] + 0.01 * rng.standard_normal()
        method.observe({"margin": margin, "example": example, "a_shown_first": place % 3 == 0})
        method.update((0, 0), (1, 1), 0.5 if abs(margin) < 0.05 else float(margin > 0))
    (gap,) = method.estimates([(1, 1)]) if method.best() == (0, 0) else method.estimates([(0, 0)])
    # Four answers, each uncertain by about 0.2, say no more than this, however often they are heard.
    assert gap.high - gap.low > 0.2


def test_ascent_ends_where_no_single_change_helps() -> None:
    features = KnobFeatures(Space((3, 4, 2, 3)))
    rng = np.random.default_rng(3)
    theta = rng.standard_normal((5, features.dimension))
    tops = ascend(features, theta, rng.integers([3, 4, 2, 3], size=(5, 4)))
    for own, top in zip(theta, tops, strict=True):
        value = features.row(tuple(top)) @ own
        for knob, card in enumerate((3, 4, 2, 3)):
            for level in range(card):
                other = (*top[:knob], level, *top[knob + 1 :])
                assert features.row(other) @ own <= value + 1e-9


def test_a_million_combinations() -> None:
    """Not enumerated; the best of the mean is among the candidates, and a restored method goes on the same."""
    space = Space((4,) * 10)
    features = KnobFeatures(space)
    theta = np.random.default_rng(4).standard_normal(features.dimension) * 0.01
    candidates = promising(features, theta, np.repeat(theta[None, :], 8, axis=0), np.random.default_rng(5))
    assert len(candidates) < 2000
    method = factored(space, seed=2)
    play(method, World(space, 7, WorldOptions(pairs=8)), 24)
    other = restore(json.loads(json.dumps(method.snapshot())))
    assert (other.best(), other.confidence(), other.propose_pair()) == (
        method.best(),
        method.confidence(),
        method.propose_pair(),
    )


def test_confidence_grows_with_what_is_known() -> None:
    space = Space((3, 3, 3))
    method = factored(space)
    world = World(space, 8, WorldOptions(kappa=30.0))
    play(method, world, 10)
    early = method.confidence()
    play(method, world, 290)
    assert early < 0.7
    assert method.confidence() > 0.9
    assert world.regret(method.best()) <= 0.02


def test_a_batch_does_not_ask_one_thing_eight_times() -> None:
    """Outstanding duels are reckoned with: the same pair is not proposed again and again."""
    method = factored(Space((4, 4, 4)))
    play(method, World(Space((4, 4, 4)), 9), 60)
    pairs = {frozenset(method.propose_pair()) for _ in range(8)}
    assert len(pairs) >= 4
