"""`knowledge import|export|list`: entries to and from files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.output import emit, write_file
from core.errors import BadArguments
from core.knowledge import STATUSES, KnowledgeBase, export_entries, form_of, import_file, load_seeds
from core.settings import Settings
from core.store import Store, open_store
from core.wording import languages


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("knowledge", help="list, search, import and export knowledge entries")
    parser.add_argument("action", choices=("list", "import", "export", "seeds"), help="seeds: the METI model contracts")
    parser.add_argument("file", nargs="?", type=Path, help="a .jsonl, .csv or .xlsx file, for import and export")
    parser.add_argument("--search", default="", help="words, for list and export")
    parser.add_argument("--status", choices=STATUSES, help="for list and export")
    parser.add_argument("--overwrite", action="store_true", help="also entries that were changed since the export")
    parser.add_argument(
        "--keep-status",
        action="store_true",
        help="take over the file's statuses, approved ones too; otherwise new entries are drafts, and what the file "
        "says of approved entries is proposed",
    )
    parser.add_argument("--lang", choices=tuple(languages()), help="language of headings and names in a table")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do it and say what was done; 1 where a file was refused, with one object a line that does not fit."""
    store = open_store(settings)
    try:
        if arguments.action == "seeds":
            made = load_seeds(store, author=settings.user)
            emit({"added": len(made.added)}, as_json=arguments.json, text=f"{len(made.added)} entries added")
            return 0
        if arguments.action == "import":
            return _import(arguments, store, settings)
        found = [
            scored.stored
            for scored in KnowledgeBase(store).search(arguments.search, status=arguments.status, limit=100_000)
        ]
        if arguments.action == "export":
            file = _file(arguments)
            write_file(file, export_entries(found, form_of(file.name), arguments.lang or settings.language))
            emit({"exported": len(found)}, as_json=arguments.json, text=f"{len(found)} entries to {file}")
            return 0
        for match in found:
            line = f"{match.name}\t{match.entry.status}\t{match.entry.title or ''}"
            emit({"name": match.name, **match.entry.to_document()}, as_json=arguments.json, text=line)
        return 0
    finally:
        store.close()


def _import(arguments: argparse.Namespace, store: Store, settings: Settings) -> int:
    file = _file(arguments)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadArguments(f"{file}: {error.strerror}", file=file.name) from error
    done = import_file(
        store,
        data,
        form_of(file.name),
        author=settings.user,
        overwrite=arguments.overwrite,
        keep_status=arguments.keep_status,
    )
    for problem in done.problems:
        emit(
            {"line": problem.line, "error": problem.code, "field": problem.field, "message": problem.message},
            as_json=arguments.json,
            text=problem.message,
        )
    if done.problems:
        return 1
    counts = {
        "added": len(done.added),
        "changed": len(done.changed),
        "proposed": len(done.proposed),
        "unchanged": done.unchanged,
    }
    emit(counts, as_json=arguments.json, text=", ".join(f"{name} {count}" for name, count in counts.items()))
    return 0


def _file(arguments: argparse.Namespace) -> Path:
    if arguments.file is None:
        raise BadArguments(f"knowledge {arguments.action}: name a file", argument="file")
    return Path(arguments.file)
