"""Short candidates: titles and dates, which are parts of a sentence and so need spans of their own."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from core.contracts.builtin.clauses.clause_tokens import lower

HEAD = 12_000
TAIL = 9_000
TITLE_HEAD = 6_000
MOST = 60

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?"
)
_BLANK = r"(?:_{2,}|\[[^\]\n]{0,12}\]|\*+|\.{3,})"
_DAY = rf"(?:\d{{1,2}} ?(?:s ?t|n ?d|r ?d|t ?h)?|{_BLANK})"
_YEAR = rf"(?:(?:19|20)\d\d|(?:19|20)_{{1,4}}|(?:19|20)? ?{_BLANK})"
_DATES = (
    rf"{_MONTH}\s+{_DAY}\s?,?\s*{_YEAR}",
    rf"(?:{_DAY}|first|second|third)\s*day\s+of\s+(?:{_MONTH}|{_BLANK})\s*,?\s*(?:in the year )?{_YEAR}?",
    rf"\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}",
    rf"{_MONTH}\s*,?\s+(?:of\s+)?(?:19|20)\d\d",
    r"\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})\b",
    r"(?:19|20)\d\d-\d{2}-\d{2}",
    rf"{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b",
    # of a form that nobody filled in
    r"(?:this\s+)?day\s+of\s*,\s*(?:19|20)(?:\d\d)?\b",
    rf"(?:{_BLANK}\s+)?{_BLANK}\s?,\s*{_YEAR}|(?<=\s),\s(?:19|20)\d\d\b",
    r"(?:(?<=as of )|(?<=dated ))(?:\[[^\]\n]{0,12}\]|_{4,})",
)
_DATE = re.compile("|".join(f"(?P<d{number}>{pattern})" for number, pattern in enumerate(_DATES)), re.IGNORECASE)
# of text in lower case: ignoring case makes a search for words twice as slow
_ANCHOR = re.compile(
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)(?![a-z])|day\s+of|\d[/.-]\d{1,2}[/.-]\d|[\s_\]*.],\s*(?:19|20)"
    r"|(?:as of|dated) [_\[]"
)
_TITLE_WORD = re.compile(
    r"\b(?:agreement|contract|amendment|addendum|lease|license|plan|terms|memorandum|letter|deed|statement|order"
    r"|proposal|appendix|schedule|arrangement|undertaking|guaranty|guarantee)s?\b",
    re.IGNORECASE,
)
_NAMED_TITLE = re.compile(
    r"\b(?:[Tt]his|THIS|[Tt]hese|THESE)\s+((?:[A-Z(\"][\w&'/,.)\"-]*\s+|(?:and|of|for|to|by|the|in)\s+){0,9}"
    r"(?:Agreement|AGREEMENT|Contract|CONTRACT|Amendment|AMENDMENT|Addendum|ADDENDUM|Terms|TERMS|Lease|LEASE"
    r"|License|LICENSE)(?:\s+(?:No\.?|NO\.?|#)\s*\w{1,4})?)"
)
_CAPITALS = re.compile(r"[A-Z][A-Z0-9&,.'()/# -]{5,140}[A-Z0-9)]")
_LINE = re.compile(r"\S[^\n]*?(?=\n|\s{3}|$)")  # several blanks part a title from the sentence after it
_EFFECTIVE = re.compile(r"effective\s+date|commencement\s+date|effective\s+as\s+of")


class ShortSpan(NamedTuple):
    """A short candidate: its offsets and how it was found (the pattern's number)."""

    start: int
    end: int
    kind: int


def dates(flat: str) -> list[ShortSpan]:
    """Dates at the beginning and the end of a contract and around its effective date, in reading order.

    Args:
        flat: the text as `segments.plain` gives it.
    """
    small = lower(flat)
    windows = [(0, min(HEAD, len(flat))), (max(len(flat) - TAIL, 0), len(flat))]
    for number, match in enumerate(_EFFECTIVE.finditer(small)):
        if number == 20:
            break
        windows.append((max(match.start() - 200, 0), min(match.end() + 200, len(flat))))
    found: dict[int, ShortSpan] = {}
    for begin, end in _around_anchors(small, windows):
        for match in _DATE.finditer(flat, begin, end):
            kind = int((match.lastgroup or "d0")[1:])
            span = ShortSpan(match.start(), match.start() + len(match[0].rstrip()), kind)
            if match.start() not in found or found[match.start()].end < span.end:
                found[match.start()] = span
    return _first_and_last(sorted(found.values()))


def _around_anchors(small: str, windows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The few places in the windows where a date can stand; trying the whole pattern everywhere is slow."""
    places: list[tuple[int, int]] = []
    for begin, end in sorted(windows):
        for match in _ANCHOR.finditer(small, max(begin, places[-1][1] if places else 0), end):
            start, stop = max(match.start() - 25, 0), match.end() + 40
            if places and start <= places[-1][1]:
                places[-1] = places[-1][0], max(stop, places[-1][1])
            else:
                places.append((start, stop))
    return places


def titles(flat: str) -> list[ShortSpan]:
    """Possible titles near the beginning: title lines, runs of them, capitals, and "this … Agreement"."""
    head = flat[:TITLE_HEAD]
    found: dict[tuple[int, int], int] = {}
    lines = [match.span() for match in _LINE.finditer(head)]
    pieces = [trimmed for line in lines[:80] if (trimmed := _trimmed(head, *line)) is not None]
    for start, end in pieces:
        if end - start <= 140 and _TITLE_WORD.search(head, start, end):
            found.setdefault((start, end), 0)
    for (start, first_end), (second, end) in pairwise(pieces):
        if end - start <= 180 and second - first_end < 12 and _TITLE_WORD.search(head, start, end):
            found.setdefault((start, end), 1)
    for match in _NAMED_TITLE.finditer(head):
        found.setdefault(match.span(1), 2)
        bare = match[1].rfind("(") if match[1].endswith(")") else -1
        if bare > 0:
            found.setdefault((match.start(1), match.start(1) + len(match[1][:bare].rstrip())), 3)
    for match in _CAPITALS.finditer(head):
        word = None
        for word in _TITLE_WORD.finditer(match[0]):
            found.setdefault((match.start(), match.start() + word.end()), 4)
        if word is not None:
            found.setdefault(match.span(), 5)
    return _first_and_last(sorted(ShortSpan(*span, kind) for span, kind in found.items()))


def _trimmed(head: str, start: int, end: int) -> tuple[int, int] | None:
    piece = head[start:end]
    words = piece.strip(" \"'*-_.:;,")
    if len(words) < 4:
        return None
    start += piece.index(words)
    return start, start + len(words)


def _first_and_last(spans: list[ShortSpan]) -> list[ShortSpan]:
    return spans if len(spans) <= MOST else spans[: MOST * 2 // 3] + spans[-MOST // 3 :]
