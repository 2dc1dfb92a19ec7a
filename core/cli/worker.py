"""`worker`: units of long work taken from the ledger on PostgreSQL, on any host."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.output import emit
from core.extraction.runs import ExtractionBook
from core.jobs import this_owner
from core.optimizer.runs import RunBook
from core.settings import Settings
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("worker", help="do long work for apps with JOBS_ENGINE=workers, until SIGTERM")
    parser.add_argument("--slots", type=int, metavar="N", help="units at the same time (default: SHINSA_WORKERS)")
    parser.add_argument("--drain", type=float, metavar="SECONDS", help="how long begun units may go on at the end")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Work until told to end; what has then not ended goes back into the queue."""
    if arguments.slots is not None:
        settings = settings.model_copy(update={"workers": max(1, arguments.slots)})
    if arguments.drain is not None:
        settings = settings.model_copy(update={"drain_s": max(0.0, arguments.drain)})
    with open_workbench(settings) as workbench:
        # Making them is what lets this process do matches of the optimizer and cases of the lab.
        RunBook(workbench.store, settings, workbench.ledger)
        ExtractionBook(workbench.store, settings, workbench.ledger)

        def ready() -> None:
            told = {"state": "ready", "worker": this_owner(), "slots": settings.workers}
            emit(told, as_json=arguments.json, text=f"The worker takes units, {settings.workers} at the same time.")

        workbench.work(on_ready=ready)
    return 0
