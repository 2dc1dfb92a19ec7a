"""The contracting parties with their roles and places of incorporation, from the preamble.

English preambles list parties between "between" and the recitals, each with a term defined in quotes. A name ends
where its description begins ("a Delaware corporation", "having its principal office", an address, the bracket).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.parties_japanese import japanese_parties
from core.contracts.builtin.parties.preamble import Preamble
from core.evidence import from_span
from core.lexicon import Place, legal_forms, places_in, same_name_score
from core.record import Party

_ANCHOR = re.compile(
    r"\b(?:by\s+and\s+)?(?:between|betweeen|among|amongst)\b(?!\s+the\s+parties\b)(?:\s+and\s+among)?\s*:?|"
    r"\b(?:made|entered\s+into)\s+by\b(?!\s+and\b)",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"\(\s*(?P<lead>[^()\"]{0,140}?)\"\s*(?P<role>[^\"()]{1,60}?)\s*[,.]?\s*\"(?P<rest>[^()]{0,160}?)\)|"
    r",?\s*\(?\s*(?:here(?:in)?(?:after)?|hereafter)\s*,?\s*(?:(?:sometimes|also|collectively|individually|"
    r"together|each)\s+)*(?:be\s+)?"
    r"(?:referred\s+to\s+(?:herein\s+)?as|called|known\s+as|the|"
    r"as)?\s*(?:the\s+)?(?:\"(?P<role2>[^\"()]{1,50}?)[,.]?\"|'(?P<role3>[^'()]{1,50}?)[,.]?'|"
    r"(?P<role4>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)(?=\s*\)))[^()\"]{0,60}?\)?(?=[\s,;.)])"
    r"|\(\s*the\s+(?P<role5>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\s*\)",
)
_GROUP = re.compile(r"\b(?:collectively|together|each|both|jointly|individually)\b", re.IGNORECASE)
_LEADING = re.compile(
    r"(?:[\s,;:.&-]+|and\b|between\b|among\b|by\b|with\b|or\b|on\s+the\s+one\s+hand\b|"
    r"on\s+the\s+other\s+(?:hand|part)\b|of\s+the\s+(?:first|second|one|other)\s+part\b|\(?(?:\d{1,2}|[a-d]|"
    r"[iv]{1,3})[.)]\s|"
    r"party\s+[abAB12]\s*:|_{2,})+",
    re.IGNORECASE,
)
_FORM = "|".join(
    r"[\s.,]*".join(map(re.escape, form.split()))
    for form in sorted((*legal_forms().english, *legal_forms().others), key=len, reverse=True)
    if form not in ("AD", "PT", "AS", "SE", "CV", "GK", "a s")
)
_LETTERED = (
    r"(?:l\.\s?l\.\s?c\.?|l\.\s?l\.\s?p\.?|l\.\s?p\.?|p\.\s?l\.\s?c\.?|n\.\s?a\.?|"
    r"s\.\s?a\.?(?:\s?r\.\s?l\.?)?|b\.\s?v\.?|n\.\s?v\.?|s\.\s?p\.\s?a\.?|k\.\s?k\.?|p\.\s?c\.?)"
)
_ENDS_WITH_FORM = re.compile(rf"(?<![\w])(?:{_LETTERED}|(?:{_FORM})\b\.?)", re.IGNORECASE)
# a bracket with a legal form behind it belongs to the name: Fonterra (USA) Inc.
_BRACKET_IN_NAME = r"\((?=[A-Z][\w .&-]{0,24}\)\s*,?\s*(?:" + _FORM + r"|Pte|Pty|Sdn)\b)"
_NAME_ENDS = re.compile(
    rf"(?!{_BRACKET_IN_NAME})\(|"
    r"\"|;|:|\bd/?b/?a\b|\bf/?k/?a\b|,?\s+(?:an?|the)\s+(?:[\w.'-]+\s+){0,5}?(?:corporation|company|"
    r"partnership|limited|l\.?l\.?c|trust|association|bank|individual|person|citizen|"
    r"resident|organi[sz]ation|entity|municipal|body|university|institution|foundation|society|public|private|"
    r"joint|stock|firm|subsidiary|division|proprietor\w*|"
    r"corp|business|national|non-?profit|not-for-profit)\b|"
    r"(?:,\s*|\s+(?=(?-i:[a-z])))(?:having|whose|which|with\s+(?:an?|its|his|her|offices?|principal|registered|"
    r"address|headquarters|business)|located|organi[sz]ed|incorporated\s+(?:in|under)|existing|duly|acting|"
    r"being|residing|and\s+its\s+affiliates|"
    r"on\s+behalf\s+of|on\s+the\s+one|on\s+the\s+other|through\s+its|in\s+its|for\s+itself|formerly|"
    r"doing\s+business|a\s+wholly|wholly|individual\b|director\s+of|"
    r"hereinafter|herein|referred|as\s+(?:the|seller|buyer|owner|agent|licen\w+)|at\s+\d|of\s+\d|registered|"
    r"established|headquartered|represented|not\s+in|solely|maintaining|operating|"
    r"for\s+the|who\b|that\b|is\b|are\b|will\b|shall\b|dated\b|effective\b|agree|in\s+connection|to\s+)|"
    r",\s*(?=\d|p\.?\s?o\.?\s|suite|one\s|two\s|the\s+address)|"
    r"\s(?=(?-i:\d{2,6}\s+[A-Z][a-z]+\s+(?:[A-Z][a-z]+\s+)?(?:St|Ave|Road|Rd|Dr|Lane|Blvd|Way|Park|Court|Plaza|"
    r"Place|Circle|Pkwy)))|\s+c/o\b|_{3,}|\[\s*[*_●•]|\.\s+(?=[A-Z][a-z]+\s+(?:is|are|and|the|shall))|\n\s*\n",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,|;)?\s+(?:-\s*)?and(?:\s*-)?\s+|\s*;\s*", re.IGNORECASE)
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
_PLACEHOLDER = re.compile(
    r"(?:the\s+|a\s+)?(?:licen[sc](?:ee|or)|buyer|seller|purchaser|vendor|supplier|customer|client|contractor|consultant|"
    r"distributor|reseller|agent|principal|landlord|tenant|lessor|lessee|borrower|lender|employer|employee|franchisor|"
    r"franchisee|company|provider|recipient|manufacturer|owner|operator|party(?:\s+[AB12])?|(?:company|party|legal|your|"
    r"full)?\s*names?(?:\s+of\s+\w+)?|insert\s[^\n]*)",
    re.IGNORECASE,
)
_NO_ROLE = re.compile(r"\b(?:agreement|date|contract|part(?:y|ies)|term|affiliates?)\b", re.IGNORECASE)
_NO_NAME = re.compile(
    r"\bagree\w*\b|\beffective\s+date\b|\bcommission\b|\bpatent|\bregulation\b|\bdollars\b|\bmay\s+be\b|"
    r"\bservices?$|\bas$",
    re.IGNORECASE,
)
_SENTENCE_ENDS = re.compile(
    r"(?<!\binc)(?<!\bcorp)(?<!\bltd)(?<!\bco)\.\s+(?=(?-i:[A-Z]))(?!\s*and\b)|\n\s*\n(?!\s*-*\s*(?:and|\())",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    "and the or of this that it its a an company corporation bank trust corp co inc llc party parties agreement "
    "owner operator licensor licensee seller "
    "buyer consultant address overview grant purpose services service management both each other sons "
    "entertainment fund agent customer client".split()
)
_CAPITAL = re.compile(r"[A-Z0-9]")
_LONGEST_NAME = 110


@dataclass(frozen=True, slots=True)
class _PartyMention:
    start: int
    end: int
    role: str | None
    segment_end: int


def find_parties(reading: DocumentReading, preamble: Preamble) -> tuple[Party, ...]:
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


def _english(plain: str, preamble: Preamble) -> Iterator[_PartyMention]:
    anchor = _ANCHOR.search(plain, preamble.start, preamble.end)
    if anchor is None:
        return
    cursor = anchor.end()
    count = 0
    roles: set[str] = set()
    for definition in _DEFINITION.finditer(plain, cursor, preamble.end):
        if definition.start() < cursor:
            continue
        if count >= 2 and _SENTENCE_ENDS.search(plain, cursor, definition.start()):
            return
        role = next((part for part in definition.group("role", "role2", "role3", "role4", "role5") if part), "")
        role = _role(role)
        names = [
            name for name in _names(plain, cursor, definition.start()) if not _is_roles(plain[slice(*name)], roles)
        ]
        cursor = definition.end()
        if _NO_ROLE.search(role):
            role = ""
        for position, (start, end) in enumerate(names):
            shared = position + 1 == len(names) or bool(_GROUP.search(definition["lead"] or ""))
            count += 1
            yield _PartyMention(start, end, role if role and shared else None, definition.start())
        roles |= set(role.casefold().split())
    ending = _SENTENCE_ENDS.search(plain, cursor, preamble.end)
    for start, end in _names(plain, cursor, ending.start() if ending else preamble.end):
        if _ENDS_WITH_FORM.search(plain[start:end]) and not _is_roles(plain[start:end], roles):
            yield _PartyMention(start, end, None, min(preamble.end, end + 200))


def _is_roles(name: str, roles: set[str]) -> bool:
    """Whether the words are no name but defined terms (Owner and Operator) or the beginning of a sentence."""
    words = re.findall(r"[\w'.&-]+", name.casefold())
    return all(word in _GENERIC or word.strip(".") in roles for word in words) or words[0] in ("this", "it", "address")


def _role(role: str) -> str:
    words = re.sub(r"^(?:the|a|an)\s+", "", " ".join(role.split()), flags=re.I)
    return words.strip(" ,.\"'")


def _names(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Names in a piece of the preamble: at its beginning, and after each `and` that a name with a legal form follows.

    Where the piece begins with the rest of the last party's description, the last name after an `and` counts.
    """
    first = _name_at(plain, start, end)
    if first is not None:
        yield first
    reached = first[1] if first else start
    fallback = None
    found = first is not None
    for joint in _AND.finditer(plain, reached, end):
        following = _name_at(plain, joint.end(), end)
        if following is None or following[0] < reached:
            continue
        if _ENDS_WITH_FORM.search(plain[slice(*following)]):
            yield following
            found, reached = True, following[1]
        else:
            fallback = following
    if not found and fallback is not None:
        yield fallback


def _name_at(plain: str, start: int, end: int) -> tuple[int, int] | None:
    leading = _LEADING.match(plain, start, end)
    begin = leading.end() if leading else start
    while begin < end and plain[begin].isspace():
        begin += 1
    if begin >= end or (
        not _CAPITAL.match(plain[begin])
        and not re.match(r"[a-z]-?[A-Z]|the\s+[A-Z]|[a-z]+\.(?:com|net|org)\b", plain[begin : begin + 24])
    ):
        return None
    stop = end
    ending = _NAME_ENDS.search(plain, begin + 1, end)
    if ending is not None:
        stop = ending.start()
    for form in _ENDS_WITH_FORM.finditer(plain, begin, stop):
        rest = plain[form.end() : stop]
        # after the form come the address or the next party; "Ltd., Inc." and "Company, LLC" go on
        if form.start() > begin and re.match(
            r"\s*,?\s*(?:and\b|of\b|at\b|\d|$|in\b|c/o\b|suite\b|room\b|floor\b)|\s*,(?!\s*(?:"
            + _FORM
            + r")\b)|[^,]{0,40}\d",
            rest,
            re.I,
        ):
            stop = form.end()
            break
    joint = _AND.search(plain, begin, stop)
    if joint is not None and _ENDS_WITH_FORM.search(plain[begin : joint.start()][-18:]):
        stop = joint.start()
    while stop > begin and plain[stop - 1] in " \t\n\r\f,;:-\"'":
        stop -= 1
    words = plain[begin:stop]
    letters = [word for word in re.findall(r"[A-Za-z][\w'.&-]*", words) if len(word) > 3]
    if re.match(r"\d+\s", words) and not _ENDS_WITH_FORM.search(words):
        return None
    if len(words) < 2 or len(words) > _LONGEST_NAME or not re.search(r"[A-Za-z]{2}", words):
        return None
    if _PLACEHOLDER.fullmatch(words):
        return None
    if _NO_NAME.search(words) or (" and " in words and len(words.split()) < 6 and not _ENDS_WITH_FORM.search(words)):
        return None
    if letters and sum(not word.islower() or "." in word for word in letters) < 0.6 * len(letters):
        return None
    return (begin, stop)


def _tidy(name: str) -> str:
    return re.sub(r"\s+,", ",", re.sub(r"^the\s+(?=[A-Z])", "", name)).strip(" ,;:")


def _incorporation(plain: str, start: int, end: int) -> Place | None:
    """Where a party is incorporated, from its description; an address alone does not say it."""
    description = plain[start : min(end, start + 400)]
    for found in places_in(description, adjectives=True):
        before, after = description[: found.start], description[found.end :]
        if (_KIND.match(after) and _A_PLACE.search(before)) or _LAWS_OF.search(before):
            return found.place
    return None
