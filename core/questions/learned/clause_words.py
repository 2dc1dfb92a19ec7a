"""Which clause type everyday words mean: a linear model over a run's words and letters and over its vector."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.encoder import sentence_vectors
from core.questions.learned.adapted_vectors import AdaptedHead, mixed, question_vectors, shares_of
from core.questions.lexicon import folded

BUCKETS = 1 << 13
"""Places that groups of letters and words are put into."""
NONE = "none"
"""Words that mean no clause type."""
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_RUN = re.compile(r"[一-龠々]+|[ァ-ヺー]+|[ぁ-ゖ]+")
_STEM = 5


@dataclass(frozen=True)
class ClauseWordsModel:
    """A trained model.

    Attributes:
        weights: of words and letters, buckets × codes.
        bias: one a code.
        codes: the names of the columns.
        meaning: of the encoder's vector, `DIMENSION` × codes; None for a model of signs alone, where a denial or an
            order decides, which vectors of near meanings do not tell apart.
        adapted: what vectors of the adapted encoder speak for; None for a model without.
    """

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    codes: tuple[str, ...]
    meaning: NDArray[np.float32] | None = None
    adapted: AdaptedHead | None = None


def likely_types(words: str, model: ClauseWordsModel) -> dict[str, float]:
    """How likely some words mean each clause type, or none."""
    return likely_codes(word_signs(words), model, words, whole(folded(words), model))


def whole(text: str, model: ClauseWordsModel) -> NDArray[np.float32] | None:
    """The vector of a folded text for a model that looks at it."""
    return None if model.adapted is None else question_vectors(text, model.adapted.adapter).whole


def likely_codes(
    signs: Iterable[str], model: ClauseWordsModel, text: str = "", vector: NDArray[np.float32] | None = None
) -> dict[str, float]:
    """How likely each code of a model is.

    Args:
        signs: of the words.
        model: a model.
        text: the words, where the model looks at what they mean.
        vector: of the words, where the model looks at vectors of the adapted encoder.
    """
    chance = shares_of((model.bias + _scores(signs, model, text)).astype(np.float64))
    if model.adapted is not None and vector is not None:
        chance = mixed(chance, shares_of(model.adapted.scores(vector)))
    return dict(zip(model.codes, chance.tolist(), strict=True))


def speaks_for(word: str, code: str, model: ClauseWordsModel) -> float:
    """By how much a word speaks for a clause type more than for the others."""
    scores = _scores(word_signs(word), model, word)
    return float(scores[model.codes.index(code)] - scores.mean())


def _scores(signs: Iterable[str], model: ClauseWordsModel, text: str) -> NDArray[np.float32]:
    found, values = buckets_of(signs)
    scores = values @ model.weights[found]
    return np.asarray(scores if model.meaning is None else scores + sentence_vectors([text])[0] @ model.meaning)


def buckets_of(signs: Iterable[str]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The buckets of some signs with their values, which have the length 1 together."""
    places = sorted({zlib.crc32(sign.encode()) % BUCKETS for sign in signs})
    return np.array(places, np.intp), np.full(len(places), max(1, len(places)) ** -0.5, np.float32)


def word_signs(words: str) -> Iterator[str]:
    """Words, their beginnings, pairs of them, and groups of Japanese letters."""
    text = folded(words).strip()
    found = _WORD.findall(text)
    stems = [word[:_STEM] for word in found]
    yield from (f"w{word}" for word in found)
    yield from (f"s{stem}" for stem in stems)
    yield from (f"b{first} {second}" for first, second in pairwise(stems))
    for run in _RUN.findall(text):
        yield f"r{run}"
    japanese = re.sub(r"[^ぁ-ゖァ-ヺー一-龠々]", " ", text)
    for size in (1, 2, 3):
        yield from (
            f"c{group}"
            for place in range(len(japanese) - size + 1)
            if " " not in (group := japanese[place : place + size]) and (size > 1 or not re.match(r"[ぁ-ゖ]", group))
        )
