"""The forward pass of a llama-style transformer in numpy, over a batch of texts that grow together.

Grouped-query attention, rotary positions on interleaved pairs, SwiGLU and RMS norms, as in Touvron et al., "LLaMA"
(2023), with the order of rotary pairs of the GGUF files.
"""

from __future__ import annotations

import numpy as np

from core.local_model.weights import Block, Floats, ModelWeights


class KeyValueMemory:
    """Keys and values of what was read, from the left: (layers, texts, key heads, positions, numbers of a head)."""

    def __init__(self, weights: ModelWeights, texts: int, positions: int) -> None:
        shape = weights.shape
        size = (shape.layers, texts, shape.key_heads, positions, shape.head_width)
        self.keys = np.zeros(size, dtype=np.float32)
        self.values = np.zeros(size, dtype=np.float32)
        self.length = 0

    @property
    def room(self) -> int:
        """Positions that are still free."""
        return int(self.keys.shape[3]) - self.length

    def repeated(self, texts: int) -> KeyValueMemory:
        """What one text has read, as the beginning of many."""
        many = object.__new__(KeyValueMemory)
        many.keys = np.repeat(self.keys, texts, axis=1)
        many.values = np.repeat(self.values, texts, axis=1)
        many.length = self.length
        return many

    def only(self, rows: list[int]) -> KeyValueMemory:
        """The texts that go on."""
        fewer = object.__new__(KeyValueMemory)
        fewer.keys, fewer.values, fewer.length = self.keys[:, rows], self.values[:, rows], self.length
        return fewer


class Transformer:
    """Scores of the next token for a batch of texts of equal length."""

    def __init__(self, weights: ModelWeights) -> None:
        self.weights = weights
        shape = weights.shape
        half = np.arange(0, shape.head_width, 2, dtype=np.float64) / shape.head_width
        angles = np.arange(shape.context, dtype=np.float64)[:, None] / shape.rope_base ** half[None, :]
        self._cos = np.cos(angles).astype(np.float32)
        self._sin = np.sin(angles).astype(np.float32)

    def memory(self, texts: int, positions: int) -> KeyValueMemory:
        """Room for so many texts of so many tokens.

        Raises:
            ValueError: more positions than the model was made for.
        """
        if positions > self.weights.shape.context:
            raise ValueError(f"{positions} positions; the model has {self.weights.shape.context}")
        return KeyValueMemory(self.weights, texts, positions)

    def read(self, tokens: list[list[int]], memory: KeyValueMemory) -> Floats:
        """Read as many further tokens of each text; scores of the token after the last: (texts, vocabulary)."""
        weights = self.weights
        hidden: Floats = weights.embedding[np.array(tokens)]
        for layer, block in enumerate(weights.blocks):
            hidden = hidden + self._attention(layer, block, hidden, memory)
            hidden = hidden + _feed_forward(block, _normed(hidden, block.feed_norm, weights.shape.epsilon))
        memory.length += hidden.shape[1]
        last: Floats = _normed(hidden[:, -1], weights.norm, weights.shape.epsilon) @ weights.output
        return last

    def _attention(self, layer: int, block: Block, hidden: Floats, memory: KeyValueMemory) -> Floats:
        shape = self.weights.shape
        texts, count, _ = hidden.shape
        start, end = memory.length, memory.length + count
        mixed = _normed(hidden, block.attention_norm, shape.epsilon) @ block.query_key_value
        heads = mixed.reshape(texts, count, -1, shape.head_width).transpose(0, 2, 1, 3)
        query = self._turned(heads[:, : shape.heads], start)
        memory.keys[layer, :, :, start:end] = self._turned(heads[:, shape.heads : shape.heads + shape.key_heads], start)
        memory.values[layer, :, :, start:end] = heads[:, shape.heads + shape.key_heads :]
        keys, values = memory.keys[layer, :, :, :end], memory.values[layer, :, :, :end]
        # Query heads that share keys stand behind each other: one product for each group.
        sharing = shape.heads // shape.key_heads
        grouped = query.reshape(texts, shape.key_heads, sharing * count, shape.head_width)
        scores: Floats = (grouped @ keys.transpose(0, 1, 3, 2)) * np.float32(shape.head_width**-0.5)
        if count > 1:
            later = np.arange(end)[None, :] > start + np.arange(count)[:, None]
            scores = np.where(np.tile(later, (sharing, 1)), np.float32(-1e30), scores)
        shares = _softmax(scores)
        seen: Floats = (shares @ values).reshape(texts, shape.heads, count, shape.head_width)
        out: Floats = seen.transpose(0, 2, 1, 3).reshape(texts, count, shape.width) @ block.attention_out
        return out

    def _turned(self, heads: Floats, start: int) -> Floats:
        """Rotary positions: each pair of neighbouring numbers turned by its position's angle."""
        count = heads.shape[2]
        cos, sin = self._cos[start : start + count], self._sin[start : start + count]
        even, odd = heads[..., 0::2], heads[..., 1::2]
        turned = np.empty_like(heads)
        turned[..., 0::2] = even * cos - odd * sin
        turned[..., 1::2] = even * sin + odd * cos
        return turned


def _feed_forward(block: Block, hidden: Floats) -> Floats:
    both = hidden @ block.gate_up
    gate, up = np.split(both, 2, axis=-1)
    # Beyond 80 the exponential leaves float32 though the quotient is 0 all the same.
    out: Floats = (gate / (1.0 + np.exp(-np.maximum(gate, np.float32(-80.0)))) * up) @ block.down
    return out


def _normed(hidden: Floats, weight: Floats, epsilon: float) -> Floats:
    scaled: Floats = hidden / np.sqrt(np.mean(hidden * hidden, axis=-1, keepdims=True) + np.float32(epsilon)) * weight
    return scaled


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares
