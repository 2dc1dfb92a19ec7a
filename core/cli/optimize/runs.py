"""`optimize runs`, `show`, `pause` and `stop`: what there is, and what becomes of it."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli.optimize.common import common_options
from core.cli.output import emit
from core.optimizer.reports import console_lines
from core.optimizer.runs import RunBook, RunRecord
from core.optimizer.statistics import before_after
from core.settings import Settings
from core.store import open_store


def add_parser(actions: Any) -> None:
    """Declare the actions."""
    listed = actions.add_parser("runs", help="list runs, newest first")
    listed.add_argument("--prompt", help="only runs of this prompt")
    listed.set_defaults(do=_list)
    common_options(listed)
    for name, words in (("show", "say how a run stands"), ("pause", "plan no more matches"), ("stop", "end for good")):
        parser = actions.add_parser(name, help=words)
        parser.add_argument("run_id", metavar="RUN", help="the run's id")
        parser.set_defaults(do=_one_run)
        common_options(parser)


def _list(arguments: argparse.Namespace, settings: Settings) -> int:
    store = open_store(settings)
    try:
        for run in RunBook(store, settings).runs(prompt=arguments.prompt):
            text = f"{run.id}  {run.state:<8} {run.title}"
            emit(_value(run), as_json=arguments.json, text=text)
        return 0
    finally:
        store.close()


def _one_run(arguments: argparse.Namespace, settings: Settings) -> int:
    store = open_store(settings)
    try:
        book = RunBook(store, settings)
        if arguments.action == "pause":
            book.pause(arguments.run_id)
        elif arguments.action == "stop":
            book.stop(arguments.run_id)
        run = book.run(arguments.run_id)
        lines = console_lines(run, book.matches(run.id), book.overrules(run.id), before_after(book.comparison(run)))
        emit(_value(run), as_json=arguments.json, text="\n".join(lines))
        return 0
    finally:
        store.close()


def _value(run: RunRecord) -> dict[str, Any]:
    return {
        "run": run.id,
        "title": run.title,
        "prompt": run.prompt,
        "state": run.state,
        "reason": run.reason,
        "outcome": run.outcome,
        "created_at": run.created_at.isoformat(),
    }
