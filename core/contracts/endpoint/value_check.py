"""An endpoint's values read again from the words that they are given for, by the readers of the built-in engine.

A quote that stands on the page proves nothing for a value that it does not say. Where both readings agree the value is
verified; where the words say something else it is refused, with what they say; where they do not say, that is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from core.contracts.builtin.dates import find_dates
from core.contracts.builtin.facts.facts import find_facts
from core.contracts.builtin.facts.facts_text import DocumentReading, read_text, view
from core.contracts.builtin.facts.law import denied
from core.contracts.builtin.facts.title import type_of_title
from core.contracts.builtin.terms.terms import find_terms
from core.contracts.builtin.terms.whose_japanese import OwnJapaneseTerm
from core.contracts.builtin.terms.whose_term import OwnTerm
from core.contracts.dates_arithmetic import Duration, duration
from core.contracts.endpoint.fact_values import DATES, PERIODS, bare, names_it
from core.contracts.endpoint.part_terms import names_a_term, states_another_term
from core.contracts.endpoint.value_roles import (
    chooses_law,
    day_plays,
    length_plays,
    names_whole,
    speaks_of_another,
    speaks_of_this,
)
from core.documents import Document
from core.errors import BadArguments
from core.evidence import Evidence
from core.lexicon import agreement_code, agreement_types, country_name, places_in, state_of
from core.record import Fact, Party, ValueCheck

_UNPROVEN = 0.3
_OF_THE_TERM = PERIODS | {"expiration_date"}
_SHORT_TITLE = 3
_MONTH_DAYS, _WEEK_DAYS = 12, 7


@dataclass(frozen=True, slots=True)
class OwnReading:
    """What the built-in engine reads in a document by itself, to be held against another's values."""

    facts: tuple[Fact, ...]
    names: tuple[str, ...] = ()
    """Of the parties that it finds."""
    reading: DocumentReading | None = None
    term: OwnTerm | OwnJapaneseTerm | None = None
    """What the contract calls itself."""

    def of_another_term(self, evidence: Evidence, value: str) -> bool:
        """Whether the words of an evidence that say a day or a length say it of another term than the contract's."""
        return self._speak_of(evidence, value) == {"other"}

    def of_a_part(self, evidence: Evidence, value: str) -> bool:
        """Whether they say it of a term named for what the contract is about, and it states another term of its own.

        Ninety days before the end of the "Services Term" are none before the end of a services agreement of ten years.
        """
        spoken_of = self._speak_of(evidence, value)
        if self.reading is None or not isinstance(self.term, OwnTerm) or "own" in spoken_of:
            return False
        if "by_title" not in spoken_of and not names_a_term(self.reading, evidence):
            return False
        return states_another_term(self.reading, self.term, evidence)

    def _speak_of(self, evidence: Evidence, value: str) -> set[str]:
        """Whose terms the words that say a day or a length speak of.

        Words that do not say it themselves ("two years from the Effective Date" for a day) are judged at their end.
        """
        if self.reading is None or self.term is None or evidence.start is None or evidence.end is None:
            return set()
        words = self.reading.plain[evidence.start : evidence.end]
        days = [mention.start for mention in find_dates(words) if mention.value and mention.value.isoformat() == value]
        lengths = [term.start for term in find_terms(words) if term.iso is not None and _same_length(value, term.iso)]
        places = [evidence.start + place for place in days or lengths] or [evidence.end - 1]
        return {self.term.whose(self.reading.sentence_at(place), place) for place in places}

    def aside(self, country: str, state: str | None) -> bool:
        """Whether it reads a law only for something else: apart from the words of the law that it takes first."""
        laws = [fact for fact in self.facts if fact.name == "governing_law" and fact.value and fact.evidence]
        named = [law for law in laws if law.value == country and state in (None, law.detail)]
        first = laws[0].evidence if laws else None
        return bool(named) and first is not None and not any(_overlap(law.evidence, first) for law in named)

    def elsewhere(self, name: str, evidence: Evidence) -> tuple[Fact, ...]:
        """Its facts of a name with a value, read from other words of the document."""
        beside = self.beside(name, evidence)
        return tuple(fact for fact in self.facts if fact.name == name and fact.value is not None and fact not in beside)

    def beside(self, name: str, evidence: Evidence) -> tuple[Fact, ...]:
        """Its facts of a name with a value, read from words that overlap with some evidence."""
        return tuple(
            fact
            for fact in self.facts
            if fact.name == name and fact.value is not None and _overlap(fact.evidence, evidence)
        )


def own_reading(document: Document) -> OwnReading:
    """The built-in engine's facts of a document; none for an empty text."""
    if not document.text.strip():
        return OwnReading(())
    facts, parties = find_facts(document)
    title = next((fact.value for fact in facts if fact.name == "document_name" and fact.value), "")
    reading = read_text(document)
    term = OwnJapaneseTerm(reading, title) if document.language == "ja" else OwnTerm(reading, title)
    return OwnReading(facts, tuple(party.name for party in parties), reading, term)


def _overlap(evidence: Evidence | None, other: Evidence) -> bool:
    if evidence is None or evidence.start is None or evidence.end is None or other.start is None or other.end is None:
        return False
    return evidence.start < other.end and other.start < evidence.end


def checked_fact(fact: Fact, own: OwnReading) -> Fact:
    """The fact with its check; where its words say something else its value is gone, and the check says what it was.

    Args:
        fact: an endpoint's fact with located evidence.
        own: what the built-in engine reads in the same document.
    """
    if fact.value is None:
        return fact
    evidence = fact.evidence
    if evidence is None or evidence.state == "unverified" or not evidence.shown:
        return replace(fact, check=ValueCheck("not_in_words"), confidence=_UNPROVEN)
    check = _check(fact, view(evidence.shown), evidence, own)
    if check.state != "refused":
        confidence = fact.confidence if check.state == "verified" else _UNPROVEN
        return replace(fact, check=check, confidence=confidence)
    claimed = fact.value if fact.name != "governing_law" or not fact.detail else f"{fact.detail}, {fact.value}"
    detail = None if fact.name == "governing_law" else fact.detail
    return replace(fact, value=None, detail=detail, confidence=0.0, check=replace(check, claimed=claimed))


def _check(fact: Fact, words: str, evidence: Evidence, own: OwnReading) -> ValueCheck:
    assert fact.value is not None
    beside = own.beside(fact.name, evidence)
    if fact.name in _OF_THE_TERM:
        # "each order form renews for one year" says nothing of the contract's own renewal
        if not beside and own.of_another_term(evidence, fact.value):
            return ValueCheck("not_in_words")
        if own.of_a_part(evidence, fact.value):
            return ValueCheck("not_in_words")
    if fact.name in DATES:
        return _date(fact.name, date.fromisoformat(fact.value), words, beside)
    if fact.name in PERIODS:
        return _period(fact.name, fact.value, words, beside)
    if fact.name == "governing_law":
        if own.aside(fact.value, fact.detail):
            return ValueCheck("not_in_words")
        return _law(fact.value, fact.detail, words, beside, own.elsewhere(fact.name, evidence))
    if fact.name == "agreement_type":
        return _type(fact.value, words, own.elsewhere(fact.name, evidence))
    return _title(fact.value, words, beside, own.elsewhere(fact.name, evidence))


def _date(name: str, value: date, words: str, beside: Sequence[Fact]) -> ValueCheck:
    read = [fact.value for fact in beside]
    if value.isoformat() in read:
        return ValueCheck("verified")
    found = [mention for mention in find_dates(words) if mention.form == "date" and mention.value is not None]
    days = [mention.value for mention in found]
    if read and (value not in days or read[0] in {day.isoformat() for day in days if day}):
        # The built-in engine takes another day of the same words for this fact, or reckons another one from them.
        return ValueCheck("refused", read=read[0])
    if value in days:
        agreeing = [mention for mention in found if mention.value == value and not mention.ambiguous]
        fits = any(day_plays(name, words, mention.start, mention.end) for mention in agreeing)
        return ValueCheck("verified" if fits else "not_in_words")
    if name == "expiration_date" and find_terms(words):
        return ValueCheck("not_in_words")
    sure = [mention.value for mention in found if not mention.ambiguous and mention.value]
    return ValueCheck("refused", read=sure[0].isoformat()) if sure else ValueCheck("not_in_words")


_UNIT_LEFT_OUT = re.compile(
    r"\b(?P<least>\d+|[a-z]+(?:-[a-z]+)?\s*(?:\(\d+\))?)(?P<rest>,?\s+(?:but|and|nor|or)\s+(?:(?:not|no)\s+)?"
    r"(?:more|greater|later|earlier|less|fewer)\s+than\s+(?:\d+|[a-z]+(?:-[a-z]+)?)(?:\s*\(\d+\))?\s+"
    r"(?P<unit>days|weeks|months|years))\b",
    re.IGNORECASE,
)
"""A range whose unit stands once: "60 but not more than 120 days"."""


def _period(name: str, value: str, words: str, beside: Sequence[Fact]) -> ValueCheck:
    read = [fact.value for fact in beside if fact.value]
    words = _UNIT_LEFT_OUT.sub(r"\g<least> \g<unit>\g<rest>", words)
    if any(_same_length(value, duration) for duration in read):
        return ValueCheck("verified")
    terms = [term for term in find_terms(words) if term.iso is not None]
    same = [term for term in terms if term.iso and _same_length(value, term.iso)]
    if read and (not same or any(_same_length(read[0], term.iso) for term in terms if term.iso)):
        return ValueCheck("refused", read=read[0])
    if same:
        fits = any(not term.mismatch and length_plays(name, words, term.start, term.end) for term in same)
        return ValueCheck("verified" if fits else "not_in_words")
    fitting = [term.iso for term in terms if length_plays(name, words, term.start, term.end)]
    return ValueCheck("refused", read=fitting[0]) if fitting else ValueCheck("not_in_words")


def _same_length(first: str, other: str) -> bool:
    """Whether two ISO 8601 durations are one length: P1Y and P12M are, P60D and P2M are not."""
    try:
        return _units(duration(first)) == _units(duration(other))
    except BadArguments:
        return first == other


def _units(length: Duration) -> tuple[int, int]:
    return length.years * _MONTH_DAYS + length.months, length.weeks * _WEEK_DAYS + length.days


def _law(country: str, state: str | None, words: str, beside: Sequence[Fact], elsewhere: Sequence[Fact]) -> ValueCheck:
    known = state_of(state) if state else None
    wanted = known[1] if known else state
    read = [(fact.value, fact.detail) for fact in beside]
    if not read and chooses_law(words):
        places = [each for each in places_in(words, adjectives=True) if not denied(words, each.start, each.end)]
        read = [(each.place.country, each.place.state) for each in places]
        if elsewhere and not speaks_of_this(words) and all(fact.value != country for fact in elsewhere):
            # "The security documents shall be governed by the law of Mexico", beside this contract's own law.
            return ValueCheck("not_in_words")
    if not read:
        return ValueCheck("not_in_words")
    countries = [place for place in read if place[0] == country]
    if any(wanted is None or country[1] == wanted for country in countries):
        return ValueCheck("verified")
    if any(country[1] is None for country in countries):
        return ValueCheck("verified" if wanted and names_it(words, wanted) else "not_in_words")
    first_country, first_state = (countries or read)[0]
    return ValueCheck("refused", read=", ".join(part for part in (first_state, first_country) if part))


def _type(value: str, words: str, elsewhere: Sequence[Fact]) -> ValueCheck:
    code = agreement_code(value) or type_of_title(value)
    if elsewhere and speaks_of_another(words):
        # "the License Agreement dated …" is not what this contract is.
        return ValueCheck("not_in_words")
    if code is None:
        if bare(value) in bare(words):
            return ValueCheck("verified")
    elif _names_type(code, words):
        return ValueCheck("verified")
    named = type_of_title(words)
    return ValueCheck("not_in_words") if named is None else ValueCheck("refused", read=named)


def _title(value: str, words: str, beside: Sequence[Fact], elsewhere: Sequence[Fact]) -> ValueCheck:
    """A contract's name: whole words, and more than a part of what stands there."""
    titles = [bare(fact.value) for fact in beside if fact.value]
    if any(bare(value) in title and not title.startswith(bare(value)) for title in titles):
        return ValueCheck("not_in_words")
    if not names_whole(words, value) or speaks_of_another(words):
        return ValueCheck("not_in_words")
    if elsewhere and not names_it(elsewhere[0].value or "", value) and not names_it(value, elsewhere[0].value or ""):
        return ValueCheck("not_in_words")
    return ValueCheck("verified" if len(bare(value)) > _SHORT_TITLE else "not_in_words")


def _names_type(code: str, words: str) -> bool:
    """Whether words name a type, be it beside others (Development and License Agreement names two)."""
    if type_of_title(words) == code:
        return True
    kind = agreement_types().get(code)
    names = () if kind is None else kind.spoken_names
    plain = bare(words)
    return any(len(bare(name)) > 3 and bare(name) in plain for name in names)


def checked_party(party: Party, document: Document, others: Sequence[str]) -> Party:
    """The party with what its words say; what they do not say is in `unstated`.

    Args:
        party: an endpoint's party with located evidence.
        document: where its words stand.
        others: names of the other parties: what follows one of them is not said of this one.
    """
    if party.evidence is None or party.evidence.state == "unverified":
        country_said = country_name(party.country, "en") if party.country else None
        claimed = tuple(part for part in (party.role, party.state, country_said) if part is not None)
        return replace(party, role=None, state=None, country=None, unstated=claimed)
    mentions = _mentions(party.name, document, others)
    unstated = []
    role, country, state = party.role, party.country, party.state
    if role is not None and not any(_calls(mention.around, role) for mention in mentions):
        unstated.append(role)
        role = None
    told = [f"{_ABOUT_IT.split(mention.before)[-1]} {mention.name} {_seated(mention.after)}" for mention in mentions]
    places = [place.place for words in told for place in places_in(words, adjectives=True)]
    if state is not None and all(place.state != state for place in places):
        unstated.append(state)
        state = None
    if country is not None and all(place.country != country for place in places) and not _form_of(party.name, country):
        unstated.append(country_name(country, "en"))
        country = None
    return replace(party, role=role, country=country, state=state, unstated=tuple(unstated))


_FOUNDED_IN = re.compile(
    r"\b(?:organi[sz]ed|incorporated|formed|established|existing|registered|constituted)\b|\b(?:corporation|company)\b|法人|設立",
    re.IGNORECASE,
)
_OFFICES = re.compile(
    r"(?:,?\s+(?:with|having|and)\s+|,\s*)(?:whose|an?|its|their)?\s*(?:\w+\s+){0,3}(?:offices?|places?\s+of\s+business|address|branch\w*|"
    r"headquarters|plants?|subsidiar\w+|operations)\b|[。、（(]\s*[^。、]{0,12}(?:営業所|支店|事務所|日本における)",
    re.IGNORECASE,
)


def _seated(after: str) -> str:
    """The words about where a party is from; where it was founded counts, and offices elsewhere are left out then."""
    offices = _OFFICES.search(after)
    if offices is None:
        return after
    founded = after[: offices.start()]
    return founded if _FOUNDED_IN.search(founded) and places_in(founded, adjectives=True) else after


_REACH = 280
_MENTIONS = 4
_JAPANESE_FORM = re.compile(r"株式会社|合同会社|有限会社|合名会社|合資会社|\bK\.?\s?K\.?(?!\w)|\bG\.?K\.(?!\w)")


def _form_of(name: str, country: str) -> bool:
    """Whether a name's legal form is of one country only."""
    return country == "JP" and _JAPANESE_FORM.search(name) is not None


def _calls(words: str, role: str) -> bool:
    if not role.isascii():
        return bool(bare(role)) and bare(role) in bare(words)
    pattern = r"[\W_]+".join(re.escape(word) for word in re.findall(r"[^\W_]+", role))
    return bool(pattern) and re.search(rf"(?<!\w){pattern}(?!\w)", words, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class _PartyMention:
    """A party's name at some place, and the words around it that speak of this party."""

    before: str
    name: str
    after: str

    @property
    def around(self) -> str:
        return f"{self.before} \n {self.after}"


_DEFINED = re.compile(
    r"[(（][^()（）]{0,60}?[\"“「『][^\"”」』()（）]{1,60}[\"”」』][^()（）]{0,40}[)）]"
    r"(?:\s*,?\s+as\s+(?:the\s+|an?\s+)?\w+(?:\s+agent)?)?"
)
"""What a party is called from here on: behind it begins what is said of others."""
_NEXT_NAMED = re.compile(
    r"(?:,|\band|\bbetween|\bwith|\bto)\s+(?:the\s+)?(?:[A-Z][\w&.'’-]*,?\s+){1,6}"
    r"(?:Inc|Corp|Corporation|Company|LLC|L\.L\.C|Ltd|Limited|L\.?P|LLP|plc|PLC|GmbH|AG|KG|SE|S\.?A|SAS|SARL|S\.?p\.?A|"
    r"N\.?V|B\.?V|A/S|ApS|AB|ASA|AS|Oy|Oyj|Pty|Pte|K\.?K)(?!\w)"
)
_ABOUT_IT = re.compile(r"\b(?:and|or|between)\b|と|及び|並びに|および|ならびに", re.IGNORECASE)
_LABEL = re.compile(r"[^\n]{0,18}(?:[:：]\s*|[^\x00-\x7f]\s+)")


def _mentions(name: str, document: Document, others: Sequence[str]) -> list[_PartyMention]:
    """The first mentions of a name, each with what follows up to the next party's; and what stands right before."""
    pattern = re.compile(r"[\W_]*".join(re.escape(char) for char in bare(name)), re.IGNORECASE)
    rivals = [
        other for other in others if bare(other) and bare(other) not in bare(name) and bare(name) not in bare(other)
    ]
    text = view(document.text)
    found = []
    for match in list(pattern.finditer(text))[:_MENTIONS]:
        after = text[match.end() : match.end() + _REACH]
        for other in rivals:
            at = _place_of(after, other)
            if at is not None:
                # What stands right before the next name is said of that one: "X lets to the tenant Y".
                after = _LABEL_OF_NEXT.sub("", after[:at])
        after = _its_own(after)
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if _LABEL.fullmatch(line):
            after = after.split("\n")[0]
        defined, following = _DEFINED.search(after), _NEXT_NAMED.search(after)
        if defined is not None:
            after = after[: defined.end()]
        if following is not None:
            after = _LABEL_OF_NEXT.sub("", after[: following.start()])
        # "by the Renter, Cascade Film Works, Inc." calls it so right before its name
        above = re.sub(r"(\bthe\s+[\w-]+),\s*$", r"\1 ", text[max(0, match.start() - 24) : match.start()])
        before = re.split(r"[。;；,、)）\n]", above)[-1]
        found.append(_PartyMention(before, match[0], after))
    return found


_END = re.compile(r"\n\s*\n|。(?!\s*[)）])")
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_PREDICATE = re.compile(r"\s*(?:は|が)、?(?![^。、]{0,12}として)")
_LABEL_OF_NEXT = re.compile(
    r"(?:\b(?:and|with|to|by|between|from)\s+(?:the\s+)?[\w-]+(?:\s[\w-]+)?[\s,]*|"
    r"(?:[\s、，]|と|及び|並びに)[^\x00-\x7f\s、，()（）「」]{1,16}[\s、,，]*)$",
    re.IGNORECASE,
)


def _its_own(after: str) -> str:
    """What follows a name up to the end of its sentence, which a bracket's own full stop is not, or its predicate."""
    brackets = [match.span() for match in _BRACKETS.finditer(after)]
    ends = [each.start() for each in _END.finditer(after)]
    outside = [end for end in ends if all(not begin < end < until for begin, until in brackets)]
    kept = after[: outside[0]] if outside else after
    return "" if _PREDICATE.match(kept) else kept


def _place_of(text: str, name: str) -> int | None:
    """Where a name begins in a text, blanks and punctuation aside; None where it is not there."""
    match = re.search(r"[\W_]*".join(re.escape(char) for char in bare(name)), text, re.IGNORECASE)
    return None if match is None else match.start()
