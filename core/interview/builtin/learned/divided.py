"""A sentence that speaks of two fields, cut between them."""

from __future__ import annotations

import math
import re

from core.interview.builtin.heard import Heard
from core.interview.builtin.learned.field_model import likelihoods_of
from core.interview.builtin.learned.field_signs import signs
from core.interview.builtin.learned.sentence_chain import Before, SentenceInMessage

_CUT = re.compile(r"[,，;；:]\s+|、|\s[–—-]\s|—\s*")
_SURE = 0.92
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
    least = _LEAST_ENGLISH if sentence.isascii() else _LEAST_JAPANESE
    cuts = [match.end() for match in _CUT.finditer(sentence)][:_MOST_CUTS]
    ways = [[sentence[:cut].strip(), sentence[cut:].strip()] for cut in cuts]
    ways = [pieces for pieces in ways if min(map(len, pieces)) >= least]
    before = heard.before if first else Before(asked=heard.asked)
    tried = [(_as_said(pieces, heard, first=first), before) for pieces in ways]
    for pieces, chances in zip(ways, likelihoods_of(tried) if tried else (), strict=True):
        labels, sure = [], 0.0
        for likely in chances:
            labels.append(max(likely, key=likely.__getitem__))
            sure = min(sure, likely[labels[-1]])
        if heard.opens_with_case and labels[0] != "source_case":
            continue  # what is told first is the case
        if labels[0] != labels[1] and _WHOLE.isdisjoint(labels) and math.exp(sure) >= best:
            best, found = math.exp(sure), pieces
    return found


def _as_said(pieces: list[str], heard: Heard, *, first: bool) -> list[SentenceInMessage]:
    return [
        SentenceInMessage(piece, tuple(signs(piece)), heard.around(first=first and not place))
        for place, piece in enumerate(pieces)
    ]
