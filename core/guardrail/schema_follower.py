"""A growing answer held against its schema byte by byte: ended at the first byte that no valid answer can have.

Where the whole answer would still be mended (fences, single quotes, forgotten commas, words for listed values), the
follower looks on in silence from there: mending needs all of it. Without mending, and inside texts, which are never
changed, the first impossible byte ends the stream.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import orjson

from core.guardrail.attempt import Ended
from core.guardrail.violation import Violation, pointer
from core.llm import Schema

if TYPE_CHECKING:
    from core.structured import Compiled, Impossible

_UNSURE_IN_NUMBERS = b"eE+-."
_SPACE = b" \t\r\n"
_LISTED = ("enum", "const", "anyOf", "oneOf", "allOf", "$ref", "if", "not")
_MOST_STATES = 200_000
_lock = threading.Lock()  # a schema's table is shared by all answers, and grows as it is read


class SchemaFollower:
    """Follows one answer.

    Args:
        schema: the form that was asked for.
        mends: whether an answer out of form is mended at its end.
        on_field: is told the JSON Pointer of the value that is being written, whenever it changes.
    """

    def __init__(self, schema: Schema, *, mends: bool, on_field: Callable[[str], None] | None = None) -> None:
        from core.structured import StreamGuard  # numba is loaded with it

        compiled = _compiled(orjson.dumps(schema.body))
        self._guard = None if compiled is None else StreamGuard(compiled)
        self._schema = schema.body
        self._mends = mends
        self._on_field = on_field
        self.field = ""

    def feed(self, piece: str) -> Ended | None:
        """Take the next piece; gives why no valid answer can come of it."""
        if self._guard is None:
            return None
        from core.structured import BudgetExceeded, StructuredError

        try:
            with _lock:
                impossible = self._guard.feed(piece)
        except StructuredError as error:  # a keyword met for the first time here, or the table is full
            self._guard = None
            if isinstance(error, BudgetExceeded):
                _compiled.cache_clear()  # the next answer begins a new table
            return None
        if impossible is not None:
            ends = self._ends(impossible)
            self._guard = None
            if not ends:
                return None
            place = pointer(list(impossible.field))
            detail = {"detail": impossible.expected}
            return Ended("impossible", "schema_error", Violation(place, "hopeless_impossible", detail))
        field = pointer(list(self._guard.field))
        if field != self.field:
            self.field = field
            if self._on_field is not None:
                self._on_field(field)
        return None

    def cut(self) -> Literal["closers", "content"] | None:
        """What the text lacks if it ends here; None where it is complete or was not followed to here.

        "closers" can be added without saying anything; where content is missing the model must be asked again.
        """
        from core.structured import BudgetExceeded

        if self._guard is None or self._guard.state != "growing":
            return None
        try:
            with _lock:
                missing = self._guard.missing()
        except BudgetExceeded:
            return "content"
        return "closers" if missing is not None and missing.safe else "content"

    def _ends(self, impossible: Impossible) -> bool:
        byte = impossible.byte
        if impossible.position == 0 or impossible.expected.startswith("nothing") or byte in _SPACE or byte < 0x20:
            return False  # a fence, thoughts, a second value: other readers decide
        if not self._mends:
            return byte not in _UNSURE_IN_NUMBERS or "a digit" not in impossible.expected
        part = _part(self._schema, impossible.field)
        return (
            part is not None
            and part.get("type") == "string"
            and not any(key in part for key in _LISTED)
            and byte not in b"\"\\'"
            and self._in_text()
        )

    def _in_text(self) -> bool:
        """Whether a quote would close the text that is being written, or more of it could come."""
        assert self._guard is not None
        return self._guard.inside_text


def schema_follower(
    schema: Schema, *, mends: bool, on_field: Callable[[str], None] | None = None
) -> Callable[[], SchemaFollower]:
    """Followers for the attempts of a question, for `ModelQuestion.follower`.

    Args:
        schema: as asked for.
        mends: whether the judge mends what is out of form; `judged_by_schema` does where the endpoint was not asked for
            the strict form (`not endpoint.asks_strictly(schema)`).
        on_field: is told the JSON Pointer of the value that is being written, whenever it changes.
    """
    return lambda: SchemaFollower(schema, mends=mends, on_field=on_field)


def prepare_to_follow(schema: Schema) -> None:
    """Load and compile what following a schema takes, a second in a fresh process, so that no first answer waits."""
    SchemaFollower(schema, mends=True)


@lru_cache(maxsize=32)
def _compiled(schema: bytes) -> Compiled | None:
    """None where the schema cannot be followed: then the whole answer is judged, as without a follower."""
    from core.structured import Budget, StreamGuard, StructuredError, Whitespace, compile_json_schema

    body = _with_nulls(orjson.loads(schema))
    try:
        budget = Budget(seconds=2.0, states=_MOST_STATES)
        compiled = compile_json_schema(body, formats="ignore", whitespace=Whitespace(8, 64), budget=budget)
        StreamGuard(compiled).feed('{"a')  # what is loaded at first use is loaded before the request, not within it
        return compiled
    except StructuredError:
        return None


def _with_nulls(schema: Any) -> Any:
    """The schema with nulls for what is optional: strict endpoints write them, and they are taken out again."""
    if isinstance(schema, list):
        return [_with_nulls(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {
        key: value if key in ("enum", "const", "default") else _with_nulls(value) for key, value in schema.items()
    }
    if isinstance(result.get("properties"), dict):
        required = result.get("required", ())
        result["properties"] = {
            name: part if name in required else {"anyOf": [part, {"type": "null"}]}
            for name, part in result["properties"].items()
        }
    return result


def _part(schema: Mapping[str, Any], field: tuple[str | int, ...]) -> Mapping[str, Any] | None:
    """What the schema says of a place, as far as it says so plainly."""
    part: Any = schema
    for step in field:
        if not isinstance(part, dict):
            return None
        reference = part.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/$defs/"):
            part = schema.get("$defs", {}).get(reference.removeprefix("#/$defs/"), {})
        part = part.get("items") if isinstance(step, int) else part.get("properties", {}).get(step)
    return part if isinstance(part, dict) else None


__all__ = ["SchemaFollower", "prepare_to_follow", "schema_follower"]
