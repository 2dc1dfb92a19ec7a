"""`samples`: the sample contracts into an empty library."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.following import follow
from core.cli.output import emit
from core.contracts import sample_files
from core.settings import Settings
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    subparsers.add_parser("samples", help="load the sample contracts where there is no contract yet")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Load the samples and say how many contracts the library then holds."""
    with open_workbench(settings) as workbench:
        library = workbench.library
        if library.count() == 0:
            files = [(library.receive(path.read_bytes(), path.name), path.name) for path in sample_files()]
            workbench.run_until_done(library.ingest(files, user=settings.user, title="samples"))
            follow(workbench)
        contracts = library.count()
    emit({"state": "done", "contracts": contracts}, as_json=arguments.json, text=f"{contracts} contracts")
    return 0
