"""`locate FILE --quotes Q.jsonl`: is each quote in the file, where, and what a reader would see for it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.cli.output import emit
from core.documents import read
from core.errors import BadArguments
from core.evidence import EvidenceIndex
from core.settings import Settings


class _QuoteLine(BaseModel):
    """One line of the quotes file."""

    model_config = ConfigDict(extra="ignore")
    id: str | int
    quote: str


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("locate", help="look for quotes in one file; stores nothing")
    parser.add_argument("file", type=Path)
    parser.add_argument("--quotes", type=Path, required=True, help='JSON lines of {"id", "quote"}')


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one object for each quote, in the order of the quotes file."""
    for path in (arguments.file, arguments.quotes):
        if not path.is_file():
            raise BadArguments(f"there is no file {path}", path=str(path))
    quotes = _read_quotes(arguments.quotes)
    document = read(arguments.file.read_bytes(), file_name=arguments.file.name, settings=settings)
    index = EvidenceIndex(document)
    for question in quotes:
        found = index.locate(question.quote)
        value = {
            "id": question.id,
            "state": found.state,
            "page": found.page,
            "start": found.start,
            "end": found.end,
            "shown": found.shown,
            "rule": found.rule,
        }
        where = "" if found.page is None else f"  p. {found.page}  {found.shown}"
        emit(value, as_json=arguments.json, text=f"{question.id}  {found.state} ({found.rule}){where}")
    return 0


def _read_quotes(path: Path) -> list[_QuoteLine]:
    """The quotes asked for; empty lines are passed over.

    Raises:
        BadArguments: a line is not of the form; says which.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise BadArguments(f"{path.name} is not UTF-8: {error.reason} at byte {error.start}", path=str(path)) from error
    quotes = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            quotes.append(_QuoteLine.model_validate_json(line))
        except ValidationError as error:
            what = error.errors(include_input=False, include_url=False)[0]["msg"]
            raise BadArguments(f"{path.name}, line {number}: {what}", path=str(path), line=number) from error
    return quotes
