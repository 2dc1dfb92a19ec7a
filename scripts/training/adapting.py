"""Teaches the encoder's last layers a task by changes of low rank, in JAX, seeded.

Hu et al. 2021, "LoRA"; steps by Kingma and Ba 2015, "Adam", with a rate that grows for a while and then falls to
nothing. The layers below are run once and what they give is kept, so that an epoch costs what the last layers cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from core.encoder.adapter import MATRICES, AdaptedLayer, Adapter
from core.encoder.stored_encoder import StoredEncoder
from core.encoder.transformer import HEADS, EncoderLayer

WIDTHS = (16, 24, 32, 40, 48, 64, 80, 96, 128, 192)
"""Pieces that windows are filled up to, so that few shapes are compiled."""
_AT_ONCE, _LONGEST_GRADIENT = 1_536, 2.0
_GROWS, _LEAST = 50, 0.02
_FIRST, _SECOND, _TINY = 0.9, 0.99, 1e-8
_UNKNOWN_SHARE = 0.05
_FAR = -1e9
Parameters = dict[str, Any]
Batch = dict[str, NDArray[Any]]
Loss = Callable[[Parameters, jax.Array, Mapping[str, jax.Array]], jax.Array]
"""Of a task's own parameters, the last layer's vectors and a batch."""


@dataclass(frozen=True)
class Recipe:
    """How a task is learned.

    Attributes:
        layers: how many of the last layers change.
        rank: of the change of each matrix.
        epochs: how often each window is seen.
        rate: the longest step.
        seed: of the order and of the first values.
    """

    layers: int
    rank: int
    epochs: int
    rate: float
    seed: int = 15


@dataclass(frozen=True, eq=False)
class Window:
    """Pieces that are read together, with what the task makes of them.

    Attributes:
        pieces: their numbers, those of the marks before and behind texts among them.
        about: what a batch is made of; windows with the same `shape` go together.
        shape: of the task's arrays.
    """

    pieces: Sequence[int]
    about: Any
    shape: int


Collate = Callable[[Sequence[Any], int, int], Batch]
"""What the task needs of some windows (their `about`), the width in pieces, and their shape."""


class Taught:
    """Windows whose lower layers have been run, to learn from all of them or from some.

    Args:
        encoder: as it ships.
        windows: to learn from or to be read.
        recipe: how.
    """

    def __init__(self, encoder: StoredEncoder, windows: Sequence[Window], recipe: Recipe) -> None:
        self._windows, self._recipe, self._end = windows, recipe, encoder.end
        below = len(encoder.layers) - recipe.layers
        self._base = _stacked(encoder.layers[below:])
        self._states = _below(encoder, windows, below) if below else None
        self._first = None if below else _words(encoder)

    def batches(self, chosen: Sequence[int], order: np.random.Generator | None) -> Iterator[tuple[list[int], int, int]]:
        """Windows that go together, with their width in pieces and shape; the last ones of a shape may be few."""
        alike: dict[tuple[int, int], list[int]] = {}
        for place in chosen:
            window = self._windows[place]
            width = next(width for width in WIDTHS if len(window.pieces) <= width)
            alike.setdefault((width, window.shape), []).append(place)
        found = []
        for (width, shape), places in sorted(alike.items()):
            ordered = [places[n] for n in order.permutation(len(places))] if order is not None else places
            count = max(1, _AT_ONCE // width)
            found += [(ordered[begin : begin + count], width, shape) for begin in range(0, len(ordered), count)]
        yield from [found[n] for n in order.permutation(len(found))] if order is not None else found

    def _vectors(self, places: Sequence[int], width: int) -> Batch:
        """What goes into the changed layers; texts that fill up the batch are empty."""
        count = max(1, _AT_ONCE // width)
        found = np.zeros((count, width, self._base["norms"].shape[-1]), np.float32)
        lengths = np.ones(count, np.int32)
        for row, place in enumerate(places):
            pieces = self._windows[place].pieces
            lengths[row] = len(pieces)
            found[row, : len(pieces)] = self._states[place] if self._states else self._first(pieces)  # type: ignore
        return {"vectors": found, "lengths": lengths}

    def learn(
        self, chosen: Sequence[int], heads: Parameters, collate: Collate, loss: Loss, said: Callable[[str], None]
    ) -> tuple[Adapter, Parameters]:
        """What the last layers and the task's own parameters are after learning from some windows."""
        recipe = self._recipe
        order = np.random.default_rng(recipe.seed)
        parameters = {"heads": jax.tree.map(jnp.asarray, heads), "adapter": self._begun(order)}
        moments = jax.tree.map(jnp.zeros_like, parameters), jax.tree.map(jnp.zeros_like, parameters)
        steps = sum(1 for _ in self.batches(chosen, None)) * recipe.epochs
        done, lost = 0, 0.0
        for epoch in range(recipe.epochs):
            for places, width, shape in self.batches(chosen, order):
                done += 1
                rate = recipe.rate * min(1, done / _GROWS) * max(_LEAST, 1 - done / steps)
                batch = self._vectors(places, width) | self._filled(collate, places, width, shape)
                parameters, moments, value = _step(loss, parameters, moments, done, rate, self._base, batch)
                lost = 0.98 * lost + 0.02 * float(value)
                if not done % 100:
                    said(f"epoch {epoch}, {done} of {steps} steps, loss {lost:.4f}")
        layers = tuple(_layer(parameters["adapter"], number) for number in range(recipe.layers))
        return Adapter(layers), jax.tree.map(np.asarray, parameters["heads"])

    def _filled(self, collate: Collate, places: Sequence[int], width: int, shape: int) -> Batch:
        count = max(1, _AT_ONCE // width)
        arrays = collate([self._windows[place].about for place in places], width, shape)
        return {
            name: np.concatenate([array, np.zeros((count - len(array), *array.shape[1:]), array.dtype)])
            for name, array in arrays.items()
        }

    def _begun(self, draw: np.random.Generator) -> Parameters:
        """Changes of nothing: the first factor by chance, the second zero."""
        recipe, found = self._recipe, {}
        for name in MATRICES:
            count, inward, outward = self._base[name][0].shape
            first = draw.normal(0, inward**-0.5, (count, inward, recipe.rank)).astype(np.float32)
            found[name] = (jnp.asarray(first), jnp.zeros((count, recipe.rank, outward), jnp.float32))
        return found

    def run(
        self, chosen: Sequence[int], adapter: Adapter, heads: Parameters, collate: Collate, outcome: Loss
    ) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """What the task makes of some windows: the place of each with its row of what `outcome` gives."""
        stacked = {
            name: tuple(jnp.stack([getattr(layer, name)[side] for layer in adapter.layers]) for side in (0, 1))
            for name in MATRICES
        }
        parameters = {"heads": jax.tree.map(jnp.asarray, heads), "adapter": stacked}
        for places, width, shape in self.batches(chosen, None):
            batch = self._vectors(places, width) | self._filled(collate, places, width, shape)
            rows = np.asarray(_outcome(outcome, parameters, self._base, batch))
            yield from zip(places, rows, strict=False)


@partial(jax.jit, static_argnums=0)
def _step(
    loss: Loss, parameters: Any, moments: Any, done: int, rate: float, base: Parameters, batch: Batch
) -> tuple[Any, Any, jax.Array]:
    value, slope = jax.value_and_grad(lambda now: loss(now["heads"], _through(now["adapter"], base, batch), batch))(
        parameters
    )
    length = jnp.sqrt(sum((part * part).sum() for part in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda part: part / jnp.maximum(1, length / _LONGEST_GRADIENT), slope)
    first = jax.tree.map(lambda old, new: _FIRST * old + (1 - _FIRST) * new, moments[0], slope)
    second = jax.tree.map(lambda old, new: _SECOND * old + (1 - _SECOND) * new * new, moments[1], slope)
    moved = jax.tree.map(
        lambda part, mean, square: (
            part - rate * (mean / (1 - _FIRST**done)) / (jnp.sqrt(square / (1 - _SECOND**done)) + _TINY)
        ),
        parameters,
        first,
        second,
    )
    return moved, (first, second), value


@partial(jax.jit, static_argnums=0)
def _outcome(outcome: Loss, parameters: Any, base: Parameters, batch: Batch) -> jax.Array:
    return outcome(parameters["heads"], _through(parameters["adapter"], base, batch), batch)


def _through(adapter: Parameters | None, base: Parameters, batch: Batch) -> jax.Array:
    """The last layer's vectors."""
    lengths = batch["lengths"]
    count, width, size = batch["vectors"].shape
    mask = jnp.where(jnp.arange(width)[None] >= lengths[:, None], _FAR, 0.0)[:, None, None, :]

    def layer(vectors: jax.Array, both: tuple[Parameters, Parameters | None]) -> tuple[jax.Array, None]:
        own, change = both

        def matrix(name: str, incoming: jax.Array) -> jax.Array:
            found = incoming @ own[name][0] + own[name][1]
            return found + (incoming @ change[name][0]) @ change[name][1] if change is not None else found

        asked = matrix("asking", vectors).reshape(count, width, 3, HEADS, size // HEADS).transpose(2, 0, 3, 1, 4)
        weights = jax.nn.softmax(asked[0] @ asked[1].transpose(0, 1, 3, 2) * (size // HEADS) ** -0.5 + mask, -1)
        heard = (weights @ asked[2]).transpose(0, 2, 1, 3).reshape(count, width, size)
        vectors = _normed(vectors + matrix("gathered", heard), own["norms"][:2])
        middle = jax.nn.gelu(matrix("spread", vectors), approximate=False)
        return _normed(vectors + matrix("joined", middle), own["norms"][2:]), None

    return jax.lax.scan(layer, batch["vectors"], (base, adapter))[0]


_frozen = jax.jit(_through)


def _normed(vectors: jax.Array, norm: jax.Array) -> jax.Array:
    centred = vectors - vectors.mean(-1, keepdims=True)
    return centred / jnp.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-12) * norm[0] + norm[1]


def _layer(adapter: Parameters, number: int) -> AdaptedLayer:
    """One layer's changes, by name in the order of an `AdaptedLayer`."""
    pairs = []
    for name in MATRICES:
        inward, outward = adapter[name]
        pairs.append((np.asarray(inward[number], np.float32), np.asarray(outward[number], np.float32)))
    return AdaptedLayer(*pairs)


def _stacked(layers: Sequence[EncoderLayer]) -> Parameters:
    found: Parameters = {
        name: tuple(jnp.stack([getattr(layer, name)[side] for layer in layers]) for side in (0, 1)) for name in MATRICES
    }
    return found | {"norms": jnp.stack([layer.norms for layer in layers])}


def _words(encoder: StoredEncoder) -> Callable[[Sequence[int]], NDArray[np.float32]]:
    def first(pieces: Sequence[int]) -> NDArray[np.float32]:
        return np.asarray(_normed(encoder.vectors(pieces) + encoder.places[: len(pieces)], encoder.norm))

    return first


def _below(encoder: StoredEncoder, windows: Sequence[Window], layers: int) -> list[NDArray[np.float16]]:
    """The vectors of each window's pieces behind the layers that stay."""
    base = _stacked(encoder.layers[:layers])
    found: dict[int, NDArray[np.float16]] = {}
    ordered = sorted(range(len(windows)), key=lambda place: len(windows[place].pieces))
    by_width: dict[int, list[int]] = {}
    for place in ordered:
        by_width.setdefault(next(w for w in WIDTHS if len(windows[place].pieces) <= w), []).append(place)
    for width, places in by_width.items():
        count = max(1, _AT_ONCE // width)
        for begin in range(0, len(places), count):
            some = places[begin : begin + count]
            vectors = np.zeros((count, width, encoder.norm.shape[1]), np.float32)
            lengths = np.ones(count, np.int32)
            for row, place in enumerate(some):
                pieces = windows[place].pieces
                lengths[row] = len(pieces)
                vectors[row, : len(pieces)] = encoder.vectors(pieces) + encoder.places[: len(pieces)]
            batch = {"vectors": np.asarray(_normed(vectors, encoder.norm)), "lengths": lengths}
            last = np.asarray(_frozen(None, base, batch))
            found |= {place: last[row, : lengths[row]].astype(np.float16) for row, place in enumerate(some)}
    return [found[place] for place in range(len(windows))]
