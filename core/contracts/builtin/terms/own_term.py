"""Whether two facts speak of one term: a notice period counts back from the end of the term that its sentence names.

A contract of ten years may hold orders, services or leases with terms of their own. Ninety days before the end of a
"Services Term" are no ninety days before the end of the agreement.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.record import Fact

_NAMED_TERM = re.compile(
    r"\b((?:[A-Z][\w-]+\s+){1,3})(?:Term|Period)\b|\bterm\s+of\s+(?:(?:the|each|any|such|an?)\s+)?"
    r"((?:statement\s+of\s+work|purchase\s+order|work\s+order|order|schedule|sow|subscription|lease|licen[cs]e|service"
    r"s?|support|maintenance|warranty|exhibit|addendum|amendment)\w*)",
)
_NO_NAME = frozenset(
    "the this a an such each any initial original first second renewal renewed extended extension additional "
    "successive further then current then-current existing subsequent said contract agreement agreement's entire "
    "full whole base primary one year if during upon after before at for of end unless and or optional option "
    "automatic notice".split()
)
_TERM_OF_ANOTHER_JA = re.compile(
    r"(個別契約|注文書|発注書|ライセンス|サブスクリプション|サービス|保守|サポート|リース|派遣労働者|利用プラン)[^。、]{0,8}(?:期間|期限)"
)


def terms_named(words: str, language: str) -> frozenset[str]:
    """The terms that a sentence names beside the agreement's own, in lower case."""
    if language == "ja":
        return frozenset(match[1] for match in _TERM_OF_ANOTHER_JA.finditer(words))
    named = set()
    for match in _NAMED_TERM.finditer(words):
        own = [word.lower() for word in (match[1] or match[2]).split()]
        own = [word for word in own if word not in _NO_NAME]
        if own:
            named.add(own[-1].rstrip("s"))
    return frozenset(named)


def joined(reading: DocumentReading, expiration: Fact, other: Fact) -> Fact:
    """`other` without its value where its sentence speaks of a term that the end date's sentence does not name.

    The words stay in `detail` for a person to check.
    """
    if expiration.value is None or other.value is None or expiration.evidence is None or other.evidence is None:
        return other
    ends, speaks = _words(reading, expiration), _words(reading, other)
    language = reading.document.language
    if not terms_named(speaks, language) - terms_named(ends, language):
        return other
    # it may name the agreement's own term beside the other one
    if language != "ja" and re.search(r"\bthis\s+(?:agreement|contract|lease|license)\b", speaks, re.IGNORECASE):
        return other
    return replace(other, value=None, confidence=0.0)


def _words(reading: DocumentReading, fact: Fact) -> str:
    if fact.evidence is None or fact.evidence.start is None or fact.evidence.end is None:
        return fact.detail or ""
    return reading.plain[fact.evidence.start : fact.evidence.end]
