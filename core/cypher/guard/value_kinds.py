"""What kind of value an expression gives, as far as the schema and the query say it.

A comparison of a date or a number with a text is answered by Neo4j with nothing and by the embedded graph after a
cast: it is refused, or, where the text is a day, the day is meant.
"""

from __future__ import annotations

import re
from typing import Literal

from core.cypher.guard.schema_names import VariableNames
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import UnreadableQuery
from core.cypher.syntax.writing import Writing

ValueKind = Literal["string", "int", "float", "bool", "date", "duration", "list", "map", "node", "relation", "path"]

_TYPES: dict[str, ValueKind] = {"STRING": "string", "INT64": "int", "DOUBLE": "float", "DATE": "date"}
_CALLS: dict[str, ValueKind] = {
    **dict.fromkeys(("count", "size", "length", "id", "sign", "tointeger", "char_length", "character_length"), "int"),
    **dict.fromkeys(
        ("avg", "tofloat", "sqrt", "round", "ceil", "floor", "log", "log10", "exp", "percentilecont", "stdev"), "float"
    ),
    **dict.fromkeys(
        "tostring tolower toupper lower upper trim ltrim rtrim substring replace left right type elementid".split(),
        "string",
    ),
    **dict.fromkeys(("date", "date.truncate"), "date"),
    **dict.fromkeys(("duration", "duration.between", "duration.indays", "duration.inmonths"), "duration"),
    **dict.fromkeys(("collect", "range", "keys", "labels", "split", "tail", "nodes", "relationships"), "list"),
    **dict.fromkeys(("exists", "isempty", "toboolean"), "bool"),
    "properties": "map",
}
_TRUTHS = frozenset(
    "or xor and not comparison in contains starts_with ends_with is_null is_typed has_label filter exists_subquery "
    "path shortest".split()
)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_COMPARABLE: dict[ValueKind, str] = {
    "string": "text",
    "int": "number",
    "float": "number",
    "bool": "truth",
    "date": "day",
}


class Kinds:
    """Kinds of the variables and expressions of one query."""

    def __init__(self, query: QueryPart, names: VariableNames) -> None:
        self._names = names
        self._variables: dict[str, ValueKind | None] = {}
        for part in query.walk():
            if part.kind in ("node", "relation") and part.name:
                self._set(part.name, "list" if part.of("range", "quantifier") else part.kind)  # type: ignore[arg-type]
            elif part.kind in ("path", "shortest") and part.name:
                self._set(part.name, "path")
            elif part.kind == "item" and part.name:
                if part.parts[0].kind != "variable" or part.parts[0].name != part.name:
                    self._set(part.name, self.of(part.parts[0]))
            elif part.kind == "unwind":
                self._set(part.parts[1].name, None)
            elif part.kind in ("filter", "list_comprehension", "reduce"):
                self._set(part.parts[0].name, None)
            elif part.kind == "yield":
                self._set(part.name, None)

    def _set(self, name: str, kind: ValueKind | None) -> None:
        known = self._variables.setdefault(name, kind)
        if known != kind:
            self._variables[name] = None

    def of(self, part: QueryPart) -> ValueKind | None:
        """The kind of an expression's value, None when it is not known."""
        match part.kind:
            case "string":
                return "string"
            case "number":
                return "int" if part.name.isdigit() else "float"
            case "literal":
                return "bool" if part.name in ("TRUE", "FALSE") else None
            case "variable":
                return self._variables.get(part.name)
            case "property":
                return self._of_property(part)
            case "bracketed" | "sign":
                return self.of(part.parts[0])
            case "list" | "list_comprehension" | "pattern_comprehension" | "slice" | "collect_subquery":
                return "list"
            case "map" | "projection":
                return "map"
            case "count_subquery":
                return "int"
            case "call":
                return self._of_call(part)
            case "arithmetic":
                return self._of_arithmetic(part)
            case "case":
                return self._of_case(part)
            case "index":
                return "string" if part.parts[0].kind == "call" and part.parts[0].name.lower() == "labels" else None
        return "bool" if part.kind in _TRUTHS else None

    def of_property(self, owners: set[str] | None, name: str) -> ValueKind | None:
        """The kind of a property of nodes or relations of these labels or types, of all when None."""
        found = {
            _TYPES.get(kind, "list")
            for owner, own, kind in self._names.schema.property_types
            if own == name and (owners is None or owner in owners)
        }
        return found.pop() if len(found) == 1 else None

    def _of_property(self, part: QueryPart) -> ValueKind | None:
        base = part.parts[0]
        kind = self.of(base)
        if kind == "date":
            return "int"
        if kind == "duration":
            return "int"
        if base.kind == "variable" and kind in ("node", "relation"):
            owners = self._names.nodes.get(base.name, set()) | self._names.relations.get(base.name, set())
            return self.of_property(owners or None, part.name)
        return None if kind == "map" else self.of_property(None, part.name)

    def _of_call(self, part: QueryPart) -> ValueKind | None:
        name = part.name.lower()
        values = [value for value in part.parts if value.kind != "distinct"]
        if name in ("min", "max", "sum", "abs", "reverse") and values:
            return self.of(values[0])
        if name == "coalesce":
            kinds = {self.of(value) for value in values}
            return kinds.pop() if len(kinds) == 1 else None
        if name in ("head", "last") and values and values[0].kind == "call" and values[0].name.lower() == "collect":
            return self.of(values[0].parts[-1])
        return _CALLS.get(name)

    def _of_arithmetic(self, part: QueryPart) -> ValueKind | None:
        left, right = (self.of(value) for value in part.parts)
        if part.name in ("+", "||"):
            for kind in ("list", "string", "date"):
                if kind in (left, right):
                    return kind
        if left == "date" and right == "duration":
            return "date"
        if left == right == "int" and part.name != "^":
            return "int"
        return "float" if {left, right} <= {"int", "float"} else None

    def _of_case(self, part: QueryPart) -> ValueKind | None:
        offset = 1 if part.name else 0
        values = part.parts[offset + 1 :: 2]
        if (len(part.parts) - offset) % 2:
            values = [*values, part.parts[-1]]
        kinds = {self.of(value) for value in values if not (value.kind == "literal" and value.name == "NULL")}
        return kinds.pop() if len(kinds) == 1 else None

    def check_comparisons(self, query: QueryPart, writing: Writing) -> None:
        """See that what is compared can be equal; a text that is a day becomes a day where it is compared with one.

        Raises:
            UnreadableQuery: with rule `type`.
        """
        for part in query.walk():
            if part.kind == "comparison" and part.name != "=~":
                for left, right in zip(part.parts, part.parts[1:], strict=False):
                    self._compare(left, right, writing)
            elif part.kind == "in" and part.parts[1].kind == "list":
                for value in part.parts[1].parts:
                    self._compare(part.parts[0], value, writing)
            elif part.kind in ("node", "relation"):
                owners = self._names.of_node(part) if part.kind == "node" else self._names.of_relation(part)
                for entry in (entry for given in part.of("map") for entry in given.parts):
                    self._agree(self.of_property(owners, entry.name), entry.parts[0], entry.name, writing)

    def _compare(self, left: QueryPart, right: QueryPart, writing: Writing) -> None:
        kinds = self.of(left), self.of(right)
        if kinds == ("date", "string"):
            self._agree("date", right, writing.unchanged(left), writing)
        elif kinds == ("string", "date"):
            self._agree("date", left, writing.unchanged(right), writing)
        else:
            self._agree(kinds[0], right, writing.unchanged(left), writing)

    def _agree(self, kind: ValueKind | None, value: QueryPart, name: str, writing: Writing) -> None:
        given = self.of(value)
        if kind is None or given is None:
            return
        if kind == "date" and value.kind == "string" and _DAY.fullmatch(value.name):
            writing.change(value, lambda: f"date({writing.unchanged(value)})")
            return
        if kind not in _COMPARABLE or given not in _COMPARABLE or _COMPARABLE[kind] == _COMPARABLE[given]:
            return
        hint = " Write a day as date('2024-01-31')." if "date" in (kind, given) else ""
        raise UnreadableQuery(
            "type", f"{name} is a {_COMPARABLE[kind]} and is compared with a {_COMPARABLE[given]}: never equal.{hint}"
        )
