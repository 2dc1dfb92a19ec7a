"""How likely each sentence of a message is to speak of each field: a linear chain over words, signs and meaning.

The sentences of a message are looked at together: what is told before and after a sentence says what it may be.
Trained by `scripts/train_interviewer.py` on sentences that ship with the repository. It sees the form of a sentence,
not what is quoted in it: quotations, numbers, kinds of contract, clause types and laws are put aside first. What the
sentence holds beside its letters, and what surrounds it, comes by name (`field_signs`). What the whole sentence means,
and those beside it in the message, comes as the encoder's vectors (`core.encoder`).
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.encoder import DIMENSION, sentence_vectors
from core.errors import ConfigError
from core.interview.builtin import hearing
from core.trained import read_arrays

PATH = Path(__file__).resolve().parents[4] / "data" / "models" / "interview.npz"
BUCKETS = 1 << 16
SIGN, AROUND = 0.2, 0.07
"""What a sign of a sentence, and one of what surrounds it, count beside its groups of letters or words, all of which
together count 1."""
BESIDE = 0.5
"""What the vector of a sentence beside it counts; its own counts 1."""
MEANINGS = 3 * DIMENSION
ACROSS, WITHIN, CORRECTING = 0, 1, 2
"""How a sentence follows the one before: in the next message, in the same one, or as a change of mind."""
_FAITH = 0.8
"""How sure it is what the sentence before a message was."""
LABELS = (
    "source_case",
    "problem_pattern",
    "risk",
    "recommended_clause",
    "applicability",
    "fallback_positions",
    "walk_away",
    "note",
    "title",
    "contract_types",
    "severity",
    "clause_types",
    "law_references",
    "talk",
)
"""What a sentence may be: a field of the draft, or talk that belongs into none."""
_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"")
_NUMBER = re.compile(r"[0-9][0-9,.]*|[一二三四五六七八九十百千]+(?=[年月日か割万億])")
_WORD = re.compile(r"[a-z']+|[〔〕0-9]+")
_RUN = re.compile(r"[一-龠々]+|[ァ-ヺー]+|[ぁ-ん]+|[a-z']+|0|[〔〕?!？「」“”…]")
_ENDINGS, _BEGINNINGS = (2, 3, 4, 5, 6, 8, 10), (2, 3, 4, 5, 6, 8)
_LONGEST_WITH_CLAUSE = 48
_MOST_QUOTATIONS = 2


@dataclass(frozen=True)
class SentenceModel:
    """A trained model.

    Attributes:
        weights: of letters and words, BUCKETS × labels.
        bias: one a label.
        names: of the signs that it knows.
        signs: their weights, names × labels.
        meanings: weights of the vectors of a sentence and those beside it, MEANINGS × labels.
        follows: how well a label goes with the one before, by how it follows: 3 × labels × labels.
    """

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    names: tuple[str, ...]
    signs: NDArray[np.float32]
    meanings: NDArray[np.float32]
    follows: NDArray[np.float32]


@dataclass(frozen=True)
class SentenceInMessage:
    """A sentence of a message.

    Attributes:
        sentence: as typed.
        signs: names of what it holds.
        around: names of what surrounds it.
        label: where it is known, by a label before a colon or the like.
        corrects: whether it begins as a change of mind does.
    """

    sentence: str
    signs: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    label: str | None = None
    corrects: bool = False

    def link(self, *, first: bool) -> int:
        """How it follows the sentence before, as the first of its message or not."""
        return CORRECTING if self.corrects else ACROSS if first else WITHIN


def likelihoods(
    said: Sequence[SentenceInMessage], previous: str | None = None, model: SentenceModel | None = None
) -> list[Mapping[str, float]]:
    """For each sentence of a message the natural logarithm of how likely it is to speak of each label.

    Args:
        said: the sentences in their order; a sign that the model does not know counts nothing.
        previous: the label of the sentence before the message; None where there is none.
        model: None for the one that ships.

    Raises:
        ConfigError: the model's file, or the encoder's, is missing or wrong.
    """
    model = model or _stored(PATH)
    means = meanings(sentence_vectors([sentence.sentence for sentence in said])) @ model.meanings
    scores = [
        _known(sentence.label) if sentence.label else _scores(sentence, model) + mean
        for sentence, mean in zip(said, means, strict=True)
    ]
    forward: list[NDArray[np.float64]] = []
    for place, score in enumerate(scores):
        if place:
            score = score + _through(forward[-1], model.follows[said[place].link(first=False)])
        elif previous is not None and previous in LABELS:
            score = score + _through(_believed(previous), model.follows[said[0].link(first=True)])
        forward.append(_normal(score))
    found: list[Mapping[str, float]] = []
    backward = np.zeros(len(LABELS))
    for place in range(len(said) - 1, -1, -1):
        found.append(dict(zip(LABELS, _normal(forward[place] + backward).tolist(), strict=True)))
        if place:
            backward = _normal(_through(backward + scores[place], model.follows[said[place].link(first=False)].T))
    return found[::-1]


def meanings(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the model sees of the vectors of a message's sentences: each with the one before and the one behind it."""
    beside = np.zeros((len(vectors) + 2, DIMENSION), np.float32)
    beside[1:-1] = BESIDE * vectors
    return np.hstack([vectors, beside[:-2], beside[2:]])


def _scores(said: SentenceInMessage, model: SentenceModel) -> NDArray[np.float64]:
    """What the letters, words and signs of a sentence speak for."""
    places, values = features(said.sentence)
    scores = model.bias + values @ model.weights[places]
    for names, counts in ((set(said.signs), SIGN), (set(said.around), AROUND)):
        known = [place for place, name in enumerate(model.names) if name in names]
        scores = scores + counts * model.signs[known].sum(axis=0)
    return np.asarray(scores, np.float64)


def _known(label: str) -> NDArray[np.float64]:
    return np.where(np.array(LABELS) == label, 0.0, -30.0)


def _believed(label: str) -> NDArray[np.float64]:
    others = (1 - _FAITH) / (len(LABELS) - 1)
    return np.log(np.where(np.array(LABELS) == label, _FAITH, others))


def _through(before: NDArray[np.float64], follows: NDArray[np.float32]) -> NDArray[np.float64]:
    """For each label the logarithm of the sum over the labels before it."""
    paths = before[:, None] + follows
    most = paths.max(axis=0)
    return np.asarray(most + np.log(np.exp(paths - most).sum(axis=0)), np.float64)


def _normal(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    scores = scores - scores.max()
    return np.asarray(scores - np.log(np.exp(scores).sum()), np.float64)


def features(sentence: str) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The buckets of a sentence's groups of letters, of words, and of letters of one script, with their values.

    The groups of each kind have the length 1 together; how a sentence begins and ends, and words with a gap between
    them, are kinds of their own.
    """
    plain = masked(sentence)
    bare = plain.rstrip("。. ")
    edges = {f"s{bare[-size:]}" for size in _ENDINGS} | {f"b{bare[:size]}" for size in _BEGINNINGS}
    words = _WORD.findall(plain)
    framed_words = ["^", *words, "$"]
    gaps = {f"k{first} {second}" for first, second in zip(framed_words, framed_words[2:], strict=False)}
    framed = f"^{plain}$"
    letters = {f"c{framed[place : place + size]}" for size in (1, 2, 3) for place in range(len(framed) - size + 1)}
    places: list[int] = []
    values: list[float] = []
    for found in (letters, _grouped("w", words), _grouped("r", _RUN.findall(plain)), edges, gaps):
        kind = sorted({zlib.crc32(name.encode()) % BUCKETS for name in found})
        places += kind
        values += [max(len(kind), 1) ** -0.5] * len(kind)
    return np.array(places, np.intp), np.array(values, np.float32)


def _grouped(kind: str, words: list[str]) -> set[str]:
    """Words and pairs of neighbours."""
    framed = ["^", *words, "$"]
    return {f"{kind}{word}" for word in framed} | {f"{kind}{first} {second}" for first, second in pairwise(framed)}


def masked(sentence: str) -> str:
    """A sentence with what it names put aside, so that its form is left."""
    plain = unicodedata.normalize("NFKC", sentence).strip()
    if len(_QUOTED.findall(plain)) <= _MOST_QUOTATIONS:
        plain = _QUOTED.sub("「…」", plain)
    for law in sorted(hearing.law_words(plain), key=len, reverse=True):
        plain = plain.replace(law, "〔法令〕")
    plain = plain.casefold()
    for name in hearing.names_of_agreements(plain):
        plain = plain.replace(name, "〔契約〕")
    if len(plain) <= _LONGEST_WITH_CLAUSE:
        for name in hearing.names_of_clauses(plain):
            plain = plain.replace(name, "〔条項〕")
    return re.sub(r"\s+", " ", _NUMBER.sub("0", plain))


def write(model: SentenceModel, path: Path = PATH) -> None:
    """Write a model, its weights in 8 bits."""
    scales = [float(np.abs(weights).max()) / 127 for weights in (model.weights, model.signs, model.meanings)]
    np.savez_compressed(
        path,
        weights=np.round(model.weights / scales[0]).astype(np.int8),
        signs=np.round(model.signs / scales[1]).astype(np.int8),
        meanings=np.round(model.meanings / scales[2]).astype(np.int8),
        follows=model.follows.astype(np.float32),
        scales=np.array(scales, np.float32),
        bias=model.bias.astype(np.float32),
        names=np.array(model.names),
        labels=np.array(LABELS),
    )


@cache
def _stored(path: Path) -> SentenceModel:
    stored = read_arrays(path)
    try:
        if tuple(stored["labels"].tolist()) != LABELS:
            raise ConfigError(f"{path.name}: made for other labels; run make train", file=path.name)
        scales = stored["scales"]
        return SentenceModel(
            stored["weights"].astype(np.float32) * scales[0],
            stored["bias"],
            tuple(stored["names"].tolist()),
            stored["signs"].astype(np.float32) * scales[1],
            stored["meanings"].astype(np.float32) * scales[2],
            stored["follows"],
        )
    except (ValueError, KeyError, IndexError) as error:
        raise ConfigError(f"{path.name}: {error}", file=path.name) from error
