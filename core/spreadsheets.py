"""Cells of spreadsheets made harmless: a text that comes from a file or a person never acts as a formula.

A spreadsheet takes a cell of CSV for a formula by its first sign, some also in its full-width form or after blanks.
An apostrophe in front says that the rest is text; `meant` takes it off again when a file comes back.
"""

from __future__ import annotations

import re

CELL_LIMIT = 32_767
"""Characters that a cell holds at most."""
_BLANK = (
    r"\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
)  # what stands before a sign without being seen
_FORMULA = re.compile(rf"[\t\r\n]|[{_BLANK}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet may take a text for a formula."""
    return _FORMULA.match(cell.lstrip("'")) is not None


def harmless(cell: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula, without characters that a workbook cannot hold."""
    text = _UNPRINTABLE.sub("", cell)
    return f"'{text}" if is_formula(text) else text


def meant(cell: str) -> str:
    """The text that `harmless` made a cell of."""
    return cell[1:] if cell.startswith("'") and is_formula(cell) else cell
