"""Where sentences begin and end, in English and Japanese, in text with hard line breaks.

Legal prose is hard on a splitter: abbreviations, enumerators and defined terms in quotes. When in doubt two sentences
stay one, so that a "not" or "except" is rather shown than cut off.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

LONGEST_SHOWN = 1_200
_REACH = 4_000

_ABBREVIATIONS = frozenset(
    "inc ltd co corp llc llp lp plc no nos sec secs art arts para paras ex exh exs fig figs vol vols pp p ch cl"
    " u.s u.k e.u d.c n.a n.v s.a b.v a.g s.p.a p.c p.a p.o l.p l.l.c i.e e.g c.f cf viz vs v al etc approx est"
    " mr mrs ms dr prof hon st ave blvd rd jr sr esq messrs gen gov sen rep rev ste dept div assn bros mfg intl"
    " jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri a.m p.m u.s.c c.f.r u.s.a fed reg".split()
)
_STOP = re.compile(r"[.!?][\"'”’)\]]*(?=[\s\u00a0\f]|$)|[。！？](?![」』）)”])|．(?=[\s\u3040-\u30ff\u4e00-\u9fff]|$)")
_BREAK = re.compile(
    r"(?:\r?\n|\r|\f)[ \t\u00a0\u3000]*(?=(?:\r?\n|\r|\f)\s{0,200}[A-Z“\"(0-9])"  # blank line
    r"|[\r\n\f][ \t\u00a0\u3000]*(?=第[0-9０-９一二三四五六七八九十百]+[条章節編])"  # 第1条
    r"|[\r\n\f][ \t\u00a0\u3000]*"
    r"(?=(?:[0-9０-９]+[.．、]|[（(][0-9０-９]+[)）]|[①-⑳]|[・●])[ \u3000]*[\u3040-\u30ff\u4e00-\u9fff「])"
    r"|[\r\n\f][ \t\u00a0]*(?=(?:ARTICLE|Article|SECTION)[ \u00a0]+[0-9IVXL]+)"
    r"|[\r\n\f][ \t\u00a0]*(?=[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}[.)]?[ \t\u00a0]+[A-Z“\"])"  # 12.3 Assignment.
)
_WORD_BEFORE = re.compile(r"[^\s\u00a0(\"“”'‘’\[]+$")
_RUNS_ON = re.compile(
    r"(?:[,(]|\b(?:and|or|of|to|the|a|an|in|by|for|with|under|section|sections|article|articles|clause|paragraph|exhibit"
    r"|schedule|through|shall|may|not|that|than|no|any))\s*$",
    re.IGNORECASE,
)
_ENUMERATOR = re.compile(r"[\s\u00a0\f]*\(?[a-z0-9ivx]{1,4}\)[\s\u00a0]+[\"“‘']?[A-Z]")
_NEXT = re.compile(r"[\s\u00a0\f]*([\"'“‘(\[「（]*)(\S?)")
_CLAUSE_START = re.compile(r"[;；:：、,]\s*|[\r\n\f]+\s*|[.。]\s+")
_CLAUSE_END = re.compile(r"[;；、,。]|[\r\n\f]+|[.:](?=\s)")


def sentence_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Offsets [start, end) of the whole sentences that the span touches.

    The span itself always lies within the result. No sentence end is looked for further than 4,000 characters away.
    """
    floor, ceiling = max(0, start - _REACH), min(len(text), end + _REACH)
    left = floor
    for boundary in _boundaries(text, floor, start):
        left = boundary
    # A span that ends with its own full stop ends there; otherwise the sentence goes on.
    right = next((b for b in _boundaries(text, max(start, end - 2), ceiling) if b >= end), ceiling)
    while left < start and text[left].isspace():
        left += 1
    while right > end and text[right - 1].isspace():
        right -= 1
    return left, right


def shown_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentences of a span, cut to the clauses around it where they are longer than 1,200 characters."""
    left, right = sentence_span(text, start, end)
    if right - left <= LONGEST_SHOWN:
        return left, right
    spare = max(LONGEST_SHOWN - (end - start), 200)
    before, after = start - left, right - end
    take_before = min(before, max(spare // 2, spare - after))
    take_after = min(after, spare - take_before)
    if take_before < before:
        cuts = [m.end() for m in _CLAUSE_START.finditer(text, start - take_before, start)]
        left = cuts[0] if cuts else _word_start(text, start - take_before, start)
    if take_after < after:
        stop = end + take_after
        ends = [m.end() for m in _CLAUSE_END.finditer(text, end, stop)]
        right = ends[-1] if ends else _word_end(text, stop, end)
    return left, right


def _word_start(text: str, at: int, limit: int) -> int:
    match = re.compile(r"\s").search(text, at, limit)
    return match.end() if match else at


def _word_end(text: str, at: int, limit: int) -> int:
    while at > limit and not text[at - 1].isspace():
        at -= 1
    return max(at, limit)


def _boundaries(text: str, start: int, end: int) -> list[int]:
    """Offsets in (start, end] at which a new sentence begins, in order."""
    found = _all_boundaries(text)
    return found[bisect_right(found, start) : bisect_right(found, end)]


@lru_cache(maxsize=8)
def _all_boundaries(text: str) -> list[int]:
    """All sentence beginnings of a text: hundreds of quotes are placed in one document."""
    found = {m.end() for m in _STOP.finditer(text) if _is_stop(text, m)}
    for match in _BREAK.finditer(text):
        if not _RUNS_ON.search(text, max(0, match.start() - 20), match.start()):
            found.add(match.end())
    return sorted(found)


def _is_stop(text: str, match: re.Match[str]) -> bool:
    if match[0][0] != ".":
        return True
    word = _WORD_BEFORE.search(text, max(0, match.start() - 24), match.start())
    token = word[0].casefold() if word else ""
    following = _NEXT.match(text, match.end())
    opening, char = (following[1], following[2]) if following else ("", "")
    if char.islower() and not _ENUMERATOR.match(text, match.end()):
        return False
    if token in _ABBREVIATIONS or (len(token) == 1 and token.isalpha()) or re.fullmatch(r"[a-z](?:\.[a-z])+", token):
        # "Acme Inc. The Company" is two sentences, "Acme Inc. (the Company)" and "No. 5" are not; rather join.
        return False
    if re.fullmatch(r"(?:\d+\.)*\d+|\(?[a-z0-9ivx]{1,4}\)?", token) and _at_line_start(
        text, match.start() - len(token)
    ):
        return False  # the enumerator of this sentence
    return bool(opening) or not char or char.isupper() or char.isdigit() or not char.isascii() or not char.isalnum()


def _at_line_start(text: str, at: int) -> bool:
    while at > 0 and text[at - 1] in " \t\u00a0\u3000(":
        at -= 1
    return at == 0 or text[at - 1] in "\r\n\f"
