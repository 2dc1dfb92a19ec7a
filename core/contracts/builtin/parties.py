"""The contracting parties with their roles and places of incorporation, from the preamble.

English preambles list parties between "between" and the recitals, each with a term defined in quotes. A name ends
where its description begins ("a Delaware corporation", "having its principal office", an address, the bracket).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.contracts.builtin.facts_text import Reading
from core.contracts.builtin.parties_japanese import japanese_parties
from core.contracts.builtin.parties_preamble import Preamble
from core.contracts.places import Place, places_in
from core.evidence import from_span
from core.names import legal_forms, same_name_score
from core.record import Party

_ANCHOR = re.compile(
    r"\b(?:by\s+and\s+)?(?:between|betweeen|among|amongst)\b(?!\s+the\s+parties\b)(?:\s+and\s+among)?\s*:?|\b(?:made|entered\s+into)\s+by\b(?!\s+and\b)",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"\(\s*(?P<lead>[^()\"]{0,140}?)\"\s*(?P<role>[^\"()]{1,60}?)\s*[,.]?\s*\"(?P<rest>[^()]{0,160}?)\)|"
    r",?\s*\(?\s*(?:here(?:in)?(?:after)?|hereafter)\s*,?\s*(?:(?:sometimes|also|collectively|individually|together|each)\s+)*(?:be\s+)?"
    r"(?:referred\s+to\s+(?:herein\s+)?as|called|known\s+as|the|as)?\s*(?:the\s+)?(?:\"(?P<role2>[^\"()]{1,50}?)[,.]?\"|'(?P<role3>[^'()]{1,50}?)[,.]?'|(?P<role4>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)(?=\s*\)))[^()\"]{0,60}?\)?(?=[\s,;.)])"
    r"|\(\s*the\s+(?P<role5>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\s*\)",
)
_NOT_PARTY = re.compile(
    r"\b(?:agreement|date|contract|lease|term|effective|amendment|addendum|territory|services?|products?|project|closing|plan|act|property|premises|"
    r"execution|party|parties|program|software|field|exhibit|transaction|business|letter|products|commencement|signing|affiliates?|system|facility)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(r"\b(?:collectively|together|each|both|jointly|individually)\b", re.IGNORECASE)
_LEADING = re.compile(
    r"^(?:[\s,;:.&-]+|and\b|between\b|among\b|by\b|with\b|or\b|on\s+the\s+one\s+hand\b|on\s+the\s+other\s+(?:hand|part)\b|of\s+the\s+(?:first|second|one|other)\s+part\b|\(?(?:\d{1,2}|[a-d]|[iv]{1,3})[.)]\s|"
    r"party\s+[abAB12]\s*:|_{2,})+",
    re.IGNORECASE,
)
_FORM = "|".join(
    r"[\s.]*".join(map(re.escape, form.split()))
    for form in sorted((*legal_forms().english, *legal_forms().others), key=len, reverse=True)
    if form not in ("AD", "PT", "AS", "SE", "CV", "GK", "a s")
)
_LETTERED = r"(?:l\.\s?l\.\s?c\.?|l\.\s?l\.\s?p\.?|l\.\s?p\.?|p\.\s?l\.\s?c\.?|n\.\s?a\.?|s\.\s?a\.?(?:\s?r\.\s?l\.?)?|b\.\s?v\.?|n\.\s?v\.?|s\.\s?p\.\s?a\.?|k\.\s?k\.?|p\.\s?c\.?)"
_ENDS_WITH_FORM = re.compile(rf"(?<![\w])(?:{_LETTERED}|(?:{_FORM})\b\.?)", re.IGNORECASE)
_NAME_ENDS = re.compile(
    r"\(|\"|;|:|\bd/?b/?a\b|\bf/?k/?a\b|,?\s+(?:an?|the)\s+(?:[\w.'-]+\s+){0,5}?(?:corporation|company|partnership|limited|l\.?l\.?c|trust|association|bank|individual|person|citizen|"
    r"resident|organi[sz]ation|entity|municipal|body|university|institution|foundation|society|public|private|joint|stock|firm|subsidiary|division|proprietor\w*|"
    r"corp|business|national|non-?profit|not-for-profit)\b|"
    r",?\s+(?:having|whose|which|with\s+(?:an?|its|his|her|offices?|principal|registered|address|headquarters|business)|located|organi[sz]ed|incorporated\s+(?:in|under)|existing|duly|acting|being|residing|and\s+its\s+affiliates|"
    r"on\s+behalf\s+of|on\s+the\s+one|on\s+the\s+other|through\s+its|in\s+its|for\s+itself|formerly|doing\s+business|a\s+wholly|wholly|"
    r"hereinafter|herein|referred|as\s+(?:the|seller|buyer|owner|agent|licen\w+)|at\s+\d|of\s+\d|registered|established|headquartered|represented|not\s+in|solely|maintaining|operating|"
    r"for\s+the|who|that|is\b|are\b|will\b|shall\b|dated\b|effective\b|agree|in\s+connection|to\s+)|"
    r",\s*(?=\d|p\.?\s?o\.?\s|suite|one\s|two\s|the\s+address)|\s(?=\d{2,6}\s+[A-Z][a-z]+)|_{3,}|\[\s*[*_●•]|\.\s+(?=[A-Z][a-z]+\s+(?:is|are|and|the|shall))|\n\s*\n",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,|;)?\s+(?:-\s*)?(?:and|&)(?:\s*-)?\s+|\s*;\s*", re.IGNORECASE)
_LAWS_OF = re.compile(r"\b(?:laws?\s+of|incorporated\s+in|organi[sz]ed\s+in|registered\s+in|under\s+the)\s+(?:the\s+)?(?:(?:state|commonwealth|province|republic)\s+of\s+)?(?:the\s+)?$", re.IGNORECASE)
_A_PLACE = re.compile(r"(?:\ban?|,|\bthe)\s+(?:state\s+of\s+)?$", re.IGNORECASE)
_KIND = re.compile(
    r"^(?:\s+state)?(?:[\s,-]+(?:public|private|limited|non-?profit|not-for-profit|profit|business|statutory|general|professional|municipal|registered|domestic|stock|exempted?|liability|state|chartered|banking|closed|joint|based|for|close|corporate))*"
    r"[\s,-]+(?:corporation|company|partnership|trust|association|bank|corp\b|l\.?l\.?c|limited|inc\b|firm|entity|organization|university|institution|society|legal\s+entity)",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"[A-Z0-9]")
_LONGEST_NAME = 110


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    role: str | None
    segment_end: int


def find_parties(reading: Reading, preamble: Preamble) -> tuple[Party, ...]:
    """The parties in the order of the preamble, each once.

    Args:
        reading: the document.
        preamble: where its preamble stands.
    """
    if reading.document.language == "ja":
        return japanese_parties(reading)
    parties: list[Party] = []
    for found in _english(reading.plain, preamble):
        name = _tidy(reading.words(found.start, found.end))
        if any(same_name_score(name, party.name) >= 0.9 for party in parties):
            continue
        place = _incorporation(reading.plain, found.end, found.segment_end)
        formed = bool(_ENDS_WITH_FORM.search(name))
        confidence = 0.95 if formed and found.role else 0.85 if found.role else 0.7
        parties.append(
            Party(
                name, found.role, place.country if place else None, place.state if place else None,
                confidence if preamble.sure else confidence - 0.2, from_span(reading.document, found.start, found.end),
            )
        )  # fmt: skip
    return tuple(parties)


def _english(plain: str, preamble: Preamble) -> Iterator[_Found]:
    anchor = _ANCHOR.search(plain, preamble.start, preamble.end)
    if anchor is None:
        return
    cursor = anchor.end()
    last_end = cursor
    for definition in _DEFINITION.finditer(plain, cursor, preamble.end):
        role = next((part for part in definition.group("role", "role2", "role3", "role4", "role5") if part), "").strip(" ,.")
        if definition.start() < last_end:
            continue
        names = list(_names(plain, cursor, definition.start()))
        if not role or (_NOT_PARTY.search(role) and not names):
            cursor = last_end = definition.end()
            continue
        if re.search(r"\b(?:agreement|date|contract|part(?:y|ies)|term)\b", role, re.I):
            role = ""
        for position, (start, end) in enumerate(names):
            shared = position + 1 == len(names) or bool(_GROUP.search(definition["lead"] or ""))
            yield _Found(start, end, _role(role) if role and shared else None, definition.start())
        cursor = last_end = definition.end()
    sentence_end = re.compile(r"\.\s+(?=[A-Z])|\n\s*\n").search(plain, cursor, preamble.end)
    for start, end in _names(plain, cursor, sentence_end.start() if sentence_end else preamble.end):
        if _ENDS_WITH_FORM.search(plain[start:end]):
            yield _Found(start, end, None, min(preamble.end, end + 200))


def _role(role: str) -> str:
    words = re.sub(r"^(?:the|a|an)\s+", "", " ".join(role.split()), flags=re.I)
    return words.strip(" ,.\"'")


def _names(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Names in a piece of the preamble: at its beginning, and after each `and` that a name with a legal form follows."""
    first = _name_at(plain, start, end)
    if first is None:
        return
    yield first
    for joint in _AND.finditer(plain, first[1], end):
        following = _name_at(plain, joint.end(), end)
        if following and following[0] >= first[1] and _ENDS_WITH_FORM.search(plain[slice(*following)]):
            yield following
            first = following


def _name_at(plain: str, start: int, end: int) -> tuple[int, int] | None:
    leading = _LEADING.match(plain, start, end)
    begin = leading.end() if leading else start
    while begin < end and plain[begin].isspace():
        begin += 1
    if begin >= end or not _CAPITAL.match(plain[begin]) and not re.match(r"[a-z]-?[A-Z]|the\s+[A-Z]", plain[begin : begin + 8]):
        return None
    stop = end
    ending = _NAME_ENDS.search(plain, begin + 1, end)
    if ending is not None:
        stop = ending.start()
    for form in _ENDS_WITH_FORM.finditer(plain, begin, stop):
        rest = plain[form.end() : stop]
        # after the form come the address or the next party; "Ltd., Inc." and "Company, LLC" go on
        if form.start() > begin and re.match(r"\s*,?\s*(?:and\b|of\b|at\b|\d|$|in\b)|\s*,\s*(?!(?:" + _FORM + r")\b)", rest, re.I):
            stop = form.end()
            break
    joint = _AND.search(plain, begin, stop)
    if joint is not None and _ENDS_WITH_FORM.search(plain[begin : joint.start()][-18:]):
        stop = joint.start()
    while stop > begin and plain[stop - 1] in " \t\n\r\f,;:-\"'":
        stop -= 1
    words = plain[begin:stop]
    letters = [word for word in re.findall(r"[A-Za-z][\w'.&-]*", words) if len(word) > 3]
    if len(words) < 2 or len(words) > _LONGEST_NAME or not re.search(r"[A-Za-z]{2}", words):
        return None
    if letters and sum(word[0].isupper() for word in letters) < 0.6 * len(letters):
        return None
    return (begin, stop)


def _tidy(name: str) -> str:
    return re.sub(r"\s+,", ",", re.sub(r"^the\s+(?=[A-Z])", "", name)).strip(" ,;:")


def _incorporation(plain: str, start: int, end: int) -> Place | None:
    """Where a party is incorporated, from its description; an address alone does not say it."""
    description = plain[start : min(end, start + 400)]
    for found in places_in(description, adjectives=True):
        before, after = description[: found.start], description[found.end :]
        if _KIND.match(after) and _A_PLACE.search(before) or _LAWS_OF.search(before):
            return found.place
    return None
