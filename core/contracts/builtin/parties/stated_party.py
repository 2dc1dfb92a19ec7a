"""A party of a Japanese contract as it is recorded: its name, its role, and its country where an address tells it."""

from __future__ import annotations

import re

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.japanese_names import ADDRESS, Name
from core.evidence import from_span
from core.lexicon import legal_forms
from core.record import Party

_NEXT = re.compile(r"\n[ \t]*\(?[甲乙丙丁]|以下「")


def stated_party(reading: DocumentReading, name: Name, role: str | None, confidence: float) -> Party:
    """The party of a name and a role, with the name's place as evidence."""
    evidence = from_span(reading.document, name.start, name.end)
    return Party(name.text, role, "JP" if _in_japan(reading, name.text) else None, None, confidence, evidence)


def _in_japan(reading: DocumentReading, name: str) -> bool:
    """Whether a firm of Japanese form has a Japanese address: 株式会社 alone may translate a foreign form."""
    if not any(form in name for form in legal_forms().japanese):
        return False
    return any(
        ADDRESS.search(_own_block(reading.plain, match.start(), match.end()))
        for match in re.finditer(re.escape(name), reading.plain)
    )


def _own_block(plain: str, start: int, end: int) -> str:
    """The lines around a name that belong to the same party of the signature block."""
    before, after = plain[max(0, start - 100) : start], plain[end : end + 100]
    own = max((match.start() for match in _NEXT.finditer(before)), default=0)
    following = _NEXT.search(after)
    return before[own:] + after[: following.start() if following else len(after)]
