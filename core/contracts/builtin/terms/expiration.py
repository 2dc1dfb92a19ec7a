"""The day on which an English contract's initial term ends.

A date in the words is taken as it stands. A length is added to its beginning only where that beginning is known (a
date in the sentence, the effective date, the date of the agreement): "two years from the Effective Date" of 1 June
2010 ends on 1 June 2012, the day of the same number, and `detail` keeps the words. A beginning that depends on an
event (first sale, delivery) gives no date.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.named_date import NamedDate
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.terms.beginning import UNTIL, Beginnings
from core.contracts.builtin.terms.counted import counted_days
from core.contracts.builtin.terms.fixed_day import fixes_day
from core.contracts.builtin.terms.term_sentences import term_sentences
from core.contracts.builtin.terms.terms import TermMention, find_terms
from core.contracts.builtin.terms.whose_term import OwnTerm
from core.contracts.dates_arithmetic import add_duration
from core.evidence import from_span
from core.record import Fact

# "February 1, 2018 - January 31, 2023"
_RANGE = re.compile(r"\s*(?:\([^()]{1,30}\)\s*)?-\s*")
# "on the last day of the month fifteen years from": what is counted leads into that month
_MONTHS_END = re.compile(
    r"\b(?:last|final)\s+day\s+of\s+the\s+(?:calendar\s+)?month\s*,?\s*(?:(?:that|which)\s+(?:is|falls|occurs)\s+)?$",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:until|for|at|(?:end|terminate|expire)\w*(?:\s+\w+){0,3}?(?:\s+(?:on|upon|at))?)\s+(?:upon\s+|on\s+)?the\s+(?:later|latest|"
    r"longer|longest|last)\s+(?:to\s+occur\s+)?of\b",
    re.IGNORECASE,
)
_NOT_END = re.compile(
    r"\b(?:prior\s+to|before|after|no\s+earlier|amended|payment|paid|deliver\w*|renew\w*|extend\w*|"
    r"extension)\b[^.;,]{0,40}$|\b(?:effective|retroactive\w*)\s+to\s+$",
    re.IGNORECASE,
)
# "until but not including April 1, 2027", "on the day before April 1, 2027"
_DAY_BEFORE = re.compile(
    r"\b(?:until|till|up\s+to|to|through)\s*[,(]?\s*(?:but\s+)?(?:not\s+including|excluding|exclusive\s+of)\s*[,)]?\s*(?:the\s+)?$|"
    r"\b(?:on|until|till|through|to)\s+the\s+day\s+(?:immediately\s+)?(?:before|preceding|prior\s+to)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
# "at least until March 31, 2027 and thereafter until terminated": a day before which it does not end
_AT_LEAST = re.compile(r"\bat\s+least\s+(?:until|till|through|to)\s+(?:the\s+)?$", re.IGNORECASE)
# "forty-eight months after March 1, 2019, that is, on February 28, 2023"
_THAT_IS = re.compile(
    r",\s*(?:that\s+is|i\.\s?e\.|namely)(?:\s+to\s+say)?\s*,?\s*(?:(?:on|until|to|through)\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
# "enters into force on the day of the last signature, namely 2 November 2020"
_BEGINS = re.compile(
    r"\b(?:enters?\s+into|tak(?:es?|ing)\s+effect|commenc\w+|begin\w*|starts?|becomes?\s+effective)\b"
    r"(?![^.;]*\b(?:until|ends?|expires?|months?|years?|days?)\b)",
    re.IGNORECASE,
)
# "shall terminate if … has not occurred by 30 June": a day of the condition
_CONDITION = re.compile(
    r"\b(?:terminates?|expires?|ends?|ceases?)\s+(?:automatically\s+)?(?:if|in\s+the\s+event|when|should)\b",
    re.IGNORECASE,
)
_LENGTH_BEFORE = re.compile(
    r"(?:\b(?:term|period|force|effect|effective|continue|remain|last|run|duration|commence\w*|begin\w*|end\w*|"
    r"expir\w*|date|years?|agreement|is|be|for|of|until|extend|initial|valid|binding)\b[^.;]{0,70}|^\W{0,6}|\n\s*(?:section\s+)?\d+(?:\.\d+)*\.?\s*|"
    r"[:)\"]\s*)$",
    re.IGNORECASE,
)
_NOT_LENGTH_BEFORE = re.compile(
    r"\b(?:renew\w*|additional|successive|extension\w*|extended|further|upon|within|at\s+least|"
    r"not\s+less\s+than|no\s+less\s+than|least|(?:more|shorter)\s+than|exceed\w*|every|each|subsequent|least|by\s+giving|"
    r"with|prior|giving|option\w*|(?<!continue\s)(?<!continues\s)thereafter|"
    r"after\s+(?:the\s+)?(?:expiration|termination)|following\s+(?:the\s+)?(?:expiration|termination)|notice|"
    r"cure|default|during\s+the|first(?!\s+(?:\w+\s+){0,2}(?:above|written))|last)\b[^.;]{0,55}$",
    re.IGNORECASE,
)
_NOT_LENGTH_AFTER = re.compile(
    r"^\W*(?:period\s+)?(?:(?:prior|advance|written)\b|notice|before\b|after\s+(?:the\s+)?(?:expiration|termination|receipt|"
    r"written|notice|such|delivery\s+of)|following\s+(?:the\s+|an?\s+)?(?:expiration|termination|receipt|written|notice)|in\s+advance|"
    r"to\s+cure|grace|renewal|extension|written)",
    re.IGNORECASE,
)
_PERPETUAL = re.compile(
    r"\b(?:in\s+perpetuity|perpetual(?:ly)?|indefinite(?:ly)?|no\s+(?:fixed|definite)\s+(?:term|expir\w+)|"
    r"(?:continues?|remains?|lasts?|runs?|be|is)\b(?:(?!\bfor\s+(?:the|an?)\b|\bduring\b)[^.;]){0,80}\b(?:until|unless(?:\s+and\s+until)?)\s+(?:it\s+is\s+|otherwise\s+|"
    r"earlier\s+|sooner\s+|so\s+)*(?:terminated|cancell?ed|termination))",
    re.IGNORECASE,
)
_UNDER_LABEL = 60
_FEWEST_DAYS, _FEW_DAYS = 60, 120
_CUT = 12


@dataclass(frozen=True, slots=True)
class _StatedEnd:
    rank: float
    start: int
    value: date | None
    words: str
    span: SentenceSpan
    confidence: float


def expiration_date(reading: DocumentReading, agreed: NamedDate, effective: NamedDate, own: OwnTerm) -> Fact:
    """The fact expiration_date: the date, with the words it was computed from in `detail`.

    None with words in `detail` where the contract runs without end, where its beginning or length is left blank, or
    where the end depends on an event.

    Args:
        reading: the document.
        agreed: its agreement date.
        effective: its effective date.
        own: what the contract calls itself; the ends of other terms are not its own.
    """
    begins = Beginnings(reading, agreed, effective)
    stated = [
        (own.whose(end.span, end.start), replace(end, rank=sentence.rank + end.rank))
        for sentence in term_sentences(reading)
        for end in _ends(reading, sentence.span, begins)
        if end.start >= sentence.later
    ]
    # a "Services Term" is a services agreement's own where nothing is said of the agreement
    of_contract = [end for whose, end in stated if whose in ("own", "unsaid")]
    ends = of_contract or [end for whose, end in stated if whose == "by_title"]
    ends = [end if fixes_day(reading.plain, end.span.start, end.span.end, end.start) else _open(end) for end in ends]
    if not ends or max(end.rank for end in ends) < 2:
        return Fact("expiration_date", None)
    best = min(ends, key=lambda end: (-end.rank, end.start))
    evidence = from_span(reading.document, best.span.start, best.span.end)
    value = best.value.isoformat() if best.value else None
    return Fact("expiration_date", value, best.words, best.confidence if value else 0.0, evidence)


def _open(end: _StatedEnd) -> _StatedEnd:
    """The same words without a day: they do not fix one."""
    return replace(end, value=None, confidence=0.0)


def _ends(reading: DocumentReading, span: SentenceSpan, begins: Beginnings) -> Iterator[_StatedEnd]:
    plain = reading.plain
    words = reading.words(span.start, span.end)
    later = _LATER.search(plain, span.start, span.end)
    if later is not None:
        # the later of a day and an event has no day yet
        yield _StatedEnd(1.7, later.start(), None, words, span, 0.0)
        return
    dates = _dates(reading, span)
    for previous, mention in pairwise((None, *dates)):
        assert mention is not None
        before = plain[max(span.start, mention.start - 90) : mention.start]
        rank = 2.0 if mention.form == "date" else 1.6
        if _AT_LEAST.search(before):
            yield _StatedEnd(rank, mention.start, None, words, span, 0.0)
            continue
        if _DAY_BEFORE.search(before) and mention.value is not None:
            last = mention.value - timedelta(days=1)
            yield _StatedEnd(rank, mention.start, last, words, span, 0.7 if mention.ambiguous else 0.9)
            continue
        ranged = previous is not None and _RANGE.fullmatch(plain, previous.end, mention.start) is not None
        if _CONDITION.search(plain, span.start, mention.start):
            continue
        that_is = _THAT_IS.search(before) and not _BEGINS.search(before)
        if ranged or that_is or (UNTIL.search(before) and not _NOT_END.search(before)):
            confidence = 0.7 if mention.ambiguous else 0.9
            yield _StatedEnd(rank, mention.start, mention.value, words, span, confidence)
    for day in counted_days(reading, span, dates, begins):
        yield _StatedEnd(1.8 if day.value else 1.0, day.start, day.value, words, span, day.confidence)
    for term in find_terms(plain, span.start, span.end):
        months_end = _MONTHS_END.search(plain, max(span.start, term.start - 100), term.start)
        if months_end is None and not _is_length(plain, term, span):
            continue
        if term.iso is None:
            if not term.business:
                yield _StatedEnd(1.2, term.start, None, words, span, 0.0)
            continue
        base, confidence = begins.day(term.end, span, dates)
        value = add_duration(base, term.iso) if base else None
        if value is not None and months_end is not None:
            value = value.replace(day=monthrange(value.year, value.month)[1])
        stated = words
        if term.mismatch:
            stated, confidence = f"{words} (words and figures differ／文字と数字が不一致)", 0.3
        yield _StatedEnd(1.5 if value else 1.2, term.start, value, stated, span, confidence)
    perpetual = _PERPETUAL.search(plain, span.start, span.end)
    if perpetual is not None and not re.search(r"\brenew", perpetual[0], re.I):
        yield _StatedEnd(0.9, perpetual.start(), None, words, span, 0.0)


def _dates(reading: DocumentReading, span: SentenceSpan) -> tuple[DateMention, ...]:
    """The sentence's dates, with one that its end cuts ("March 18. 2021") and one under a label ("End date:")."""
    labelled = reading.plain[span.start : span.end].rstrip().endswith(":")
    reach = span.end + (_UNDER_LABEL if labelled else _CUT)
    found = reading.dates_in(span.start, min(reach, len(reading.plain)))
    if labelled:
        return tuple(
            mention
            for mention in found
            if not reading.plain[span.end : mention.start].strip() or mention.start < span.end
        )
    return tuple(mention for mention in found if mention.start < span.end)


def _is_length(plain: str, term: TermMention, span: SentenceSpan) -> bool:
    before, after = (
        plain[max(span.start, term.start - 100) : term.start],
        plain[term.end : min(span.end, term.end + 60)],
    )
    if term.iso is not None and term.iso.endswith("D") and int(term.iso[1:-1]) < _FEW_DAYS:
        named = re.search(r"\b(?:term|period)\b", before[-40:], re.I)
        if named is None or int(term.iso[1:-1]) < _FEWEST_DAYS:
            return False
    if re.search(r"\bto[\s-]+\w+$", plain[term.start : term.end]):
        return False
    return (
        bool(_LENGTH_BEFORE.search(before))
        and not _NOT_LENGTH_BEFORE.search(before)
        and not _NOT_LENGTH_AFTER.match(after)
    )
