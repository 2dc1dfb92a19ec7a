"""A small net that reads a sentence's words in their order, and what stands around it.

The linear machines count words and short sequences; each that is not among the training sentences is nothing to them.
The net knows every word by a few numbers, so that words used alike count alike. It reads three words at a time
(a convolution), keeps of each of its signals the strongest and the sum, and joins the sentence with its neighbours
and headings. Weights are 8-bit integers with one scale a column.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.sentence_features import Sentences

Floats = NDArray[np.float32]

WIDTH = 3  # words read at a time
AROUND = 4  # the sentence before, the one behind, the heading, the heading in capitals
PLACES = 4
MATRICES = ("words", "windows", "own", "around", "place", "joined", "said")
BIASED = ("windows", "own", "around", "joined", "said")
_TOKENS_AT_ONCE = 700  # what is read at once stays in the processor's cache


@dataclass(frozen=True, eq=False)
class ReaderModel:
    """Weights of the net; `scales` restores each matrix's columns, one after the other in the order of
    `MATRICES`.

    `keys` are the sorted hashes of the stems that it knows; row 0 of `words` is any other. `windows` has the rows of
    `WIDTH` words one after the other, `own` and `around` join the strongest signals and the sums, `place` is added to
    what `own` gives. `biases` are those of `BIASED`.
    """

    keys: NDArray[np.uint32]
    words: NDArray[np.int8]
    windows: NDArray[np.int8]
    own: NDArray[np.int8]
    around: NDArray[np.int8]
    place: NDArray[np.int8]
    joined: NDArray[np.int8]
    said: NDArray[np.int8]
    scales: Floats
    biases: Floats

    def scores(self, document: Sentences) -> Floats:
        """Log-odds of each sentence by each kind of label in each category, shape (sentences, outputs)."""
        if not len(document):
            return np.zeros((0, self.said.shape[1]), np.float32)
        signals = self.signals(numbered(self.keys, document.tokens.stem), document.bounds)
        return self.judge(signals, around(document), places(document))

    def signals(self, words: NDArray[np.intp], bounds: NDArray[np.int64]) -> Floats:
        """Of each sentence the strongest of each signal, and their sums by the root of its length."""
        before, middle, behind = self._table
        count, length = middle.shape[1], np.diff(bounds)
        triples = _triples(words, bounds, len(middle) - 1)
        pooled = np.zeros((len(length), 2 * count), np.float32)
        for size, rows in _alike(length):
            # sentences of one length side by side, few at a time: what is read stays in the processor's cache
            step = max(_TOKENS_AT_ONCE // size, 1)
            place = np.arange(size)[:, None]
            for first in range(0, len(rows), step):
                some = rows[first : first + step]
                # beyond the end of a sentence stands no word, which has no signal
                at = np.where(place < length[some], bounds[some] + place, len(words)).ravel()
                signal = before.take(triples[0].take(at), axis=0)
                signal += middle.take(triples[1].take(at), axis=0)
                signal += behind.take(triples[2].take(at), axis=0)
                np.maximum(signal, 0, out=signal)
                beside = signal.reshape(size, -1)
                pooled[some, :count] = beside.max(axis=0).reshape(-1, count)
                pooled[some, count:] = beside.sum(axis=0).reshape(-1, count)
        pooled[:, count:] /= np.sqrt(length + np.float32(1))[:, None].astype(np.float32)
        return pooled

    def judge(self, signals: Floats, others: NDArray[np.int64], place: Floats) -> Floats:
        """Log-odds from the signals of all sentences of a contract, who stands around them, and where they stand."""
        weights, biases = self._weights, self._biases
        own = np.maximum(signals @ weights["own"] + place @ weights["place"] + biases["own"], 0)
        near = np.maximum(signals @ weights["around"] + biases["around"], 0)
        size = near.shape[1] // AROUND
        sides = [near[others[:, side], side * size : (side + 1) * size] for side in range(AROUND)]
        joined = np.maximum(np.concatenate([own, *sides], axis=1) @ weights["joined"] + biases["joined"], 0)
        scores: Floats = joined @ weights["said"] + biases["said"]
        return scores

    @cached_property
    def _weights(self) -> dict[str, Floats]:
        matrices = [getattr(self, name) for name in MATRICES]
        ends = np.cumsum([matrix.shape[1] for matrix in matrices])[:-1]
        parts = np.split(self.scales, ends)
        return {name: matrix * scale for name, matrix, scale in zip(MATRICES, matrices, parts, strict=True)}

    @cached_property
    def _biases(self) -> dict[str, Floats]:
        ends = np.cumsum([getattr(self, name).shape[1] for name in BIASED])[:-1]
        return dict(zip(BIASED, np.split(self.biases, ends), strict=True))

    @cached_property
    def _table(self) -> tuple[Floats, Floats, Floats]:
        """What each word adds to the signals as the first, second and third of three; the last row is no word."""
        words, windows = self._weights["words"], self._weights["windows"]
        first, second, third = (words @ part for part in np.split(windows, WIDTH))
        nothing = np.zeros((1, windows.shape[1]), np.float32)
        second += self._biases["windows"]
        return np.concatenate([first, nothing]), np.concatenate([second, nothing]), np.concatenate([third, nothing])


def _triples(words: NDArray[np.intp], bounds: NDArray[np.int64], nothing: int) -> NDArray[np.intp]:
    """Of each word the one before, itself and the one behind in its sentence; the last column is no word at all."""
    triples = np.full((WIDTH, len(words) + 1), nothing, np.intp)
    triples[0, 1:-1], triples[1, :-1], triples[2, :-2] = words[:-1], words, words[1:]
    begin, end = bounds[:-1][np.diff(bounds) > 0], bounds[1:][np.diff(bounds) > 0]
    triples[0, begin] = nothing
    triples[2, end - 1] = nothing
    return triples


def _alike(length: NDArray[np.int64]) -> list[tuple[int, NDArray[np.intp]]]:
    """Sentences by their length, rounded up by at most an eighth; those without words are left out."""
    step = 1 << np.maximum(np.frexp(length)[1] - 4, 0)
    size = -(-length // step) * step
    order = np.argsort(size, kind="stable")
    sizes, first = np.unique(size[order], return_index=True)
    groups = zip(sizes.tolist(), np.split(order, first[1:]), strict=True)
    return [(each, rows) for each, rows in groups if each]


def numbered(keys: NDArray[np.uint32], stems: NDArray[np.uint32]) -> NDArray[np.intp]:
    """The number of each stem among the sorted keys, from 1; 0 for those that are not among them."""
    at = np.minimum(np.searchsorted(keys, stems), len(keys) - 1)
    return np.where(keys[at] == stems, at + 1, 0)


def around(document: Sentences) -> NDArray[np.int64]:
    """Of each sentence the one before, the one behind, its heading and its heading in capitals, or itself."""
    own = np.arange(len(document))
    before, behind = np.maximum(own - 1, 0), np.minimum(own + 1, len(document) - 1)
    headings = (np.where(heading >= 0, heading, own) for heading in (document.section, document.article))
    return np.stack([before, behind, *headings], axis=1)


def places(document: Sentences) -> Floats:
    """Of each sentence where it stands, from the beginning and from the end, and how long it is."""
    own, size = np.arange(len(document)), len(document)
    length = np.diff(document.bounds)
    columns = [own / size, np.log1p(own) / 6, np.log1p(size - 1 - own) / 6, np.log1p(length) / 5]
    return np.stack(columns, axis=1).astype(np.float32)
