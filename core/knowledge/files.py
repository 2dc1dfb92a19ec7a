"""Entries to and from files: JSONL (whole documents), CSV and XLSX (a table for spreadsheets, safe to open)."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from typing import Literal

import openpyxl
import orjson
from openpyxl.utils.exceptions import InvalidFileException

from core.errors import BadArguments
from core.guardrail import NotStrict, parsed
from core.knowledge.columns import BadCell, document, field_of, table
from core.knowledge.stored import StoredEntry
from core.settings import MB
from core.spreadsheets import CELL_LIMIT, csv_file, meant, xlsx_file
from core.wording import Language

Format = Literal["jsonl", "csv", "xlsx"]
FORMATS: tuple[Format, ...] = ("jsonl", "csv", "xlsx")
MAX_BYTES = 20 * MB
MAX_LINES = 10_000
_MAX_UNPACKED = 200_000_000


class UnreadableLine(ValueError):
    """A line that is no entry: where in the file, which field, what is wrong, and what stands there."""

    def __init__(self, code: str, field: str = "", value: str = "") -> None:
        super().__init__(f"{field} {code} {value}".strip())
        self.code = code
        self.field = field
        self.value = value[:80]


Line = tuple[int, dict[str, object] | UnreadableLine]


def export_entries(entries: Sequence[StoredEntry], form: Format, language: Language) -> bytes:
    """A file with entries.

    Raises:
        BadArguments: a text is longer than a spreadsheet's cell; JSONL takes it.
    """
    if form == "jsonl":
        return b"".join(orjson.dumps(stored.entry.to_document()) + b"\n" for stored in entries)
    heads, lines = table(entries, language)
    if form == "csv":
        return csv_file([heads, *lines])
    if any(len(cell) >= CELL_LIMIT for line in lines for cell in line):
        raise BadArguments("a text is too long for a spreadsheet's cell; export JSONL", reason="cell_too_long")
    return xlsx_file({"Knowledge": [heads, *lines]})


def _meant(cell: str) -> str:
    return meant(cell).replace("\r\n", "\n").replace("\r", "\n")


def read_lines(data: bytes, form: Format) -> list[Line]:
    """The documents in a file with their line numbers, or what is wrong with a line; blank lines are left out.

    Raises:
        BadArguments: too large, or no file of that form.
    """
    if len(data) > MAX_BYTES:
        raise BadArguments("the file is too large", reason="import_too_large", limit=f"{MAX_BYTES // MB} MB")
    lines: list[Line] = []
    reader = {"jsonl": _jsonl, "csv": _csv, "xlsx": _xlsx}[form]
    for line in reader(data):
        lines.append(line)
        if len(lines) > MAX_LINES:
            raise BadArguments("the file has too many lines", reason="import_too_large", limit=f"{MAX_LINES} lines")
    return lines


def form_of(file_name: str) -> Format:
    """The form that a file's name says.

    Raises:
        BadArguments: none that we read.
    """
    for form in FORMATS:
        if file_name.casefold().endswith(f".{form}"):
            return form
    raise BadArguments(f"{file_name[-80:]}: give a .jsonl, .csv or .xlsx file", reason="import_form")


def _text(data: bytes) -> str:
    for encoding in ("utf-8-sig", "cp932"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadArguments("the file is no text in UTF-8 or Shift_JIS", reason="import_unreadable")


def _jsonl(data: bytes) -> Iterator[Line]:
    for number, text in enumerate(_text(data).split("\n"), start=1):
        if not text.strip():
            continue
        try:
            value = parsed(text)
        except NotStrict:
            yield number, UnreadableLine("not_json", value=text.strip())
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            yield number, UnreadableLine("not_an_object", value=json.dumps(value)[:80])


def _csv(data: bytes) -> Iterator[Line]:
    reader = csv.reader(io.StringIO(_text(data), newline=""))
    try:
        fields = _fields(next(reader, []))
        before = reader.line_num
        for cells in reader:
            # A cell may hold several lines: the entry begins after the last one's end.
            yield from _row(before + 1, fields, cells)
            before = reader.line_num
    except csv.Error as error:
        raise BadArguments(f"the file is no CSV: {error}", reason="import_unreadable") from None


def _xlsx(data: bytes) -> Iterator[Line]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > _MAX_UNPACKED:
                raise BadArguments("the workbook unpacks to too much", reason="import_too_large", limit="200 MB")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        try:
            sheet = book.worksheets[0]
            rows = sheet.iter_rows(values_only=True)
            fields = _fields([_cell(value) for value in next(rows, ())])
            for number, row in enumerate(rows, start=2):
                yield from _row(number, fields, [_cell(value) for value in row])
        finally:
            book.close()
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, OSError, IndexError) as error:
        raise BadArguments(f"the file is no Excel workbook: {error}", reason="import_unreadable") from None


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def _fields(heads: Sequence[str]) -> list[str | None]:
    fields = [field_of(head) for head in heads]
    if "title" not in fields:
        raise BadArguments("the first line has no column Title (表題)", reason="import_no_headings")
    return fields


def _row(number: int, fields: Sequence[str | None], cells: Sequence[str]) -> Iterator[Line]:
    found = {
        field: re.sub(r"\s+\Z", "", _meant(cell)) if not cell.strip() else _meant(cell)
        for field, cell in zip(fields, cells, strict=False)
        if field is not None
    }
    if not any(text.strip() for text in found.values()):
        return
    try:
        yield number, document(found)
    except BadCell as error:
        yield number, UnreadableLine(error.code, error.field, error.value)
