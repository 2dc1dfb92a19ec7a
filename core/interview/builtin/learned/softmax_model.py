"""Which of some labels a sentence has, by its letters and words alone: a softmax regression."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import ConfigError
from core.interview.builtin.learned import sentence_letters
from core.trained import read_arrays

BUCKETS = 1 << 14


@dataclass(frozen=True)
class SoftmaxModel:
    """A trained softmax regression.

    Attributes:
        labels: in their order.
        weights: of letters and words, BUCKETS × labels.
        bias: one a label.
    """

    labels: tuple[str, ...]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]

    def likelihoods(self, sentence: str) -> Mapping[str, float]:
        """How likely each label is, from 0 to 1, in the order of the labels."""
        places, values = features(sentence)
        scores = self.bias + values @ self.weights[places]
        chances = np.exp(scores - scores.max())
        return dict(zip(self.labels, (chances / chances.sum()).tolist(), strict=True))


def features(sentence: str) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The buckets of a sentence's letters and words, with their values."""
    places, values = sentence_letters.features(sentence)
    return places % BUCKETS, values


def write(model: SoftmaxModel, path: Path) -> None:
    """Write a model, its weights in 8 bits."""
    scale = float(np.abs(model.weights).max()) / 127
    weights = np.round(model.weights / scale).astype(np.int8)
    labels = np.array(model.labels)
    np.savez_compressed(path, weights=weights, scale=np.float32(scale), bias=model.bias, labels=labels)


@cache
def stored(path: Path, labels: Sequence[str]) -> SoftmaxModel:
    """The model of a file, read once.

    Raises:
        ConfigError: the file is missing or damaged, or was made for other labels.
    """
    arrays = read_arrays(path)
    try:
        if tuple(arrays["labels"].tolist()) != labels:
            raise ConfigError(f"{path.name}: made for other labels; run make train", file=path.name)
        return SoftmaxModel(tuple(labels), arrays["weights"].astype(np.float32) * arrays["scale"], arrays["bias"])
    except (ValueError, KeyError, IndexError) as error:
        raise ConfigError(f"{path.name}: {error}", file=path.name) from error
