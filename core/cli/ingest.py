"""`ingest PATH…`: files and folders into contracts."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from core.cli.following import follow
from core.cli.output import emit, note
from core.errors import BadArguments, IngestError, StoreError
from core.jobs import Progress, UnitView
from core.settings import Settings
from core.workbench import Workbench, open_workbench

_PRIVATE = re.compile("[\ue000-\uf8ff]")  # what Windows' Japanese encoding makes of bytes that are none of its own
SUFFIXES = (".pdf", ".docx", ".txt", ".png", ".jpg", ".jpeg", ".tif", ".tiff")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLine:
    """What became of one file, as the command writes it."""

    file: str = field(kw_only=False)
    contract_id: str | None = None
    state: str
    reason: str | None = None
    pages: int | None = None
    unread_pages: tuple[int, ...] = ()
    unseen_pages: tuple[int, ...] = ()
    seconds: float | None = None


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("ingest", help="read files and folders into contracts")
    parser.add_argument(
        "path", nargs="+", type=Path, help="a file, or a folder of .pdf, .docx, .txt, .png, .jpeg and .tiff files"
    )
    parser.add_argument("--extraction", type=Path, help="an extraction in the reference's JSON form, for one file")
    parser.add_argument("--user", help="name that the contracts are recorded under")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Ingest and write one line a file; 1 when one of them did not become a contract."""
    files = list(_files(arguments.path))
    extraction = None
    if arguments.extraction is not None:
        if len(files) != 1:
            raise BadArguments("--extraction goes with exactly one file")
        if not arguments.extraction.is_file():
            raise BadArguments(f"{arguments.extraction} is not a file")
        extraction = arguments.extraction.read_bytes()
    with open_workbench(settings) as workbench:
        lines = _ingest(workbench, files, extraction, arguments.user or settings.user)
        failed = False
        for line in lines:
            failed = failed or line.state in ("failed", "needs_ocr")
            reason = f": {line.reason}" if line.reason else ""
            emit(asdict(line), as_json=arguments.json, text=f"{line.state:<10} {line.file}{reason}")
        follow(workbench)
    return 1 if failed else 0


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.is_file() and p.suffix.lower() in SUFFIXES)
        elif path.exists():
            yield path
        else:
            raise BadArguments(f"there is no file or folder {path}", path=str(path))


def _ingest(workbench: Workbench, files: Sequence[Path], extraction: bytes | None, user: str) -> list[FileLine]:
    lines: dict[int, FileLine] = {}
    received: list[tuple[str, str]] = []
    places: dict[tuple[str, str], list[int]] = {}
    for index, path in enumerate(files):
        try:
            with path.open("rb") as file:
                # One byte over the limit is enough to refuse a file, whatever its size.
                data = file.read(workbench.settings.max_file_bytes + 1)
            name = written_name(path.name)
            entry = (workbench.library.receive(data, name), name)
        except (IngestError, OSError) as error:
            reason = error.code if isinstance(error, IngestError) else "unreadable"
            lines[index] = FileLine(written_name(str(path)), state="failed", reason=f"{reason}: {error}")
            continue
        places.setdefault(entry, []).append(index)
        received.append(entry)
    if received:
        batch = workbench.library.ingest(list(dict.fromkeys(received)), user=user, extraction=extraction)
        try:
            workbench.run_until_done(batch, on_progress=_bar if sys.stderr.isatty() else None)
        except StoreError as error:
            # What was stored before the store refused is told all the same.
            note(str(error))
        for unit in workbench.ledger.units(batch):
            key = (unit.payload["sha256"], unit.payload["file_name"])
            for position, index in enumerate(places[key]):
                line = _unit_line(files[index], unit)
                lines[index] = replace(line, state="duplicate") if position and line.state == "done" else line
    return [lines[index] for index in sorted(lines)]


def written_name(name: str) -> str:
    """A file's name in characters that can be stored and shown: names of other systems come in other encodings."""
    raw = os.fsencode(name)
    for encoding in ("utf-8", "cp932"):
        with suppress(UnicodeDecodeError):
            told = raw.decode(encoding)
            if not _PRIVATE.search(told):
                return told
    return raw.decode("utf-8", "replace")


def _unit_line(path: Path, unit: UnitView) -> FileLine:
    file, stored = written_name(str(path)), unit.result
    if stored is not None:
        return FileLine(
            file,
            contract_id=stored.get("contract_id"),
            state=stored["state"],
            pages=stored.get("pages"),
            unread_pages=tuple(stored.get("unread_pages", ())),
            unseen_pages=tuple(stored.get("unseen_pages", ())),
            seconds=stored.get("seconds"),
        )
    if unit.error is None:
        reason = f"{unit.state}: not read yet; it stays in the queue for the next start"
        return FileLine(file, state="failed", reason=reason)
    state = "needs_ocr" if unit.error.code == "needs_ocr" else "failed"
    return FileLine(file, state=state, reason=f"{unit.error.code}: {unit.error.message}")


def _bar(progress: Progress) -> None:
    done = progress.total - progress.counts.get("queued", 0) - progress.counts.get("leased", 0)
    width = 30
    filled = width * done // max(1, progress.total)
    sys.stderr.write(f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{progress.total}")
    if progress.finished:
        note("")
    sys.stderr.flush()
