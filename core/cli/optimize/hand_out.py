"""`optimize export`: a run for other tools, as a promptfoo configuration or in MLflow."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.optimize.common import common_options
from core.cli.output import emit, write_file
from core.optimizer.reports import promptfoo_of, to_mlflow
from core.optimizer.runs import RunBook
from core.settings import Settings
from core.store import open_store


def add_parser(actions: Any) -> None:
    """Declare the action."""
    parser = actions.add_parser("export", help="a run for promptfoo, or to MLflow")
    parser.add_argument("run_id", metavar="RUN", help="its id")
    parser.add_argument("--promptfoo", type=Path, metavar="FILE", help="write a promptfoo configuration")
    parser.add_argument("--mlflow", action="store_true", help="write the finished run to MLFLOW_TRACKING_URI")
    parser.set_defaults(do=_export)
    common_options(parser)


def _export(arguments: argparse.Namespace, settings: Settings) -> int:
    store = open_store(settings)
    try:
        book = RunBook(store, settings)
        run = book.run(arguments.run_id)
        if arguments.promptfoo is not None:
            write_file(arguments.promptfoo, promptfoo_of(book, run, settings).encode())
            emit({"file": str(arguments.promptfoo)}, as_json=arguments.json, text=f"wrote {arguments.promptfoo}")
        if arguments.mlflow:
            name = to_mlflow(book, run, settings)
            emit({"mlflow_run": name}, as_json=arguments.json, text=f"MLflow run {name}")
        return 0
    finally:
        store.close()
