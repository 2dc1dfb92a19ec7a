"""The day on which an English contract takes effect.

It needs words that say so; where it is defined as the date of the agreement, it is that date with those words as
evidence. What takes effect beside the agreement (a price list, an insurance) is not it.
"""

from __future__ import annotations

import re

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.dates.dates_named import of_another_agreement
from core.contracts.builtin.dates.effective_japanese import japanese_effective
from core.contracts.builtin.dates.named_date import NamedDate, blank_fact, dated_fact
from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.preamble import Preamble
from core.contracts.builtin.terms.term_sentences import term_sentences
from core.contracts.builtin.terms.whose_japanese import OwnJapaneseTerm
from core.evidence import from_span
from core.record import Fact

_EFFECTIVE_AFTER = re.compile(
    r"^[\s,;)]*(?:[(\"]\s*|(?:(?:which|such)\s+date|hereinafter|herein|referred|"
    r"being)\b)[^.;]{0,60}?\"?\s*\beffective\s?date\b",
    re.IGNORECASE,
)
_EFFECTIVE_BEFORE = re.compile(
    r"(?:\beffective\s+date\b\"?\s*(?:\)\s*)?(?:of\s+this\s+(?:\w+\s+){0,3}(?:agreement|contract|amendment|"
    r"lease)\s*)?(?:\"\s*)?(?::|means|shall\s+mean|shall\s+be|is|will\s+be|,|-|as\s+of|of)*\s*"
    r"(?:(?:the|this|on|as\s+of|deemed|to\s+be|hereby|shall\s+mean|be:|12:01|[ap]\.?m\.?,?|(?:eastern|pacific|"
    r"central)(?:\s+standard|\s+daylight)?\s+time,?)\s+)*|"
    r"\b(?:(?:shall|will|to)\s+(?:be|become|take)\s+effect(?:ive)?|(?:is|are|becomes?|made|"
    r"made\s+and)\s+effective|with\s+effect|retroactive(?:ly)?(?:\s+effective)?\s+to|effective\s+retroactive(?:ly)?\s+to|"
    r"deemed\s+to\s+have\s+(?:commenced|begun|started|taken\s+effect|become\s+effective|come\s+into\s+(?:force|effect|operation))|"
    r"appl(?:y|ies)\s+(?:on\s+and\s+)?(?=from)|have\s+effect|made\s+and\s+entered\s+into\s+(?:and\s+)?effective|effective|takes?\s+effect|"
    r"comes?\s+into\s+(?:force|effect|operation)|"
    r"enters?\s+into\s+(?:force|effect))\s*,?\s*(?:with\s+effect\s+)?(?:as\s+of|as\s+from|on|from|upon|this|"
    r"the|commencing|beginning|and|dated|date|:)*(?:\s+(?:as\s+of|on|the|this|from|of|day))*\s*|"
    r"(?:\bcommencement|\bstart(?:ing)?)\s+date\b[^.;\d]{0,30}?\"?\s*(?:\)\s*)?(?::|means|shall\s+mean|"
    r"shall\s+be|will\s+be|is)?\s*|\bcontract\s+start\s*:\s*)_?$",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?:\b(?:this|the)\s+(?:initial\s+|contract\s+|original\s+|effective\s+)?(?:agreement|contract|term|appointment|"
    r"duration|promotion|(?-i:Joint\s+Venture))\b|\"(?:initial\s+)?(?:term|contract\s+period)\")[^.;]{0,70}?"
    r"\b(?:commenc(?:e|es|ing)|begins?|beginning|starts?|starting)(?:\s+effective)?\s+(?:on|as\s+of|"
    r"from)?\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_SIGNED_EFFECTIVE = re.compile(r"\bsigned\s+and\s+effective\s+(?:as\s+of\s+|on\s+)?(?:this\s+|the\s+)?$", re.IGNORECASE)
# the day that an agreement calls its own: "the date first above written", "the date on which it is signed"
_ITS_DATE = (
    r"(?:the\s+)?(?:date\s+(?:of\s+th(?:is|e)\s+(?:\w+\s+){0,2}?(?:agreement|contract|letter)|hereof|"
    r"(?:and\s+year\s+)?first\s+(?:written|set\s+forth|above|listed|mentioned|stated|shown|appearing|indicated|specified|referred)[^.;\"]{0,30}|"
    r"of\s+(?:its\s+|the\s+)?(?:execution|signing|signature)(?:\s+of\s+this\s+agreement|\s+hereof)?|"
    r"(?:and\s+year\s+)?(?:above\s+(?:written|stated|mentioned)|(?:set\s+forth|set\s+out|stated|specified|written|shown|indicated|appearing|given)\s+"
    r"(?:above\b|(?:in|at|on)\s+the\s+(?:preamble|introductory|introduction|heading|beginning|top|head|start|outset|"
    r"(?:first|opening|cover|front|initial)\s+(?:paragraph|page|sentence|line))))[^.;\"]{0,40}|"
    r"(?:(?:on|as\s+of)\s+which\s+)?(?:it|this\s+agreement|the\s+agreement)\s+(?:is|was|has\s+been|shall\s+have\s+been)\s+(?:fully\s+|duly\s+|first\s+)?"
    r"(?:dated|executed|signed|made|entered\s+into)(?![^.;]{0,60}\blast\b)[^.;\"]{0,50})|"
    r"(?:execution|signing|signature|agreement)\s+date\b|"
    r"(?:its\s+|due\s+|full\s+|mutual\s+|the\s+)?(?:execution|signing|signature)(?:\s+and\s+delivery)?\s+(?:hereof|of\s+this\s+(?:agreement|contract)|"
    r"by\s+(?:both|all|each|the)\s+(?:of\s+the\s+)?(?:\w+\s+)?part(?:y|ies))|"
    r"day\s+and\s+(?:year|date)\s+(?:first|above|set\s+forth\s+above)[^.;\"]{0,30}|first\s+date\s+(?:written|set\s+forth)\s+above)"
)
_AS_DATED = re.compile(
    r"(?:\"?\beffective\s+date\b\"?\s*\)?\s*(?:of\s+this\s+agreement\s*)?(?:means|shall\s+mean|shall\s+be|is|:|,)?|"
    r"\bagreement\b[^.;]{0,60}\b(?:shall\s+(?:be|become)|is|becomes?|made|to\s+be|"
    r"entered\s+into)\s+effective\s*(?:as\s+of|on|from|upon)?|\beffective\s+as\s+of|"
    r"\b(?:this\s+(?:agreement|contract)|(?:the|initial)\s+(?:initial\s+)?\"?term\"?(?:\s+of\s+this\s+\w+)?)\s*"
    r"(?:\([^()]{0,40}\)\s*)?(?:(?:shall|will)\s+(?:be\s+for\s+an?\s[^.;]{3,60}?)?)?[^.;\"]{0,60}?\b(?:commenc(?:e|es|ing)|begins?|"
    r"starts?|enters?\s+into\s+(?:effect|force)|comes?\s+into\s+(?:effect|force)|takes?\s+effect)\s+"
    r"(?:on|upon|as\s+of|from))\s*(?:on\s+)?"
    rf"{_ITS_DATE}",
    re.IGNORECASE,
)
# "March 1, 2020 (the "Commencement Date")"
_COMMENCES_AFTER = re.compile(
    r"^[\s,;)]*(?:\(|hereinafter|herein|being)[^.;\"]{0,40}\"(?:the\s+)?(?:agreement\s+)?(?:commencement|start)\s+date\"",
    re.IGNORECASE,
)
# "Term: March 1, 2020 - …", "Contract period: from 1 April 2014 to …"
_TERM_LABEL = re.compile(
    r"(?:^|\n|\s{2}|[.)]\s)\W*(?:\d+(?:\.\d+)*\.?\s*)?(?:the\s+)?(?:(?:initial|contract|agreement)\s+)?(?:term|period|duration)"
    r"(?:\s+of\s+(?:performance\s+of\s+)?(?:this\s+|the\s+)?(?:agreement|contract|appointment|engagement))?\s*(?:[:.\n-]|is|shall\s+be)\s*"
    r"(?:(?:from|commencing|beginning|starting|effective)\s+)?(?:on\s+)?$",
    re.IGNORECASE,
)
_TO_ITS_END = re.compile(
    r"^\s*(?:-|to\b|through\b|until\b|till\b|,?\s*and\s+(?:ending|expiring|continuing)\b)", re.IGNORECASE
)
# "Beginning on September 1, 2017, this Agreement shall run"
_OPENS = re.compile(
    r"\b(?:beginning|commencing|starting|effective|with\s+effect)\s+(?:on|as\s+of|from)?\s*(?:the\s+)?$", re.IGNORECASE
)
_THEN_RUNS = re.compile(
    r"^\s*,?\s*(?:and\s+)?this\s+(?:\w+\s+){0,2}agreement\s+(?:shall|will|is|runs)\b", re.IGNORECASE
)
# what takes effect beside the agreement
_OTHER_THING = re.compile(
    r"\b(?:insurance|polic(?:y|ies)|prices?|price\s+list|fees?|rates?|registration|termination|resignation|acqui\w+|merger|"
    r"change|increase|statute|law|regulation|assignment)\b[^.;,]{0,50}$",
    re.IGNORECASE,
)
_DEFINED_OTHERWISE = re.compile(
    r"\(\s*(?:the\s+|hereinafter\s+(?:the\s+)?)?\"(?:effective\s+date)\"\s*\)|\"effective\s+date\"\s+(?:means|"
    r"shall\s+mean|is|shall\s+be)\s+[^.;]{5,160}",
    re.IGNORECASE,
)
_AS_SIGNED = re.compile(
    r"\bas\s+of\s+the\s+(?:date\s+last\s+(?:written|signed)|last\s+date)[^.;]{0,40}\"(?:the\s+)?effective\s+date\"|"
    r"\b(?:enter\s+into\s+effect|take\s+effect|takes\s+effect|effective)\b[^.;]{0,20}\b(?:(?:date|day)\s+(?:it|on\s+which\s+it)\s+is"
    r"\s+signed\s+by\s+both|signatures?(?:\s+and\s+seals?)?\s+of\s+both)[^.;]{0,30}|"
    r"(?:\beffective\s+date\b[^.;]{0,60}|\beffective\b[^.;]{0,40})\b(?:last|latest|later|"
    r"both)\b[^.;]{0,40}\b(?:date|dates|sign\w*|execut\w*|part(?:y|ies))\b[^.;]{0,60}",
    re.IGNORECASE,
)
_AS_BELOW = re.compile(
    r"\beffective\s+(?:as\s+of|on|from)\s+the\s+(?:day\s+and\s+)?date\s+(?:set\s+forth|set\s+out|written|shown|stated|"
    r"indicated|appearing|noted|entered|signed)\s+(?:\w+\s+){0,3}below\b",
    re.IGNORECASE,
)
_COMMENCING = re.compile(
    r"\b(?:commenc\w+|beginning|begins?|starting|starts?|effective|from|in\s+(?:force|effect)|with\s+effect)\s+"
    r"(?:(?:effective|on|as\s+of|as\s+from|from|the|and\s+from)\s+)*$",
    re.IGNORECASE,
)
_LATER_TERM = re.compile(r"\b(?:renew\w*|extend\w*|extension|successive|additional|payment|invoice)\b", re.IGNORECASE)
# "Work under this SOW begins on …": the work, not the agreement
_WORK_UNDER_IT = re.compile(
    r"\b(?:work|services?|deliver(?:y|ies)|performance|payments?)\s+(?:under|pursuant\s+to)\s+th(?:is|e)\b", re.I
)
_PLAIN_TERM = 1.8
_AGREEMENT = re.compile(
    r"\b(?:this|the)\s+(?:\w+\s+){0,2}(?:agreement|contract|lease|franchise|amendment|appointment)\b|"
    r"\bthis\s+(?:\w+\s+)?(?:letter|memorandum|deed)\b",
    re.IGNORECASE,
)


def effective_date(reading: DocumentReading, preamble: Preamble, agreed: NamedDate, title: str = "") -> NamedDate:
    """The day on which the contract takes effect, as fact effective_date; None where no words say so.

    Args:
        reading: the document.
        preamble: where its preamble stands.
        agreed: the agreement date, for an effective date defined by it.
        title: what the contract calls itself, to tell its own term from others; empty where that is not known.
    """
    name = "effective_date"
    if reading.document.language == "ja":
        return japanese_effective(reading, agreed, OwnJapaneseTerm(reading, title))
    blank: DateMention | None = None
    candidates: list[tuple[float, DateMention]] = []
    for mention in reading.dates:
        rank = _effective_rank(reading, mention, preamble)
        if rank > 0:
            candidates.append((rank, mention))
    candidates = candidates or _begins_with_term(reading)
    for rank, mention in sorted(candidates, key=lambda pair: (-pair[0], pair[1].start)):
        if mention.form == "date":
            return dated_fact(reading, name, mention, rank)
        blank = blank or mention
        if rank >= 0.9:
            return blank_fact(reading, name, mention)
    as_dated = _AS_SIGNED.search(reading.plain) if agreed.signed else None
    as_dated = as_dated or _AS_DATED.search(reading.plain) or _dated_below(reading, agreed)
    if as_dated is not None and agreed.fact.detail is not None:
        evidence = from_span(reading.document, as_dated.start(), as_dated.end())
        words = f"{reading.words(as_dated.start(), as_dated.end())}: {agreed.fact.detail}"
        value = agreed.value.isoformat() if agreed.value else None
        return NamedDate(agreed.value, Fact(name, value, words, 0.85 if value else 0.0, evidence))
    if blank is None:
        otherwise = _DEFINED_OTHERWISE.search(reading.plain)
        if otherwise is not None:
            sentence = reading.sentence_at(otherwise.start())
            words = reading.words(sentence.start, sentence.end)
            return NamedDate(
                None, Fact(name, None, words, 0.0, from_span(reading.document, sentence.start, sentence.end))
            )
    return blank_fact(reading, name, blank)


def _dated_below(reading: DocumentReading, agreed: NamedDate) -> re.Match[str] | None:
    """The words that make an agreement effective as of the date below them, where its date stands below them."""
    match = _AS_BELOW.search(reading.plain)
    evidence = agreed.fact.evidence
    below = match is not None and evidence is not None and evidence.start is not None and evidence.start >= match.end()
    return match if below else None


def _effective_rank(reading: DocumentReading, mention: DateMention, preamble: Preamble) -> float:
    plain = reading.plain
    before = plain[max(0, mention.start - 160) : mention.start]
    after = plain[mention.end : mention.end + 120]
    if of_another_agreement(before):
        return 0.0
    if _EFFECTIVE_AFTER.match(after):
        return 0.95
    if _SIGNED_EFFECTIVE.search(before):
        return 0.85
    inside = preamble.start <= mention.start < preamble.end
    sentence = plain[max(reading.sentence_at(mention.start).start, mention.start - 160) : mention.start]
    if _COMMENCES_AFTER.match(after) and (inside or _AGREEMENT.search(sentence)):
        return 0.8
    match = _EFFECTIVE_BEFORE.search(before)
    if match is None:
        return 0.75 if _begins_there(before, after) else 0.0
    if _OTHER_THING.search(before[: match.start()]):
        return 0.0
    if re.search(r"effective\s+date", match[0], re.I):
        return (
            0.92 if inside or re.search(r"\bagreement\b|\"effective|effective\s+date\s*\"?\s*:", before, re.I) else 0.85
        )
    if inside:
        return 0.93 if re.search(r"\bentered\s+into\s+(?:and\s+)?effective", match[0], re.I) else 0.9
    if re.search(r"\bcontract\s+start|\"?commencement\s+date\b\"?\s+(?:means|shall\s+mean|is)", match[0], re.I):
        return 0.78
    return 0.8 if _AGREEMENT.search(sentence) else 0.0


def _begins_with_term(reading: DocumentReading) -> list[tuple[float, DateMention]]:
    """The day on which a sentence on the agreement's own term lets it begin: "a term of two years commencing May 1"."""
    for sentence in term_sentences(reading):
        if sentence.rank < _PLAIN_TERM:
            continue
        for mention in reading.dates_in(sentence.later, sentence.span.end):
            before = reading.plain[max(sentence.later, mention.start - 90) : mention.start]
            if _WORK_UNDER_IT.search(reading.plain, sentence.span.start, mention.start):
                continue
            if mention.form == "date" and _COMMENCING.search(before) and not _LATER_TERM.search(before):
                return [(0.7, mention)]
    return []


def _begins_there(before: str, after: str) -> bool:
    """Whether the agreement or its term is said to begin on the date between the two."""
    if _BEGINS.search(before):
        return True
    if _TERM_LABEL.search(before) and _TO_ITS_END.match(after):
        return True
    return bool(_OPENS.search(before) and _THEN_RUNS.match(after))
