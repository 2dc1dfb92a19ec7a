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


def read_pieces(encoder: StoredEncoder, texts: Sequence[str]) -> list[Numbers]:
    """The vectors of the pieces of each folded text, without those before and behind it; like lengths go together."""
    pieces = [[piece.number for piece in encoder.vocabulary.divided(text)[:MOST_PIECES]] for text in texts]
    found: dict[int, Numbers] = {}
    for places in _batches([len(own) for own in pieces]):
        lengths = [len(pieces[place]) + 2 for place in places]
        first = np.zeros((len(places), max(lengths), DIMENSION), np.float32)
        for row, place in enumerate(places):
            first[row, : lengths[row]] = encoder.vectors([encoder.begin, *pieces[place], encoder.end])
        last = states(normed(first + encoder.places[: first.shape[1]], encoder.norm), lengths, encoder.layers)
        found |= {place: last[row, 1 : lengths[row] - 1] for row, place in enumerate(places)}
    return [found[place] for place in range(len(texts))]


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of texts that are read together, the shortest first."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda place: (lengths[place], place)):
        if batch and (lengths[place] + 2) * (len(batch) + 1) > _AT_ONCE:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


@cache
def _encoder() -> StoredEncoder:
    return read_encoder()
