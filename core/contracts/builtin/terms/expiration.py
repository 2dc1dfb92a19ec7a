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
from datetime import date
from itertools import pairwise

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.dates_named import NamedDate
from core.contracts.builtin.dates.dates_numbers import ORDINAL, ordinal
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.terms.terms import TermMention, find_terms
from core.contracts.dates_arithmetic import add_duration
from core.evidence import from_span
from core.record import Fact

_VERB = (
    r"(?:(?:shall|will|is\s+to)\s+(?:be\s+)?(?:automatically\s+|initially\s+|thereafter\s+|"
    r"hereby\s+)?(?:commenc\w+|continu\w+|remain\w*|expire|terminate|end|begin|start|last|run|extend|"
    r"(?:be(?:come)?\s+)?(?:valid|effective|in\s+(?:full\s+)?(?:force|effect)|binding|for\b)|take\s+effect|"
    r"enter\s+into\s+force|come\s+into\s+(?:force|effect)|have\s+(?:(?:an?\s+)?(?:[\w()-]+\s+){0,4}?(?:term|duration)\b|effect\s+for\b))|"
    r"commences|continues|remains|expires|ends|terminates|begins|starts|lasts|runs|takes\s+effect|enters\s+into\s+force|(?:is|"
    r"becomes)\s+(?:made\s+)?(?:effective|valid|in\s+(?:full\s+)?(?:force|effect)|for\s+an?\b)|"
    r"has\s+an?\s+(?:[\w()-]+\s+){0,4}?(?:term|duration)\b|"
    r"(?:is|has\s+been|shall\s+be|will\s+be)\s+(?:hereby\s+)?(?:concluded|entered\s+into|made|signed|agreed)\s+for\b|"
    r"(?:shall|will)\s+(?:stay|endure))"
)
_NAME = (
    r"(?:agreement|contract|lease|appointment|franchise|engagement|arrangement|venture|amendment|"
    r"licen[cs]e\s+agreement)"
)
# what the end is said of: the agreement or its term as the subject of a verb, a heading, a definition
_SUBJECT = re.compile(
    r"(?<!during\sthe\s)(?<!throughout\sthe\s)(?<!of\sthe\s)(?<!following\sthe\s)(?<!after\sthe\s)"
    r"(?:"
    rf"\b(?:(?:initial|original|primary|contract|basic|first|service|maintenance|cooperation)\s+(?:term|period)|"
    rf"term|duration)\s*(?:\(?\"[^\"]{{1,30}}\"\)?\s*)?(?:of\s+(?:the\s+)?(?:this\s+|"
    rf"the\s+)?(?:[\w-]+\s+){{0,3}}{_NAME}\w*\s*)?(?:of\s+(?:the|our|"
    rf"your)\s+\w+\s*)?(?:\([^()]{{0,80}}\)\s*)?(?:and\s+the\s[^.;,]{{0,60}}?\s)?(?:,[^.;]{{0,120}},\s*)?(?:hereof\s+|thereof\s+)?(?:shall|will|is|commences?|begins?|starts?|expires?|ends?|continues?)\b|"
    rf"\b(?:this|the|said|present)\s+agreement\s+be\s+deemed\s+effective\b|"
    rf"\bperiod\s+of\s+(?:this|the)\s+(?:[\w-]+\s+){{0,2}}{_NAME}\s+(?:shall|will|is|commences?|begins?|starts?|ends?)\b|"
    rf"\b(?:this|the|said|present)\s+(?:[\w-]+\s+){{0,3}}(?:{_NAME}|promotion|(?-i:Joint\s+Venture)|"
    rf"(?-i:[A-Z]{{2,6}}))\b\s*(?:\([^()]{{0,80}}\)\s*)?(?:,[^.;]{{0,160}},\s*)?{_VERB}|"
    r"\"(?:initial\s+|contract\s+|agreement\s+|original\s+|service\s+)?(?:term|period)\"\s*(?:\)\s*)?(?:means|shall|will|is\b)|"
    r"^\W*(?:\d+(?:\.\d+)*\.?\s*|\([a-z0-9]{1,3}\)\s*)?(?:(?:article|section)\s+\w+\.?\s*)?(?:initial\s+|"
    r"contract\s+|agreement\s+)?(?:term|duration)(?:\s+of\s+(?:this\s+)?(?:agreement|contract))?\s*(?:[.:;-]|"
    r"and\s+terminat\w+)|"
    r"\b(?:expiration|expiry|termination|end)\s+date\s*\"?\s*(?::|means|shall|is\b)|\b(?:contract|initial|"
    r"distribution|agreement)\s+(?:distribution\s+)?(?:end|term|period)\s*:"
    r")",
    re.IGNORECASE,
)
# the agreement runs for a period that has a name and is defined elsewhere; a licence's or a warranty's is not its own
_RUNS_FOR = re.compile(
    rf"\b(?i:(?:this|the)\s+{_NAME}|term)\b[^.;]{{0,120}}?\b(?i:for|during|throughout|until|is|be|means)\s+(?i:the\s+)"
    r"(?i:(?:full\s+|entire\s+)?(?:duration|end|expiration|expiry|last\s+day)\s+of\s+the\s+)?"
    r"(?P<name>(?!Initial\b|Renewal\b|Extended\b|Extension\b|Licen[cs]e\b|Warranty\b|Support\b|Maintenance\b|Notice\b|"
    r"Restrict\w+|Exclusiv\w+|Transition\b|Cure\b|Subscription\b)[A-Z][A-Za-z-]+\s+(?:Period|Term|Duration))\b"
)
# words of a period without the agreement or its term as their subject: "April 15, 2000 through October 15, 2000"
_PERIOD_GIVEN = re.compile(
    r"^\W*(?:(?:from|commencing|beginning|starting)\s+)?(?:on\s+|as\s+of\s+)?[^.;]{0,40}?\b(?:19|20)\d\d\b[^.;]{0,20}"
    r"\b(?:through|to|until|thru|till|and\s+(?:ending|ends|expiring|expires))\b",
    re.IGNORECASE,
)
# who is taken on for a time: the agreement that says so runs as long, where nothing says it of the agreement
_TAKEN_ON = re.compile(
    r"\b(?:(?:appoint|engage|retain|employ|hire)s?|(?:is|are)\s+(?:hereby\s+)?(?:appointed|engaged|retained|employed|hired))\b"
    r"[^.;]{0,160}?\bfor\s+an?\s+(?:(?:initial|fixed)\s+)?(?:term|period)\s+of\b",
    re.IGNORECASE,
)
# a heading that stands alone before its sentence
_TERM_HEADING = re.compile(
    r"\W*(?:(?:article|section)\s+)?(?:[\divx]+(?:\.\d+)*[.):]?\s*|\(?[a-z]\)\s*)?(?:initial\s+|contract\s+)?(?:term|duration)"
    r"(?:\s+of\s+(?:this\s+|the\s+)?(?:agreement|contract))?\W*",
    re.IGNORECASE,
)
_DEFINES_TERM = re.compile(
    r"\(\s*(?:the\s+|herein\s+|hereinafter\s+(?:the\s+)?)?\"(?:initial\s+)?term\"|"
    r"\bfixed\s+term\b[^.;]{0,40}\bbeginning\b",
    re.IGNORECASE,
)
_TERM = re.compile(
    rf"\b(?:term|duration|expir\w+|period|contract\s+end|(?:termination|end)\s+date)\b|\b{_NAME}\b[^.;]{{0,240}}\b(?:commenc|continu|"
    rf"remain|expire|terminate|effective|effect|force|ends?\b|begin|valid)\w*\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:surviv\w+|confidential\w*|warrant\w*|non-?compet\w*|not\s+to\s+compete|insurance|"
    r"obligations?\s+under\s+this\s+(?:section|article)|sublicens\w*|work\s+orders?|"
    r"statement\s+of\s+work|purchase\s+orders?|option\s+to|securities|invoices?|audit|records|royalt\w+|solicit|"
    r"remodel|breach(?:ed|es)?|chairperson|while\s+this|thereafter\s+not|(?:non-?)?solicitation)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    r"\b(?:until|through|thru|expir(?:e|es|ing|ation)|ends?|ending|terminat(?:e|es|ing)|conclud(?:e|es|ing)|to|"
    r"expiration\s+date|expiry\s+date|termination\s+date|end\s+date|till)\b"
    r"(?:[\s,:\"'()-]|and\s+including|the\s+(?:earlier|earliest|"
    r"first)\s+(?:to\s+occur\s+)?of(?:\s+the\s+following)?|\((?:a|i|1|x)\)|as\s+of|shall\s+(?:be|mean|expire)|"
    r"will\s+(?:be|expire)|is\b|means\b|at\b|upon\b|on\b|of\b|the\b|midnight|noon|close\s+of\s+business|end\s+of|day|"
    r"\d\d?:\d\d|[ap]\.?m\.?|(?:eastern|pacific|central|local)(?:\s+standard)?\s+time|automatically|"
    r"without\s+notice|earlier|unless|its|term)*$",
    re.IGNORECASE,
)
_EARLIER = re.compile(r"\b(?:earlier|earliest|first)\b[^.;]{0,30}\bof\b", re.IGNORECASE)
_LATER = re.compile(
    r"\b(?:until|for|at|(?:end|terminate|expire)\w*(?:\s+\w+){0,3}?(?:\s+(?:on|upon|at))?)\s+(?:upon\s+|on\s+)?the\s+(?:later|latest|"
    r"longer|longest|last)\s+(?:to\s+occur\s+)?of\b",
    re.IGNORECASE,
)
_NOT_END = re.compile(
    r"\b(?:prior\s+to|before|after|no\s+earlier|not\s+later|amended|payment|paid|deliver\w*|renew\w*|extend\w*|"
    r"extension)\b[^.;,]{0,40}$",
    re.IGNORECASE,
)
_LENGTH_BEFORE = re.compile(
    r"(?:\b(?:term|period|force|effect|effective|continue|remain|last|run|duration|commence\w*|begin\w*|end\w*|"
    r"expir\w*|date|years?|agreement|is|be|for|of|until|extend|initial|valid|binding)\b[^.;]{0,70}|^\W{0,6}|"
    r"[:)\"]\s*)$",
    re.IGNORECASE,
)
_NOT_LENGTH_BEFORE = re.compile(
    r"\b(?:renew\w*|additional|successive|extension\w*|extended|further|upon|within|at\s+least|"
    r"not\s+less\s+than|no\s+less\s+than|least|(?:more|shorter)\s+than|exceed\w*|every|each|subsequent|least|by\s+giving|"
    r"with|prior|giving|option\w*|(?<!continue\s)(?<!continues\s)thereafter|"
    r"after\s+(?:the\s+)?(?:expiration|termination)|following\s+(?:the\s+)?(?:expiration|termination)|notice|"
    r"cure|default|during\s+the|first|last)\b[^.;]{0,55}$",
    re.IGNORECASE,
)
_NOT_LENGTH_AFTER = re.compile(
    r"^\W*(?:period\s+)?(?:(?:prior|advance|written)\b|notice|before\b|after\s+(?:the\s+)?(?:expiration|termination|receipt|"
    r"written|notice|such|delivery\s+of)|following\s+(?:the\s+|an?\s+)?(?:expiration|termination|receipt|written|notice)|in\s+advance|"
    r"to\s+cure|grace|renewal|extension|written)",
    re.IGNORECASE,
)
_KNOWN_BASE = re.compile(
    r"\beffective\s+date\b|\bdate\s+(?:hereof|of\s+this\s+(?:\w+\s+){0,2}(?:agreement|contract)|"
    r"first\s+(?:\w+\s+){0,3}(?:above|written)|of\s+(?:its\s+|the\s+)?(?:execution|signing|signature)|(?:this|"
    r"the)\s+agreement\s+(?:is|was)\s+(?:signed|executed))|"
    r"\bdate\s+(?:of\s+the\s+(?:agreement|contract)|signed)\b|"
    r"\b(?:execution|signing)\s+(?:of\s+this\s+agreement|hereof|date)|\bday\s+and\s+year\s+first|"
    r"\bcommencement\s+date\b|\bsigning\s+date\b|\bsuch\s+date\b|\bdate\s+set\s+forth\s+above\b|"
    r"\bhereof\b(?=\s+(?:and|unless|,|\())",
    re.IGNORECASE,
)
_AGREED_BASE = re.compile(
    r"hereof|this\s+(?:\w+\s+){0,2}(?:agreement|contract)|first|execution|signing|signature|signed|executed|above",
    re.IGNORECASE,
)
_DEFINED_HERE = re.compile(r"\(\s*(?:the\s+)?\"(?:effective|commencement)\s+date\"", re.IGNORECASE)
_FROM = re.compile(
    r"\b(?:from|after|following|commenc\w+|beginning|begins?|starting|starts?|of|on|as\s+of|upon|date)\b", re.IGNORECASE
)
_EVENT_BASE = re.compile(
    r"\b(?:from|after|following|commencing|beginning|starting|commences?|begins?|of|on|upon)\s+(?:on\s+|with\s+|"
    r"from\s+|upon\s+|as\s+of\s+)*(?:the\s+|its\s+|such\s+)?(?:date\s+(?:of|on|that|when|upon)\s+|day\s+(?:of|"
    r"on|that)\s+|completion|first|initial|launch|opening|closing|delivery|acceptance|approval|"
    r"commercial|expiration|regulatory|installation|receipt|go-live|(?:\w+\s+){1,3}date\b|\"|last)",
    re.IGNORECASE,
)
# "on the last day of the month fifteen years from": what is counted leads into that month
_MONTHS_END = re.compile(
    r"\b(?:last|final)\s+day\s+of\s+the\s+(?:calendar\s+)?month\s*,?\s*(?:(?:that|which)\s+(?:is|falls|occurs)\s+)?$",
    re.IGNORECASE,
)
_ANNIVERSARY = re.compile(
    rf"(?P<n>\d{{1,2}}\s?(?:s\s?t|n\s?d|r\s?d|t\s?h)|{ORDINAL})(?:\s*\(\s*\d+\s*(?:st|nd|rd|"
    rf"th)?\s*\))?\s+(?:(?:annual\s+)?anniversary\s+(?:of|from)|"
    r"(?P<year>(?:full\s+)?year\s+(?:following|after|from)))",
    re.IGNORECASE,
)
# "through the end of the fifth year following" a day that is known
_END_OF_YEAR = re.compile(
    r"\b(?:until|through|(?:expires?|ends?|terminates?)\s+(?:at|on|upon))\s+the\s+(?:end|last\s+day|expiration)\s+of\s+the\s+$",
    re.IGNORECASE,
)
# the year in which the agreement begins, where nothing else is said
_CALENDAR_YEAR = re.compile(
    r"\b(?:until|through)\s+(?:the\s+)?(?:end|last\s+day)\s+of\s+the\s+(?:current|then[\s-]*current)\s+calendar\s+year\b",
    re.IGNORECASE,
)
_PERPETUAL = re.compile(
    r"\b(?:in\s+perpetuity|perpetual(?:ly)?|indefinite(?:ly)?|no\s+(?:fixed|definite)\s+(?:term|expir\w+)|"
    r"(?:continue|remain|be|is)\b[^.;]{0,80}\b(?:until|unless(?:\s+and\s+until)?)\s+(?:it\s+is\s+|otherwise\s+|"
    r"earlier\s+|sooner\s+|so\s+)*(?:terminated|cancell?ed|termination))",
    re.IGNORECASE,
)


_LIST_FOLLOWS = re.compile(r"\b(?:earlier|earliest|first)\b[^.;:]{0,50}\bof\b[^.;:]{0,30}:$", re.IGNORECASE)
_FIRST_ITEM = re.compile(r"\s*\(?(?:a|i|1)[.)]", re.IGNORECASE)
_UNDER_LABEL = 60
_LONGEST_HEADING = 60
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


def expiration_date(reading: DocumentReading, agreed: NamedDate, effective: NamedDate) -> Fact:
    """The fact expiration_date: the date, with the words it was computed from in `detail`.

    None with words in `detail` where the contract runs without end, where its beginning or length is left blank, or
    where the end depends on an event.

    Args:
        reading: the document.
        agreed: its agreement date.
        effective: its effective date.
    """
    ends: list[_StatedEnd] = []
    named = _named_period(reading)
    for span in (*reading.sentences("expiration_date", _TERM), *_under_headings(reading)):
        span = _with_first_item(reading, span)
        text = reading.plain[span.start : span.end]
        subject = _SUBJECT.search(text) or _TAKEN_ON.search(text)
        subject = subject or (named.search(text) if named is not None else None)
        defined = _DEFINES_TERM.search(text)
        if subject is None and defined is None and not (span.hinted and _PERIOD_GIVEN.search(text)):
            continue
        rank = _rank(text, span)
        # what a sentence defines as "the Term" stands before those words
        later = span.start + (subject.start() if subject is not None and defined is None else 0)
        ends += [
            replace(end, rank=rank + end.rank) for end in _ends(reading, span, agreed, effective) if end.start >= later
        ]
    if not ends or max(end.rank for end in ends) < 2:
        return Fact("expiration_date", None)
    best = min(ends, key=lambda end: (-end.rank, end.start))
    evidence = from_span(reading.document, best.span.start, best.span.end)
    value = best.value.isoformat() if best.value else None
    return Fact("expiration_date", value, best.words, best.confidence if value else 0.0, evidence)


def _named_period(reading: DocumentReading) -> re.Pattern[str] | None:
    """The definition of a period by whose name the agreement's term is said: "continue for the Service Period"."""
    names = {" ".join(match["name"].split()) for match in _RUNS_FOR.finditer(reading.plain)}
    if not names:
        return None
    any_name = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in sorted(names))
    return re.compile(rf'"(?:{any_name})"\s*(?:\)\s*)?(?:means|shall\s+mean|shall\s+be|is\b|:)', re.IGNORECASE)


def _under_headings(reading: DocumentReading) -> Iterator[SentenceSpan]:
    """The sentences under a heading "Term" that stands alone, each with its heading before it."""
    for heading, span in pairwise(reading.spans):
        if heading.end - heading.start <= _LONGEST_HEADING and _TERM_HEADING.fullmatch(
            reading.plain, heading.start, heading.end
        ):
            yield replace(span, start=heading.start)


def _with_first_item(reading: DocumentReading, span: SentenceSpan) -> SentenceSpan:
    """A sentence that ends with a colon together with the first item of its list: "… the earlier of: (a) 31 July"."""
    text = reading.plain[span.start : span.end].rstrip()
    if not _LIST_FOLLOWS.search(text):
        return span
    following = reading.sentence_at(min(span.end + 8, len(reading.plain)))
    first = _FIRST_ITEM.match(reading.plain, following.start, following.end)
    if following.start < span.end or first is None:
        return span
    return replace(span, end=following.end)


def _rank(text: str, span: SentenceSpan) -> float:
    rank = 1.5 if span.hinted else 1.0
    if re.search(
        rf"\bthis\s+(?:[\w-]+\s+){{0,3}}{_NAME}\b|\binitial\s+term\b|\"term\"|\b(?:expiration|"
        rf"termination)\s+date\b|^\W*[\d.]*\s*(?:initial\s+)?term\b",
        text,
        re.I,
    ):
        rank += 1.0
    if re.search(r"\bcommenc\w+|\bbegin\w*|\beffective\b|\bremain\b|\binitial\s+(?:term|period)\b", text, re.I):
        rank += 0.3
    if _ASIDE.search(text):
        rank -= 1.3
    return rank


def _ends(
    reading: DocumentReading, span: SentenceSpan, agreed: NamedDate, effective: NamedDate
) -> Iterator[_StatedEnd]:
    plain = reading.plain
    later = _LATER.search(plain, span.start, span.end)
    if later is not None:
        # the later of a day and an event has no day yet
        yield _StatedEnd(1.7, later.start(), None, reading.words(span.start, span.end), span, 0.0)
        return
    dates = _dates(reading, span)
    for mention in dates:
        before = plain[max(span.start, mention.start - 90) : mention.start]
        if _UNTIL.search(before) and not _NOT_END.search(before):
            words = reading.words(span.start, span.end)
            bounded = _EARLIER.search(before)
            confidence = 0.7 if mention.ambiguous or bounded else 0.9
            yield _StatedEnd(
                2.0 if mention.form == "date" else 1.6, mention.start, mention.value, words, span, confidence
            )
    for anniversary in _ANNIVERSARY.finditer(plain, span.start, span.end):
        digits = re.match(r"\d+", anniversary["n"])
        number = int(digits[0]) if digits else ordinal(anniversary["n"])
        before = plain[max(span.start, anniversary.start() - 60) : anniversary.start()]
        if anniversary["year"] and not (
            _END_OF_YEAR.search(before)
            and _KNOWN_BASE.search(plain, anniversary.end(), min(span.end, anniversary.end() + 40))
        ):
            continue
        if number and not re.search(
            r"\b(?:after|following|each|every|prior\s+to|before|from|with\s+effect\s+from)\s+(?:the\s+)?$", before, re.I
        ):
            base, confidence = _base(plain, anniversary.end() - 3, span, dates, agreed, effective)
            value = add_duration(base, f"P{number}Y") if base else None
            yield _StatedEnd(
                1.8 if value else 1.0, anniversary.start(), value, reading.words(span.start, span.end), span, confidence
            )
    for term in find_terms(plain, span.start, span.end):
        months_end = _MONTHS_END.search(plain, max(span.start, term.start - 100), term.start)
        if months_end is None and not _is_length(plain, term, span):
            continue
        if term.iso is None:
            if not term.business:
                yield _StatedEnd(1.2, term.start, None, reading.words(span.start, span.end), span, 0.0)
            continue
        base, confidence = _base(plain, term.end, span, dates, agreed, effective)
        value = add_duration(base, term.iso) if base else None
        if value is not None and months_end is not None:
            value = value.replace(day=monthrange(value.year, value.month)[1])
        words = reading.words(span.start, span.end)
        if term.mismatch:
            words, confidence = f"{words} (words and figures differ／文字と数字が不一致)", 0.3
        yield _StatedEnd(1.5 if value else 1.2, term.start, value, words, span, confidence)
    year = _CALENDAR_YEAR.search(plain, span.start, span.end)
    if year is not None and (base := effective.value or agreed.value) is not None:
        yield _StatedEnd(1.5, year.start(), date(base.year, 12, 31), reading.words(span.start, span.end), span, 0.8)
    perpetual = _PERPETUAL.search(plain, span.start, span.end)
    if perpetual is not None and not re.search(r"\brenew", perpetual[0], re.I):
        yield _StatedEnd(0.9, perpetual.start(), None, reading.words(span.start, span.end), span, 0.0)


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


def _base(
    plain: str, end: int, span: SentenceSpan, dates: tuple[DateMention, ...], agreed: NamedDate, effective: NamedDate
) -> tuple[date | None, float]:
    """The day from which a length counts, with confidence; None where it is an event, blank or unknown."""
    # lines drawn with hyphens under words are no words
    plain = re.sub(r"-{3,}", lambda line: " " * len(line[0]), plain[: span.end])
    after = plain[end : min(span.end, end + 140)]
    stop = re.search(r"[.;](?=\s)|\bunless\b|\brenew", after)
    after = after[: stop.start()] if stop else after
    for piece, near in ((after, True), (plain[span.start : end], False)):
        offset = end if near else span.start
        for mention in dates:
            local = mention.start - offset
            if (
                0 <= local < len(piece)
                and _FROM.search(piece[max(0, local - 40) : local])
                and not _UNTIL.search(piece[:local])
            ):
                return mention.value, 0.9
        known = _KNOWN_BASE.search(piece)
        event = (
            _EVENT_BASE.search(piece)
            if near
            else re.search(
                r"\b(?:commence|begin|start|effective)\w*\s+(?:on|upon|as\s+of|from|"
                r"with)\s+(?:the\s+)?+(?!effective|commencement|such|execution|its\s+execution|\d|\w+\s+\d|"
                r"date\s+(?:hereof|of\s+this|first)|execution|signing)\w+",
                piece,
                re.I,
            )
        )
        if known is not None and (event is None or known.start() <= event.end() + 12):
            if _AGREED_BASE.search(known[0]):
                return agreed.value or effective.value, 0.85
            if effective.value is not None or (near and not _DEFINED_HERE.search(plain[span.start : end])):
                return effective.value, 0.85
            if near:
                continue
            return None, 0.0
        if event is not None:
            return None, 0.0
    return effective.value or agreed.value, 0.65
