"""Figures of benchmarks are compared number by number."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SPEC = importlib.util.spec_from_file_location(
    "bench_check", Path(__file__).resolve().parents[2] / "benchmarks" / "check.py"
)
assert SPEC is not None
assert SPEC.loader is not None
check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check)


def test_numbers_at_the_same_place_are_compared() -> None:
    before = {"p95": {"list": 4.0, "gone": 1}, "rows": [1, 0, 0], "date": "2026-11-21", "quiet": True}
    after = {"p95": {"list": 5.0, "new": 2}, "rows": [1, 0, 3], "date": "2026-11-22", "quiet": False}
    assert check.ratios(before, after) == {
        "/p95/list": (4.0, 5.0, 1.25),
        "/rows/0": (1.0, 1.0, 1.0),
        "/rows/1": (0.0, 0.0, 1.0),
        "/rows/2": (0.0, 3.0, float("inf")),
    }
