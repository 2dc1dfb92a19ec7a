"""Tables as CSV and XLSX files, for every page: a text that comes from a file or a person never acts as a formula.

A spreadsheet takes a cell of CSV for a formula by its first sign, some also in its full-width form or after blanks.
An apostrophe in front says that the rest is text; `meant` takes it off again when a file comes back.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

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


def csv_file(lines: Iterable[Sequence[object]]) -> bytes:
    """CSV in UTF-8 with a byte order mark, so that spreadsheets show Japanese; None is an empty cell."""
    out = io.StringIO()
    csv.writer(out).writerows([_harmless_value(value) for value in line] for line in lines)
    return out.getvalue().encode("utf-8-sig")


def xlsx_file(sheets: Mapping[str, Iterable[Sequence[object]]]) -> bytes:
    """XLSX with a sheet for each name; its first line is the heading, frozen and filterable."""
    # Here, because only whoever exports needs it.
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, lines in sheets.items():
        sheet = book.create_sheet(name)
        for line in lines:
            sheet.append([_harmless_value(value) for value in line])
        sheet.freeze_panes = "A2"
        sheet.auto_filter.ref = sheet.dimensions
        for cells in sheet.iter_cols(min_row=1, max_row=min(sheet.max_row, 50)):
            cells[0].font = Font(bold=True)
            width = max(len(str(cell.value or "")) for cell in cells)
            sheet.column_dimensions[cells[0].column_letter].width = max(8, min(60, width + 2))
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def _harmless_value(value: object) -> object:
    return harmless(value) if isinstance(value, str) else value


def meant(cell: str) -> str:
    """The text that `harmless` made a cell of."""
    return cell[1:] if cell.startswith("'") and is_formula(cell) else cell
