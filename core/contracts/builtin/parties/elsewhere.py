"""Names of parties that no preamble gives: after a label, before a defined term or description, above a signature.

Looked at only where the preamble names fewer than two. A letter names its writers with their defined terms in the
first sentences, a form after labels ("Party A:", "Licensor:"), a title page between "BETWEEN" and "AND", and a joint
filing only where it is signed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from core.contracts.builtin.parties.english_names import (
    DEFINITION,
    ENDS_WITH_FORM,
    PartyMention,
    defined_role,
    is_person,
    is_roles,
    name_at,
)

_LABEL = re.compile(
    r"(?:^|[\n\f]|\s{2,}|(?<=[.;:]\s))[ \t]*(?:\(?\w{1,3}[.)]\s*)?(?:name\s+of\s+)?(?:the\s+)?"
    r"(?P<role>Party\s+[A-D1-4]|Licen[sc]or|Licen[sc]ee|Seller|Buyer|Purchaser|Supplier|Customer|Client|Distributor|"
    r"(?:Service\s+)?Provider|Consultant|Contractor|Vendor|Franchisor|Franchisee|Agent|Principal|Reseller|Company|"
    r"Lessor|Lessee|Landlord|Tenant|Shipper|Carrier|Transporter|Manufacturer|Sponsor|Covenanter|Employer|Employee)"
    r"(?:\s+Name)?\s*(?:\([^()\n]{1,30}\))?\s*:\s*",
    re.IGNORECASE,
)
_SIGNS = re.compile(
    r"[\n\f][ \t]*(?P<name>[^\n\f]{3,110}?)[ \t]*(?:[\n\f][ \t]*){1,3}"
    r"(?:(?:as\s+|its\s+)[^\n\f]{3,40}(?:[\n\f][ \t]*){1,3})?(?:\W{0,6}By\b\s*:?|/s/|Per\s*:|Signature\b|Signed\b\s*:)",
    re.IGNORECASE,
)
_SIGNS_INLINE = re.compile(
    r"(?<![\w.])(?P<name>[A-Z][A-Z.&',()-]*(?:\s(?:[A-Z0-9][A-Z0-9.&',()-]*|&)){0,9})\s+(?:By|BY)\s*:\s*(?=/s/|_{2}|\w)"
)
_SIGNATURE_FOLLOWS = re.compile(r"[\s,]*(?:By\s*:|/s/)")
# what stands before a name where lines were joined: the signer above with title and day, or a partner's part
_SIGNER_ABOVE = re.compile(
    r"(?:\b(?:Officer|Director|Signatory|Member|Partner|President|Secretary|Treasurer|Manager|Counsel|Chairman|Trustee|"
    r"Esq\.?|(?:19|20)\d\d)[\s.,]+|\b(?:Title|Name|Date|By|Its)\s*:\s*)"
)
_SIGNS_FOR = re.compile(
    r"\bfor\s+and\s+on\s+behalf\s+of:?\s+(?P<name>[A-Z][^\n:]{2,90}?)\s*(?=\n|\s{2,}|\bBy\s*:|/s/|_{3}|$)",
    re.IGNORECASE,
)
_SIGNS_BY_LINE = re.compile(
    r"\n[ \t]*(?:(?P<deed>(?i:signed)(?:\s+as\s+a\s+deed)?\s+(?:by|for))|for)[ \t]+(?P<name>[A-Z][^\n:;]{2,90}?)[ \t]*"
    r"(?=\n|[ \t]{2,}|\s+(?:by|acting)\b|\.{3}|_{3}|$)"
)
_TITLE_PAGE = re.compile(
    r"\n\s*(?:by\s+and\s+)?between:?\s*\n\s*(?P<first>[^\n]{3,90})\n(?P<inner>(?:[^\n]*\n){0,9}?)\s*(?:and|&)\s*\n\s*"
    r"(?P<second>[^\n]{3,90})\n",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(
    r",\s*(?:an?|the)\s+(?:[A-Z][\w.-]*\s+){1,4}(?:[a-z-]+\s+){0,3}(?:corporation|company|partnership|limited|bank|"
    r"university|association)\b",
    re.IGNORECASE,
)
_AGREE = re.compile(r"\bagrees?\s+(?:as\s+follows|that|to)\b", re.IGNORECASE)
_SIGNED = re.compile(
    r"\bin\s+(?:witness|evidence)\s+whereof\b|\bthe\s+undersigned\b|\baccepted\s+and\s+agreed\b|"
    r"\n[ \t]*(?:very\s+truly\s+yours|yours\s+(?:very\s+)?(?:truly|sincerely|faithfully)|"
    r"sincerely(?:\s+yours)?|kind\s+regards),?[ \t]*\n",
    re.I,
)
_NO_SIGNER = re.compile(
    r"\b(?:general\s+partner|managing\s+member|attorney|by\s*:|its\s*:|title|date[ds]?|name\s*:|witness\w*|"
    r"duly|executed|agreement|hereto|parties|above\s+written|whereof|schedule|exhibit|source)\b|:\s*$|_{3}|/s/",
    re.IGNORECASE,
)
_NO_PARTY = re.compile(
    r"\b(?:act|acts|regulations?|rules?|commission|offerings?|prospectus|statement|plan|sec|fdic|policy|securities|shares?|"
    r"stock|notes?|registration|law|code|fund|mou|reform|services?|products?)\W*$",
    re.IGNORECASE,
)
_DESCRIBES = re.compile(
    r"\W{0,4}(?:(?:an?|the|organi[sz]ed|whose|located|having|with|incorporated|registered|of|on\s+behalf)\b.{0,300})?",
    re.IGNORECASE | re.DOTALL,
)
_PRECEDING = re.compile(r"(?<![A-Z][a-z])(?<!Inc)(?<!Corp)(?<!Ltd)(?<!Co)\.\s+(?=[A-Z])|\n\s*\n|[:;]\s")
_CAPITALS = re.compile(r"(?:(?:[A-Z0-9][\w.&'-]*,?|&|of|and|the)\s+){0,8}[A-Z0-9][\w.&'-]*,?\s*$")
# what a letter calls its writer and its reader
_WE = re.compile(r"\b(?:we|us|our|you|your)\b", re.IGNORECASE)
_HEAD = 5_000
_MENTIONS = 3
_TAIL = 12_000
_REACH = 110


def labelled(plain: str) -> Iterator[PartyMention]:
    """Names after a label of a form: Party A: …, Licensor: …"""
    for match in _LABEL.finditer(plain, 0, _HEAD):
        end = plain.find("\n", match.end())
        stop = min(end if end > 0 else len(plain), match.end() + 160)
        found = name_at(plain, match.end(), stop)
        words = plain[slice(*found)] if found is not None else ""
        # a person is one who is named again where it is signed
        signs = is_person(words) and plain.find(words, len(plain) * 2 // 3) > match.end()
        if found is not None and (signs or ENDS_WITH_FORM.search(words)):
            yield PartyMention(*found, " ".join(match["role"].split()), min(found[1] + 300, len(plain)))


def defined(plain: str) -> Iterator[PartyMention]:
    """Names with a legal form before their defined term in the first sentences, where the contract uses the term."""
    cursor = 0
    for definition in DEFINITION.finditer(plain, 0, min(len(plain), _HEAD)):
        role = "" if _NO_PARTY.search(definition[0]) else defined_role(definition)
        begin = max(cursor, definition.start() - 350)
        cursor = definition.end()
        if _WE.fullmatch(role):
            uses = len(_WE.findall(plain))
            role = next(iter(re.findall(r"\"(?:the\s+)?([A-Z][\w ]{1,40})\"", definition["rest"] or "")), role)
        else:
            uses = len(re.findall(rf"\b{re.escape(role)}\b", plain)) if role else 0
        if uses <= _MENTIONS:
            continue
        cuts = [cut.end() for cut in _PRECEDING.finditer(plain, begin, definition.start())]
        begin = cuts[-1] if cuts else begin
        found = _last_name(plain, begin, definition.start())
        if found is not None:
            yield PartyMention(*found, role, definition.start())


def _last_name(plain: str, begin: int, end: int) -> tuple[int, int] | None:
    """The name with a legal form that stands nearest before an offset, with all of its capitals."""
    for form in reversed(list(ENDS_WITH_FORM.finditer(plain, begin, end))):
        words = _CAPITALS.search(plain[begin : form.start()])
        if words is None or form[0][0].islower() or not _DESCRIBES.fullmatch(plain, form.end(), end):
            continue
        cut = re.match(
            r".*(?:,\s+and\s+|\d{4,}\W+(?:and\s+)?|WHEREAS\W+)|(?:When|If|Once|After|Since|While|Where|Unless|Until|Both|That)\s+",
            words[0],
            re.DOTALL,
        )
        found = name_at(plain, begin + words.start() + (cut.end() if cut else 0), form.end())
        if found is not None and found[1] >= form.start() and not is_roles(plain[slice(*found)], set()):
            return found
    return None


def signers(plain: str) -> Iterator[PartyMention]:
    """Firms that sign: a line with a legal form above "By:" at the end of the contract."""
    signed = [match.end() for match in _SIGNED.finditer(plain, max(0, len(plain) - _TAIL))]
    start = signed[0] if signed else max(0, len(plain) - _TAIL // 3)
    for pattern in (_SIGNS, _SIGNS_INLINE):
        for match in pattern.finditer(plain, start):
            found = name_at(plain, match.start("name"), match.end("name"))
            if found is None or _NO_SIGNER.search(match["name"]):
                continue
            words = plain[slice(*found)]
            form = ENDS_WITH_FORM.search(words)
            if form is not None and form.start() > 5 and words.count("(") == words.count(")"):
                yield PartyMention(*found, None, found[1])


def signers_in_line(plain: str) -> Iterator[PartyMention]:
    """Firms that sign where the lines of the signature block were joined: a legal form right before "By:" or /s/."""
    signed = [match.end() for match in _SIGNED.finditer(plain, max(0, len(plain) - _TAIL))]
    cursor = signed[0] if signed else max(0, len(plain) - _TAIL // 3)
    for form in ENDS_WITH_FORM.finditer(plain, cursor):
        if form.start() < cursor or not _SIGNATURE_FOLLOWS.match(plain, form.end()):
            continue
        begin = max(cursor, form.start() - _REACH)
        cuts = [cut.end() for cut in _SIGNER_ABOVE.finditer(plain, begin, form.start())]
        begin = max([begin, *cuts])
        words = _CAPITALS.search(plain[begin : form.start()])
        if words is None or plain[:begin].rstrip().endswith(("By:", "by:", "By", "its")):
            continue
        found = name_at(plain, begin + words.start(), form.end())
        if found is not None and found[1] >= form.start() and found[0] + 3 < form.start():
            cursor = form.end()
            yield PartyMention(*found, None, found[1])


def signed_for(plain: str) -> Iterator[PartyMention]:
    """Those "for and on behalf of" whom is signed, with or without a legal form."""
    signed = [match.end() for match in _SIGNED.finditer(plain, len(plain) // 2)]
    for match in _SIGNS_FOR.finditer(plain, signed[-1] if signed else max(0, len(plain) - _TAIL)):
        found = name_at(plain, match.start("name"), match.end("name"))
        words = plain[slice(*found)] if found else ""
        if found is None or words[0].islower() or _NO_SIGNER.search(words) or is_roles(words, set()):
            continue
        yield PartyMention(*found, None, found[1])


def signs_by_line(plain: str) -> Iterator[PartyMention]:
    """Who signs a letter or deed by a line of its own: "for Alpha Ltd" below a name, "SIGNED by Jane Roe"."""
    signed = [match.start() for match in _SIGNED.finditer(plain, len(plain) // 2)]
    start = min(signed[0] if signed else len(plain), max(0, len(plain) - _TAIL // 8))
    for match in _SIGNS_BY_LINE.finditer(plain, start):
        found = name_at(plain, match.start("name"), match.end("name"))
        words = plain[slice(*found)] if found else ""
        if found is None or words[0].islower() or _NO_SIGNER.search(words) or is_roles(words, set()):
            continue
        if ENDS_WITH_FORM.search(words) or (match["deed"] and is_person(words)):
            yield PartyMention(*found, None, found[1])


def on_title_page(plain: str) -> Iterator[PartyMention]:
    """The two names of a title page, on lines of their own after "BETWEEN" and after "AND"."""
    match = _TITLE_PAGE.search(plain, 0, _HEAD)
    for group in ("first", "second") if match else ():
        assert match is not None
        found = name_at(plain, match.start(group), match.end(group))
        if found is not None and ENDS_WITH_FORM.search(plain[slice(*found)]):
            yield PartyMention(*found, None, min(found[1] + 300, len(plain)))


def described(plain: str) -> Iterator[PartyMention]:
    """Names before ", a Delaware corporation" in a first sentence in which they agree."""
    for description in _DESCRIBED.finditer(plain, 0, min(len(plain), _HEAD)):
        if not _AGREE.search(plain, description.end(), description.end() + 1_200):
            continue
        begin = max(0, description.start() - 120)
        cuts = [cut.end() for cut in _PRECEDING.finditer(plain, begin, description.start())]
        begin = cuts[-1] if cuts else begin
        words = _CAPITALS.search(plain[begin : description.start()])
        if words is None:
            continue
        found = name_at(plain, begin + words.start(), description.end())
        if found is not None and found[1] == description.start() and not is_roles(plain[slice(*found)], set()):
            term = DEFINITION.match(plain, _bracket(plain, description.end()))
            yield PartyMention(*found, defined_role(term) or None if term else None, description.end())


def _bracket(plain: str, start: int) -> int:
    """Where the next bracket opens that a defined term may stand in; the start where there is none near."""
    at = plain.find("(", start, start + 200)
    return at if at >= 0 else start


# where names stand, with how surely they are right
ELSEWHERE: tuple[tuple[Callable[[str], Iterator[PartyMention]], float], ...] = (
    (labelled, 0.8),
    (defined, 0.8),
    (described, 0.75),
    (on_title_page, 0.75),
    (signed_for, 0.7),
    (signs_by_line, 0.7),
    (signers, 0.7),
    (signers_in_line, 0.7),
)
