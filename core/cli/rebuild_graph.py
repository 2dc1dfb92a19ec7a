"""`rebuild-graph`: the graph made anew from the store."""

from __future__ import annotations

import argparse
import time
from typing import Any

from core.cli.output import emit
from core.settings import Settings
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    subparsers.add_parser("rebuild-graph", help="make the graph anew from the store")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Rebuild and say how many contracts the graph holds."""
    begin = time.perf_counter()
    with open_workbench(settings) as workbench:
        contracts = workbench.rebuild_graph()
    seconds = round(time.perf_counter() - begin, 3)
    emit(
        {"state": "done", "contracts": contracts, "seconds": seconds},
        as_json=arguments.json,
        text=f"The graph holds {contracts} contracts ({seconds} s).",
    )
    return 0
