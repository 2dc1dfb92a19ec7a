"""`cypher-guard --backend embedded --in Q.jsonl`: the guard's verdict about each query; nothing is run or opened."""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.cli.output import emit
from core.errors import BadArguments
from core.graph.cypher import check
from core.settings import Settings


class _Line(BaseModel):
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
        for line in _lines(stack, arguments.source):
            found = check(line.query, arguments.backend, any_schema=arguments.any_schema)
            verdict = "allowed" if found.allowed else "refused"
            emit(
                {"id": line.id, "verdict": verdict, "rule": found.rule, "query": found.query},
                as_json=arguments.json,
                text=f"{line.id}\t{verdict}\t{found.rule or ''}\t{found.reason}",
            )
    return 0


def _lines(stack: ExitStack, source: str) -> Iterator[_Line]:
    if source == "-":
        return _parsed(sys.stdin.buffer, "standard input")
    try:
        file = stack.enter_context(open(source, "rb"))  # noqa: SIM115 (closed by the stack)
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
    except OSError as error:
        raise BadArguments(f"{source} cannot be read: {error.strerror}", path=source) from None
    if packed:
        return _parsed(stack.enter_context(gzip.open(file)), Path(source).name)  # type: ignore[arg-type]
    return _parsed(file, Path(source).name)


def _parsed(file: IO[bytes], name: str) -> Iterator[_Line]:
    number = 0
    try:
        for number, line in enumerate(file, start=1):
            if line.strip():
                # json, not pydantic's own reader: a hostile query may hold half a surrogate pair.
                yield _Line.model_validate(json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8")))
    except (OSError, EOFError) as error:
        raise BadArguments(f"{name} cannot be read after line {number}: {error}", line=number) from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = "/".join(str(part) for part in first["loc"])
        raise BadArguments(f"{name}, line {number}: /{place}: {first['msg']}", line=number) from None
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"{name}, line {number}: {error}", line=number) from None
