"""What three knobs and more do together lowers the confidence of a method that knows knobs and pairs."""

from __future__ import annotations

import numpy as np
import pytest

from core.optimizer import Space
from core.optimizer.methods import FactoredMethod, create
from core.optimizer.methods import beyond_pairs as module
from core.optimizer.methods.beyond_pairs import BeyondPairs, each_by_itself
from core.optimizer.methods.features import KnobFeatures
from core.optimizer.simulation import World, WorldOptions


@pytest.mark.parametrize("cards", [(3, 3, 3), (2, 3, 1, 4), (2, 2, 2, 2, 2)])
def test_all_coefficients_together_can_say_that_arms_are_independent(cards: tuple[int, ...]) -> None:
    features = KnobFeatures(Space(cards), together=len(cards))
    rows = features.rows(features.every_arm())
    covariance = (rows * features.spread(each_by_itself(features))) @ rows.T
    size = features.space.size
    assert features.dimension == size - 1
    np.testing.assert_allclose(covariance, np.eye(size) - 1.0 / size, atol=1e-12)


@pytest.mark.parametrize(
    ("cards", "reckoned"), [((4, 4), False), ((4, 4, 1), False), ((4, 4, 4, 4), True), ((6, 6, 6, 6), False)]
)
def test_where_it_is_reckoned(cards: tuple[int, ...], reckoned: bool) -> None:
    assert (BeyondPairs.of(Space(cards)) is not None) is reckoned


def chance(options: WorldOptions, *, seed: int, duels: int = 500) -> tuple[float, float, float]:
    """The chance that three knobs and more matter, and the leader's chance without and with them."""
    world = World(Space((3, 3, 3)), seed, options)
    method = create("factored", world.space, seed=seed)
    assert isinstance(method, FactoredMethod)
    for _ in range(duels):
        a, b = method.propose_pair()
        verdict = world.judge(a, b)
        method.observe(verdict.info)
        method.update(a, b, verdict.outcome)
    method.best()
    leader, sure = method._beliefs.recommended()
    beyond = BeyondPairs.of(world.space)
    assert beyond is not None
    return (*_doubt(method, beyond, leader), sure)


def _doubt(method: FactoredMethod, beyond: BeyondPairs, leader: int) -> tuple[float, float]:
    return beyond.doubt(method._results, method._fit, leader, np.random.default_rng(0))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_results_that_refute_the_model_and_results_that_bear_it_out(seed: int) -> None:
    refuted = chance(WorldOptions(triple_share=0.6, pair_share=0.1, kappa=20.0, first=0.0), seed=seed)
    borne_out = chance(WorldOptions(kappa=20.0, first=0.0), seed=seed)
    assert refuted[0] > 0.9
    assert borne_out[0] < module.CHANCE


def test_confidence_is_the_average_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(Space((3, 3, 3)), 4, WorldOptions(kappa=30.0, sd=0.2, first=0.0))
    method = create("factored", world.space, seed=4)
    for _ in range(120):
        a, b = method.propose_pair()
        verdict = world.judge(a, b)
        method.observe(verdict.info)
        method.update(a, b, verdict.outcome)
    assert isinstance(method, FactoredMethod)
    method.best()
    sure = method._beliefs.recommended()[1]
    assert sure > 0.8
    monkeypatch.setattr(BeyondPairs, "doubt", lambda *_: (0.25, 0.4))
    assert method.confidence() == pytest.approx(0.75 * sure + 0.25 * 0.4)
