"""Where a party's name begins and ends in English words, and the defined term that follows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.lexicon import legal_forms, places_in

DEFINITION = re.compile(
    r"\(\s*(?P<lead>[^()\"]{0,140}?)(?:\"|'')\s*(?P<role>[^\"()]{1,60}?)\s*[,.]?\s*(?:\"|'')(?P<rest>[^()]{0,160}?)\)|"
    r",?\s*\(?\s*(?:here(?:in)?(?:after)?|hereafter)\s*,?\s*(?:(?:sometimes|also|collectively|individually|"
    r"together|each)\s+)*(?:be\s+)?"
    r"(?:referred\s+to\s+(?:herein\s+)?as|called|known\s+as|the|"
    r"as)?\s*(?:the\s+)?(?:\"(?P<role2>[^\"()]{1,50}?)[,.]?\"|'(?P<role3>[^'()]{1,50}?)[,.]?'|"
    r"(?P<role4>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)(?=\s*\)))[^()\"]{0,60}?\)?(?=[\s,;.)])"
    r"|\(\s*the\s+(?P<role5>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\s*\)",
)
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
ENDS_WITH_FORM = re.compile(rf"(?<![\w])(?:{_LETTERED}|(?:{_FORM})\b\.?)", re.IGNORECASE)
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
    r"on\s+behalf\s+of|on\s+the\s+one|on\s+the\s+other|through\s+its|in\s+(?:its|his|her|their)|for\s+itself|formerly|"
    r"doing\s+business|a\s+wholly|wholly|individual\b|director\s+of|"
    r"hereinafter|herein|referred|as\s+(?:the|seller|buyer|owner|agent|licen\w+)|at\s+\d|of\s+\d|registered|"
    r"established|headquartered|represented|not\s+in|solely|maintaining|operating|"
    r"for\s+the|who\b|that\b|is\b|are\b|will\b|shall\b|dated\b|effective\b|agree|in\s+connection|to\s+)|"
    r",\s*(?=\d|p\.?\s?o\.?\s|suite|one\s|two\s|the\s+address)|"
    r"\s(?=(?-i:\d{2,6}\s+[A-Z][a-z]+\s+(?:[A-Z][a-z]+\s+)?(?:St|Ave|Road|Rd|Dr|Lane|Blvd|Way|Park|Court|Plaza|"
    r"Place|Circle|Pkwy)))|\s+c/o\b|_{3,}|\[\s*[*_●•]|\.\s+(?=[A-Z][a-z]+\s+(?:is|are|and|the|shall))|\n\s*\n",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,|;)?\s+(?:-\s*)?and(?:\s*[-,])?\s+|\s*;\s*", re.IGNORECASE)
# "Alpha Inc., Beta L.P. and Gamma Ltd.": a comma after a legal form may begin the next name
_JOINT = re.compile(rf"{_AND.pattern}|\s*,\s+(?=(?-i:[A-Z]))", re.IGNORECASE)
_PERSON = re.compile(r"(?:(?:Dr|Mr|Mrs|Ms)\.?\s+)?(?:[A-Z][\w.'-]*\s+){1,3}[A-Z][\w'-]+")
_NO_PERSON = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|road|street|avenue|"
    r"islands?|states?|tower|plaza|building|agreement|exhibit|section|office|act|sub-?contractor|[A-Z]{2}\d)\b",
    re.IGNORECASE,
)
_CAPITALS = re.compile(
    r"(?:[A-Z0-9][\w.&'-]*,?\s+|(?:&|of|and|the)\s+){0,8}(?:[A-Z0-9]|[a-z]-?[A-Z]|[a-z]{1,2}-[a-z])[\w.&'-]*[,\s]*$"
)
_PLACEHOLDER = re.compile(
    r"(?:the\s+|a\s+)?(?:licen[sc](?:ee|or)|buyer|seller|purchaser|vendor|supplier|customer|client|contractor|consultant|"
    r"distributor|reseller|agent|principal|landlord|tenant|lessor|lessee|borrower|lender|employer|employee|franchisor|"
    r"franchisee|company|provider|recipient|manufacturer|owner|operator|party(?:\s+[AB12])?|(?:company|party|legal|your|"
    r"full)?\s*names?(?:\s+of\s+\w+)?|insert\s[^\n]*)",
    re.IGNORECASE,
)
_NO_ROLE = re.compile(r"\b(?:agreement|date|contract|part(?:y|ies)|term|affiliates?)\b", re.IGNORECASE)
# a legal form alone, an address
_NO_FIRM = re.compile(
    rf"^(?:{_FORM})\b[\W]*$|^U\.S\.?$|^\d+\s[^,]{{3,40}}(?:Drive|Street|Road|Avenue|Boulevard|Lane)\b|\bP\.?O\.?\s?Box\b",
    re.IGNORECASE,
)
# the address or the next party
_BEHIND_NAME = re.compile(
    rf"\s*,?\s*(?:and\b|of\b(?!\s+America\b)|at\b|\d|$|in\b|c/o\b|suite\b|room\b|floor\b)|\s*,(?!\s*(?:{_FORM})\b)|[^,]{{0,40}}\d",
    re.IGNORECASE,
)
_KIND_OF_FIRM = re.compile(r"\s+(?:corporation|company|limited|exempted)\b", re.IGNORECASE)
_NO_NAME = re.compile(
    r"\bagree\w*\b|\beffective\s+date\b|\bcommission\b|\bpatent|\bregulation\b|\bdollars\b|\bmay\s+be\b|"
    r"\bservices?$|\bas$",
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
class PartyMention:
    start: int
    end: int
    role: str | None
    segment_end: int


def is_roles(name: str, roles: set[str]) -> bool:
    """Whether the words are no name but defined terms (Owner and Operator) or the beginning of a sentence."""
    words = re.findall(r"[\w'.&-]+", name.casefold())
    return all(word in _GENERIC or word.strip(".") in roles for word in words) or words[0] in ("this", "it", "address")


def defined_role(definition: re.Match[str]) -> str:
    """The term that a match of `DEFINITION` defines; empty where it is no role (an agreement, a date)."""
    role = next((part for part in definition.group("role", "role2", "role3", "role4", "role5") if part), "")
    words = re.sub(r"^(?:the|a|an)\s+", "", " ".join(role.split()), flags=re.I)
    words = words.strip(" ,.\"'")
    return "" if _NO_ROLE.search(words) else words


def names_in(plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Names in a piece of the preamble: at its beginning, and after each joint that a name with a legal form follows.

    Where the piece begins with the rest of the last party's description, the last name after an `and` counts, and
    without one the name right before the end.
    """
    first = name_at(plain, start, end)
    if first is not None:
        yield first
    reached = first[1] if first else start
    last = None
    found = first is not None
    for joint in _JOINT.finditer(plain, reached, end):
        following = name_at(plain, joint.end(), end)
        comma = joint[0].strip() == ","
        if following is None or following[0] < reached:
            continue
        if comma and not (_formed(plain[reached : joint.start()][-18:]) and _ends_formed(plain[slice(*following)])):
            continue
        if _formed(plain[slice(*following)]):
            yield following
            found, reached, last = True, following[1], None
        elif not comma:
            last = following
    if last is not None and (not found or is_person(plain[slice(*last)])):
        yield last
    elif not found and (nearest := _nearest(plain, start, end)) is not None:
        yield nearest


def _formed(words: str) -> bool:
    return ENDS_WITH_FORM.search(words) is not None


def _ends_formed(words: str) -> bool:
    """Whether the words end with a legal form and are more than one: not the "Inc." of "Ltd., Inc."."""
    return any(match.start() > 2 and match.end() >= len(words) - 1 for match in ENDS_WITH_FORM.finditer(words))


def _is_description(words: str) -> bool:
    """Whether the words say of which place a firm is, and no more: Delaware corporation, Cayman Islands company."""
    first = next(iter(places_in(words)), None)
    return first is not None and first.start == 0 and _KIND_OF_FIRM.match(words, first.end) is not None


def is_person(words: str) -> bool:
    """Whether English words look like a person's name."""
    return _PERSON.fullmatch(words) is not None and not _NO_PERSON.search(words)


def _nearest(plain: str, start: int, end: int) -> tuple[int, int] | None:
    """The run of capitals that ends where the piece ends: "professional golfer, TOM WATSON, (hereinafter …"."""
    begin = max(start, end - 120)
    match = _CAPITALS.search(plain[begin:end])
    if match is None or not re.search(r"[a-z]{3},?\s*$", plain[start : begin + match.start()]):
        return None
    found = name_at(plain, begin + match.start(), end)
    if found is None or not (_formed(plain[slice(*found)]) or is_person(plain[slice(*found)])):
        return None
    return found


def _ends_name(rest: str) -> bool:
    """Whether a name ends at its legal form, by what follows: "Ltd., Inc." and "Company, LLC" go on."""
    if _BEHIND_NAME.match(rest):
        return True
    return _PLACEHOLDER.fullmatch(rest.strip(" ,.:")) is not None  # the head of the column beside it


def name_at(plain: str, start: int, end: int) -> tuple[int, int] | None:
    leading = _LEADING.match(plain, start, end)
    begin = leading.end() if leading else start
    while begin < end and plain[begin].isspace():
        begin += 1
    if begin >= end or (
        not _CAPITAL.match(plain[begin])
        and not re.match(
            r"[a-z]-?[A-Z]|the\s+[A-Z]|[a-z]+\.(?:com|net|org)\b|[a-z]{1,2}[-.\d][\w.-]*,?\s+[A-Z]",
            plain[begin : begin + 24],
        )
    ):
        return None
    stop = end
    ending = _NAME_ENDS.search(plain, begin + 1, end)
    if ending is not None:
        stop = ending.start()
    for form in ENDS_WITH_FORM.finditer(plain, begin, stop):
        if form.start() > begin and _ends_name(plain[form.end() : stop]):
            stop = form.end()
            break
    joint = _AND.search(plain, begin, stop)
    if joint is not None and ENDS_WITH_FORM.search(plain[begin : joint.start()][-18:]):
        stop = joint.start()
    while stop > begin and plain[stop - 1] in " \t\n\r\f,;:-\"'":
        stop -= 1
    words = plain[begin:stop]
    letters = [word for word in re.findall(r"[A-Za-z][\w'.&-]*", words) if len(word) > 3]
    if re.match(r"\d+\s", words) and not ENDS_WITH_FORM.search(words):
        return None
    if len(words) < 2 or len(words) > _LONGEST_NAME or not re.search(r"[A-Za-z]{2}", words):
        return None
    if _PLACEHOLDER.fullmatch(words) or _NO_FIRM.search(words) or _is_description(words):
        return None
    if _NO_NAME.search(words) or (" and " in words and len(words.split()) < 6 and not ENDS_WITH_FORM.search(words)):
        return None
    if letters and sum(not word.islower() or "." in word for word in letters) < 0.6 * len(letters):
        return None
    return (begin, stop)
