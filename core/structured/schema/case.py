"""One branch of a schema after its disjunctions are multiplied out: what each type of value must satisfy."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from core.structured.automata.walk import UNLIMITED
from core.structured.numbers import Number
from core.structured.schema.document import Claim

NULL, FALSE, TRUE, NUMBER, STRING, ARRAY, OBJECT = (1 << number for number in range(7))
EVERY_TYPE = 127
TYPE_BITS = {
    "null": NULL,
    "boolean": FALSE | TRUE,
    "number": NUMBER,
    "integer": NUMBER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}


@dataclass(frozen=True, slots=True)
class TextTest:
    """A text must match (or must not match) a pattern or a format."""

    pattern: str
    is_format: bool
    wanted: bool


@dataclass(frozen=True, slots=True)
class TextCase:
    """What a string must satisfy; `only` is a finite choice."""

    fewest: int = 0
    most: int = UNLIMITED
    tests: frozenset[TextTest] = frozenset()
    only: frozenset[str] | None = None
    never: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class NumberCase:
    """What a number must satisfy."""

    number: Number = field(default_factory=Number)
    only: frozenset[Fraction] | None = None


@dataclass(frozen=True, slots=True)
class ArrayPart:
    """Claims on items: the first ones by position, then the rest."""

    prefix: tuple[Claim, ...]
    rest: Claim | None


@dataclass(frozen=True, slots=True)
class Contained:
    """From `least` to `most` items satisfy the claim."""

    claim: Claim
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class ArrayCase:
    """What an array must satisfy."""

    parts: tuple[ArrayPart, ...] = ()
    fewest: int = 0
    most: int | None = None
    contained: tuple[Contained, ...] = ()
    unique: bool = False


@dataclass(frozen=True, slots=True)
class ObjectPart:
    """Claims on values by key: named, by pattern, and all others."""

    names: tuple[tuple[str, Claim], ...]
    patterns: tuple[tuple[str, Claim], ...]
    others: Claim | None


@dataclass(frozen=True, slots=True)
class SomeKey:
    """At least one key, none of `names` and matching none of `patterns` (if given, matching `within`), satisfies it.

    What a negated `additionalProperties`, `patternProperties` or `propertyNames` asks.
    """

    names: frozenset[str]
    patterns: tuple[str, ...]
    within: str | None
    value: Claim | None
    key: Claim | None


@dataclass(frozen=True, slots=True)
class ObjectCase:
    """What an object must satisfy."""

    parts: tuple[ObjectPart, ...] = ()
    required: frozenset[str] = frozenset()
    fewest: int = 0
    most: int | None = None
    keys: tuple[Claim, ...] = ()
    needs: frozenset[tuple[str, str]] = frozenset()  # the first key asks for the second
    some: tuple[SomeKey, ...] = ()


ANY_TEXT, ANY_NUMBER, _ANY_ARRAY, _ANY_OBJECT = TextCase(), NumberCase(), ArrayCase(), ObjectCase()


@dataclass
class Case:
    """A conjunction; `types` are the types still possible, and each type has its own constraints."""

    types: int = EVERY_TYPE
    text: TextCase = ANY_TEXT
    number: NumberCase = ANY_NUMBER
    array: ArrayCase = _ANY_ARRAY
    object: ObjectCase = _ANY_OBJECT
    done: frozenset[int] = frozenset()  # claims taken in

    def copy(self) -> Case:
        """The same, to be changed apart."""
        return Case(self.types, self.text, self.number, self.array, self.object, self.done)


def both_texts(first: TextCase, second: TextCase) -> TextCase:
    """Texts that satisfy both."""
    if first is ANY_TEXT:
        return second
    only = first.only if second.only is None else second.only if first.only is None else first.only & second.only
    return TextCase(
        max(first.fewest, second.fewest),
        min(first.most, second.most),
        first.tests | second.tests,
        only,
        first.never | second.never,
    )


def both_numbers(first: NumberCase, second: NumberCase) -> NumberCase:
    """Numbers that satisfy both."""
    if first is ANY_NUMBER:
        return second
    only = first.only if second.only is None else second.only if first.only is None else first.only & second.only
    return NumberCase(first.number.both(second.number), only)
