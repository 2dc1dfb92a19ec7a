"""Schemas made to explode end in a typed error, in time and without much memory."""

from __future__ import annotations

import os
import pickle
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.structured import (
    Budget,
    Masks,
    Matcher,
    StructuredError,
    Vocabulary,
    compile_grammar,
    compile_json_schema,
)

VOCABULARY = Vocabulary([*(bytes([byte]) for byte in range(256)), b'"a', b'",', b""], ends=[258])
SECONDS = 0.1
MOST_MB = 96


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    return schema


def text(pattern: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "pattern": pattern, **more}


HOSTILE: dict[str, Any] = {
    "nested repetitions": text("((a{1,999}){1,999}){1,999}"),
    "repetitions beside each other": text("^(x{0,200}y{0,200}){0,200}$"),
    "exponentially many states": text("[ab]*a[ab]{40}$", minLength=50),
    "exponentially many states, denied": {"type": "string", "not": {"pattern": "[ab]*a[ab]{40}$"}, "minLength": 50},
    "catastrophic for backtracking": text("^((a|a)+)+$", minLength=10_000_000),
    "a product of patterns": {"allOf": [{"pattern": f"(.*{char}){{12}}"} for char in "abcdef"], "minLength": 60},
    "very deep": nested(3000),
    "ten thousand constants": {"anyOf": [{"const": number} for number in range(10_000)]},
    "ten thousand objects": {"enum": [{"a": number, "b": [number]} for number in range(10_000)]},
    "ten thousand words": {"enum": [f"value-{number}" for number in range(10_000)]},
    "exactly one of many": {
        "oneOf": [{"properties": {f"k{n}": {"const": n}}, "required": [f"k{n}"]} for n in range(400)]
    },
    "conditions": {"allOf": [{"if": {"required": [f"{n}"]}, "then": {"required": [f"{n}x"]}} for n in range(30)]},
    "choices multiplied": {"allOf": [{"anyOf": [{"required": [f"{n}{m}"]} for m in range(9)]} for n in range(9)]},
    "sets of items": {"type": "array", "uniqueItems": True, "items": {"enum": list(range(200))}, "minItems": 150},
    "items to contain": {"contains": {"const": 1}, "minContains": 100_000, "items": {"enum": [0, 1]}, "minItems": 1},
    "a thousand million items": {"type": "array", "minItems": 10**9},
    "a thousand million characters": text("^(ab|a)*$", minLength=10**9, maxLength=10**12),
    "long names": {"properties": {f"name{n}" * 20: True for n in range(5000)}, "additionalProperties": False},
    "patterns of names": {"patternProperties": {f"(.*{char}){{8}}": {"type": "integer"} for char in "abcdef"}},
    "a chain of ten thousand needs": {"dependentRequired": {f"p{n}": [f"p{n + 1}"] for n in range(10_000)}},
    "bounds beyond all floats": {"type": "integer", "minimum": -(10**400), "maximum": 10**400},
    "counts beyond all floats": {"type": "string", "minLength": 10**400, "maxLength": 10**401},
    "multiples with a large product": {"multipleOf": 99_991, "not": {"multipleOf": 99_989}, "minimum": 1},
}
BEGINNINGS = (b"", b'{"a":[0,1,', b'"abababab', b"[0,1,", b'{"name', b"9998")


def followed(schema: Any) -> str:
    """What comes of a schema: masks of some beginnings, or the name of its error."""
    try:
        masks = Masks(compile_json_schema(schema, budget=Budget(seconds=SECONDS)), VOCABULARY)
        for beginning in BEGINNINGS:
            matcher = Matcher(masks)
            matcher.advance_bytes(beginning)
            matcher.mask()
    except StructuredError as error:
        return type(error).__name__
    return "compiled"


def resident_mb() -> float:
    """What the process holds now."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() / 2**20


def in_a_child(work: Callable[[], str]) -> tuple[str, float, float]:
    """What comes of it in a process of its own, seconds of its processor time, and the megabytes that it grew by."""
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        before = resident_mb()
        try:
            answer = work()
        except (ArithmeticError, LookupError, MemoryError, RuntimeError, TypeError, ValueError) as error:
            answer = f"untyped {type(error).__name__}"
        used = resource.getrusage(resource.RUSAGE_SELF)
        os.write(send, pickle.dumps((answer, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024 - before)))
        os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        found = pipe.read()
    os.waitpid(child, 0)
    result: tuple[str, float, float] = pickle.loads(found)
    return result


@pytest.fixture(scope="module", autouse=True)
def _kernels_loaded() -> None:
    """What is compiled is loaded before the processes are forked, so that it is not counted for each of them."""
    for schema in ({"properties": {"a": True}, "additionalProperties": False}, text("^a*$"), text("^a*$", maxLength=9)):
        assert followed(schema) == "compiled"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_schema_ends_in_time_and_within_bounds(name: str) -> None:
    answer, seconds, grown = in_a_child(lambda: followed(HOSTILE[name]))
    assert answer in ("BudgetExceeded", "compiled", "UnsupportedSchema")
    assert seconds < 10  # a hang, not a figure: the budget is a tenth of a second for each of some calls
    assert grown < MOST_MB


def of_a_grammar_of_many_words() -> str:
    """What comes of a grammar of four thousand strings, each beside each other one."""
    text = "start: " + " | ".join(f'"w{number}"' for number in range(4000))
    try:
        compile_grammar(text, budget=Budget(seconds=SECONDS))
    except StructuredError as error:
        return type(error).__name__
    return "compiled"


def test_a_grammar_of_many_strings_ends_in_time_and_within_bounds() -> None:
    answer, seconds, grown = in_a_child(of_a_grammar_of_many_words)
    assert answer in ("BudgetExceeded", "compiled")
    assert seconds < 10
    assert grown < 2 * MOST_MB
