"""Vectors of short texts and of their words, Japanese and English in one space.

The encoder is multilingual-e5-small (Wang et al. 2024, MIT), its weights in 4 bits, its vocabulary cut to what
contracts and people who ask about them write. It reads texts of up to 190 pieces of words, about 120 English words or
250 Japanese letters; what is longer is cut. A text of ten words takes some 20 ms on one core. The file is read when
the first text comes, in about a fifth of a second, and takes 90 MB of memory; texts asked before are remembered.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.encoder.adapter import AdaptedLayer, Adapter
from core.encoder.pieces import folded
from core.encoder.stored_encoder import StoredEncoder, read_encoder
from core.encoder.transformer import Numbers, normed, states

DIMENSION = 384
MOST_PIECES = 190
_AT_ONCE = 256
"""Pieces, with those that fill texts up, that go through the layers together."""
_REMEMBERED = 8_192
_lock = threading.Lock()
_known: OrderedDict[str, Numbers] = OrderedDict()


def sentence_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """What texts mean: one row of unit length a text, the mean of many sentences taken off; zeros for an empty text.

    The mean over the pieces of a text as the last layer has them. Near meanings have cosines of 0.2
    to 0.5, unrelated ones about 0: good as signs for a model or for an order, never for a limit of their own.

    Raises:
        ConfigError: the model's file is missing or damaged.
    """
    plain = [folded(text) for text in texts]
    with _lock:
        found = {text: _known[text] for text in plain if text in _known}
    fresh = list(dict.fromkeys(text for text in plain if text and text not in found))
    if fresh:
        encoder = _encoder()
        for text, vectors in zip(fresh, read_pieces(encoder, fresh), strict=True):
            mean = vectors.mean(axis=0)
            mean = mean / np.linalg.norm(mean) - encoder.centre
            found[text] = np.asarray(mean / np.linalg.norm(mean), np.float32)
        with _lock:
            _known.update((text, found[text]) for text in fresh)
            while len(_known) > _REMEMBERED:
                _known.popitem(last=False)
    nothing = np.zeros(DIMENSION, np.float32)
    return np.stack([found.get(text, nothing) for text in plain]) if plain else np.zeros((0, DIMENSION), np.float32)


def word_vectors(texts: Sequence[str]) -> list[tuple[list[tuple[int, int]], NDArray[np.float32]]]:
    """For each text the characters of its folded form that each piece covers, and the pieces' vectors in it.

    Raises:
        ConfigError: the model's file is missing or damaged.
    """
    encoder = _encoder()
    plain = [folded(text) for text in texts]
    pieces = [encoder.vocabulary.divided(text)[:MOST_PIECES] for text in plain]
    return [
        ([(piece.start, piece.end) for piece in own], vectors)
        for own, vectors in zip(pieces, read_pieces(encoder, plain), strict=True)
    ]


def part_vectors(windows: Sequence[Sequence[str]], adapter: Adapter) -> list[NDArray[np.float32]]:
    """Vectors of texts that are read together, as a task's adapter has them: for each window one row a text.

    A row is the mean over the pieces of its text, of unit length; zeros for a text that is empty or behind the 190
    pieces of its window.

    Raises:
        ConfigError: the model's file is missing or damaged.
    """
    encoder = _encoder()
    joined = [window_pieces(encoder, window) for window in windows]
    last = read_states(encoder, [pieces for pieces, _ in joined], adapter.layers)
    read = zip(last, joined, windows, strict=True)
    return [part_means(vectors, parts, len(window)) for vectors, (_, parts), window in read]


def piece_count(text: str) -> int:
    """How many pieces of words a text has.

    Raises:
        ConfigError: the model's file is missing or damaged.
    """
    plain = folded(text)
    return len(_encoder().vocabulary.divided(plain)) if plain else 0


def window_pieces(encoder: StoredEncoder, window: Sequence[str]) -> tuple[list[int], NDArray[np.intp]]:
    """The pieces of some texts, an end behind each, and which text each piece is of, -1 for a begin or an end."""
    pieces, parts = [encoder.begin], [-1]
    for part, text in enumerate(window):
        own = [piece.number for piece in encoder.vocabulary.divided(folded(text))] if folded(text) else []
        pieces += [*own, encoder.end]
        parts += [*([part] * len(own)), -1]
    longest = MOST_PIECES + 2
    return pieces[:longest], np.array(parts[:longest], np.intp)


def part_means(vectors: Numbers, parts: NDArray[np.intp], count: int) -> Numbers:
    """The mean of the vectors of each of some parts, of unit length; zeros for one without a piece."""
    found = np.zeros((count, vectors.shape[1]), np.float32)
    np.add.at(found, parts[parts >= 0], vectors[parts >= 0])
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    return np.asarray(found / np.where(lengths > 0, lengths, 1), np.float32)


def read_pieces(encoder: StoredEncoder, texts: Sequence[str]) -> list[Numbers]:
    """The vectors of the pieces of each folded text, without those before and behind it."""
    pieces = [[piece.number for piece in encoder.vocabulary.divided(text)[:MOST_PIECES]] for text in texts]
    framed = [[encoder.begin, *own, encoder.end] for own in pieces]
    return [vectors[1:-1] for vectors in read_states(encoder, framed)]


def read_states(
    encoder: StoredEncoder, sequences: Sequence[Sequence[int]], adapted: Sequence[AdaptedLayer] = ()
) -> list[Numbers]:
    """The vectors of the pieces of some sequences as the last layer has them; like lengths go together."""
    found: dict[int, Numbers] = {}
    for places in _batches([len(pieces) for pieces in sequences]):
        lengths = [len(sequences[place]) for place in places]
        first = np.zeros((len(places), max(lengths), DIMENSION), np.float32)
        for row, place in enumerate(places):
            first[row, : lengths[row]] = encoder.vectors(sequences[place])
        last = states(normed(first + encoder.places[: first.shape[1]], encoder.norm), lengths, encoder.layers, adapted)
        found |= {place: last[row, : lengths[row]] for row, place in enumerate(places)}
    return [found[place] for place in range(len(sequences))]


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of texts that are read together, the shortest first."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda place: (lengths[place], place)):
        if batch and lengths[place] * (len(batch) + 1) > _AT_ONCE:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


@cache
def _encoder() -> StoredEncoder:
    return read_encoder()
