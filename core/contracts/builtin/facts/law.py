"""The governing law: whose law decides, as a country with its state.

Read from the sentence that says what the agreement is governed by; places that follow "conflict of laws", courts and
arbitration seats are not laws. Two laws give two facts, the one named first with the agreement itself before others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.evidence import from_span
from core.lexicon import Place, PlaceMention, places_in
from core.record import Fact

_DETERMINED = (
    r"\b(?:agreement|contract|validity|construction|rights)\b[^.;]{0,80}\b(?:determined|decided|read)\s+(?:under|by|"
    r"according\s+to|in\s+accordance\s+with)\s+the\s+laws?\b|"
    # "This contract falls under French law", "Questions about it will be answered by reference to the law of …"
    r"\b(?:this\s+(?:agreement|contract|letter|order|arrangement)|disputes?|questions?)\b[^.;:]{0,60}\b(?:falls?|determined|decided|"
    r"answered|judged|read)\s+(?:under|by\s+reference\s+to|according\s+to|in\s+accordance\s+with)\s+(?:the\s+)?(?:[a-z]+\s+){0,2}laws?\b|"
    r"\bparties\s+(?:have\s+)?(?:choose|chosen|agree\s+on|select)\s+(?:the\s+)?(?:[a-z]+\s+){0,2}laws?\b[^.;:]{0,50}\b(?:for|to\s+govern)\s+this\b"
)
# "English law applies.", "The laws of Germany apply to this letter", but none that apply to exports or personal data
_APPLIES = (
    r"(?<!\bexport\s)(?<!\btax\s)(?<!protection\s)(?<!privacy\s)(?<!consumer\s)(?<!employment\s)(?<!labor\s)(?<!labour\s)"
    r"(?<!securities\s)(?<!competition\s)(?<!mandatory\s)(?<!environmental\s)\blaws?\b[^.;:,]{0,60}\b(?:appl(?:y|ies)|controls?)\b(?=\s*(?:exclusively|only)?\s*(?:[.;,)]|$|and\b|to\s+(?:(?:the\s+whole\s+of|all\s+of|any\s+"
    r"(?:question|dispute|claim)s?\s+(?:about|under|from|arising\s+\w+(?:\s+of)?))\s+)?(?:this|it\b|our\s+(?:agreement|arrangement)|"
    r"the\s+(?:agreement|contract|arrangement|order)\b)))"
)
_ALSO = f"{_DETERMINED}|{_APPLIES}"
_GOVERNS = re.compile(
    r"\b(?:govern(?:ed|s|ing)?|construed|interpreted|enforced|subject\s+to|applicable\s+law|"
    r"in\s+accordance\s+with|choice\s+of\s+law|proper\s+law)\b"
    r"(?=[\s\S]*\blaws?\b)|\blaws?\b[\s\S]*\b(?:(?:shall|will|to)\s+(?:govern|apply|control)|governs?)\b|"
    r"\bgoverning\s+law\b|" + _ALSO,
    re.IGNORECASE,
)
_THIS_AGREEMENT = re.compile(
    r"\b(?:this|the)\s+(?:[\w-]+\s+){0,4}(?:agreement|contract|lease|deed|confirmation|amendment|addendum|terms|"
    r"instrument|letter)\b|"
    r"\bhereof\b|\bhereunder\b|\bgoverning\s+law\b|\brights\s+(?:and|or)\s+(?:duties|obligations)",
    re.IGNORECASE,
)
_GOVERNED_BY = re.compile(
    r"\bgoverned\b|\bconstrued\b|\binterpreted\b|\bgoverning\s+law\b|\b(?:shall|will)\s+(?:govern|apply|"
    r"control)|\bgoverns?\b|\bapplied\s+(?:pursuant|in\s+accordance)|\blaw\b[^.;]{0,60}\bapplies\b|"
    # "This Contract shall be subject to Dutch law"
    r"\bthis\s+(?:[\w-]+\s+){0,4}(?:agreement|contract|lease|deed)\b[^.;,]{0,40}\bsubject\s+to\s+(?:the\s+)?(?:\w+\s+){0,3}laws?\b|"
    + _DETERMINED
    + "|"
    + _APPLIES,
    re.IGNORECASE,
)
# a key term: "Governing law: Scotland"
_LABEL_WORDS = r"\W*(?:\d+(?:\.\d+)*\.?\s*)?(?:governing|applicable|proper)\s+law\s*[:–—-]\s*"
_LABEL = re.compile(_LABEL_WORDS, re.IGNORECASE)
_BESIDE = re.compile(r"[ \t]*\S")
_LABELLED = re.compile(
    _LABEL_WORDS + r"(?:the\s+)?(?:(?:state|commonwealth|province|republic)\s+of\s+)?(?:the\s+)?$", re.IGNORECASE
)
_BEFORE = re.compile(
    r"\b(?:laws?|statutes|legislation|code|jurisdiction)\b(?:[\s,]+(?:and|or)\s+(?:regulations|rules|statutes|"
    r"decisions|jurisdiction|usages))?[\s,]+"
    r"(?:(?:\([^()]{0,120}\)|(?:that|which|as)?\s*(?:are|is)?\s*(?:applicable|applied|in\s+(?:force|"
    r"effect))[^.;]{0,60}?|,?\s*(?:and\s+not|other\s+than|excluding|but\s+not|except)[^.;,]{0,80},|"
    r"\(?without[^.;]{0,120}?\)|"
    r"prevailing|substantive|internal|then|existing|domestic)[\s,]+){0,2}?(?:of|in|for|under)?[\s\"']*"
    r"(?:the\s+)?(?:(?:us\s+|u\.s\.\s+|american\s+)?(?:state|commonwealth|province|canadian\s+province|"
    r"territory|country|kingdom|republic|federal\s+republic)\s+of\s+)?(?:the\s+)?[\"']?$",
    re.IGNORECASE,
)
_MADE_IN = re.compile(
    r"\b(?:made|entered\s+into|accepted|executed|delivered)\s+(?:and\s+\w+\s+)?(?:by\s+(?:\w+\s+){1,3})?in\s+(?:the\s+)?(?:(?:state|"
    r"commonwealth|province)\s+of\s+)?$",
    re.IGNORECASE,
)
_THEREOF = re.compile(
    r"^[^.;]{0,120}\blaws\s+(?:thereof|of\s+(?:that|such|said)\s+(?:state|province|commonwealth|country))",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"^(?:\s*,?\s*(?:and/or|and|or|,|&)\s*(?:of\s+)?(?:the\s+)?(?:federal\s+)?(?:laws?\s+of\s+)?(?:the\s+)?(?:(?:state|"
    r"commonwealth|province|republic)\s+of\s+)?(?:the\s+)?|\s*,\s*)$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"^['\"]?(?:\s+state)?\s+(?:(?:substantive|internal|domestic|contract)\s+)?laws?\b", re.IGNORECASE)
_NOT_LAW = re.compile(
    r"\b(?:conflicts?|choice)\s+of\s+laws?\b[^.;]{0,60}$|\bcourts?\b[^.;]{0,40}$|\bwithout\s+(?:regard|"
    r"reference|giving|application|recourse|respect)\b[^.;]{0,90}$|"
    r"\b(?:exclud|other\s+than|except)\w*\b[^.;]{0,60}$|\barbitrat\w+\b[^.;]{0,60}$",
    re.IGNORECASE,
)
# "the laws, other than choice of law rules, of the State of …"
_RESUMES = re.compile(
    r"(?:,|\))\s*(?:of|by|under|in\s+accordance\s+with)\s+(?:the\s+)?(?:laws?\s+of\s+(?:the\s+)?)?(?:(?:state|"
    r"commonwealth|province)\s+of\s+)?$",
    re.IGNORECASE,
)
_AGREEMENT_FIRST = re.compile(
    r"\bthis\s+(?:[\w-]+\s+){0,3}(?:agreement|contract|lease)\b[^.;]{0,120}\b(?:governed|construed|interpreted)",
    re.IGNORECASE,
)
_OTHER_SUBJECT = re.compile(
    r"\b(?:corporate\s+law|securities\s+laws?|bankruptcy|trademark\s+act|export|tax\s+laws?|guarant(?:y|"
    r"ee)\s+shall|comply|compliance|organized|incorporated|"
    r"existing\s+under|validly)\b",
    re.IGNORECASE,
)
_DENIED_BEFORE = re.compile(
    r"\b(?:shall|will|is|are|does|do|must|may)\s+not\b[^.;,]{0,80}$|\b(?:and|but)\s+not\s+(?:by|under|to)\b[^.;,]{0,60}$|"
    r",\s*not\s+(?:by|under|to)\b[^.;,]{0,60}$|\b(?:rather\s+than|instead\s+of)\b[^.;,]{0,60}$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"[^.;,]{0,60}\b(?:shall|will|do|does)\s+not\s+(?:apply|govern|control)\b|"
    r"[^。、]{0,16}(?:(?:適用|準拠)(?:し|さ[れせ])?ない|(?:適用|準拠)しません|(?:に)?よら(?:ない|ず)|(?:適用を)?排除)",
    re.IGNORECASE,
)
_BLANK_LAW = re.compile(
    r"laws?\s+of\s+(?:the\s+)?(?:state\s+of\s+)?(?:_{2,}|\[[^\]A-Za-z]{0,20}\]|\[state\])", re.IGNORECASE
)
_JAPANESE = re.compile(r"準拠法|(?:法|法律|法令)(?:に準拠|により解釈|に従[いっ]|が適用|を適用|に基づき解釈)|準拠し")
_JAPANESE_LAW = re.compile(r"^(?:国)?(?:の)?(?:法(?:律|令)?)(?!人|務|廷|域)")


@dataclass(frozen=True, slots=True)
class _LawMention:
    place: Place
    start: int
    sentence: SentenceSpan
    rank: float


def find_law(reading: DocumentReading) -> tuple[Fact, ...]:
    """The governing law's facts, the preferred one first; one fact without value when the contract names none.

    `value` is the country, `detail` the state's English name. A law left blank has no value and its words in `detail`.
    """
    japanese = reading.document.language == "ja"
    laws = _japanese_laws(reading) if japanese else _english_laws(reading)
    facts: list[Fact] = []
    seen: list[Place] = []
    for law in sorted(laws, key=lambda law: (-law.rank, law.start)):
        if any(_same(law.place, other) for other in seen) or (facts and law.rank < 2):
            continue
        seen.append(law.place)
        confidence = (
            min(0.97, 0.6 + 0.12 * law.rank) * (1.0 if law.place.sure else 0.75) * (1.0 if len(seen) == 1 else 0.8)
        )
        facts.append(
            Fact(
                "governing_law", law.place.country, law.place.state, round(confidence, 3),
                from_span(reading.document, law.sentence.start, law.sentence.end),
            )
        )  # fmt: skip
    return tuple(facts) or (_blank(reading),)


def denied(words: str, start: int, end: int) -> bool:
    """Whether words say of a place that its law does not govern: "shall not be governed by the laws of India"."""
    return _DENIED_BEFORE.search(words[:start]) is not None or _DENIED_AFTER.match(words[end:]) is not None


def _same(place: Place, other: Place) -> bool:
    return place.country == other.country and (place.state == other.state or None in (place.state, other.state))


def _blank(reading: DocumentReading) -> Fact:
    match = _BLANK_LAW.search(reading.plain)
    if match is None:
        return Fact("governing_law", None)
    words = reading.words(match.start(), match.end())
    return Fact("governing_law", None, words, 0.0, from_span(reading.document, match.start(), match.end()))


def _english_laws(reading: DocumentReading) -> list[_LawMention]:
    found: list[_LawMention] = []
    for found_span in reading.sentences("governing_law", _GOVERNS):
        span = _with_labelled(reading, found_span)
        sentence = reading.plain[span.start : span.end]
        if not _GOVERNS.search(sentence) and not span.hinted:
            continue
        rank = _rank(sentence, span)
        if rank > 0:
            for place in _laws_of(sentence):
                start = span.start + place.start
                words = reading.sentence_at(start) if span == found_span else span
                found.append(_LawMention(place.place, start, words, rank))
    return found


def _with_labelled(reading: DocumentReading, span: SentenceSpan) -> SentenceSpan:
    """A label alone ("Governing law:") together with what stands beside it on its line."""
    if not _LABEL.fullmatch(reading.plain, span.start, span.end):
        return span
    place = _BESIDE.match(reading.plain, span.end)
    return span if place is None else replace(span, end=reading.sentence_at(place.end() - 1).end)


def _rank(sentence: str, span: SentenceSpan) -> float:
    rank = 0.0
    if _GOVERNED_BY.search(sentence):
        rank += 1.0
    if _THIS_AGREEMENT.search(sentence):
        rank += 1.0
    if _AGREEMENT_FIRST.search(sentence):
        rank += 1.0
    if span.hinted:
        rank += 0.5
    if _OTHER_SUBJECT.search(sentence) and not _AGREEMENT_FIRST.search(sentence):
        rank -= 1.5
    return rank if _GOVERNED_BY.search(sentence) else 0.0


def _laws_of(sentence: str) -> list[PlaceMention]:
    laws: list[PlaceMention] = []
    for place in places_in(sentence, adjectives=True):
        before, after = sentence[max(0, place.start - 260) : place.start], sentence[place.end : place.end + 40]
        if _NOT_LAW.search(before) and not _RESUMES.search(before):
            continue
        if denied(sentence, place.start, place.end):
            continue
        listed = bool(laws) and bool(_LIST.fullmatch(sentence[laws[-1].end : place.start]))
        named = _BEFORE.search(before) or _AFTER.match(after) or _LABELLED.match(sentence[: place.start])
        if not (listed or named or _of_that_state(sentence, place)):
            continue
        if listed and _refines(laws[-1].place, place.place):
            # "Ontario, Canada" and "the United States and the State of New York" are one law
            if laws[-1].place.state is None:
                laws[-1] = place
            continue
        laws.append(place)
    stated = {law.place.country for law in laws if law.place.state}
    return [law for law in laws if law.place.state or law.place.country not in stated]


def _of_that_state(sentence: str, place: PlaceMention) -> bool:
    """Whether a later "laws thereof" or "laws of that State" means this place."""
    return _MADE_IN.search(sentence[: place.start]) is not None and _THEREOF.search(sentence[place.end :]) is not None


def _refines(place: Place, other: Place) -> bool:
    if {place.state, other.state} == {"England", "Wales"}:
        return False
    return place.country == other.country and (place.state is None or other.state is None)


def _japanese_laws(reading: DocumentReading) -> list[_LawMention]:
    found: list[_LawMention] = []
    for span in reading.sentences("governing_law", _JAPANESE):
        sentence = reading.plain[span.start : span.end]
        if not _JAPANESE.search(sentence) or re.match(r"\s*[-・]", sentence):
            continue
        for place in places_in(sentence):
            if _JAPANESE_LAW.match(sentence[place.end :]) and not denied(sentence, place.start, place.end):
                rank = 2.0 + (1.0 if "準拠法" in sentence else 0.5) - (1.0 if "知的財産" in sentence else 0.0)
                start = span.start + place.start
                found.append(_LawMention(place.place, start, reading.sentence_at(start), rank))
    return found
