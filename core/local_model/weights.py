"""Weights of a language model of the llama family: their shapes, and random ones for tests and the Decoding lab."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of a model.

    Attributes:
        layers: blocks of attention and feed-forward.
        width: numbers of a token's hidden state.
        heads: attention heads; `key_heads` of them have keys and values of their own, shared by the others.
        inner: width inside the feed-forward part.
        vocabulary: token ids.
        context: most tokens of one text.
        rope_base: base of the rotary positions.
        epsilon: added to the mean square before its root.
    """

    layers: int
    width: int
    heads: int
    key_heads: int
    inner: int
    vocabulary: int
    context: int
    rope_base: float = 10_000.0
    epsilon: float = 1e-5

    @property
    def head_width(self) -> int:
        """Numbers of one head."""
        return self.width // self.heads


@dataclass(frozen=True, slots=True)
class Block:
    """One layer. Matrices are (numbers in, numbers out); `query_key_value` and `gate_up` stand side by side."""

    attention_norm: Floats
    query_key_value: Floats
    attention_out: Floats
    feed_norm: Floats
    gate_up: Floats
    down: Floats


@dataclass(frozen=True, slots=True)
class ModelWeights:
    """All numbers of a model: `embedding` is (vocabulary, width), `output` (width, vocabulary)."""

    shape: Shape
    embedding: Floats
    blocks: tuple[Block, ...]
    norm: Floats
    output: Floats


def random_weights(shape: Shape, seed: int) -> ModelWeights:
    """A model that was never trained: the same for the same shape and seed."""
    rng = np.random.default_rng(seed)

    def matrix(rows: int, columns: int) -> Floats:
        drawn: Floats = (rng.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32)
        return drawn

    ones = np.ones(shape.width, dtype=np.float32)
    key_width = shape.key_heads * shape.head_width
    blocks = tuple(
        Block(
            attention_norm=ones,
            query_key_value=matrix(shape.width, shape.width + 2 * key_width),
            attention_out=matrix(shape.width, shape.width),
            feed_norm=ones,
            gate_up=matrix(shape.width, 2 * shape.inner),
            down=matrix(shape.inner, shape.width),
        )
        for _ in range(shape.layers)
    )
    embedding = np.ascontiguousarray(matrix(shape.width, shape.vocabulary).T)
    return ModelWeights(shape, embedding, blocks, ones, matrix(shape.width, shape.vocabulary))
