"""Running texts through a compiled grammar with the clock: what the command line and the benchmark report."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.structured.masks import Masks
from core.structured.matcher import Matcher


@dataclass(frozen=True)
class Trial:
    """One text: accepted when each token is in the mask before it and the end is allowed after the last.

    Attributes:
        stopped_at: index of the first token that is not in its mask; the number of tokens where only the end is
            refused; None if accepted.
        first_us: processor time of mask and advance at each position, in microseconds.
        warm_us: wall time of copying out the mask of each position when it was seen before.
        view_us: the same for the mask as a view.
    """

    accepted: bool
    stopped_at: int | None
    first_us: tuple[float, ...]
    warm_us: tuple[float, ...]
    view_us: tuple[float, ...]

    @property
    def mask_us_avg(self) -> float | None:
        """Average of the first pass."""
        return statistics.fmean(self.first_us) if self.first_us else None

    @property
    def warm_us_p50(self) -> float | None:
        """Median of the warm pass with the mask copied out."""
        return statistics.median(self.warm_us) if self.warm_us else None


def run_trial(masks: Masks, tokens: Sequence[int]) -> Trial:
    """Run the tokens of one text, first cold and then warm."""
    first: list[float] = []
    matcher = Matcher(masks)
    stopped: int | None = None
    for index, token in enumerate(tokens):
        begin = time.thread_time_ns()
        matcher.mask()
        middle = time.thread_time_ns()
        allowed = matcher.allows(token)
        after = time.thread_time_ns()
        if allowed:
            matcher.advance(token)
        end = time.thread_time_ns()
        first.append((middle - begin + end - after) / 1000)
        if not allowed:
            stopped = index
            break
    else:
        begin = time.thread_time_ns()
        matcher.mask()
        first.append((time.thread_time_ns() - begin) / 1000)
        if not matcher.complete():
            stopped = len(tokens)
    warm, view = _warm(masks, tokens[:stopped] if stopped is not None else tokens)
    return Trial(stopped is None, stopped, tuple(first), warm, view)


def _warm(masks: Masks, tokens: Sequence[int]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    target = np.zeros(masks.vocabulary.words, dtype=np.uint32)
    warm: list[float] = []
    view: list[float] = []
    matcher = Matcher(masks)
    now = time.perf_counter_ns
    for token in tokens:
        begin = now()
        matcher.fill(target)
        middle = now()
        matcher.mask()
        end = now()
        warm.append((middle - begin) / 1000)
        view.append((end - middle) / 1000)
        matcher.advance(token)
    return tuple(warm), tuple(view)
