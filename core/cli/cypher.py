"""`cypher "MATCH …"`: one query through every layer, and its rows."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import orjson

from core.cli.output import emit
from core.graph.retrieval import run_cypher
from core.settings import Settings
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser(
        "cypher",
        help="run one reading Cypher query over the graph, behind the guard",
        description="Gives verdict, columns, rows, whether rows were cut, and the time. A refusal exits with 1.",
    )
    parser.add_argument("query", help="the query, with fences or prose around it if need be; - reads standard input")
    parser.add_argument("--timeout", type=_seconds, metavar="S", help="longest time in seconds")
    parser.add_argument("--max-rows", type=_rows, default=500, metavar="N", help="rows given at most (default 500)")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one object with the rows."""
    text = sys.stdin.read() if arguments.query == "-" else arguments.query
    with open_workbench(settings) as workbench:
        timeout_s = arguments.timeout or settings.graph_timeout_s
        found = run_cypher(workbench.graph(), text, timeout_s=timeout_s, max_rows=arguments.max_rows)
    value = {
        "verdict": "allowed",
        "rule": None,
        "query": found.verdict.query,
        "note": found.verdict.reason,
        "columns": found.table.columns,
        "rows": found.table.rows,
        "truncated": found.table.truncated,
        "ms": round(found.milliseconds, 3),
    }
    emit(value, as_json=arguments.json, text=orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())
    return 0


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError("a number of seconds above 0 is needed")
    return value


def _rows(text: str) -> int:
    value = int(text)
    if not 0 < value <= 100_000:
        raise argparse.ArgumentTypeError("a number of rows from 1 to 100000 is needed")
    return value
