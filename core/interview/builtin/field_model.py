"""How likely a sentence is to speak of each field: a linear model over its letters and words.

Trained by `scripts/train_interviewer.py` on sentences that ship with the repository. It sees the form of a sentence,
not what is quoted in it: quotations, numbers, kinds of contract, clause types and laws are put aside first.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from core.errors import ConfigError
from core.interview.builtin import hearing

PATH = Path(__file__).resolve().parents[3] / "data" / "models" / "interview.npz"
BUCKETS = 1 << 14
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
_LONGEST_WITH_CLAUSE = 48
_MOST_QUOTATIONS = 2


def likelihoods(sentence: str) -> Mapping[str, float]:
    """The natural logarithm of how likely a sentence is to speak of each label.

    Raises:
        ConfigError: the model's file is missing or wrong.
    """
    weights, bias = _model()
    places = features(sentence)
    scores = bias + weights[places].sum(axis=0) / np.sqrt(max(len(places), 1))
    scores = scores - scores.max()
    scores = scores - np.log(np.exp(scores).sum())
    return dict(zip(LABELS, scores.tolist(), strict=True))


def features(sentence: str) -> list[int]:
    """The buckets of a sentence's letter groups and words, each once, in order."""
    plain = masked(sentence)
    framed = f"^{plain}$"
    found = {f"c{framed[place : place + size]}" for size in (2, 3, 4) for place in range(len(framed) - size + 1)}
    words = ["^", *_WORD.findall(plain), "$"]
    found |= {f"w{word}" for word in words}
    found |= {f"p{first} {second}" for first, second in pairwise(words)}
    return sorted({zlib.crc32(name.encode()) % BUCKETS for name in found})


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


def write(weights: NDArray[np.float64], bias: NDArray[np.float64], path: Path = PATH) -> None:
    """Write a model, its weights in 8 bits.

    Args:
        weights: BUCKETS × labels.
        bias: one a label.
        path: of the file.
    """
    scale = float(np.abs(weights).max()) / 127
    np.savez_compressed(
        path,
        weights=np.round(weights / scale).astype(np.int8),
        scale=np.array([scale], np.float32),
        bias=bias.astype(np.float32),
        labels=np.array(LABELS),
    )


def set_model(weights: NDArray[np.float32], bias: NDArray[np.float32]) -> None:
    """Use other weights in this process, as cross-validation does; None of the file is read then."""
    _OTHER[:] = [(weights, bias)]


_OTHER: list[tuple[NDArray[np.float32], NDArray[np.float32]]] = []


def _model() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return _OTHER[0] if _OTHER else _stored()


@cache
def _stored() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    try:
        with np.load(PATH) as stored:
            labels = cast(Sequence[str], stored["labels"].tolist())
            if tuple(labels) != LABELS:
                raise ConfigError(f"{PATH.name}: made for other labels; run make train", file=PATH.name)
            return stored["weights"].astype(np.float32) * stored["scale"][0], stored["bias"].astype(np.float32)
    except (OSError, ValueError, KeyError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error
