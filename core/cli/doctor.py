"""`doctor`: which engines are active, what is missing, and how to get it."""

from __future__ import annotations

import argparse
import platform
from typing import Any

from core.cli.output import emit
from core.settings import Settings
from core.workbench import examine


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    subparsers.add_parser("doctor", help="say which engines are active, what is missing and how to get it")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one line a part; 1 when a part that is configured does not work."""
    failed = False
    emit(
        {"part": "python", "state": "ok", "detail": platform.python_version(), "remedy": None},
        as_json=arguments.json,
        text=f"ok       python: {platform.python_version()}",
    )
    for finding in examine(settings):
        failed = failed or finding.state == "failed"
        remedy = f"\n         {finding.remedy}" if finding.remedy else ""
        emit(
            {"part": finding.part, "state": finding.state, "detail": finding.detail, "remedy": finding.remedy},
            as_json=arguments.json,
            text=f"{finding.state:<8} {finding.part}: {finding.detail}{remedy}",
        )
    return 1 if failed else 0
