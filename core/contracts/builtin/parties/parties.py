"""The contracting parties with their roles and places of incorporation, from the preamble.

English preambles list parties between "between" and the recitals, each with a term defined in quotes. A name ends
where its description begins ("a Delaware corporation", "having its principal office", an address, the bracket).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.elsewhere import ELSEWHERE
from core.contracts.builtin.parties.english_names import (
    DEFINITION,
    ENDS_WITH_FORM,
    PartyMention,
    defined_role,
    is_roles,
    names_in,
)
from core.contracts.builtin.parties.name_shape import names_nobody
from core.contracts.builtin.parties.parties_japanese import japanese_parties
from core.contracts.builtin.parties.preamble import Preamble
from core.evidence import from_span
from core.lexicon import Place, places_in, same_name_score
from core.record import Party

_ANCHOR = re.compile(
    r"\b(?:by\s+and\s+)?(?:between|betweeen|among|amongst)\b(?!\s+the\s+parties\b)(?:\s+and\s+among)?\s*:?|"
    r"\b(?:made|entered\s+into)\s+by\b(?!\s+and\b)",
    re.IGNORECASE,
)
_GROUP = re.compile(r"\b(?:collectively|together|each|both|jointly|individually)\b", re.IGNORECASE)
_LAWS_OF = re.compile(
    r"\b(?:laws?\s+of|incorporated\s+in|organi[sz]ed\s+in|registered\s+in|under\s+the)\s+(?:the\s+)?(?:(?:state|"
    r"commonwealth|province|republic)\s+of\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_A_PLACE = re.compile(r"(?:\ban?|,|\bthe)\s+(?:state\s+of\s+)?$", re.IGNORECASE)
_KIND = re.compile(
    r"^(?:\s+state)?(?:[\s,-]+(?:public|private|limited|non-?profit|not-for-profit|profit|business|statutory|"
    r"general|professional|municipal|registered|domestic|stock|exempted?|liability|state|chartered|banking|"
    r"closed|joint|based|for|close|corporate))*"
    r"[\s,-]+(?:corporation|company|partnership|trust|association|bank|corp\b|l\.?l\.?c|limited|inc\b|firm|"
    r"entity|organization|university|institution|society|legal\s+entity)",
    re.IGNORECASE,
)
_SENTENCE_ENDS = re.compile(
    r"(?<!\binc)(?<!\bcorp)(?<!\bltd)(?<!\bco)\.\s+(?=(?-i:[A-Z]))(?!\s*and\b)|(?<!and)\n\s*\n(?!\s*-*\s*(?:and|\())",
    re.IGNORECASE,
)
ENOUGH = 2
_CALLED = re.compile(r"(?P<role>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?),\s+(?P<name>[A-Z].+)")


def find_parties(reading: DocumentReading, preamble: Preamble) -> tuple[Party, ...]:
    """The parties in the order of the preamble, each once.

    Args:
        reading: the document.
        preamble: where its preamble stands.
    """
    if reading.document.language == "ja":
        return japanese_parties(reading)
    parties: list[Party] = []
    for party in _english(reading.plain, preamble):
        formed = ENDS_WITH_FORM.search(reading.plain[party.start : party.end]) is not None
        confidence = 0.95 if formed and party.role else 0.85 if party.role else 0.7
        _add(reading, parties, party, confidence if preamble.sure else confidence - 0.2)
    for finder, confidence in ELSEWHERE:
        if len(parties) >= ENOUGH:
            break
        for party in finder(reading.plain):
            _add(reading, parties, party, confidence)
    return tuple(parties)


def _add(reading: DocumentReading, parties: list[Party], mention: PartyMention, confidence: float) -> None:
    name = _tidy(reading.words(mention.start, mention.end))
    start, role = mention.start, mention.role
    if (called := _CALLED.match(name)) and names_nobody(called["role"]) and " " in called["name"]:
        # "the Landlord, Fonterra (USA) Inc.": what it is called stands before the name.
        name, role = called["name"], role or called["role"]
        start = reading.plain.find(name.split()[0], mention.start, mention.end)
    if names_nobody(name):
        return
    if any(same_name_score(name, party.name) >= 0.9 for party in parties):
        return
    place = _incorporation(reading.plain, mention.end, mention.segment_end)
    country, state = (place.country, place.state) if place else (None, None)
    evidence = from_span(reading.document, start, mention.end)
    parties.append(Party(name, role, country, state, confidence, evidence))


def _english(plain: str, preamble: Preamble) -> Iterator[PartyMention]:
    anchor = _ANCHOR.search(plain, preamble.start, preamble.end)
    if anchor is None:
        return
    cursor = anchor.end()
    count = 0
    roles: set[str] = set()
    for definition in DEFINITION.finditer(plain, cursor, preamble.end):
        if definition.start() < cursor:
            continue
        if count >= 2 and _SENTENCE_ENDS.search(plain, cursor, definition.start()):
            return
        role = defined_role(definition)
        names = [
            name for name in names_in(plain, cursor, definition.start()) if not is_roles(plain[slice(*name)], roles)
        ]
        cursor = definition.end()
        for position, (start, end) in enumerate(names):
            shared = position + 1 == len(names) or bool(_GROUP.search(definition["lead"] or ""))
            count += 1
            yield PartyMention(start, end, role if role and shared else None, definition.start())
        roles |= set(role.casefold().split())
    ending = _SENTENCE_ENDS.search(plain, cursor, preamble.end)
    for start, end in names_in(plain, cursor, ending.start() if ending else preamble.end):
        if ENDS_WITH_FORM.search(plain[start:end]) and not is_roles(plain[start:end], roles):
            yield PartyMention(start, end, None, min(preamble.end, end + 200))


def _tidy(name: str) -> str:
    return re.sub(r"\s+,", ",", re.sub(r"^the\s+(?=[A-Z])", "", name)).strip(" ,;:")


def _incorporation(plain: str, start: int, end: int) -> Place | None:
    """Where a party is incorporated, from its description; an address alone does not say it."""
    description = plain[start : min(end, start + 400)]
    for place in places_in(description, adjectives=True):
        before, after = description[: place.start], description[place.end :]
        if (_KIND.match(after) and _A_PLACE.search(before)) or _LAWS_OF.search(before):
            return place.place
    return None
