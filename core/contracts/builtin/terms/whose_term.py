"""Whose term an English sentence speaks of: the contract's own, or that of something within it.

A sentence says it by the subject of its verb ("each Order Form renews") or by what a term, an end or a renewal is of
("the end of the sublease term"). Such a phrase means the contract where nothing is left of it beside words for
contracts and terms, the contract's title and what stands before its first section; where something is left, it means
that. A sentence that says neither speaks of what the sentences before it speak of. No grammar is parsed: a phrase is a
few words between prepositions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from core.contracts.builtin.dates.dates_numbers import CARDINAL, ORDINAL
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan

Whose = Literal["own", "by_title", "other", "unsaid"]

_DETERMINER = r"(?:the|this|these|that|each|every|any|all|such|said|an?|its|our|your|their|present)"
_PREPOSITION = r"(?:of|to|for|under|at|in|with|from|on|by|between|as)"
_CLAUSE_WORD = (
    r"(?:unless|if|and|or|nor|but|which|who|when|where|whereas|until|till|than|then|before|after|provided|except|"
    r"while|so|because|thereafter|either|neither|both|upon|subject|notwithstanding|during|through|throughout|prior|"
    r"following|without|within|whether|not|least|otherwise|there|save|be|been|being|automatically|only|also|later|earlier|sooner|beyond|no)"
)
_AUXILIARY = r"(?:shall|will|may|must|can|would|should|is|are|was|has|have|does|do|did)"
_TERM_VERB = (
    r"(?:renew|extend|prolong|lengthen|continue|remain|expire|end|terminate|begin|start|commence|last|run|roll|repeat|"
    r"subsist|lapse|cover|stay|take|come|enter)"
)
_SAID = r"(?:renewed|renewable|extended|prolonged|lengthened|continued|terminated|granted|concluded|rolled)"
_SAYS = (
    r"(?:renews|extends|continues|remains|expires|ends|terminates|begins|starts|commences|lasts|runs|rolls|carries\s+on|"
    r"repeats|subsists|lapses|covers|stays|ended|expired|began|commenced|(?:takes|comes|enters)\s+(?:effect|into|to\s+an))"
)
_STATE = (
    r"(?:in\s+(?:full\s+)?(?:force|effect)|effective|valid|binding|for\s+(?:an?|the|\d+|[a-z]+\s*\()|"
    r"(?:an?\s+)?(?:(?!the\b)[\w()-]+\s+){0,4}?(?:term|duration|years?|months?|days)\b)"
)
_ADVERB = r"(?:(?:not|be|been|have|become|also|then|thereafter|deemed|to|so|only|hereby|each\s+time|\w+ly)\s+){0,5}"
_VERB = (
    rf"(?:{_AUXILIARY}\s+{_ADVERB}(?:{_TERM_VERB}\b|{_SAID}\b|{_STATE})|(?:then\s+|thereafter\s+|\w+ly\s+)?{_SAYS}\b|"
    r"(?<=s\s)(?:expire|lapse|end\s+on|renew\s+(?:automatically|for|on))\b)"
)
_WORD = (
    rf"(?!(?:{_DETERMINER}|{_PREPOSITION}|{_CLAUSE_WORD}|{_AUXILIARY}|{_TERM_VERB}|{_SAID}|{_SAYS})\b)[A-Za-z][\w'/&-]*"
)
_CORE = rf"(?:{_WORD}\s+){{0,5}}{_WORD}"
_PHRASE = (
    rf"(?:(?:{_DETERMINER}\s+){{1,2}}|(?=(?-i:[A-Z])|(?:it|they)\b))"
    rf"{_CORE}(?:\s+{_PREPOSITION}\s+(?:{_DETERMINER}\s+)?{_CORE}){{0,2}}"
)
_ASIDE = r"(?:\s*\([^()]{0,80}\))?(?:\s*,[^.;]{3,160}?,)?(?:\s*:|,?\s+(?:which|that)\b)?"
_SUBJECT = re.compile(rf"\b(?P<phrase>{_PHRASE}){_ASIDE}\s+(?={_VERB})", re.IGNORECASE)
# "may renew the Order Form", "at the end of the sublease term", "the renewal of this Agreement"
_OF = re.compile(
    rf"\b(?:renew|extend|prolong|(?:(?:end|expir(?:y|ation)|termination|completion|conclusion|renewal|extension|term|period|"
    rf"duration)s?\s+(?:date\s+)?of))\s+(?P<phrase>(?:{_DETERMINER}\s+){{1,2}}{_CORE}(?:\s+of\s+(?:{_DETERMINER}\s+)?{_CORE})?)",
    re.IGNORECASE,
)
# who renews is no thing that is renewed
_ACTS = re.compile(
    r"(?:may|must|can|shall|will)\s+(?:not\s+)?(?:\w+ly\s+)?(?:renew|extend|prolong|terminate|end)\b(?!\s*[.;,])", re.I
)
_BY_ITSELF = re.compile(
    r"(?:shall|will)\s+(?:not\s+)?(?:\w+ly\s+)?(?:renew|extend|terminate|end)\b\s*(?:for|on|from|month|year|until|at|upon|each|by)",
    re.I,
)
_OF_A_TERM = frozenset(
    "term terms period periods year years month months day days date duration expiration expiry end initial "
    "renewal renewed extended extension current then then-current first second third original primary base basic "
    "additional successive further running stated whole entire full applicable relevant respective subsequent "
    "previous preceding existing fixed agreed it they he she we you same next last new one two three four five "
    "single consecutive foregoing effective commencement contractual herein hereof hereto hereunder thereof above "
    "below part party parties clause section article paragraph calendar yearly annual remaining completion time "
    "contracted notice notification election intention request provision provisions right rights option options "
    "validity".split()
)
_CONTRACT = frozenset(
    "agreement contract arrangement appointment engagement employment venture distributorship relationship "
    "memorandum mou letter deed understanding cooperation collaboration alliance partnership franchise "
    "consultancy retainer amendment addendum promotion program programme sponsorship".split()
)
_COUNTED = re.compile(rf"(?:{CARDINAL}|{ORDINAL}|[a-z]+-(?:year|month|day)s?|[a-z]*th)")
# "the Services Term of this Agreement"
_OF_THIS = re.compile(
    r"\b(?:term|period|duration|validity|extension|renewal)\s+of\s+(?P<thing>this\s.*)", re.IGNORECASE | re.DOTALL
)
_OF_MANY = re.compile(r"\s*(?:each|every|any|all|an?)\s+(?!such\b)", re.IGNORECASE)
_THIS = re.compile(r"\s*(?:this|the\s+present|present)\s+", re.IGNORECASE)
_NAMED = re.compile(r"\"([^\"\n]{2,60})\"")
_PREAMBLE = 3_000
_OPENING = 2_000
_UNNUMBERED_OPENING = 400
_FIRST_SECTION = re.compile(
    r"\n\s*(?:(?:article|section|clause|§)\s*(?:\d|[ivx]+\b|one\b)|\d{1,2}(?:\.\d|[.:)]))", re.IGNORECASE
)
_SENTENCES_BACK = 3
_BEGINS_SECTION = re.compile(r"\s*(?:(?:article|section|clause)\s+)?(?:\d|\([a-z\d]{1,3}\))", re.IGNORECASE)
# the term, without a word of whose: where a sentence's subject, that of the contract
_THE_TERM = re.compile(r"\s*the\s+(?:initial\s+|original\s+|first\s+|primary\s+)?(?:term|duration)\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Owner:
    start: int
    end: int
    whose: Whose


@dataclass(frozen=True)
class OwnTerm:
    """What a contract calls itself, to tell its own term from others.

    `title` is as it was read; empty where there is none.
    """

    reading: DocumentReading
    title: str

    def whose(self, span: SentenceSpan, at: int) -> Whose:
        """Whose term the sentence's words at an offset speak of.

        `by_title` for a phrase of the title's or the opening's words without one for a contract ("Services Term" in a
        services agreement): the contract's own where nothing else is said of that.
        """
        owners = self._owners(span)
        before = [owner for owner in owners if owner.start < at and owner.whose != "unsaid"]
        after = [owner for owner in owners if owner.start >= at and owner.whose != "unsaid"]
        if before or after:
            return before[-1].whose if before else after[0].whose
        if any(_THE_TERM.match(self._plain, owner.start, owner.end) for owner in owners):
            return "unsaid"
        return self._before(span)

    def _before(self, span: SentenceSpan) -> Whose:
        """Whose term the last of the few sentences before speaks of that says so; a new section begins anew."""
        previous = span
        if _BEGINS_SECTION.match(self._plain, span.start, span.end):
            return "unsaid"
        for _ in range(_SENTENCES_BACK):
            if previous.start <= 1:
                break
            earlier = self.reading.sentence_at(previous.start - 1)
            if earlier.start >= previous.start or "\n\n" in self._plain[earlier.end - 1 : previous.start + 1]:
                break
            previous = earlier
            named = [owner.whose for owner in self._owners(previous) if owner.whose != "unsaid"]
            if named:
                return named[-1]
        return "unsaid"

    def _owners(self, span: SentenceSpan) -> list[_Owner]:
        plain = self._plain
        found = []
        for match in _SUBJECT.finditer(plain, span.start, span.end):
            if _ACTS.match(plain, match.end()) and not _BY_ITSELF.match(plain, match.end()):
                continue
            found.append(_Owner(match.start(), match.end(), self._judged(match["phrase"], span.start)))
        for match in _OF.finditer(plain, span.start, span.end):
            if not any(owner.start <= match.start("phrase") < owner.end for owner in found):
                found.append(_Owner(match.start("phrase"), match.end(), self._judged(match["phrase"], span.start)))
        return sorted(found, key=lambda owner: owner.start)

    def _judged(self, phrase: str, at: int) -> Whose:
        of_this = _OF_THIS.search(phrase)
        if of_this is not None and not _OF_MANY.match(phrase):
            phrase = of_this["thing"]
        words = _words(phrase)
        of_contract = words & _CONTRACT
        # an agreement that the opening names beside this one is another
        called = self._called if of_contract else self._called | self._opening_before(at)
        rest = words - _OF_A_TERM - called
        if rest - _CONTRACT:
            # "this Pricing Arrangement" is what the contract calls itself; "this warranty" is not
            return "own" if _THIS.match(phrase) and of_contract and not re.search(r"\bof\b", phrase) else "other"
        if _OF_MANY.match(phrase) and (of_contract or words & self._called) and not re.search(r"\bof\s+th", phrase):
            return "other"
        if of_contract or (_THIS.match(phrase) and words & self._called):
            return "own"
        return "by_title" if words & called else "unsaid"

    @cached_property
    def _plain(self) -> str:
        return self.reading.plain

    @cached_property
    def _called(self) -> frozenset[str]:
        """Words of the title and of the names that the preamble gives."""
        names = (match[1] for match in _NAMED.finditer(self._plain, 0, _PREAMBLE))
        # services are what a contract of any title may be about
        called = {"service", *_words(self.title)}
        for name in names:
            called |= _words(name)
        if "lease" in called:
            called.add("tenancy")
        return frozenset(called) - _OF_A_TERM - _CONTRACT

    def _opening_before(self, at: int) -> frozenset[str]:
        """Words of what stands before the first section and before an offset: what the contract is about."""
        if at >= self._first_section:
            return self._opening
        return _words(self._plain[:at]) - _OF_A_TERM - _CONTRACT

    @cached_property
    def _opening(self) -> frozenset[str]:
        return _words(self._plain[: self._first_section]) - _OF_A_TERM - _CONTRACT

    @cached_property
    def _first_section(self) -> int:
        first = _FIRST_SECTION.search(self._plain, 0, _OPENING)
        return first.start() if first else min(_UNNUMBERED_OPENING, len(self._plain))


def _words(phrase: str) -> frozenset[str]:
    """The words of a phrase in lower case and the singular, without small ones."""
    found = set()
    for word in re.findall(r"[A-Za-z][\w-]*", re.sub(r"'s?\b", "", phrase)):
        word = word.lower()
        if not re.fullmatch(rf"{_DETERMINER}|{_PREPOSITION}|{_CLAUSE_WORD}", word) and not _COUNTED.fullmatch(word):
            found.add(word if word in _OF_A_TERM or len(word) < 5 else word.rstrip("s").replace("licence", "license"))
    return frozenset(found)
