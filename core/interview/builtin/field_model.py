"""How likely a sentence is to speak of each field: a linear model over its letters and words, and over its signs.

Trained by `scripts/train_interviewer.py` on sentences that ship with the repository. It sees the form of a sentence,
not what is quoted in it: quotations, numbers, kinds of contract, clause types and laws are put aside first. What the
sentence holds beside its letters, and what surrounds it, comes by name (`field_signs`).
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

from core.errors import ConfigError
from core.interview.builtin import hearing

PATH = Path(__file__).resolve().parents[3] / "data" / "models" / "interview.npz"
BUCKETS = 1 << 15
SIGN = 0.2
"""What a sign counts beside a group of letters or words, of which all of a sentence together count 1."""
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
    """

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    names: tuple[str, ...]
    signs: NDArray[np.float32]


def likelihoods(sentence: str, signs: Sequence[str] = (), model: SentenceModel | None = None) -> Mapping[str, float]:
    """The natural logarithm of how likely a sentence is to speak of each label.

    Args:
        sentence: as typed.
        signs: names of what it holds and of what surrounds it; a name that the model does not know counts nothing.
        model: None for the one that ships.

    Raises:
        ConfigError: the model's file is missing or wrong.
    """
    model = model or _stored()
    places, values = features(sentence)
    scores = model.bias + values @ model.weights[places]
    known = [place for place, name in enumerate(model.names) if name in set(signs)]
    scores = scores + SIGN * model.signs[known].sum(axis=0)
    scores = scores - scores.max()
    scores = scores - np.log(np.exp(scores).sum())
    return dict(zip(LABELS, scores.tolist(), strict=True))


def features(sentence: str) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The buckets of a sentence's groups of letters, of words, and of letters of one script, with their values.

    The groups of each of the three kinds have the length 1 together.
    """
    plain = masked(sentence)
    framed = f"^{plain}$"
    letters = {f"c{framed[place : place + size]}" for size in (1, 2, 3) for place in range(len(framed) - size + 1)}
    places: list[int] = []
    values: list[float] = []
    for found in (letters, _grouped("w", _WORD.findall(plain)), _grouped("r", _RUN.findall(plain))):
        kind = sorted({zlib.crc32(name.encode()) % BUCKETS for name in found})
        places += kind
        values += [len(kind) ** -0.5] * len(kind)
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
    scales = [float(np.abs(weights).max()) / 127 for weights in (model.weights, model.signs)]
    np.savez_compressed(
        path,
        weights=np.round(model.weights / scales[0]).astype(np.int8),
        signs=np.round(model.signs / scales[1]).astype(np.int8),
        scales=np.array(scales, np.float32),
        bias=model.bias.astype(np.float32),
        names=np.array(model.names),
        labels=np.array(LABELS),
    )


@cache
def _stored() -> SentenceModel:
    try:
        with np.load(PATH) as stored:
            if tuple(stored["labels"].tolist()) != LABELS:
                raise ConfigError(f"{PATH.name}: made for other labels; run make train", file=PATH.name)
            scales = stored["scales"]
            return SentenceModel(
                stored["weights"].astype(np.float32) * scales[0],
                stored["bias"],
                tuple(stored["names"].tolist()),
                stored["signs"].astype(np.float32) * scales[1],
            )
    except (OSError, ValueError, KeyError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error
