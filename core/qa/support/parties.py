"""Of whom an English clause speaks: who does it, to whom, whose it is."""

from __future__ import annotations

import re

from core.qa.support.stems import content_stem

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
    "lender employer "
    "employee discloser guarantor operator sponsor affiliate reseller developer publisher investor subscriber party "
    "parties".split()
)  # fmt: skip


_NAMED_ROLES = ROLES - {"party", "parties", "affiliate", "owner", "agent", "principal", "company"}


_TOWARDS = re.compile(r"\b(?P<way>to|from|by)\s+(?:the\s+)?(?P<role>[A-Za-z]+)\b")


_GIVES = re.compile(
    r"\b(?:pay|pays|paid|give|gives|given|grant|grants|owe|owes|offer|offers|deliver|delivers|provide|provides|assign|"
    r"assigns|"
    r"indemnify|indemnifies|reimburse|reimburses)\s+(?:to\s+)?(?:the\s+)?(?P<role>[A-Za-z]+)\b",
    re.IGNORECASE,
)


_OWNERS = (
    re.compile(r"\b(?P<owner>[A-Za-z]+)['’]s?\s+(?:[a-z]+\s+)?(?P<thing>[a-z]{4,})\b"),
    re.compile(r"\b(?P<thing>[a-z]{4,})\s+of\s+(?:the\s+)?(?P<owner>[A-Za-z]+)\b"),
)


_DUTY = r"(?:shall|must|may|will|can|has|need|is\s+(?:required|obliged|entitled|permitted))\b"


_PARTIES = re.compile(r"\b(?:each|either|neither|both)\s+part(?:y|ies)\b|\bthe\s+parties\b", re.IGNORECASE)


def strange_role(text: str, source: str) -> bool:
    """Whether a text names a role of a contract's parties that its source does not name."""
    known = {word.removesuffix("s") for word in re.findall(r"[a-z]+", source.lower())}
    said = {word.removesuffix("s") for word in re.findall(r"[a-z]+", text.lower())}
    return bool((said & _NAMED_ROLES) - known)


def subject_by_name(text: str, names: str, words: str) -> bool:
    """Whether a duty or right is said to be a named party's, where the words speak of roles and do not name it."""
    for name in filter(None, (part.strip() for part in names.split("\n"))):
        if name.casefold() in words.casefold():
            continue
        if re.search(rf"{re.escape(name)}['’s]*\s+(?:alone\s+|only\s+)?{_DUTY}", text) and not _PARTIES.search(words):
            return True
    return False


def subject_differs(text: str, source: str) -> bool:
    said = _subject(text)
    if said is None or said not in ROLES:
        return False
    written = _subject(source)
    if written is None or written == said:
        return False
    return written in ROLES and not re.search(
        rf"\b{said}s?\s+(?:and|or)\b|\b(?:and|or)\s+(?:the\s+)?{said}\b", source, re.I
    )


def direction_differs(text: str, source: str) -> bool:
    """Whether something goes to, from or by another party than in the source."""
    said, written = _directions(text), _directions(source)
    return any(
        (way, role) not in written and any(mark == way and other != role for mark, other in written)
        for way, role in said
    )


def _directions(text: str) -> set[tuple[str, str]]:
    found = {(match["way"], match["role"].lower()) for match in _TOWARDS.finditer(text)}
    found |= {("to", match["role"].lower()) for match in _GIVES.finditer(text)}
    return {(way, role) for way, role in found if role in ROLES and role not in ("party", "parties")}


def owner_differs(text: str, source: str) -> bool:
    """Whether something is said to be one party's that is another's."""
    said, written = _owned(text), _owned(source)
    return any(
        owner not in written.get(thing, {owner}) and not any(owner in other for other in written.get(thing, ()))
        for thing, owners in said.items()
        for owner in owners
        if thing in written
    )


def _owned(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for pattern in _OWNERS:
        for match in pattern.finditer(text):
            owner = match["owner"].lower()
            if owner in ROLES and owner not in ("party", "parties") and (root := content_stem(match["thing"])):
                found.setdefault(root, set()).add(owner)
    return found


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


def subject_verb(text: str) -> str | None:
    """The verb behind the first party or name of a text; None where there is none."""
    match = _SUBJECT.search(text)
    return None if match is None else match["verb"]
