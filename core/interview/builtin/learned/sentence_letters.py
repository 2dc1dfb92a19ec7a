"""The form of a sentence as groups of letters and words; what it names is put aside first, so that its form is left.

Quotations, numbers, kinds of contract, clause types and laws each become one mark.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.interview.builtin import hearing

BUCKETS = 1 << 16
_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"")
_NUMBER = re.compile(r"[0-9][0-9,.]*|[一二三四五六七八九十百千]+(?=[年月日か割万億])")
_WORD = re.compile(r"[a-z']+|[〔〕0-9]+")
_RUN = re.compile(r"[一-龠々]+|[ァ-ヺー]+|[ぁ-ん]+|[a-z']+|0|[〔〕?!？「」“”…]")
_ENDINGS, _BEGINNINGS = (2, 3, 4, 5, 6, 8, 10), (2, 3, 4, 5, 6, 8)
_LONGEST_WITH_CLAUSE = 48
_MOST_QUOTATIONS = 2


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
    for group in (letters, _grouped("w", words), _grouped("r", _RUN.findall(plain)), edges, gaps):
        kind = sorted({zlib.crc32(name.encode()) % BUCKETS for name in group})
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
