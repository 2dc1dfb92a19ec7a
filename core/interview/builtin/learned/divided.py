"""A sentence that speaks of two fields, cut between them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from core.encoder import sentence_vectors
from core.interview.builtin.heard import Heard
from core.interview.builtin.learned.field_model import SentenceInMessage, likelihoods
from core.interview.builtin.learned.field_signs import signs

_CUT = re.compile(r"[,，;；:]\s+|、|\s[–—-]\s|—\s*")
_SURE = 0.9
"""How sure both pieces must be of fields that differ: in held-out cases nearly every cut at it was where the writer
changed the field."""
_WHOLE = frozenset(("talk", "severity", "contract_types", "clause_types", "law_references"))
"""Labels of which no words are kept, only values, which are read from whole sentences as well."""
_LEAST_ENGLISH, _LEAST_JAPANESE, _MOST_CUTS = 12, 6, 6


def divided(sentence: str, heard: Heard, *, first: bool) -> list[str]:
    """The pieces of a sentence that speaks of two fields, else the sentence; nothing of it is lost.

    Args:
        sentence: as typed.
        heard: what the interview holds before its message.
        first: whether it is the first sentence of its message.
    """
    best, found = _SURE, [sentence]
    if heard.opens_with_case:
        return found  # what is told first is the case
    least = _LEAST_ENGLISH if sentence.isascii() else _LEAST_JAPANESE
    cuts = [match.end() for match in _CUT.finditer(sentence)][:_MOST_CUTS]
    ways = [[sentence[:cut].strip(), sentence[cut:].strip()] for cut in cuts]
    ways = [pieces for pieces in ways if min(map(len, pieces)) >= least]
    sentence_vectors([piece for pieces in ways for piece in pieces])  # read together and remembered
    for pieces in ways:
        labels, sure = [], 0.0
        for likely in _likelihoods(pieces, heard, first=first):
            labels.append(max(likely, key=likely.__getitem__))
            sure = min(sure, likely[labels[-1]])
        if labels[0] != labels[1] and _WHOLE.isdisjoint(labels) and math.exp(sure) >= best:
            best, found = math.exp(sure), pieces
    return found


def _likelihoods(pieces: Sequence[str], heard: Heard, *, first: bool) -> list[Mapping[str, float]]:
    said = [
        SentenceInMessage(piece, tuple(signs(piece)), heard.around(first=first and not place))
        for place, piece in enumerate(pieces)
    ]
    return likelihoods(said, heard.previous if first else None)
