"""Two candidates on the same examples: the mean difference, with an interval over examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.optimizer.statistics.intervals import Interval

DRAWS = 4_000


@dataclass(frozen=True, slots=True)
class Paired:
    """Mean of each side and of the difference over `count` examples, the difference with its 95 % interval.

    `better` is the share of draws in which the second is better. The interval is a bootstrap over examples: it speaks
    for examples like these. Below about ten of them it is too narrow, so fewer than five give none: -1 to 1.
    """

    first: float
    second: float
    difference: Interval
    better: float
    count: int


def paired(values: Sequence[tuple[float, float]], *, seed: int = 0) -> Paired | None:
    """The comparison of two candidates' values (0 to 1) on the same examples; None without examples."""
    if not values:
        return None
    both = np.array(values, np.float64)
    differences = both[:, 1] - both[:, 0]
    mean = float(differences.mean())
    first, second = float(both[:, 0].mean()), float(both[:, 1].mean())
    if len(values) < 5:
        return Paired(first, second, Interval(mean, -1.0, 1.0), 0.5, len(values))
    rng = np.random.default_rng(seed)
    drawn = differences[rng.integers(len(differences), size=(DRAWS, len(differences)))].mean(axis=1)
    low, high = np.quantile(drawn, [0.025, 0.975])
    better = float((drawn > 0).mean() + 0.5 * (drawn == 0).mean())
    return Paired(first, second, Interval(mean, float(low), float(high)), better, len(values))
