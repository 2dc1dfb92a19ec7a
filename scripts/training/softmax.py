"""Training of small models of sentences by their letters and words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.interview.builtin.learned.softmax_model import BUCKETS, SoftmaxModel, features
from scripts.training import label_chain
from scripts.training.label_chain import Rows

STEPS = 60


def learned_softmax(
    labels: tuple[str, ...], told: Sequence[tuple[str, str]], weights: Sequence[float], *, penalty: float
) -> SoftmaxModel:
    """The model of some sentences with their labels, each of which counts as much as its weight says."""
    found = [features(text) for text, _ in told]
    rows = Rows(
        np.cumsum([0, *(len(buckets) for buckets, _ in found)]).astype(np.int64),
        np.concatenate([buckets for buckets, _ in found]).astype(np.int32),
        np.concatenate([values for _, values in found]),
        np.array([labels.index(label) for _, label in told], np.int64),
        np.array(weights, np.float64),
        np.ones(len(told), np.bool_),
        np.zeros(len(told), np.int64),
    )
    chain = label_chain.trained(
        rows, features=BUCKETS, labels=len(labels), penalty=penalty, penalty_of_links=1.0, steps=STEPS
    )
    return SoftmaxModel(labels, chain.weights, chain.bias)
