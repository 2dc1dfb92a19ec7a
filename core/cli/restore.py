"""`restore`: a backup put in the place of the store; the graph made anew from it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.output import emit
from core.graph import set_aside
from core.settings import Settings
from core.store import restore
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("restore", help="put a backup back and make the graph anew from it")
    parser.add_argument("--from", dest="archive", type=Path, required=True, metavar="FILE")
    parser.add_argument("--force", action="store_true", help="replace the data that is there")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Restore and say how many contracts there are. The workbench must not run meanwhile."""
    if settings.graph_path.exists() and arguments.force:
        # Refused while another process has the graph open, which is the case while the workbench runs.
        for file in set_aside(settings):
            file.unlink()
    restore(settings, arguments.archive, force=arguments.force)
    with open_workbench(settings) as workbench:
        contracts = workbench.rebuild_graph()
    emit(
        {"state": "done", "contracts": contracts},
        as_json=arguments.json,
        text=f"The backup is restored: {contracts} contracts, the graph made anew.",
    )
    return 0
