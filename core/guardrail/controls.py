"""Control characters inside texts, which no reader sees and no spreadsheet, database or terminal wants."""

from __future__ import annotations

import re

# Tab, line feed, vertical tab, form feed and carriage return are white space and stay.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_ESCAPED = re.compile(r"\\(?:u00[01789][0-9a-fA-F]|b)")
_SWALLOWED = re.compile("\x08[A-Za-z]")
_DELETE, _C1 = b"\x7f", re.compile(b"\xc2[\x80-\x9f]")
_C1_LEAD = b"\xc2"


def may_hold_controls(text: str) -> bool:
    """Whether the value of a JSON text may hold control characters, raw or escaped.

    JSON has no raw ones below the space. The others are looked for in UTF-8, which is kept beside the text since it was
    parsed: bytes are found many times as fast as a class of characters, which costs more than the parse.
    """
    if "\\" in text and _ESCAPED.search(text) is not None:
        return True
    raw = text.encode("utf-8", "surrogatepass")
    return _DELETE in raw or (_C1_LEAD in raw and _C1.search(raw) is not None)


def hides_a_word(value: object) -> bool:
    """Whether a text has a backspace before a letter: the backslash of `C:\\build` or `\\beta`, taken for an escape.

    Nobody writes a backspace; without it the text would have lost a letter, too.
    """
    if isinstance(value, str):
        return _SWALLOWED.search(value) is not None
    parts = value if isinstance(value, list) else (*value, *value.values()) if isinstance(value, dict) else ()
    return any(map(hides_a_word, parts))


def without_controls(value: object) -> object:
    """A JSON value whose texts and keys hold no control characters; the very same object where there were none."""
    if isinstance(value, str):
        return _CONTROL.sub("", value) if _CONTROL.search(value) else value
    if isinstance(value, list):
        items = [without_controls(item) for item in value]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    if isinstance(value, dict):
        members = {str(without_controls(key)): without_controls(part) for key, part in value.items()}
        same = all(new is old for new, old in zip(members.values(), value.values(), strict=False))
        return value if same and members.keys() == value.keys() else members
    return value
