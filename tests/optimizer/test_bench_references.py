"""The references of the optimizer's benchmark, and how its figures are reckoned."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from core.optimizer import Space
from core.optimizer.simulation import World, WorldOptions

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bench_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    before = list(sys.path)
    sys.path.insert(0, str(FOLDER))
    try:
        return _script("optimizer")
    finally:
        sys.path[:] = before


def test_the_plain_reference_is_ridge_regression_on_indicators() -> None:
    module = _script("plain_featurised")
    space = Space((2, 3, 2))
    world, method = World(space, 4), module.PlainFeaturised(space, 4)
    rows, margins = [], []
    for _ in range(60):
        a, b = method.propose_pair()
        assert a != b
        verdict = world.judge(a, b)
        method.observe(verdict.info)
        method.update(a, b, verdict.outcome)
        rows.append(_indicators(a) - _indicators(b))
        margins.append(verdict.margin)
    x, y = np.array(rows), np.array(margins)
    penalty = (module.NOISE / module.PRIOR_SD) ** 2
    mean = np.linalg.solve(x.T @ x + penalty * np.eye(x.shape[1]), x.T @ y)
    arms = [(a, b, c) for a in range(2) for b in range(3) for c in range(2)]
    assert method.best() == max(arms, key=lambda arm: float(_indicators(arm) @ mean))
    covariance = module.NOISE**2 * np.linalg.inv(x.T @ x + penalty * np.eye(x.shape[1]))
    root = method.root
    assert np.allclose(np.trace(root @ root.T), np.trace(covariance))


def test_the_first_version_takes_a_pair_that_no_change_of_one_knob_betters() -> None:
    module = _script("first_factored")
    space = Space((3, 2, 4))
    world, method = World(space, 4), module.FirstFactored(space, 4)
    arms = [(a, b, c) for a in range(3) for b in range(2) for c in range(4)]
    for _ in range(45):
        a, b = method.propose_pair()
        first, second = arms.index(a), arms.index(b)
        gains = _gains(method, arms)
        for neighbour in range(len(arms)):
            if _differing(arms[neighbour], a) <= 1:
                assert gains[neighbour, second] <= gains[first, second] * (1.0 + 1e-9)
            if _differing(arms[neighbour], b) <= 1:
                assert gains[first, neighbour] <= gains[first, second] * (1.0 + 1e-9)
        verdict = world.judge(a, b)
        method.observe(verdict.info)
        method.update(a, b, verdict.outcome)
    assert method.sigma != module.SIGMA


def test_the_first_version_draws_what_it_believes_and_finds_a_clear_winner() -> None:
    module = _script("first_factored")
    world = World(Space((3, 3, 3)), 11, WorldOptions(sd=0.2))
    method = module.FirstFactored(world.space, 11)
    for _ in range(144):
        a, b = method.propose_pair()
        verdict = world.judge(a, b)
        method.observe(verdict.info)
        method.update(a, b, verdict.outcome)
    # The last fit was after 134 duels: ten more have moved mean, covariance and draws, each by itself.
    deviation = np.sqrt(np.diag(method.covariance))
    assert np.abs(method.samples.mean(axis=0) - method.mean).max() < 0.25 * deviation.max()
    assert np.allclose(method.samples.std(axis=0), deviation, rtol=0.2)
    assert world.regret(method.best()) <= 0.02
    assert method.confidence() > 0.5


def test_confidence_is_asked_until_a_run_would_stop_and_no_longer(bench: ModuleType) -> None:
    setting = bench.Setting("bar", "default", "factored", (2, 2), 300, WorldOptions(sd=0.3))
    row = bench.play(setting, 5)
    assert len(row["regret"]) == 30
    assert row["confidence"][-1] >= 0.9
    assert len(row["confidence"]) < 30
    assert all(sure < 0.9 for sure in row["confidence"][4:-1])
    figures = bench.figures([row, row | {"confidence": [0.5] * 30}])
    assert figures["stopped"] == 0.5
    assert figures["calls_when_stopped"] == 10 * len(row["confidence"])


def test_a_ratio_has_its_error(bench: ModuleType) -> None:
    own = {seed: {"regret": [0.01 * seed] * 80} for seed in (1, 2, 3)}
    other = {seed: {"regret": [0.02 * seed] * 80} for seed in (1, 2, 3, 4)}
    assert bench.ratio(own, other) == {"ratio": 0.5, "ratio_error": 0.0, "ratio_worlds": 3}
    uneven = {1: {"regret": [0.04] * 80}, 2: {"regret": [0.02] * 80}}
    assert bench.ratio({1: own[1], 2: own[2]}, uneven)["ratio_error"] > 0.1


def test_a_row_of_fewer_worlds_does_not_replace_one_of_more(bench: ModuleType) -> None:
    before = {"a": {"worlds": 19}, "b": {"worlds": 19}, "c": {"worlds": 8}}
    now = {"a": {"worlds": 7}, "b": {"worlds": 60}, "d": {"worlds": 1}}
    assert bench.merged(before, now) == {
        "a": {"worlds": 19, "again": {"worlds": 7}},
        "b": {"worlds": 60},
        "c": {"worlds": 8},
        "d": {"worlds": 1},
    }


def _indicators(arm: tuple[int, ...]) -> np.ndarray:
    cards = (2, 3, 2)
    alone = [np.eye(card)[level] for card, level in zip(cards, arm, strict=True)]
    pairs = [np.outer(alone[i], alone[j]).ravel() for i in range(3) for j in range(i + 1, 3)]
    return np.concatenate([*alone, *pairs])


def _differing(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return sum(left != right for left, right in zip(a, b, strict=True))


def _gains(method: Any, arms: list[tuple[int, int, int]]) -> np.ndarray:
    """What every pair of arms would take off the contenders' gaps to the leader, reckoned without shortcuts."""
    leader = int(method.mean.argmax())
    counts = np.bincount(method.samples.argmax(axis=1), minlength=len(arms))
    gains = np.zeros((len(arms), len(arms)))
    for first in range(len(arms)):
        for second in range(len(arms)):
            gap = method.covariance[first] - method.covariance[second]
            noise = method.sigma**2 * (1.0 + 0.07 * _differing(arms[first], arms[second]))
            taken = sum(counts[u] * (gap[u] - gap[leader]) ** 2 for u in range(len(arms)) if u != leader)
            gains[first, second] = taken / (gap[first] - gap[second] + noise)
    return gains
