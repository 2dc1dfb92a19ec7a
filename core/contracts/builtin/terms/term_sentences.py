"""The sentences of an English contract that speak of the contract's own term, and how plainly they do.

A licence, a warranty or a duty of secrecy inside the contract may have a term of its own; what is said of the
agreement or its term as the subject of a verb, under a heading "Term" or as a definition counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from core.contracts.builtin.dates.dates_numbers import CARDINAL
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan

_VERB = (
    r"(?:(?:shall|will|is\s+to)\s*(?:,[^.;]{3,160}?,\s*)?\s*(?:be\s+)?(?:deemed\s+(?:to\s+(?:be\s+|have\s+)?)?)?(?:automatically\s+|initially\s+|thereafter\s+|"
    r"hereby\s+|only\s+|subsequently\s+)?(?:commenc\w+|continu\w+|remain\w*|expire|terminate|end|begin|start|last|run|extend(?!ed)|"
    r"conclude|subsist|lapse|operate|cover|come\s+to\s+an\s+end|have\s+force|"
    r"(?:be(?:come)?\s+)?(?:valid|effective|in\s+(?:full\s+)?(?:force|effect|operation)|binding|good|for\b)|take\s+effect|"
    r"enter\s+into\s+(?:force|effect)|come\s+into\s+(?:force|effect)|"
    r"have\s+(?:(?:an?\s+)?(?:[\w()-]+\s+){0,4}?(?:term|duration)\b|effect\s+for\b))|"
    r"commences|continues|remains|expires|ends|terminates|begins|starts|lasts|runs|concludes|subsists|lapses|stays|endures|"
    r"comes\s+to\s+an\s+end|covers|takes\s+effect|enters\s+into\s+(?:force|effect)|comes\s+into\s+(?:force|effect)|(?:is|"
    r"becomes)\s+(?:made\s+)?(?:effective|valid|binding|good|in\s+(?:full\s+)?(?:force|effect)|for\s+(?:an?|the|\d+|one|two|three|four|five|ten)\b)|"
    r"has\s+an?\s+(?:[\w()-]+\s+){0,4}?(?:term|duration)\b|"
    r"(?:is|has\s+been|shall\s+be|will\s+be)\s+(?:hereby\s+)?(?:concluded|entered\s+into|made|signed|agreed)\s+for\b|"
    r"(?:shall|will)\s+(?:stay|endure|stand))"
)
_NAME = (
    r"(?:agreement|contract|lease|appointment|franchise|engagement|arrangement|venture|amendment|employment|distributorship|"
    r"licen[cs]e\s+agreement)"
)
# what the end is said of: the agreement or its term as the subject of a verb, a heading, a definition
_SUBJECT = re.compile(
    r"(?<!during\sthe\s)(?<!throughout\sthe\s)(?<!of\sthe\s)(?<!following\sthe\s)(?<!after\sthe\s)"
    r"(?:"
    rf"\b(?:(?:initial|original|primary|contract|basic|first|service|maintenance|cooperation)\s+(?:term|period)|"
    rf"term|duration)\s*(?:\(?\"[^\"]{{1,30}}\"\)?\s*)?(?:of\s+(?:the\s+)?(?:this\s+|"
    rf"the\s+)?(?:[\w-]+\s+){{0,3}}{_NAME}\w*\s*)?(?:of\s+(?:the|our|"
    rf"your|this)\s+(?:[\w-]+\s+){{0,6}}?)?(?:\([^()]{{0,80}}\)\s*)?(?:and\s+the\s[^.;,]{{0,60}}?\s)?(?:,[^.;]{{0,120}},\s*)?(?:hereof\s+|thereof\s+)?(?:(?:shall|will|is)(?!\s+(?:automatically\s+)?(?:be\s+)?(?:automatically\s+)?(?:extended|renewed?)\b)|commences?|begins?|starts?|expires?|ends?|continues?|runs?|extends?|lasts?|"
    rf"covers?|consists?|means|to\s+(?:be|run|commence))\b|"
    rf"\b(?:this|the|said|present)\s+agreement\s+be\s+deemed\s+effective\b|"
    rf"\b(?:period\s+of\s+performance|performance\s+period)(?:\s+(?:of|under)\s+this\s+{_NAME})?\s*(?::|shall|will|is|runs?|begins?)|"
    rf"\bperiod\s+of\s+(?:this|the)\s+(?:[\w-]+\s+){{0,2}}{_NAME}\s+(?:shall|will|is|commences?|begins?|starts?|ends?)\b|"
    r"\b(?:bound|governed)\s+by\s+this\s+agreement\s+(?:for|until|through)\b|"
    rf"\b(?:this|the|said|present|your|our)\s+(?:[\w-]+\s+){{0,3}}(?:{_NAME}|promotion|(?-i:Joint\s+Venture)|"
    rf"(?-i:[A-Z]{{2,6}}))\b\s*(?:\([^()]{{0,80}}\)\s*)?(?:and\s+(?:the|all|any)\s[^.;,]{{0,60}}?\s)?(?:,[^.;]{{0,160}},\s*)?{_VERB}|"
    rf"\b(?:this|present)\s+(?:[\w-]+\s+){{0,2}}(?:memorandum|letter|deed|addendum|licen[cs]e|sponsorship|affiliation|"
    rf"alliance|partnership|collaboration|relationship|retainer|consultancy|program(?:me)?|order(?:\s+form)?|statement\s+of\s+work|understanding|cooperation|"
    rf"offer)\s+{_VERB}|"
    r"\"(?:(?!(?-i:Renewal|Extended|Extension|Warranty|Support|Notice|Restrict|Exclusiv|Transition|Cure|Subscription|Option|"
    r"Payment|Royalty|Earn|Non|Tail|Sell|Wind|Trial|Test|Measure|Report|Lock|Stand|Black|Confiden|Offer|Evaluation|Review|"
    r"Response|Accept|Fiscal|Accounting|Pay|Maintenance|Interim|Research|Product|Lease)\w*)(?-i:[A-Z])\w+\s+)?(?:term|"
    r"(?:contract|initial|agreement|original|service)\s+period)\"\s*(?:\)\s*)?(?:means|shall|will|is\b|:|refers|-)|"
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
    r"[^.;]{0,160}?\bfor\s+an?\s+(?:[a-z]+\s+){0,2}(?:term|period)\s+of\b|"
    r"\b(?:appoint|engage|retain|employ|hire)s?\s+(?:you|him|her|(?:the\s+)?(?:consultant|executive|contractor|advisor|agent))\b"
    r"[^.;]{0,120}?\b(?:through|until)\b",
    re.IGNORECASE,
)
# a heading that stands alone before its sentence
_TERM_HEADING = re.compile(
    rf"\W*(?:(?:article|section)\s+)?(?:[\divx]+(?:\.\d+)*[.):]?\s*|\(?[a-z][.)]\s*)?(?:"
    rf"(?:(?:initial|contract|agreement|original|primary|basic)\s+)?(?:term|duration)|(?:contract|agreement|initial)\s+period|(?:initial\s+)?(?:distribution|license|service|engagement|sponsorship|franchise)\s+(?:term|period)(?=\s*:)|"
    rf"(?:period|length)\s+of\s+(?:this\s+|the\s+)?(?:agreement|contract|appointment|engagement))"
    rf"(?:\s+of\s+(?:this\s+|the\s+)?(?:[\w-]+\s+){{0,2}}{_NAME})?(?:\s*(?:and|&|/|;|,)\s*(?:renewals?|extensions?))?\W*",
    re.IGNORECASE,
)
# what stands under such a heading without a subject: "Thirty-six months from the Effective Date", "1 May 2014 to …"
_FRAGMENT = re.compile(
    rf"[\s\S]{{3,80}}?(?:\n|:|\s{{2}}|\.\s)\W*(?:section\s+[\d.]+\W*|\d+(?:\.\d+)+\W*|\([a-z]\)\s*)?"
    rf"(?:(?:for|from|commenc\w+|beginning|starting|effective|until|through|an?\s+(?:initial\s+|fixed\s+)?(?:period|term)\s+of)\b|"
    rf"(?:{CARDINAL}|\d{{1,3}})\s*(?:\(\s*\w[\w\s-]*\)\s*)?(?:[a-z]+\s+)?(?:years?|months?|days|weeks)\b|"
    rf"(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d|\d{{1,2}}[\s./-])",
    re.IGNORECASE,
)
_DEFINES_TERM = re.compile(
    r"\(\s*(?:(?:such|which|this|said)\s+(?:period|time|term)\s*,?\s*(?:being\s+|is\s+)?|collectively\s*,?\s*)?"
    r"(?:(?:the|herein|hereinafter|hereafter|referred\s+to|called|as|in\s+this\s+agreement)[\s,]+){0,6}"
    r"\"(?:initial\s+|original\s+|contract\s+)?term(?:\s+of\s+(?:this\s+)?agreement)?\"|"
    r"\bfixed\s+term\b[^.;]{0,40}\bbeginning\b",
    re.IGNORECASE,
)
_TERM = re.compile(
    r"\(\s*(?:the\s+|herein\s+|hereinafter\s+(?:the\s+)?)?\"(?:initial\s+)?term\"|"
    r"\bfixed\s+term\b[^.;]{0,40}\bbeginning\b",
    re.IGNORECASE,
)
_TERM = re.compile(
    rf"\b(?:term|duration|expir\w+|period|contract\s+end|(?:termination|end)\s+date)\b|\b{_NAME}\b[^.;]{{0,240}}\b(?:commenc|continu|"
    rf"remain|expire|terminate|effective|effect|force|ends?\b|begin|start|valid|runs?\b|lasts?\b|conclud|subsist|lapse|cover|stay|"
    rf"endure|stand|good|for\b|until|through)\w*\b|\bbound\s+by\s+this\s+agreement\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:surviv\w+|confidential\w*|warrant\w*|non-?compet\w*|not\s+to\s+compete|insurance|"
    r"obligations?\s+under\s+this\s+(?:section|article)|sublicens\w*|work\s+orders?|"
    r"statement\s+of\s+work|purchase\s+orders?|option\s+to|securities|invoices?|audit|records|royalt\w+|solicit|"
    r"remodel|breach(?:ed|es)?|chairperson|while\s+this|thereafter\s+not|(?:non-?)?solicitation)\b",
    re.IGNORECASE,
)
_LIST_FOLLOWS = re.compile(r"\b(?:earlier|earliest|first)\b[^.;:]{0,50}\bof\b[^.;:]{0,30}:$", re.IGNORECASE)
_FIRST_ITEM = re.compile(r"\s*\(?(?:a|i|1)[.)]", re.IGNORECASE)
_LONGEST_HEADING = 60
_LONGEST_DATE = 40


@dataclass(frozen=True, slots=True)
class TermSentence:
    """A sentence on the contract's term; what it says of the end stands at `later` or after it."""

    span: SentenceSpan
    later: int
    rank: float


def term_sentences(reading: DocumentReading) -> Iterator[TermSentence]:
    """The sentences on the contract's own term, those that the clause finder chose first.

    Args:
        reading: the document.
    """
    named = _named_period(reading)
    sentences = ((span, False) for span in reading.sentences("expiration_date", _TERM))
    headed = ((span, True) for span in _under_headings(reading))
    for sentence, under_heading in (*sentences, *headed):
        span = _in_full(reading, _with_first_item(reading, sentence))
        text = reading.plain[span.start : span.end]
        subject = _SUBJECT.search(text) or _TAKEN_ON.search(text)
        subject = subject or (named.search(text) if named is not None else None)
        defined = _DEFINES_TERM.search(text)
        fragment = under_heading and _FRAGMENT.match(text) is not None
        given = fragment or (span.hinted and _PERIOD_GIVEN.search(text) is not None)
        if subject is None and defined is None and not given:
            continue
        # what a sentence defines as "the Term" stands before those words
        later = span.start + (subject.start() if subject is not None and defined is None and not fragment else 0)
        yield TermSentence(span, later, _rank(text, span, headed=fragment))


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


def _in_full(reading: DocumentReading, span: SentenceSpan) -> SentenceSpan:
    """A sentence whose end falls into a date ("means April. 1st 2019 through …") together with the next one."""
    if any(
        mention.start < span.end < mention.end for mention in reading.dates_in(span.start, span.end + _LONGEST_DATE)
    ):
        following = reading.sentence_at(min(span.end + 1, len(reading.plain)))
        return replace(span, end=max(span.end, following.end))
    return span


def _rank(text: str, span: SentenceSpan, *, headed: bool) -> float:
    rank = 1.5 if span.hinted else 1.0
    if headed or re.search(
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
