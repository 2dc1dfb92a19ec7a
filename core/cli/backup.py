"""`backup`: the store and the data folder's files in one archive."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.output import emit
from core.settings import Settings
from core.store import back_up


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("backup", help="write the store and the data folder's files into one archive")
    parser.add_argument("--to", type=Path, required=True, metavar="FILE")
    parser.add_argument("--force", action="store_true", help="replace a file of that name")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Back up, also while the workbench runs, and say where to."""
    made = back_up(settings, arguments.to, force=arguments.force)
    emit(
        {"state": "done", "file": str(arguments.to), **made.model_dump()},
        as_json=arguments.json,
        text=f"The backup is in {arguments.to} ({made.size / 1e6:.1f} MB).",
    )
    return 0
