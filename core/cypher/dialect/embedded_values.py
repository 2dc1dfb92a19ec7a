"""Expressions of Neo4j's Cypher in the embedded graph's, value for value.

Each rewriting exists because ladybug 0.22 gives an error or, worse, another value; what has no equal is refused with
a reason from which the query can be repaired. Measured differences: lists and texts count from 1 and an index behind
the end is an error; `log` is the decimal one; `+` takes a missing text for an empty one; the sum of nothing is
missing; `labels(n)` is a text; numbers and truths are written differently as texts; `reverse` of a list and `split`
give other lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from core.cypher.guard.value_kinds import Kinds
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import UnreadableQuery, string_literal
from core.cypher.syntax.writing import Writing

_SAME = frozenset(
    "abs acos all any asin atan atan2 avg ceil ceiling coalesce collect cos cot count degrees floor id left length "
    "log10 lower ltrim max min nodes none nullif percentilecont percentiledisc pi properties radians range "
    "relationships replace right rtrim sign sin single size sqrt tan tolower toupper trim upper".split()
)
RESERVED = frozenset(
    "all and any asc ascending case create default desc descending distinct else end ends exists false glob group "
    "headers hint in install join macro multi_join not none null on only optional or order primary profile shortest "
    "single starts table then trail true union unwind when where with wshortest xor acyclic column".split()
)
"""Words of the engine that may be names only in backticks."""
_COMPONENTS = frozenset(("year", "month", "day", "quarter", "week"))
_UNITS = {"Y": "years", "M": "months", "W": "weeks", "D": "days"}
_PERIOD = re.compile(r"P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?")
_MONTH = re.compile(r"(\d{4})(?:-(\d{2}))?")
_TRUNCATED = frozenset(("year", "quarter", "month", "week", "day"))


def refusal(reason: str) -> UnreadableQuery:
    """The refusal of something that the embedded graph does not do or does differently."""
    return UnreadableQuery("dialect", f"The embedded graph does not support this: {reason}")


class EmbeddedValues:
    """Rewrites the expressions of one query."""

    def __init__(self, kinds: Kinds, writing: Writing) -> None:
        self._kinds = kinds
        self._writing = writing
        self._text = writing.text
        self._settled: set[int] = set()

    def rewrite(self, part: QueryPart) -> None:
        """Note the change of one part, if it needs one.

        Raises:
            UnreadableQuery: it has no equal.
        """
        if id(part) in self._settled:
            return
        if part.kind == "call":
            self._call(part)
        elif part.kind == "property":
            self._property(part)
        elif part.kind == "index":
            self._index(part)
        elif part.kind == "slice":
            self._slice(part)
        elif part.kind == "arithmetic" and part.name in ("+", "||"):
            self._plus(part)
        elif part.kind == "comparison" and " " in part.name:
            self._chain(part)
        elif part.kind == "in":
            self._in(part)
        elif part.kind == "has_label":
            self._has_label(part)
        elif part.kind == "list_comprehension":
            self._comprehension(part)
        elif part.kind == "projection":
            self._projection(part)
        elif part.kind == "case" and part.name and any(_is_null(value) for value in part.parts[1::2]):
            raise refusal("CASE … WHEN null; write CASE WHEN … IS NULL.")
        elif part.kind in ("pattern_comprehension", "reduce", "collect_subquery", "call_subquery"):
            raise refusal(f"{part.kind.replace('_', ' ')}; use MATCH, WITH and collect().")
        elif part.kind in ("is_typed", "is_normalized"):
            raise refusal("IS TYPED and IS NORMALIZED.")
        elif part.kind == "number" and part.name[:2].lower() in ("0x", "0o"):
            self._change(part, lambda: str(int(part.name, 0)))

    def _change(self, part: QueryPart, write: Callable[[], str]) -> None:
        self._writing.change(part, write)

    def _call(self, part: QueryPart) -> None:
        name = part.name.lower()
        values = [value for value in part.parts if value.kind != "distinct"]
        rewritten = getattr(self, f"_call_{name.replace('.', '_')}", None)
        if rewritten is not None:
            rewritten(part, values)
        elif name not in _SAME:
            raise refusal(f"the function {part.name}.")

    def _arguments(self, part: QueryPart, values: list[QueryPart], *counts: int) -> None:
        if len(values) not in counts:
            raise refusal(f"{part.name} with {len(values)} arguments.")

    def _call_substring(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 2, 3)
        text, start = values[:2]

        def write() -> str:
            length = self._text(values[2]) if len(values) == 3 else f"size({self._text(text)})"
            return f"substring({self._text(text)}, ({self._text(start)}) + 1, {length})"

        self._change(part, write)

    def _call_log(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._change(part, lambda: f"ln({self._text(values[0])})")

    def _call_round(self, part: QueryPart, values: list[QueryPart]) -> None:
        if len(values) > 2:
            raise refusal("round with a mode.")
        if len(values) == 1:
            self._change(part, lambda: f"floor({self._text(values[0])} + 0.5)")

    def _call_sum(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._change(part, lambda: f"coalesce({self._writing.unchanged(part)}, 0)")

    def _call_head(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        self._change(part, lambda: _element(self._text(values[0]), 1))

    def _call_last(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        self._change(part, lambda: _element(self._text(values[0]), -1))

    def _call_tail(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)

        def write() -> str:
            inner = self._text(values[0])
            return f"list_slice({inner}, 2, size({inner}))"

        self._change(part, write)

    def _call_reverse(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        kind = self._kinds.of(values[0])
        if kind == "list":
            self._change(part, lambda: f"list_reverse({self._text(values[0])})")
        elif kind != "string":
            raise refusal("reverse of something that may be a text or a list.")

    def _call_isempty(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        self._change(part, lambda: f"(size({self._text(values[0])}) = 0)")

    def _call_char_length(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        self._change(part, lambda: f"size({self._text(values[0])})")

    _call_character_length = _call_char_length

    def _call_size(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        if values[0].kind == "path":
            self._change(part, lambda: f"COUNT {{ MATCH {self._text(values[0])} }}")

    def _call_exists(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        if values[0].kind == "path":
            self._change(part, lambda: f"EXISTS {{ MATCH {self._text(values[0])} }}")
        else:
            self._change(part, lambda: f"({self._text(values[0])} IS NOT NULL)")

    def _call_type(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        self._change(part, lambda: f"label({self._text(values[0])})")

    def _call_labels(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        self._change(part, lambda: f"[label({self._text(values[0])})]")

    def _call_elementid(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        self._change(part, lambda: f"id({self._text(values[0])})")

    def _call_replace(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 3)
        if values[1].kind == "string" and not values[1].name:
            raise refusal("replace of an empty text.")

    def _call_trim(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)

    def _call_tostring(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        if self._kinds.of(values[0]) not in ("string", "int", "date"):
            raise refusal("toString of a decimal number, a truth or something unknown; return the value itself.")
        self._change(part, lambda: f"CAST({self._text(values[0])} AS STRING)")

    def _call_tointeger(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        kind = self._kinds.of(values[0])
        if kind == "int":
            self._change(part, lambda: f"({self._text(values[0])})")
        elif kind == "float":
            # CAST rounds; toInteger cuts towards zero.
            def write() -> str:
                inner = self._text(values[0])
                return f"CAST(CASE WHEN {inner} < 0 THEN ceil({inner}) ELSE floor({inner}) END AS INT64)"

            self._change(part, write)
        else:
            raise refusal("toInteger of a text; compare texts, or use date components.")

    def _call_tofloat(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        if self._kinds.of(values[0]) not in ("int", "float"):
            raise refusal("toFloat of a text.")
        self._change(part, lambda: f"CAST({self._text(values[0])} AS DOUBLE)")

    def _call_date(self, part: QueryPart, values: list[QueryPart]) -> None:
        if not values:
            self._change(part, lambda: "current_date()")
            return
        self._arguments(part, values, 1)
        value = values[0]
        if value.kind == "map":
            day = _day(value)
            self._change(part, lambda: f"date('{day}')")
        elif value.kind == "string" and (found := _MONTH.fullmatch(value.name)):
            self._change(part, lambda: f"date('{found.group(1)}-{found.group(2) or '01'}-01')")
        elif value.kind == "string" and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value.name):
            raise refusal("date of a text that is not like 2024-01-31.")

    def _call_date_truncate(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 2)
        unit = values[0].name.lower()
        if values[0].kind != "string" or unit not in _TRUNCATED or self._kinds.of(values[1]) != "date":
            raise refusal("date.truncate other than of a date to 'year', 'quarter', 'month', 'week' or 'day'.")
        self._change(part, lambda: f"date_trunc('{unit}', {self._text(values[1])})")

    def _call_duration(self, part: QueryPart, values: list[QueryPart]) -> None:
        self._arguments(part, values, 1)
        value = values[0]
        amounts: list[str] = []
        if value.kind == "string" and (found := _PERIOD.fullmatch(value.name)):
            amounts = [f"{n} {unit}" for n, unit in zip(found.groups(), _UNITS.values(), strict=True) if n]
        elif value.kind == "map" and all(
            entry.name in _UNITS.values() and entry.parts[0].kind == "number" and entry.parts[0].name.isdigit()
            for entry in value.parts
        ):
            amounts = [f"{entry.parts[0].name} {entry.name}" for entry in value.parts]
        if not amounts:
            raise refusal("duration other than of whole years, months, weeks and days, such as duration('P3M').")
        days = sum(int(amount.split()[0]) * 7 for amount in amounts if amount.endswith("weeks"))
        kept = [amount for amount in amounts if not amount.endswith("weeks")] + ([f"{days} days"] if days else [])
        self._change(part, lambda: "interval(" + string_literal(" ".join(kept) or "0 days") + ")")

    def _call_duration_indays(self, part: QueryPart, values: list[QueryPart]) -> None:
        raise refusal("duration.inDays other than duration.inDays(first, second).days of two dates.")

    def _call_duration_between(self, part: QueryPart, values: list[QueryPart]) -> None:
        raise refusal("duration.between; use duration.inDays(first, second).days.")

    def _property(self, part: QueryPart) -> None:
        base = part.parts[0]
        if base.kind == "call" and base.name.lower() == "duration.indays" and part.name == "days":
            values = base.parts
            if len(values) == 2 and all(self._kinds.of(value) == "date" for value in values):
                self._change(part, lambda: f"(({self._text(values[1])}) - ({self._text(values[0])}))")
                self._settled.add(id(base))
                return
        kind = self._kinds.of(base)
        if kind == "date":
            if part.name not in _COMPONENTS:
                raise refusal(f".{part.name} of a date; there are year, quarter, month, week, day.")
            self._change(part, lambda: f"date_part('{part.name}', {self._text(base)})")
        elif kind == "duration":
            raise refusal("parts of a duration; use duration.inDays(first, second).days.")
        elif kind is None and part.name in _COMPONENTS:
            raise refusal(f".{part.name} of something that is not known to be a date.")

    def _index(self, part: QueryPart) -> None:
        base, place = part.parts
        if place.kind == "string":
            raise refusal("a property by its name in brackets; write it behind a dot.")
        if base.kind == "call" and base.name.lower() == "labels":
            if place.kind != "number" or place.name != "0":
                raise refusal("an index of labels other than 0; a node has one label.")
            self._change(part, lambda: f"label({self._text(base.parts[0])})")
            self._settled.add(id(base))
            return
        negative = place.kind == "sign" and place.parts[0].kind == "number"
        number = place.parts[0].name if negative else place.name
        if place.kind not in ("number", "sign") or not number.isdigit():
            raise refusal("an index that is not a written number.")
        at = -int(number) if negative else int(number) + 1
        if at == 0:
            at = 1
        self._change(part, lambda: _element(self._text(base), at))

    def _slice(self, part: QueryPart) -> None:
        base, bounds = part.parts[0], part.parts[1:]
        if any(bound.kind != "number" or not bound.name.isdigit() for bound in bounds):
            raise refusal("a slice with bounds that are not written numbers from 0.")
        start = int(bounds[0].name) if part.name.startswith("from") else 0
        end = bounds[-1].name if part.name.endswith("to") else None

        def write() -> str:
            inner = self._text(base)
            return f"list_slice({inner}, {start + 1}, {end if end is not None else f'size({inner})'})"

        if end is not None and int(end) <= start:
            raise refusal("an empty slice.")
        self._change(part, write)

    def _plus(self, part: QueryPart) -> None:
        kinds = [self._kinds.of(value) for value in part.parts]
        if set(kinds) <= {"int", "float", "date", "duration"} and part.name == "+":
            return
        nullable = [value for value in part.parts if value.kind not in ("string", "number", "list")]
        if "string" in kinds and any(kind not in ("string", None) for kind in kinds):
            raise refusal("+ of a text and something else; use toString() on a whole number or a date.")

        def write() -> str:
            joined = " + ".join(self._text(value) for value in part.parts)
            missing = " OR ".join(f"({self._text(value)}) IS NULL" for value in nullable)
            return f"(CASE WHEN {missing} THEN NULL ELSE {joined} END)" if nullable else joined

        self._change(part, write)

    def _chain(self, part: QueryPart) -> None:
        signs = part.name.split()

        def write() -> str:
            texts = [self._text(value) for value in part.parts]
            pairs = zip(texts, signs, texts[1:], strict=False)
            return "(" + " AND ".join(f"{left} {sign} {right}" for left, sign, right in pairs) + ")"

        self._change(part, write)

    def _in(self, part: QueryPart) -> None:
        value, values = part.parts
        if values.kind == "list" and any(_is_null(item) for item in values.parts):
            raise refusal("null in a list behind IN.")
        if values.kind == "call" and values.name.lower() == "labels":
            self._change(part, lambda: f"(label({self._text(values.parts[0])}) = {self._text(value)})")
            self._settled.add(id(values))

    def _has_label(self, part: QueryPart) -> None:
        base, labels = part.parts
        names = [label.name for label in labels.walk() if label.kind == "label"]
        if len(names) > 1 and not only_or(self._writing, labels):
            raise refusal("labels joined by & or !; every node has one label.")
        listed = ", ".join(string_literal(name) for name in names)
        self._change(part, lambda: f"(label({self._text(base)}) IN [{listed}])")

    def _comprehension(self, part: QueryPart) -> None:
        variable, source = part.parts[0].name, part.parts[1]
        rest = part.parts[2:]

        def write() -> str:
            text = self._text(source)
            if "where" in part.name:
                text = f"list_filter({text}, {variable} -> {self._text(rest[0])})"
            return f"list_transform({text}, {variable} -> {self._text(rest[-1])})" if "gives" in part.name else text

        self._change(part, write)

    def _projection(self, part: QueryPart) -> None:
        variable = part.parts[0]
        if part.of("all_properties"):
            raise refusal(".* in a map; name the properties.")

        def entry(inner: QueryPart) -> str:
            if inner.kind == "projected":
                return f"{inner.name}: {self._text(variable)}.{inner.name}"
            return f"{inner.name}: {self._text(inner.parts[0] if inner.kind == 'entry' else inner)}"

        self._change(part, lambda: "{" + ", ".join(entry(inner) for inner in part.parts[1:]) + "}")


def quoted(name: str) -> str:
    """A variable's name as the engine takes it."""
    return f"`{name}`" if name.lower() in RESERVED or not name.isidentifier() else name


def only_or(writing: Writing, labels: QueryPart) -> bool:
    """Whether labels are joined by | alone, without ! and %."""
    tokens = writing.tokens[labels.start : labels.end]
    marks = [token.text for token in tokens if token.kind == "operator" and token.text != "("]
    return not any(mark in ("&", "!", "%") for mark in marks) and ":" not in _without_or(marks)


def _without_or(marks: list[str]) -> list[str]:
    # The first colon begins the labels; one behind a bar belongs to it.
    return [mark for place, mark in enumerate(marks) if place and not (mark == ":" and marks[place - 1] == "|")]


def _element(text: str, place: int) -> str:
    # The CASE is the list, not the element: elements are read for every row, whatever a CASE around them says.
    return f"(CASE WHEN size({text}) >= {abs(place)} THEN {text} END)[{place}]"


def _is_null(part: QueryPart) -> bool:
    return part.kind == "literal" and part.name == "NULL"


def _day(value: QueryPart) -> str:
    found = {entry.name: entry.parts[0] for entry in value.parts}
    if not set(found) <= {"year", "month", "day"} or "year" not in found:
        raise refusal("date of other than year, month and day.")
    if any(number.kind != "number" or not number.name.isdigit() for number in found.values()):
        raise refusal("date of numbers that are not written; use date('2024-01-31').")
    numbers = [int(found[name].name) if name in found else 1 for name in ("year", "month", "day")]
    return f"{numbers[0]:04d}-{numbers[1]:02d}-{numbers[2]:02d}"
