"""Where the preamble of an English contract stands: the words that name the agreement, its date and its parties."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NOUN = (
    r"(?:agreement|contract|lease|sublease|amendment|addendum|memorandum|licen[cs]e|deed|undertaking|guaranty|letter|"
    r"statement|supplement|schedule|order|confirmation)"
)
# one blank or one line break: a paragraph between "this" and "agreement" is no phrase
_GAP = r"(?:[^\S\n]+\n?[^\S\n]*|\n[^\S\n]*)"
_START = re.compile(
    rf"\bthis{_GAP}(?:[\w&,'/()#.-]+{_GAP}){{0,14}}?{_NOUN}\b|"
    rf"\b{_NOUN}\s*(?:\([^()]{{0,100}}\))?\s*,?\s+(?:is\s+)?(?:hereby\s+)?(?:made|entered|dated|"
    rf"effective(?!\s+date)|between|by\s+and|executed)\b|"
    r"\bthe\s+(?:undersigned|parties)\s+(?:hereby|agree)\b|\bby\s+and\s+(?:between|among)\b|\bbetween\s*:",
    re.IGNORECASE,
)
_END = re.compile(
    r"\b(?:whereas|wit+nes+eth|w\s*i\s*t\s*n\s*e\s*s\s*s|recitals?|background|preamble|now\s*,?\s+therefore|"
    r"in\s+consideration\s+of|agrees?\s+as\s+follows|"
    r"(?:do\s+)?hereby\s+agree|parties\s+agree|article\s+(?:1|i|one)\b|section\s+1\b|definitions|witness\b)|"
    r"\n\s*(?:1|I|A)\s*[.)]\s",
    re.IGNORECASE,
)
_PARTS = (
    (re.compile(r"\b(?:by\s+and\s+)?(?:between|among|amongst)\b", re.I), 2.0),
    (re.compile(r"\b(?:made|entered|dated|executed|effective|as\s+of)\b", re.I), 1.0),
    (
        re.compile(
            r"\(\s*(?:the|each|collectively|hereinafter|herein|this|together|a)?[^()]{0,60}\"[^\"()]{1,50}\"", re.I
        ),
        1.5,
    ),
    (
        re.compile(r"\b(?:inc|corp|corporation|llc|l\.l\.c|ltd|limited|company|l\.p|gmbh|plc|bank|n\.a|s\.a)\b", re.I),
        1.0,
    ),
    (
        re.compile(
            r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\d/\d", re.I
        ),
        1.0,
    ),
)
# "under this Agreement", "this Agreement shall not": words of a clause, which name no parties
_INSIDE = re.compile(
    r"\b(?:under|of|in|to|that|by|with|for|from|into|and|or|per|at|terminate|execute|amend|made|until|unless|but|"
    r"enter|supersede|modify|doubt,)\s+$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\s*(?:(?:and|together\s+with)\s+(?:the|its|all|any)\s[^.;]{0,80}?)?(?:\s*,\s*)?(?:may|shall|will|does|do|"
    r"supersed\w+|replaces|contains?|constitutes?|can(?:not)?|has|have|"
    r"is\s+(?:the|hereby\s+incorporated|governed|intended|subject|not|terminated|in\s)|are|including|not|or|"
    r"without|establishes|which|on\s+the\s+effective|by\s+(?!and\s+between|and\s+among))\b",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(r"\b(?:the|that|certain|such|an?|pursuant\s+to|under)\s+(?:[\w&'-]+\s+){0,4}$")
_ENTERED = re.compile(r"[^.]{0,160}\b(?:made|entered|dated|executed|effective|between|among)\b", re.I)
_NAMES = re.compile(
    r"\b(?:between|among|amongst|undersigned)\b|\(\s*(?:the\s+|hereinafter[^()\"]{0,40})?\"", re.IGNORECASE
)
_TOTAL = 40_000
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Preamble:
    """Character offsets of the preamble. `sure` is False where nothing looks like one."""

    start: int
    end: int
    sure: bool


def find_preamble(plain: str) -> Preamble:
    """The preamble of an English contract: the best of all places that could begin one, the earlier of equals."""
    best: tuple[float, int] | None = None
    for match in _START.finditer(plain, 0, _TOTAL):
        named = re.search(_NOUN, match[0], re.I) is not None
        before = plain[max(0, match.start() - 60) : match.start()]
        if named and match[0][:4].lower() == "this" and (_INSIDE.search(before) or _CLAUSE.match(plain, match.end())):
            continue
        opening = plain[match.start() : match.start() + 900]
        score = sum(weight for pattern, weight in _PARTS if pattern.search(opening))
        if named and _ENTERED.match(plain, match.end()):
            score += 2.0
        if named and match[0][:4].lower() != "this" and _OF_ANOTHER.search(before):
            score -= 2.5
        score -= match.start() / 8_000
        if best is None or score > best[0]:
            best = (score, match.start())
    if best is None or best[0] < 3.5 or not _NAMES.search(plain, best[1], best[1] + 900):
        return Preamble(0, min(len(plain), 3_000), sure=False)
    start = best[1]
    ending = _END.search(plain, start + 60, start + _LONGEST)
    return Preamble(start, ending.start() if ending else min(len(plain), start + 2_500), sure=True)
