import math

import numpy as np
import pytest
from numpy.typing import NDArray

from core.encoder.transformer import HEADS, EncoderLayer, normed, states

WIDTH, MIDDLE = 24, 40


def random_layer(seed: int) -> EncoderLayer:
    draw = np.random.default_rng(seed)

    def matrix(rows: int, columns: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return (
            draw.normal(0, 0.3, (rows, columns)).astype(np.float32),
            draw.normal(0, 0.1, columns).astype(np.float32),
        )

    norms = np.stack([np.ones(WIDTH), np.zeros(WIDTH)] * 2).astype(np.float32)
    return EncoderLayer(
        matrix(WIDTH, 3 * WIDTH), matrix(WIDTH, WIDTH), matrix(WIDTH, MIDDLE), matrix(MIDDLE, WIDTH), norms=norms
    )


def norm_of_one(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((values - values.mean()) / math.sqrt(values.var() + 1e-12))


def one_layer_by_hand(vectors: NDArray[np.float64], layer: EncoderLayer) -> NDArray[np.float64]:
    """The same sums in double precision, place by place and head by head."""
    asked = vectors @ layer.asking[0].astype(float) + layer.asking[1]
    queries, keys, values = asked[:, :WIDTH], asked[:, WIDTH : 2 * WIDTH], asked[:, 2 * WIDTH :]
    size = WIDTH // HEADS
    heard = np.zeros_like(vectors)
    for head in range(HEADS):
        own = slice(head * size, (head + 1) * size)
        for place in range(len(vectors)):
            weights = np.array([math.exp(queries[place, own] @ key / math.sqrt(size)) for key in keys[:, own]])
            heard[place, own] = weights / weights.sum() @ values[:, own]
    vectors = np.stack([norm_of_one(row) for row in vectors + heard @ layer.gathered[0] + layer.gathered[1]])
    middle = vectors @ layer.spread[0] + layer.spread[1]
    middle = np.vectorize(lambda value: value / 2 * (1 + math.erf(value / math.sqrt(2))))(middle)
    return np.stack([norm_of_one(row) for row in vectors + middle @ layer.joined[0] + layer.joined[1]])


def test_layers_are_as_computed_by_hand() -> None:
    vectors = np.random.default_rng(1).normal(size=(5, WIDTH)).astype(np.float32)
    layers = [random_layer(2), random_layer(3)]
    expected = one_layer_by_hand(one_layer_by_hand(vectors.astype(float), layers[0]), layers[1])
    assert states(vectors[None], [5], layers)[0] == pytest.approx(expected, abs=2e-5)


def test_what_fills_a_text_up_changes_nothing() -> None:
    draw = np.random.default_rng(4)
    vectors = draw.normal(size=(2, 7, WIDTH)).astype(np.float32)
    together = states(vectors, [4, 7], [random_layer(5)])
    assert together[0, :4] == pytest.approx(states(vectors[:1, :4], [4], [random_layer(5)])[0], abs=1e-5)


def test_normed_vectors() -> None:
    vectors = normed(np.array([[1.0, 3.0]], np.float32), np.array([[2.0, 1.0], [0.0, 5.0]], np.float32))
    assert vectors.tolist() == [[-2.0, 6.0]]
