"""`optimize duel`: a duel method for other programs, one JSON object a line in, one out."""

from __future__ import annotations

import argparse
import sys
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from core.cli.optimize.common import common_options
from core.cli.output import emit
from core.errors import BadArguments, WorkbenchError
from core.optimizer import Space
from core.optimizer.methods import Method, MethodOptions, create
from core.settings import Settings


class _Message(BaseModel):
    """What all messages share; more keys are passed over."""

    model_config = ConfigDict(extra="ignore")


class _Init(_Message):
    op: Literal["init"]
    cards: tuple[int, ...]
    seed: int = Field(default=0, ge=0)
    budget: int = Field(default=400, ge=1)
    method: str = "factored"


class _Propose(_Message):
    op: Literal["propose"]


class _Info(_Message):
    margin: float | None = None
    example: str | int | None = None
    a_shown_first: bool | None = None


class _Update(_Message):
    op: Literal["update"]
    a: tuple[int, ...]
    b: tuple[int, ...]
    outcome: float
    info: _Info | None = None


class _Discard(_Message):
    op: Literal["discard"]
    a: tuple[int, ...]
    b: tuple[int, ...]


class _Grow(_Message):
    op: Literal["add_levels"]
    knob: int
    count: int = 1


class _Best(_Message):
    op: Literal["best"]


_Operation = Annotated[_Init | _Propose | _Update | _Discard | _Grow | _Best, Field(discriminator="op")]
_READER: TypeAdapter[_Init | _Propose | _Update | _Discard | _Grow | _Best] = TypeAdapter(_Operation)


def add_parser(actions: Any) -> None:
    """Declare the action."""
    parser = actions.add_parser(
        "duel",
        help="a duel method for another program: JSON lines on standard input and output",
        description="Operations: init {cards, budget, seed, method}, propose, update {a, b, outcome, info: {margin, "
        "example, a_shown_first}}, discard {a, b}, add_levels {knob, count}, best. A line that is wrong is answered "
        'by {"ok": false, "error", "message"} and changes nothing.',
    )
    common_options(parser)
    parser.set_defaults(do=run)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Answer each line until the input ends."""
    method: Method | None = None
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        try:
            operation = _READER.validate_json(line)
            if isinstance(operation, _Init):
                method = create(
                    operation.method,
                    Space(operation.cards),
                    seed=operation.seed,
                    options=MethodOptions(budget=operation.budget),
                )
                answer: dict[str, Any] = {"ok": True}
            elif method is None:
                raise BadArguments("the first operation must be init", op=operation.op)
            else:
                answer = _answer(method, operation)
        except ValidationError as error:
            answer = _refusal(BadArguments(_first_fault(error)))
        except WorkbenchError as error:
            answer = _refusal(error)
        emit(answer, as_json=True, text="")
    return 0


def _answer(method: Method, operation: _Operation) -> dict[str, Any]:
    match operation:
        case _Propose():
            a, b = method.propose_pair()
            return {"a": list(a), "b": list(b)}
        case _Update():
            if operation.info is not None:
                method.observe(operation.info.model_dump(exclude_none=True))
            method.update(operation.a, operation.b, operation.outcome)
        case _Discard():
            method.discard(operation.a, operation.b)
        case _Grow():
            method.add_levels(operation.knob, operation.count)
        case _:
            return {"arm": list(method.best()), "confidence": round(method.confidence(), 4)}
    return {"ok": True}


def _refusal(error: WorkbenchError) -> dict[str, Any]:
    return {"ok": False, "error": error.code, "message": str(error)}


def _first_fault(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    return f"/{'/'.join(str(part) for part in first['loc'])}: {first['msg']}"
