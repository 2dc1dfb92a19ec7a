"""What an English text says of consent: nothing may be done without it, or it is needed."""

from __future__ import annotations

import re


def consent_needed(text: str) -> dict[str, set[bool]]:
    """Whether consent is needed, by how it is said: `without` it nothing may be done, or it is `needed`."""
    found: dict[str, set[bool]] = {"without": set(), "needed": set()}
    for sentence in re.split(r"(?<=[.;])\s+|\band that\b", text):
        if not _CONSENT.search(sentence):
            continue
        if _WITHOUT.search(sentence):
            rest = _WITHOUT.sub(" ", sentence)
            found["without"].add(bool(_DENIED.search(re.sub(r",\s*(?:which|such)\b[^,]*", "", rest))))
        elif _ONLY_WITH.search(sentence):
            found["needed"].add(not _NOT_NEEDED.search(sentence) and not _NOT_EVEN_WITH.search(sentence))
    return found


_CONSENT = re.compile(r"\b(?:consent|approval|permission|consult\w*)", re.I)
_DENIED = re.compile(r"\b(?:not|no|neither|nor|never|prohibit\w*|forbid\w*)\b", re.I)
_NOT_NEEDED = re.compile(r"\b(?:not|no)\s+(?:\w+\s+){0,3}(?:requir|need|necess|oblig|consent|approv|permission)", re.I)
_NOT_EVEN_WITH = re.compile(
    r"\b(?:not|no|neither|nor|never|cannot|prohibit\w*|forbid\w*|"
    r"barred)\b[^.;]{0,120}?(?<!only )\bwith\b(?:\s+\S+){0,6}?\s+"
    r"(?:consent|approval|permission)",
    re.I,
)
_WITHOUT = re.compile(r"\bwithout\b(?:\s+\S+){0,9}?\s+(?:consent|approval|permission|consult\w*)\b", re.I)
_ONLY_WITH = re.compile(
    r"\b(?:only\s+(?:with|if|after)|requir\w+|needs?|needed|necessary|subject\s+to|"
    r"must\s+(?:first\s+)?(?:obtain|consult)|obtain\w*|with)\b"
    r".{0,80}\b(?:consent|approval|permission|consult\w*)|\b(?:consent|approval|permission|"
    r"consult\w*)\b.{0,80}\b(?:required|needed|necessary)\b",
    re.I,
)
