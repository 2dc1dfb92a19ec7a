"""One place where a quote's letters stand in the source, judged: verified, repaired or refused."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.evidence import edges
from core.evidence.canonical import Skeleton
from core.evidence.compare import Difference, compare, gap_punctuation
from core.evidence.lexicon import MODALS
from core.evidence.sentences import sentence_span
from core.evidence.tokens import tokens
from core.evidence.types import State

_MAX_OCCURRENCES = 400
_MAX_HITS = 100_000
_MAX_WORK = 500_000
_LONG_KEY = 20
_SHORT_KEY = 40


@dataclass(frozen=True, slots=True)
class Match:
    """A place where the quote stands, or the veto that refused it there. Larger `worth` is better."""

    start: int
    end: int
    state: State
    rule: str

    @property
    def worth(self) -> int:
        return ("unverified", "repaired", "verified").index(self.state)


def best_occurrence(quoted: Skeleton, source: Skeleton, around: int | None) -> Match | None:
    """The best place at which the quote's skeleton stands in the source's; None when it stands nowhere.

    A few words with a modal that stand in the source both with and without a negation around them ("party may") are
    not verified by the place without.
    """
    best: Match | None = None
    two_faced = len(quoted.key) < _SHORT_KEY and any(token.key in MODALS for token in tokens(quoted.text))
    for at in occurrences_of(quoted, source, around)[: max(4, min(_MAX_OCCURRENCES, _MAX_WORK // len(quoted.key)))]:
        match = _judge(quoted, source, at)
        if around is not None and match.rule in ("edge_negation", "cut_word") and (best is None or best.worth < 2):
            return match
        if two_faced and match.rule == "edge_negation" and best is not None and best.worth == 2:
            return replace(best, state="repaired", rule="edge_negation")
        if best is None or match.worth > best.worth:
            negated = two_faced and best is not None and best.rule == "edge_negation"
            best = replace(match, state="repaired", rule="edge_negation") if negated else match
        if best.worth == 2 and (around is not None or not two_faced):
            break
    return best


def _judge(quoted: Skeleton, source: Skeleton, at: int) -> Match:
    text = source.text
    start, end = source.span(at, len(quoted.key))
    signed = _signed(quoted, text, start)
    cut = edges.cut(text, start - signed, end)
    verdict = compare(quoted, source, at)
    if verdict.difference is Difference.REFUSED:
        return Match(start, end, "unverified", verdict.rule)
    if _divides(quoted, source, at) or sign_differs(quoted, text, start):
        return Match(start, end, "unverified", "veto_boundary")
    if cut == "end" and len(quoted.key) >= _LONG_KEY:
        # A long quote that breaks off in the middle of a word is still this place; the reader sees whole words.
        return Match(start, edges.end_of_word(text, end), "repaired", "cut_word")
    if cut != "none":
        return Match(start, end, "unverified", "veto_boundary")
    if verdict.difference is Difference.COSMETIC and _numbers(quoted.text) != _numbers(text[start:end]):
        return Match(start, end, "unverified", "veto_number")
    misleads = edges.misleads(text, start, end, sentence_span(text, start, end))
    outer = with_punctuation(quoted, text, start, end)
    if verdict.difference is Difference.COSMETIC:
        return Match(*outer, "unverified", "veto_edge") if misleads else Match(*outer, "repaired", "fuzzy")
    if misleads:
        return Match(*outer, "repaired", "edge_negation")
    exact = text[outer[0] : outer[1]] == quoted.text.strip()
    return Match(*outer, "verified", "exact" if exact else "canonical")


def _signed(quoted: Skeleton, text: str, start: int) -> bool:
    """Whether quote and source have the same sign or decimal point before their first digit."""
    first = int(quoted.places[0])
    same = first > 0 and start > 0 and quoted.text[first].isdigit() and quoted.text[first - 1] == text[start - 1]
    return same and text[start - 1] in ".-−–" and (start < 2 or not text[start - 2].isalnum())


def _divides(quoted: Skeleton, source: Skeleton, start: int) -> bool:
    """Whether the span begins or ends in the middle of what one character stands for, such as ㈱."""
    places, after = source.places, start + len(quoted.key)
    return bool(
        (start > 0 and places[start - 1] == places[start])
        or (after < len(places) and places[after] == places[after - 1])
    )


def _numbers(text: str) -> list[str]:
    return [token.key for token in tokens(text) if token.kind == "number"]


def occurrences_of(quoted: Skeleton, source: Skeleton, around: int | None) -> list[int]:
    """Where the quote's skeleton begins in the source's: in order, or nearest to an offset first."""
    places: list[int] = []
    at = source.key.find(quoted.key)
    while at >= 0 and len(places) < (_MAX_OCCURRENCES if around is None else _MAX_HITS):
        places.append(at)
        at = source.key.find(quoted.key, at + 1)
    if around is not None:
        places.sort(key=lambda place: abs(int(source.places[place]) - around))
    return places


def sign_differs(quoted: Skeleton, text: str, start: int) -> bool:
    """Whether the quote begins with a sign or a decimal point that the source has not."""
    first = int(quoted.places[0])
    if first == 0 or not quoted.text[first].isdigit() or quoted.text[first - 1] not in ".-−–":
        return False
    bare_start = first < 2 or not quoted.text[first - 2].isalnum()
    return bare_start and (start == 0 or text[start - 1] != quoted.text[first - 1])


def with_punctuation(quoted: Skeleton, text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the punctuation around it that the quote has too."""
    lead, trail = quoted.text[: int(quoted.places[0])], quoted.text[int(quoted.places[-1]) + 1 :]
    for size in range(1, len(lead) + 3):
        if start - size >= 0 and lead.strip() and gap_punctuation(text[start - size : start]) == gap_punctuation(lead):
            start -= size
            break
        if start - size < 0 or text[start - size].isalnum():
            break
    if not trail.strip():
        return start, end
    for size in range(1, len(trail) + 3):
        if end + size > len(text) or text[end + size - 1].isalnum():
            break
        if gap_punctuation(text[end : end + size]) == gap_punctuation(trail):
            end += size
            break
    return start, end
