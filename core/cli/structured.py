"""`structured run --vocab V.npz --in CASES.jsonl.gz --out OUT.jsonl`: texts under JSON Schemas, token by token.

With `--grammar F.lark` all texts are under one grammar, and the cases need no schema. What is ambiguous is
named, with a text that has two derivations, and followed all the same; `--strict` refuses it. A line that is no case
has a result too, "failed", and the lines behind it are read.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypedDict

from core.cli.output import note
from core.errors import BadArguments
from core.settings import Settings
from core.structured import (
    Budget,
    BudgetExceeded,
    Compiled,
    FlawKind,
    GrammarError,
    Masks,
    RegexError,
    StructuredError,
    Tokeniser,
    UnsatisfiableSchema,
    UnsupportedSchema,
    Vocabulary,
    compile_grammar,
    compile_json_schema,
    masks_of,
    run_trial,
    shipped_grammar,
    shipped_grammars,
)

_HARMLESS: tuple[FlawKind, ...] = ("ambiguity", "unused")  # masks are exact all the same
_FIRST: tuple[tuple[dict[str, Any], str], ...] = (
    ({"type": "string", "maxLength": 3}, '"ab"'),
    ({}, '{"a": ["b", 1.5, true]}'),
    (
        {"type": "object", "properties": {"a": {"type": "integer", "minimum": 3}, "b": {"enum": ["x"]}}},
        '{"a": 7, "b": "x", "c": "y"}',
    ),
    ({"type": "string", "pattern": "^a+$"}, '"aa"'),
)
_REFUSALS = (UnsupportedSchema, RegexError, GrammarError, BudgetExceeded)


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("structured", help="check texts against JSON Schemas or a grammar, token by token")
    parser.add_argument("action", choices=("run",))
    parser.add_argument("--vocab", type=Path, required=True, help="vocabulary (.npz)")
    parser.add_argument("--in", dest="source", type=Path, required=True, help="cases, JSON lines, plain or .gz")
    parser.add_argument("--out", type=Path, required=True, help="results, JSON lines")
    parser.add_argument(
        "--grammar",
        help=f"a grammar in Lark's notation instead of schemas: a file, or one of {', '.join(shipped_grammars())}",
    )
    parser.add_argument(
        "--strict", action="store_true", help="refuse an ambiguous grammar, and one with rules that are not used"
    )
    parser.add_argument(
        "--budget", type=float, default=10.0, help="seconds of processor time for one case, its compilation included"
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one result for each case, in their order."""
    for path in (arguments.vocab, arguments.source):
        if not path.is_file():
            raise BadArguments(f"there is no file {path}", path=str(path))
    try:
        vocabulary = Vocabulary.load(arguments.vocab)
        tokeniser = Tokeniser.load(arguments.vocab, vocabulary)
    except StructuredError as error:
        raise BadArguments(str(error), path=str(arguments.vocab)) from error
    if not vocabulary.ends:
        raise BadArguments("the vocabulary has no token that ends a text", path=str(arguments.vocab))
    if not arguments.budget > 0:
        raise BadArguments("--budget is a number of seconds above 0", name="budget")
    _prepare(vocabulary, tokeniser, with_grammars=arguments.grammar is not None)
    grammar = None if arguments.grammar is None else _Grammar(arguments, vocabulary)
    counts: dict[str, int] = {}
    with arguments.out.open("w", encoding="utf-8") as out:
        for case in _cases(arguments.source, with_schema=grammar is None):
            if isinstance(case, _Unreadable):
                result = _failed(case.identity, f"line {case.line} is no case: {case.reason}")
            elif grammar is None:
                result = _result(case, vocabulary, tokeniser, arguments.budget)
            else:
                result = _judged(case, grammar.masks, tokeniser, arguments.budget)
            counts[result["state"]] = counts.get(result["state"], 0) + 1
            out.write(json.dumps(result, ensure_ascii=False) + "\n")
    note(", ".join(f"{count} {state}" for state, count in sorted(counts.items())) or "no cases")
    return 0


def _prepare(vocabulary: Vocabulary, tokeniser: Tokeniser, *, with_grammars: bool) -> None:
    """Load the compiled kernels and index the vocabulary, so that no case pays for what belongs to none."""
    for schema, text in _FIRST:
        run_trial(masks_of(compile_json_schema(schema), vocabulary), tokeniser.encode(text))
    if with_grammars:
        run_trial(masks_of(compile_grammar('start: /[a-z]/+ "b"'), vocabulary), tokeniser.encode("ab"))
    vocabulary.plain.shape  # noqa: B018
    vocabulary.special.deepest  # noqa: B018


class _Grammar:
    """The one grammar of all cases, compiled when it is first asked for; its masks are shared."""

    def __init__(self, arguments: argparse.Namespace, vocabulary: Vocabulary) -> None:
        name: str = arguments.grammar
        path = Path(name)
        if path.is_file():
            try:
                self._text = path.read_text("utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise BadArguments(f"{name} is no text in UTF-8: {error}", path=name) from error
        elif name in shipped_grammars():
            self._text = shipped_grammar(name)
        else:
            raise BadArguments(f"there is no file and no shipped grammar {name}", path=name)
        self._vocabulary = vocabulary
        self._seconds: float = arguments.budget
        self._strict: bool = arguments.strict
        self._made: tuple[Masks, float] | StructuredError | None = None

    def masks(self) -> tuple[Masks, float]:
        """The masks, and how long the grammar took to compile, in milliseconds."""
        if self._made is None:
            try:
                self._made = self._compiled(allow=())
            except StructuredError as error:
                self._made = error
            if isinstance(self._made, GrammarError) and self._made.facts.get("kind") in _HARMLESS and not self._strict:
                note(f"{type(self._made).__name__}: {self._made}")
                try:
                    self._made = self._compiled(allow=_HARMLESS)
                except StructuredError as error:
                    self._made = error
        if isinstance(self._made, StructuredError):
            raise self._made
        return self._made

    def _compiled(self, *, allow: Collection[FlawKind]) -> tuple[Masks, float]:
        budget = Budget(seconds=self._seconds)
        return _compiled(lambda: compile_grammar(self._text, budget=budget, allow=allow), self._vocabulary)


class _Case(NamedTuple):
    """Texts that are held against a schema; `schema` is not used where all cases have one grammar."""

    identity: Any
    schema: Any
    texts: tuple[str, ...]


class _Trial(TypedDict):
    """What became of one text: where it was refused, and how long masks took in microseconds."""

    accepted: bool
    stopped_at: int | None
    mask_us_avg: float | None
    warm_us_p50: float | None


class _CaseLine(TypedDict):
    """The line that is written for a case."""

    id: Any
    state: Literal["compiled", "refused", "failed"]
    reason: str | None
    compile_ms: float | None
    instances: list[_Trial]


class _Unreadable(NamedTuple):
    """A line that is no case; `identity` is its id if it has one."""

    line: int
    reason: str
    identity: Any = None


def _cases(path: Path, *, with_schema: bool) -> Iterator[_Case | _Unreadable]:
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with ExitStack() as stack:
        plain = stack.enter_context(path.open("rb"))
        lines: Iterable[bytes] = stack.enter_context(gzip.open(plain)) if packed else plain
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                case = json.loads(line)
            except (ValueError, RecursionError) as error:
                yield _Unreadable(number, str(error))
                continue
            reason = _wrong_with(case, with_schema=with_schema)
            if reason is None:
                yield _Case(case.get("id"), case.get("schema"), tuple(each["text"] for each in case["instances"]))
            else:
                yield _Unreadable(number, reason, case.get("id") if isinstance(case, dict) else None)


def _wrong_with(case: Any, *, with_schema: bool) -> str | None:
    if not isinstance(case, dict):
        return "not an object"
    if with_schema and "schema" not in case:
        return "no schema"
    instances = case.get("instances")
    if not isinstance(instances, list):
        return "instances is no list"
    texts = all(isinstance(each, dict) and isinstance(each.get("text"), str) for each in instances)
    return None if texts else "an instance without a text"


def _compiled(compiled_by: Callable[[], Compiled], vocabulary: Vocabulary) -> tuple[Masks, float]:
    begin = time.process_time()
    compiled = compiled_by()
    return masks_of(compiled, vocabulary), 1000 * (time.process_time() - begin)


def _result(case: _Case, vocabulary: Vocabulary, tokeniser: Tokeniser, seconds: float) -> _CaseLine:
    budget = Budget(seconds=seconds)
    return _judged(
        case,
        lambda: _compiled(lambda: compile_json_schema(case.schema, budget=budget), vocabulary),
        tokeniser,
        seconds,
    )


def _failed(identity: Any, reason: str) -> _CaseLine:
    return {"id": identity, "state": "failed", "reason": reason, "compile_ms": None, "instances": []}


def _judged(
    case: _Case, masks_by: Callable[[], tuple[Masks, float]], tokeniser: Tokeniser, seconds: float
) -> _CaseLine:
    result: _CaseLine = {
        "id": case.identity,
        "state": "compiled",
        "reason": None,
        "compile_ms": None,
        "instances": [],
    }
    begin = time.process_time()
    try:
        masks, result["compile_ms"] = masks_by()
        masks.table.budget.end_in(seconds - (time.process_time() - begin))
        for text in case.texts:
            trial = run_trial(masks, tokeniser.encode(text))
            result["instances"].append(
                {
                    "accepted": trial.accepted,
                    "stopped_at": trial.stopped_at,
                    "mask_us_avg": trial.mask_us_avg,
                    "warm_us_p50": trial.warm_us_p50,
                }
            )
    except UnsatisfiableSchema as error:
        # No text is valid, which is an answer: every instance stops before its first token.
        result["compile_ms"] = 1000 * (time.process_time() - begin)
        result["reason"] = str(error)
        result["instances"] = [
            {"accepted": False, "stopped_at": 0, "mask_us_avg": None, "warm_us_p50": None} for _ in case.texts
        ]
    except StructuredError as error:
        result["state"] = "refused" if isinstance(error, _REFUSALS) else "failed"
        result["reason"] = f"{type(error).__name__}: {error}"
        result["instances"] = []
    return result
