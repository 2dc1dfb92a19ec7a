"""Control characters inside texts, which no reader sees and no spreadsheet, database or terminal wants."""

from __future__ import annotations

import re

# Tab, line feed, vertical tab, form feed and carriage return are white space and stay.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_ESCAPED = re.compile(r"\\u00(?:[01789][0-9a-fA-F])|\\b")


def may_hold_controls(text: str) -> bool:
    """Whether the value of a JSON text may hold control characters, raw or escaped."""
    return ("\\" in text and _ESCAPED.search(text) is not None) or (
        not (text.isascii() and text.isprintable()) and _CONTROL.search(text) is not None
    )


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
