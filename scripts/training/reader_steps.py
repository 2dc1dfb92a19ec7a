"""The inner loops of the reader's training, as machine code: words to windows, windows to signals, and back."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(fastmath=True, cache=False)
def gather(table, words, bounds, windows):  # type: ignore[no-untyped-def]
    """Of each word the rows of the one before, itself and the one behind, side by side; 0 beyond its sentence."""
    width = table.shape[1]
    for sentence in range(len(bounds) - 1):
        for at in range(bounds[sentence], bounds[sentence + 1]):
            for place in range(3):
                other = at + place - 1
                if other < bounds[sentence] or other >= bounds[sentence + 1]:
                    for column in range(width):
                        windows[at, place * width + column] = 0
                else:
                    word = words[other]
                    for column in range(width):
                        windows[at, place * width + column] = table[word, column]


@numba.njit(fastmath=True, cache=False)
def scatter(slopes, words, bounds, table):  # type: ignore[no-untyped-def]
    """The way back of `gather`: what each window's slope says of the words is added to their rows."""
    width = table.shape[1]
    for sentence in range(len(bounds) - 1):
        for at in range(bounds[sentence], bounds[sentence + 1]):
            for place in range(3):
                other = at + place - 1
                if bounds[sentence] <= other < bounds[sentence + 1]:
                    word = words[other]
                    for column in range(width):
                        table[word, column] += slopes[at, place * width + column]


@numba.njit(fastmath=True, cache=False)
def pool(signals, bias, bounds, pooled, strongest):  # type: ignore[no-untyped-def]
    """Signals cut off at 0 in place; of each sentence the strongest, where it is, and the sum by the root of length."""
    count = signals.shape[1]
    for sentence in range(len(bounds) - 1):
        for signal in range(count):
            pooled[sentence, signal] = 0
            pooled[sentence, count + signal] = 0
            strongest[sentence, signal] = -1
        for at in range(bounds[sentence], bounds[sentence + 1]):
            for signal in range(count):
                value = max(signals[at, signal] + bias[signal], np.float32(0))
                signals[at, signal] = value
                pooled[sentence, count + signal] += value
                if value > pooled[sentence, signal]:
                    pooled[sentence, signal] = value
                    strongest[sentence, signal] = at
        share = np.float32(1 / np.sqrt(bounds[sentence + 1] - bounds[sentence] + 1.0))
        for signal in range(count):
            pooled[sentence, count + signal] *= share


@numba.njit(fastmath=True, cache=False)
def unpool(signals, slopes, bounds, strongest):  # type: ignore[no-untyped-def]
    """The way back of `pool`: the signals are overwritten by their slopes."""
    count = signals.shape[1]
    for sentence in range(len(bounds) - 1):
        share = np.float32(1 / np.sqrt(bounds[sentence + 1] - bounds[sentence] + 1.0))
        for at in range(bounds[sentence], bounds[sentence + 1]):
            for signal in range(count):
                live = signals[at, signal] > 0
                signals[at, signal] = slopes[sentence, count + signal] * share if live else np.float32(0)
        for signal in range(count):
            if strongest[sentence, signal] >= 0:
                signals[strongest[sentence, signal], signal] += slopes[sentence, signal]


@numba.njit(fastmath=True, cache=False)
def descend(weights, slopes, mean, square, rate, decay, clipped, first, second):  # type: ignore[no-untyped-def]
    """One step of Adam with decoupled weight decay, on flat arrays; `first` and `second` undo the means' start at 0."""
    for at in range(weights.size):
        slope = slopes[at] * clipped
        mean[at] = np.float32(0.9) * mean[at] + np.float32(0.1) * slope
        square[at] = np.float32(0.999) * square[at] + np.float32(0.001) * slope * slope
        weights[at] -= rate * (
            mean[at] * first / (np.sqrt(square[at] * second) + np.float32(1e-8)) + decay * weights[at]
        )
