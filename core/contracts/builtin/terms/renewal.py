"""How an English contract is renewed, and how long before the end a party must speak to stop it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.terms.terms import TermMention, find_terms
from core.contracts.builtin.terms.whose_term import OwnTerm, Whose
from core.evidence import from_span
from core.record import Fact

# the same in plain words: "it carries on for another year", "rolls over", "is prolonged by two years"
_GOES_ON = (
    r"(?:carr(?:y|ies)\s+on\s+(?=for\b|from\b|in\s+force\b)|roll(?:s|ed)?\s+(?:over|on)\b|run(?:s|ning)?\s+on\b|prolong\w*|"
    r"lengthen\w*|repeats?\s+itself|continues?\s+for\s+(?=another\b|a\s+further\b))"
)
_RENEWS = re.compile(
    rf"\b{_GOES_ON}|"
    r"\b(?:(?:non-?)?renew\w*|extend(?:ed|s)?|extension|successive|additional\s+(?:\w+\s+){0,3}(?:terms?|periods?)|"
    r"year[\s-]+to[\s-]+year|month[\s-]+to[\s-]+month)\b",
    re.IGNORECASE,
)
_NO_RENEWAL = re.compile(
    r"\b(?:shall|will|may|does|is|can)\s+not\s+(?:be\s+)?(?:automatically\s+|subject\s+to\s+)?(?:renew|"
    r"extend)\w*|\bno\s+(?:automatic\s+)?(?:right|option|obligation)s?\s+(?:to|of)\s+(?:renew|extend)\w*|"
    r"\bnot\s+automatically\s+renew|\bwithout\s+(?:any\s+)?(?:renewal|extension)\b|\bnon-?renewable\b|"
    r"\bnot\s+(?:be\s+)?renewable\b",
    re.IGNORECASE,
)
_UNLESS_NOT = re.compile(
    r"\b(?:elect|elects|election|intent|intention|desire|wish|wishes|decision|option|determines?|notice|"
    r"notifies|notify|notif\w+|that|it|party|writing)\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_LENGTH_BEFORE = re.compile(
    r"\b(?:renew\w*|extend\w*|extension\w*|successive|additional|further|subsequent|thereafter|consecutive|"
    r"automatically|continue|another|prolong\w*|lengthen\w*|repeats?)\b[^.;]{0,130}$",
    re.IGNORECASE,
)
_NOT_LENGTH_AFTER = re.compile(
    r"^[\s'\")]*(?:following\b|prior|before|in\s+advance|advance|written|notice|after\b|from\s+receipt|to\s+cure)",
    re.IGNORECASE,
)
_NOTICE_BEFORE = re.compile(
    r"\b(?:at\s+least|not\s+less\s+than|no\s+less\s+than|not\s+later\s+than|no\s+later\s+than|"
    r"not\s+fewer\s+than|minimum\s+of|within|upon|by\s+giving|giving|gives?|with|prior|provid\w+|on|least|than|"
    r"notice|sooner|earlier|more\s+than|between|exceed\w*|delivered|written)\s*"
    r"(?:the\s+other\s+party\s+)?(?:a\s+|an\s+|of\s+|is\s+|in\s+writing\s+|writing\s+)*(?:a\s+)?(?:minimum\s+of\s+)?$",
    re.IGNORECASE,
)
_NOTICE_AFTER = re.compile(
    r"^[\s'\")]*(?:or\s+more\s+)?(?:(?:in\s+)?(?:advance|advanced|prior|written|previous|before|preceding|of|"
    r"the|calendar|in|written|days?|business|or\s+more|but\s+no\s+more\s+than[^,;.]{3,40})[\s,']*)*(?:notice|"
    r"notification|before|prior\s*(?:to)?|preceding|in\s+advance|advance|of\s+the\s+(?:end|expiration|date)|"
    r"from\s+the\s+(?:end|expiration)|notify|ahead\s+of)\b",
    re.IGNORECASE,
)
_ABOUT_END = re.compile(
    r"\b(?:expir\w+|end\s+of|renew\w*|anniversary|conclusion\s+of|termination\s+of\s+the\s+(?:then|initial|"
    r"current)|then[\s-]*(?:current|existing|effective)|initial\s+term|current\s+term|extension|extend\w*|"
    r"successive|term|its\s+end|(?:year|period|month)s?\s+(?:then\s+running\s+)?(?:ends?|(?:is|are)\s+(?:over|out|up)))\b",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"\bnot\s+(?:to\s+)?(?:be\s+)?(?:(?:so|automatically)\s+)?(?:renew|extend)\w*|\bnon-?\s?(?:renewal|"
    r"extension)|\b(?:unless|until)\b|\bterminat\w+|\bcancel\w*|\bdecline|\bcease|\bend\s+this|\bopt|"
    r"\brefus\w+\s+(?:(?:the|any|such|a)\s+)?(?:renewal|extension)|\b(?:should|to|may|can|must)\s+stop\b|\bpart(?:y|ies)\s+objects?\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\b(?:cure|breach|default|bankrupt\w*|insolven\w*|for\s+cause|invoice|payment|fees?\s+(?:increase|change)|"
    r"price|at\s+any\s+time|for\s+convenience|without\s+cause|for\s+any\s+reason)\b",
    re.IGNORECASE,
)
_MUTUAL = re.compile(
    r"\bmutual(?:ly)?\b|\bagreement\s+of\s+(?:both|the)\s+parties|\bwritten\s+(?:consent|agreement)\s+of", re.IGNORECASE
)
_OF_RIGHT = re.compile(
    r"\b(?:option|right|elect|elects|may\s+extend|entitled)\b|\bshall\s+(?:be\s+)?(?:renew|extend)", re.IGNORECASE
)
_OTHER = re.compile(
    r"\b(?:negotiat\w+|audit\w*|review\s+period|contract\s+year|\"(?:contract\s+)?year\"|cure|opposition|"
    r"statute|payments?|royalt\w+|publication|force\s+majeure|not\s+extend|extend\s+beyond|"
    r"confidential\w*|solicit|customers?\s+that|acceptance|testing|clickthroughs?|increase|survive|conversion|audit)\b",
    re.IGNORECASE,
)
# how a contract that runs on is ended, or whose term is not to be renewed, without the word
_RUNS_ON = re.compile(
    r"\b(?:thereafter|automatically|after\s+(?:that|which))\b[^.;]{0,60}\b(?:continue|remain)\w*\b[^.;]{0,60}\buntil\b[^.;]{0,80}\b(?:terminat\w+|cancel\w*|gives?)\b|"
    r"\b(?:continue|remain)\w*\b[^.;]{0,30}\bthereafter\b[^.;]{0,20}\b(?:until|unless)\b[^.;]{0,80}\b(?:terminat\w+|cancel\w*|gives?)\b|"
    r"\bnotice\b[^.;]{0,90}\bprior\s+to\s+(?:the\s+)?(?:expiration|end)\s+(?:date\s+)?of\s+(?:the|any|each)\s+(?:then[\s-]+)?"
    r"(?:initial|current|relevant|original|renewal|applicable|extended)\s+term\b",
    re.IGNORECASE,
)
_RENEWS_TERM = re.compile(
    r"\b(?:agreement|contract|term|lease|franchise|appointment|license|engagement|period|"
    r"it)\b[^.;]{0,140}\b(?:renew\w*|extend\w*|extension|continue\w*|(?:year|month)[\s-]+to[\s-]+(?:year|month))\b|"
    rf"\b(?:agreement|contract|term|lease|arrangement|appointment|engagement|it)\b[^.;]{{0,140}}\b{_GOES_ON}|"
    r"\b(?:renew\w*|extend\w*|extension\s+of)\b[^.;]{0,60}\b(?:agreement|contract|term|lease|franchise|"
    r"license)\b|\brenewal\s+(?:term|period)s?\b|\bright\s+of\s+renewal\b|\b(?:successive|additional)\b[^.;]{0,40}\b(?:terms?|periods?)\b",
    re.IGNORECASE,
)
_AUTOMATIC = re.compile(
    r"\bautomatic\w*|\b(?:shall|will)\s+(?:be\s+)?(?:deemed\s+)?(?:renew|extend|continue)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Term:
    rank: float
    term: TermMention
    span: SentenceSpan
    whose: Whose


def renewal(reading: DocumentReading, own: OwnTerm) -> tuple[Fact, Fact]:
    """The facts renewal_term and notice_period, as ISO 8601 durations with the sentence in `detail`.

    A contract that is not renewed, only if both parties agree then, or for a length that is not stated, has no value
    and those words in `detail`; so has a notice before the end of another term than the contract's.

    Args:
        reading: the document.
        own: what the contract calls itself.
    """
    renewals: list[_Term] = []
    notices: list[_Term] = []
    of_another: list[_Term] = []
    refused: SentenceSpan | None = None
    spoken: SentenceSpan | None = None
    for span in _spans(reading):
        text = reading.plain[span.start : span.end]
        if _defines(text):
            continue
        spoken_of = own.whose(span, _renews_at(reading.plain, span))
        if (
            spoken is None
            and spoken_of != "other"
            and (span.hinted or not _OTHER.search(text))
            and (_AUTOMATIC.search(text) or _RUNS_ON.search(text))
        ):
            spoken = span
        if _says_no(text) or (_MUTUAL.search(text) and not _AUTOMATIC.search(text) and not _OF_RIGHT.search(text)):
            if spoken_of != "other" and (span.hinted or not _OTHER.search(text)):
                refused = refused or span
            continue
        base = 2.0 if span.hinted else 0.0
        base -= 1.0 if _OTHER.search(text) else 0.0
        base += 1.0 if _AUTOMATIC.search(text) else 0.0
        base += 0.5 if re.search(r"\bthis\s+agreement\b|\bterm\b", text, re.I) else 0.0
        for term in find_terms(reading.plain, span.start, span.end):
            if (rank := _notice_rank(reading.plain, term, span)) > 0:
                whose = own.whose(span, term.start)
                (of_another if whose == "other" else notices).append(_Term(base + rank, term, span, whose))
            elif spoken_of != "other" and (rank := _renewal_rank(reading.plain, term, span)) > 0:
                renewals.append(_Term(base + rank, term, span, spoken_of))
    renewals = _of_contract([renewal for renewal in renewals if renewal.rank >= 1.5])
    notices = _of_contract(notices)
    notice = _chosen(reading, "notice_period", notices or of_another)
    if not notices:
        notice = replace(notice, value=None, confidence=0.0)
    return _renewal_fact(reading, renewals, refused or spoken), notice


def _of_contract(terms: list[_Term]) -> list[_Term]:
    """Without those of what the contract is about, where some are said to be of the contract itself."""
    own = any(term.whose == "own" for term in terms)
    return [term for term in terms if not (own and term.whose == "by_title")]


def _renews_at(plain: str, span: SentenceSpan) -> int:
    """Where the sentence's words of a renewal begin."""
    match = _AUTOMATIC.search(plain, span.start, span.end) or _RENEWS.search(plain, span.start, span.end)
    return match.start() if match else span.start


def _spans(reading: DocumentReading) -> Iterator[SentenceSpan]:
    seen: set[int] = set()
    for code in ("renewal_term", "notice_period"):
        for span in reading.sentences(code, _RENEWS):
            if span.start in seen or not _RENEWS.search(reading.plain, span.start, span.end):
                continue
            seen.add(span.start)
            if _RENEWS_TERM.search(reading.plain[span.start : span.end]):
                yield span
    for span in reading.spans:
        if span.start not in seen and _RUNS_ON.search(reading.plain, span.start, span.end):
            yield span


def _defines(text: str) -> bool:
    """Whether the sentence defines a year or a quarter by successive months."""
    return bool(re.search(r"\b(?:year|quarter|month)s?\"?\s+(?:shall\s+)?(?:means?|refers?|be)\b", text[:120], re.I))


def _says_no(text: str) -> bool:
    """Whether the sentence says that there is no renewal, rather than how to refuse one."""
    match = _NO_RENEWAL.search(text)
    if match is None or re.search(r"\b(?:unless|until|except|provided|if)\b", text, re.I):
        return False
    return not _UNLESS_NOT.search(text[: match.start()]) or "automatically" in match[0].lower()


def _renewal_rank(plain: str, term: TermMention, span: SentenceSpan) -> float:
    before, after = (
        plain[max(span.start, term.start - 140) : term.start],
        plain[term.end : min(span.end, term.end + 70)],
    )
    if term.iso is not None and term.iso.endswith("D") and int(term.iso[1:-1]) < 28:
        return 0.0
    last = max(
        (
            m.end()
            for m in re.finditer(
                r"\binitial\b|\bprior\b|\bnotice\b|\bat\s+least\b|\bwithin\b|\bfirst\b|\bcontinue\s+in\b|"
                r"\bremain\b|\bexceed\w*",
                before,
                re.I,
            )
        ),
        default=-1,
    )
    renews = [
        m.end()
        for m in re.finditer(
            r"\b(?:renew\w*|extended|extend\s+(?:the|this|it|for\s+(?:an\s+)?additional)|extension\w*|"
            r"successive|additional|further|another|subsequent|thereafter|consecutive|year-to-year|prolong\w*|lengthen\w*|repeats?)\b",
            before,
            re.I,
        )
    ]
    itself = bool(
        re.search(
            r"additional|successive|renew|extend|annual|further|another|subsequent|to[\s-]+(?:year|month)",
            plain[term.start : term.end],
            re.I,
        )
    )
    if not itself and (not renews or last > renews[-1]):
        return 1.0 if re.match(r"^[\s-]*(?:renewal|extension)\s+(?:term|period)", after, re.I) else 0.0
    if not itself and not (_LENGTH_BEFORE.search(before) and not _NOT_LENGTH_AFTER.match(after)):
        return 0.0
    return 1.5 + (
        0.5 if re.search(r"successive|additional|automatic", before + plain[term.start : term.end], re.I) else 0.0
    )


def _notice_rank(plain: str, term: TermMention, span: SentenceSpan) -> float:
    before, after = plain[max(span.start, term.start - 60) : term.start], plain[term.end : min(span.end, term.end + 90)]
    whole = plain[span.start : span.end]
    runs_on = _RUNS_ON.search(whole) is not None
    if not _NOTICE_AFTER.match(after) or not (runs_on or (_REFUSES.search(whole) and _ABOUT_END.search(whole))):
        return 0.0
    if not (
        _NOTICE_BEFORE.search(before)
        or re.match(r"^[\s'\")]*(?:days?\s+)?(?:or\s+more\s+)?(?:prior|before|advance|in\s+advance)", after, re.I)
    ):
        return 0.0
    clause = plain[max(span.start, term.start - 160) : min(span.end, term.end + 120)]
    rank = 1.0
    if re.search(r"\b(?:expir\w+|end\s+of|anniversary|renewal|then[\s-]*current|conclusion)\b", after, re.I):
        rank += 1.0
    if re.search(r"\bnot\s+(?:to\s+)?(?:be\s+)?(?:renew|extend)|non-?\s?(?:renewal|extension)", clause, re.I):
        rank += 1.0
    if _CAUSE.search(clause):
        rank -= 1.5
    return max(rank, 0.0)


def _renewal_fact(reading: DocumentReading, renewals: list[_Term], refused: SentenceSpan | None) -> Fact:
    if renewals or refused is None:
        return _chosen(reading, "renewal_term", renewals)
    words = reading.words(refused.start, refused.end)
    return Fact("renewal_term", None, words, 0.0, from_span(reading.document, refused.start, refused.end))


def _chosen(reading: DocumentReading, name: str, terms: list[_Term]) -> Fact:
    if not terms:
        return Fact(name, None)
    best = min(terms, key=lambda renewal: (-renewal.rank, renewal.term.start))
    text = reading.plain[best.span.start : best.span.end]
    confidence = min(0.95, 0.6 + 0.1 * best.rank) * (0.7 if name == "renewal_term" and _MUTUAL.search(text) else 1.0)
    words = reading.words(best.span.start, best.span.end, longest=300)
    if best.term.mismatch:
        words, confidence = f"{words} (words and figures differ／文字と数字が不一致)", 0.3
    if best.term.iso is None:
        confidence = 0.0
    return Fact(
        name, best.term.iso, words, round(confidence, 3), from_span(reading.document, best.span.start, best.span.end)
    )
