"""Of whom an English clause speaks: who does it, to whom, whose it is."""

from __future__ import annotations

import re

_SUBJECT = re.compile(
    r"(?:^|[\s(])(?:the\s+|each\s+|either\s+|neither\s+)?(?P<name>[A-Z][a-z]+|[Ee]ither\s+party|[Ee]ach\s+party|"
    r"[Bb]oth\s+parties)"
    r"(?:'s)?\s+(?:(?:also|hereby|only|then)\s+)?(?P<verb>shall|must|may|will|can|has|have|agrees|undertakes|need|"
    r"needs|(?:is|are)\s+(?:required|obliged|entitled|permitted|allowed)|[a-z]{3,}s)\b"
)


ROLES = frozenset(
    "buyer seller supplier vendor purchaser customer client licensor licensee lessor lessee landlord tenant "
    "distributor company "
    "consultant contractor manufacturer franchisor franchisee provider recipient owner agent principal borrower "
    "lender employer executive bank agency host sublicensee assignee assignor trustee dealer carrier shipper insurer "
    "subcontractor shareholder stockholder bidder publisher retailer wholesaler merchant hotel hospital university "
    "employee discloser guarantor operator sponsor affiliate reseller developer publisher investor subscriber party "
    "parties".split()
)  # fmt: skip


_NAMED_ROLES = ROLES - {"party", "parties", "affiliate", "owner", "agent", "principal", "company"}


_DUTY = r"(?:shall|must|may|will|can|has|need|is\s+(?:required|obliged|entitled|permitted))\b"


_PARTIES = re.compile(r"\b(?:each|either|neither|both)\s+part(?:y|ies)\b|\bthe\s+parties\b", re.IGNORECASE)


def strange_role(text: str, source: str) -> bool:
    """Whether a text names a role of a contract's parties that its source does not name."""
    known = {word.removesuffix("s") for word in re.findall(r"[a-z]+", source.lower())}
    claimed = {word.removesuffix("s") for word in re.findall(r"[a-z]+", text.lower())}
    return bool((claimed & _NAMED_ROLES) - known)


def subject_by_name(text: str, names: str, words: str) -> bool:
    """Whether a duty or right is said to be a named party's, where the words speak of roles and do not name it."""
    for name in filter(None, (part.strip() for part in names.split("\n"))):
        if name.casefold() in words.casefold():
            continue
        owner = re.search(rf"{re.escape(name)}['’]s?\s+[a-z]", text)
        if owner and not re.search(r"agreement|contract|lease", name, re.IGNORECASE):
            return True
        if re.search(rf"{re.escape(name)}['’s]*\s+(?:alone\s+|only\s+)?{_DUTY}", text) and not _PARTIES.search(words):
            return True
    return False


def _subject(text: str) -> str | None:
    match = _SUBJECT.search(text)
    if match is None:
        # A role written small: "the supplier shall …"
        match = re.search(
            rf"\b(?:the\s+)?(?P<name>{'|'.join(sorted(ROLES))})\s+(?:shall|must|may|will|can|agrees|need|(?:is|"
            rf"are)\s+(?:required|obliged|entitled|permitted|allowed)|[a-z]{{3,}}s)\b",
            text,
            re.I,
        )
    if match is None:
        return None
    name = match["name"].lower()
    return name.split()[-1] if " " in name else name
