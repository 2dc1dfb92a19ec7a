"""A text whose closing mark is missing at the end of its line."""

from __future__ import annotations

import re
from contextlib import suppress

from core.guardrail.parse import NotStrict, parsed_at
from core.guardrail.reading.lenient import LenientReading

# A line that opens a text, as the value of a key or as an item, and does not close it.
_OPEN_LINE = re.compile(r'^[ \t]*(?:"[^"\\\n]*"[ \t]*:[ \t]*)?"(?P<inside>(?:[^"\\\n]|\\[^\n])*)$', re.MULTILINE)
_NEXT_MEMBER = re.compile(r'\s*(?:"[^"\\\n]*"[ \t]*:|[}\]]|"[^"\n]*",?[ \t]*$)', re.MULTILINE)
_STRUCTURE = frozenset("{}[]:\\")


def closed_line(text: str, at: int) -> LenientReading | None:
    """The value at a place with the one closing mark put in that is missing at the end of a line.

    None where more than one line lacks its mark, where a sign of structure stands before the line's end, or where the
    value is not strict JSON with the mark in its place: then where the text ends is not certain.
    """
    open_lines = list(_OPEN_LINE.finditer(text, at))
    if len(open_lines) != 1:
        return None
    (line,) = open_lines
    inside = line["inside"].rstrip()
    comma = inside.endswith(",")
    words = inside.removesuffix(",").rstrip()
    if not words or words[-1] in _STRUCTURE or _NEXT_MEMBER.match(text, line.end()) is None:
        return None
    end = line.start("inside") + len(words)
    mended = f'{text[:end]}"{"," if comma else ""}{text[line.end() :]}'
    with suppress(NotStrict):
        value, mended_end = parsed_at(mended, at)
        return LenientReading(value, mended_end + len(text) - len(mended), ("closing_quote",))
    return None
