"""The references of the optimizer's benchmark, and how its figures are reckoned."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

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
