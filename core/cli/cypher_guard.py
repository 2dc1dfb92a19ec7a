"""`cypher-guard --backend embedded --in Q.jsonl`: the guard's verdict about each query; nothing is run or opened."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import Any

from pydantic import BaseModel, ConfigDict

from core.cli.json_lines import json_lines
from core.cli.output import emit
from core.graph.retrieval import check_query
from core.settings import Settings


class _QueryLine(BaseModel):
    """One line of the input; more keys are passed over."""

    model_config = ConfigDict(extra="ignore", strict=True)
    id: str | int
    query: str


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser(
        "cypher-guard",
        help="say which Cypher queries may run, without running any",
        description='Reads lines of {"id", "query"} and writes {"id", "verdict", "rule", "query"}: the query as it '
        "would run, in the backend's dialect and with its LIMIT.",
    )
    parser.add_argument("--backend", choices=("embedded", "neo4j"), required=True, help="where the queries would run")
    parser.add_argument("--in", dest="source", default="-", metavar="FILE", help="JSON lines, .gz or plain; - is stdin")
    parser.add_argument(
        "--any-schema", action="store_true", help="leave out the check of labels, relations and properties"
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one verdict for each line, in their order."""
    with ExitStack() as stack:
        for line in json_lines(stack, arguments.source, _QueryLine):
            found = check_query(line.query, arguments.backend, any_schema=arguments.any_schema)
            verdict = "allowed" if found.allowed else "refused"
            emit(
                {"id": line.id, "verdict": verdict, "rule": found.rule, "query": found.query},
                as_json=arguments.json,
                text=f"{line.id}\t{verdict}\t{found.rule or ''}\t{found.reason}",
            )
    return 0
