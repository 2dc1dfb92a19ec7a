"""`audit`: whether the audit log is whole, its entries, and what is done where its key was lost."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from core.access import (
    AuditFilter,
    AuditList,
    AuditVerdict,
    acting_as,
    anchors_in,
    begin_with_new_key,
    local_actor,
    verify_audit,
)
from core.cli.output import emit, write_file
from core.errors import BadArguments
from core.settings import Settings
from core.store import open_store


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("audit", help="check the audit log, export it")
    parser.add_argument("action", choices=("verify", "export", "new-key"))
    parser.add_argument(
        "--log", action="append", type=Path, default=[], help="a log of the app, whose anchors must fit"
    )
    parser.add_argument("--key-file", action="append", type=Path, default=[], help="key of an earlier stretch")
    parser.add_argument("--out", type=Path, help="CSV file for export; standard output without")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do it; 1 where the log is not what was written."""
    store = open_store(settings)
    try:
        with acting_as(local_actor(settings.user)):
            if arguments.action == "export":
                body = AuditList(store).export(AuditFilter(), language=settings.language)
                if arguments.out is None:
                    sys.stdout.write(body.decode("utf-8-sig"))
                else:
                    write_file(arguments.out, body)
                return 0
            if arguments.action == "new-key":
                seq = begin_with_new_key(store, local_actor(settings.user))
                emit({"seq": seq}, as_json=arguments.json, text=f"The log goes on with the key of now from entry {seq}")
                return 0
        keys = [_read(file).strip() for file in arguments.key_file]
        lines = [line for file in arguments.log for line in _read(file).decode(errors="replace").splitlines()]
        verdict = verify_audit(store, other_keys=keys, anchors=anchors_in(lines))
    finally:
        store.close()
    _say(verdict, as_json=arguments.json)
    return 0 if verdict.is_whole else 1


def _say(verdict: AuditVerdict, *, as_json: bool) -> None:
    for problem in verdict.problems:
        value = {"seq": problem.seq, "fault": problem.fault}
        emit(value, as_json=as_json, text=f"entry {problem.seq}: {problem.fault.replace('_', ' ')}")
    head = verdict.head
    told = {"entries": verdict.entries, "whole": verdict.is_whole, "seq": head.seq, "mac": head.mac}
    state = "whole" if verdict.is_whole else f"{len(verdict.problems)} problems"
    emit(told, as_json=as_json, text=f"{verdict.entries} entries, {state}; it ends with entry {head.seq} {head.mac}")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadArguments(f"{file}: {error.strerror}", file=file.name) from error
