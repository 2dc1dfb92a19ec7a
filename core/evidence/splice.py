"""Quotes with an ellipsis: their fragments found in order, each of them checked, and the gaps between them."""

from __future__ import annotations

from itertools import pairwise

from core.evidence import edges, ellipsis
from core.evidence.canonical import Skeleton, skeleton
from core.evidence.compare import Difference, compare
from core.evidence.occurrence import Match, occurrences_of, sign_differs, with_punctuation
from core.evidence.sentences import sentence_span
from core.evidence.types import State

_MAX_CHAINS = 50


def spliced(pieces: list[str], source: Skeleton, around: int | None) -> Match | None:
    """The place where the quote's fragments stand in order, each of them checked, and the gaps between them."""
    if len(pieces) > ellipsis.MAX_FRAGMENTS:
        return Match(0, 0, "unverified", "veto_ellipsis")
    quoted = [skeleton(piece) for piece in pieces]
    if not all(ellipsis.long_enough(piece) for piece in quoted):
        return Match(0, 0, "unverified", "veto_ellipsis")
    anchor = max(range(len(quoted)), key=lambda i: len(quoted[i].key))
    best: Match | None = None
    for at in occurrences_of(quoted[anchor], source, around)[:_MAX_CHAINS]:
        match = _chain(quoted, source, anchor, at)
        if match and (best is None or match.worth > best.worth):
            best = match
        if best and best.worth == 2:
            break
    return best


def _chain(quoted: list[Skeleton], source: Skeleton, anchor: int, at: int) -> Match | None:
    text, places = source.text, {anchor: at}

    def whole(i: int, place: int) -> bool:
        return edges.cut(text, *source.span(place, len(quoted[i].key))) == "none"

    for i in range(anchor - 1, -1, -1):
        key, high = quoted[i].key, places[i + 1]
        low = max(0, high - ellipsis.LONGEST_GAP - len(key))
        while (place := source.key.rfind(key, low, high)) >= 0 and not whole(i, place):
            high = place + len(key) - 1
        if place < 0:
            return None
        places[i] = place
    for i in range(anchor + 1, len(quoted)):
        key, low = quoted[i].key, places[i - 1] + len(quoted[i - 1].key)
        high = low + ellipsis.LONGEST_GAP + len(key)
        while (place := source.key.find(key, low, high)) >= 0 and not whole(i, place):
            low = place + 1
        if place < 0:
            return None
        places[i] = place
    spans = [source.span(places[i], len(quoted[i].key)) for i in range(len(quoted))]
    worst: State = "verified"
    for i, piece in enumerate(quoted):
        start, end = spans[i]
        if edges.cut(text, start, end) != "none" or sign_differs(piece, text, start):
            return Match(start, end, "unverified", "veto_boundary")
        verdict = compare(piece, source, places[i])
        if verdict.difference is Difference.REFUSED:
            return Match(start, end, "unverified", verdict.rule)
        if verdict.difference is Difference.COSMETIC:
            worst = "repaired"
    for before, after in pairwise(spans):
        if veto := ellipsis.gap_veto(text, before, after):
            return Match(before[0], after[1], "unverified", veto)
        if ellipsis.gap_doubt(text, before, after):
            worst = "repaired"
    start, end = spans[0][0], spans[-1][1]
    if edges.misleads(text, start, end, sentence_span(text, start, end)):
        return Match(start, end, "unverified", "veto_edge")
    return Match(start, with_punctuation(quoted[-1], text, *spans[-1])[1], worst, "ellipsis")
