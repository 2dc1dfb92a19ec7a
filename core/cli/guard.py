"""`guard --schema S.json --policy turn --in broken.jsonl.gz --out repaired.jsonl`: repairs of answers, line by line."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import orjson
from pydantic import BaseModel, ConfigDict

from core.cli.json_lines import json_lines
from core.cli.output import emit, whole_file
from core.errors import BadArguments
from core.guardrail import Outcome, guard, load_policy, read_policy
from core.llm import Schema
from core.schema_file import read_schema
from core.settings import Settings
from core.wording import languages


class _AnswerLine(BaseModel):
    """One line of the input; more keys are passed over."""

    model_config = ConfigDict(extra="ignore")
    id: str | int
    raw: str


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser(
        "guard",
        help="repair answers of a model or say why they must be asked again",
        description='Reads lines of {"id", "raw"} and writes {"id", "outcome", "turn", "steps", "errors", "ms"}.',
    )
    parser.add_argument("--schema", type=Path, required=True, help="the JSON Schema that an answer must obey")
    parser.add_argument(
        "--policy",
        help="a policy in configs/guardrail by its name, or a file of one; without it only form is repaired",
    )
    parser.add_argument("--in", dest="source", default="-", metavar="FILE", help="JSON lines, .gz or plain; - is stdin")
    parser.add_argument("--out", default="-", metavar="FILE", help="where the outcomes go; - is stdout")
    parser.add_argument("--lang", choices=tuple(languages()), default="en", help="language of the errors' messages")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one outcome for each line, in their order."""
    if not arguments.schema.is_file():
        raise BadArguments(f"there is no file {arguments.schema}", path=str(arguments.schema))
    schema = Schema("answer", read_schema(arguments.schema))
    policy = None
    if arguments.policy is not None:
        named = Path(arguments.policy)
        policy = read_policy(named) if named.suffix in (".yaml", ".yml") else load_policy(arguments.policy)
    counts: Counter[str] = Counter()
    with ExitStack() as stack:
        target: IO[bytes] = sys.stdout.buffer
        lines = json_lines(stack, arguments.source, _AnswerLine)
        if arguments.out != "-":
            target = stack.enter_context(whole_file(Path(arguments.out)))
        for line in lines:
            outcome = guard(line.raw, schema, policy)
            counts[outcome.outcome] += 1
            target.write(_written(line.id, outcome, arguments.lang) + b"\n")
    if arguments.out != "-":
        text = f"{counts['ok']} ok, {counts['reask']} to ask again: {arguments.out}"
        emit({"ok": counts["ok"], "reask": counts["reask"], "out": arguments.out}, as_json=arguments.json, text=text)
    else:
        target.flush()
    return 0


def _written(line_id: str | int, outcome: Outcome, language: str) -> bytes:
    errors = [{"path": error.path, "message": error.message(language)} for error in outcome.errors]
    return orjson.dumps(
        {
            "id": line_id,
            "outcome": outcome.outcome,
            "turn": outcome.value,
            "steps": outcome.steps,
            "errors": errors,
            "ms": round(outcome.milliseconds, 3),
        }
    )
