"""How the encoder's last layers are taught: what JAX makes of them is what ships in numpy, and it learns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp

from core.encoder import DIMENSION
from core.encoder.sentence_encoder import read_states, window_pieces
from core.encoder.stored_encoder import read_encoder
from scripts.training.adapting import Batch, Parameters, Recipe, Taught, Window

TEXTS = (
    "It stopped.",
    "We lost two clients.",
    "納期が遅れた。",
    "九千万円を失った。",
    "The line stood still.",
    "損が出た。",
)
LOSSES = np.array([0, 1, 0, 1, 0, 1])


def collated(truths: Sequence[int], width: int, shape: int) -> Batch:
    return {"truth": np.array(truths, np.int32), "real": np.ones(len(truths), np.float32)}


def first(heads: Parameters, vectors: jax.Array, batch: Mapping[str, jax.Array]) -> jax.Array:
    return vectors[:, 0]


def lost(heads: Parameters, vectors: jax.Array, batch: Mapping[str, jax.Array]) -> jax.Array:
    likely = jax.nn.log_softmax(vectors[:, 1] @ heads["weights"])
    return -(jnp.take_along_axis(likely, batch["truth"][:, None], axis=1)[:, 0] * batch["real"]).sum()


@pytest.mark.parametrize("layers", [2, 12])
def test_what_was_learned_is_read_alike_in_numpy(layers: int) -> None:
    encoder = read_encoder()
    windows = [
        Window(window_pieces(encoder, [text])[0], int(truth), 1) for text, truth in zip(TEXTS, LOSSES, strict=True)
    ]
    said: list[str] = []
    taught = Taught(encoder, windows, Recipe(layers=layers, rank=4, epochs=30, rate=3e-3))
    heads: dict[str, Any] = {"weights": np.zeros((DIMENSION, 2), np.float32)}
    adapter, heads = taught.learn(range(len(windows)), heads, collated, lost, said.append)
    assert len(adapter.layers) == layers
    assert any(np.abs(pair[1]).max() > 1e-4 for layer in adapter.layers for pair in (layer.asking, layer.joined))
    found = dict(taught.run(range(len(windows)), adapter, heads, collated, first))
    read = read_states(encoder, [window.pieces for window in windows], adapter.layers)
    for place, states in enumerate(read):
        np.testing.assert_allclose(found[place], states[0], atol=0.02)
        guess = (states[1] @ heads["weights"]).argmax()
        assert guess == LOSSES[place]
    again, _ = taught.learn(
        range(len(windows)), {"weights": np.zeros((DIMENSION, 2), np.float32)}, collated, lost, said.append
    )
    np.testing.assert_array_equal(again.layers[-1].joined[1], adapter.layers[-1].joined[1])
