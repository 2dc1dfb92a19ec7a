"""A sentence that speaks of two fields, cut between them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import compress

from core.interview.builtin.heard import Heard
from core.interview.builtin.learned.field_model import Likelihoods, likelihoods_by_sentence, likelihoods_of
from core.interview.builtin.learned.field_signs import signs
from core.interview.builtin.learned.sentence_chain import Before, SentenceInMessage

_CUT = re.compile(r"[,，;；:]\s+|、|\s[–—-]\s|—\s*")
_SURE = 0.92
"""How sure both pieces must be of fields that differ: in held-out cases nearly every cut at it was where the writer
changed the field."""
_MAY = 0.4
"""How sure the model of single sentences must be of a cut that is looked at."""
_WHOLE = frozenset(("talk", "severity", "contract_types", "clause_types", "law_references"))
"""Labels of which no words are kept, only values, which are read from whole sentences as well."""
_RULE_AND_FALLBACK = {"recommended_clause", "fallback_positions"}
_CONCEDES = "strong cue of fallback_positions"
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
    before = heard.before if first else Before(asked_field=heard.asked_field)
    tried = [(_pieces_told(pieces, heard, first=first), before) for pieces in ways]
    # The whole message is read only for what may be cut by its sentences alone.
    read = likelihoods_by_sentence(tried) if tried else []
    likely_cut = [_sure_cut(chances, heard, told) > _MAY for chances, (told, _) in zip(read, tried, strict=True)]
    ways, tried = list(compress(ways, likely_cut)), list(compress(tried, likely_cut))
    for pieces, chances, (told, _) in zip(ways, likelihoods_of(tried) if tried else (), tried, strict=True):
        if (sure := _sure_cut(chances, heard, told)) >= best:
            best, found = sure, pieces
    return found


def _sure_cut(chances: Likelihoods, heard: Heard, told: Sequence[SentenceInMessage]) -> float:
    """How sure two pieces are of fields that differ, from 0 to 1."""
    labels = [max(likely, key=likely.__getitem__) for likely in chances]
    if labels[0] == labels[1] or not _WHOLE.isdisjoint(labels):
        return 0.0
    if set(labels) == _RULE_AND_FALLBACK and _CONCEDES not in told[labels.index("fallback_positions")].signs:
        return 0.0  # a rule has parts, and what concedes something says so
    if heard.opens_with_case and labels[0] != "source_case":
        return 0.0  # what is told first is the case
    return math.exp(min(likely[label] for likely, label in zip(chances, labels, strict=True)))


def _pieces_told(pieces: list[str], heard: Heard, *, first: bool) -> list[SentenceInMessage]:
    return [
        SentenceInMessage(piece, tuple(signs(piece)), heard.around(first=first and not place))
        for place, piece in enumerate(pieces)
    ]
