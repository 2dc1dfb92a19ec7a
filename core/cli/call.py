"""`call FUNCTION 'JSON arguments'`: the rows of one retrieval function."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import orjson

from core.cli.output import emit, note
from core.contracts import Library
from core.errors import BadArguments
from core.graph.retrieval import FUNCTIONS, function, row_dict
from core.settings import Settings
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser(
        "call",
        help="run one retrieval function over the contracts",
        description="Functions: " + ", ".join(FUNCTIONS),
    )
    parser.add_argument("function", help="name of the function", metavar="FUNCTION")
    parser.add_argument(
        "arguments",
        nargs="?",
        default="{}",
        metavar="JSON",
        help='arguments as a JSON object, such as \'{"clause_type": "Insurance"}\'; - reads them from standard input. '
        "A contract is given by its id or its number.",
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one row a line."""
    chosen = function(arguments.function)
    text = sys.stdin.read() if arguments.arguments == "-" else arguments.arguments
    given = _object(chosen.name, text)
    with open_workbench(settings) as workbench:
        if "contract_id" in given:
            given["contract_id"] = _contract_id(workbench.library, given["contract_id"])
        result = chosen.run(workbench.graph(), given)
    for row in result.rows:
        value = row_dict(row)
        emit(value, as_json=arguments.json, text=orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())
    if not arguments.json:
        note(f"{len(result.rows)} of {result.total} rows")
        if result.not_found:
            note(f"in {result.not_found} contracts nothing was found of what the list goes by: they may belong on it")
    return 0


def _object(name: str, text: str) -> dict[str, object]:
    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise BadArguments(
            f"{name}: the arguments are no JSON: {error}",
            function=name,
            argument="arguments",
            reason=str(error),
            near=[],
        ) from None
    if not isinstance(given, dict):
        reason = "the arguments are no JSON object"
        raise BadArguments(f"{name}: {reason}", function=name, argument="arguments", reason=reason, near=[])
    return given


def _contract_id(library: Library, reference: object) -> object:
    # Only a number is looked up; whatever else it is, the function checks it.
    if isinstance(reference, int) and not isinstance(reference, bool):
        return library.find(reference)
    if isinstance(reference, str) and reference.isdigit() and len(reference) <= 12:
        return library.find(int(reference))
    return reference
