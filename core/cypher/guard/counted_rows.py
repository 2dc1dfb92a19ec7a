"""What an aggregate counts: each thing once, or as often as the patterns beside it repeat it.

A count of contracts over "contract, its laws, its parties" counts one with two laws and three parties six times, and
nothing on the page shows it. Rows are combinations of what patterns bind; an aggregate that is not DISTINCT may stand
only where what it counts settles the whole row: the rest is a group's key, named by a key, or reached by relations that
lead to one node only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.cypher.graph_schema import GraphSchema, Relation
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import UnreadableQuery

_OVER_ROWS = frozenset("count sum avg collect stdev stdevp percentilecont percentiledisc".split())
_OF_DIFFERENT = frozenset(("count", "collect"))
"""What DISTINCT makes right; a sum of different values leaves out what two contracts have alike."""
_KEYS = frozenset(("contract_id", "id", "code", "key", "name"))
_OWN_VALUES = frozenset(("string", "number", "parameter"))


@dataclass(frozen=True, slots=True)
class _Tie:
    """A relation of a pattern; `source` and `target` say that it leads to one node only from the other end."""

    first: str
    second: str
    name: str
    to_second: bool
    to_first: bool
    once: bool


@dataclass(slots=True)
class CountedRows:
    """What the rows of a query are made of, clause by clause."""

    schema: GraphSchema
    _bound: set[str] = field(default_factory=set)
    _fixed: set[str] = field(default_factory=set)
    _ties: list[_Tie] = field(default_factory=list)
    _labels: dict[str, frozenset[str]] = field(default_factory=dict)
    _named: dict[str, frozenset[str]] = field(default_factory=dict)
    _counts: set[str] = field(default_factory=set)
    _counted: dict[str, frozenset[str] | None] = field(default_factory=dict)
    _unknown: bool = False

    def match(self, clause: QueryPart) -> None:
        """Take in the patterns and keys of a MATCH."""
        for path in clause.parts:
            if path.kind == "where":
                self._pin(path.parts[0])
            else:
                self._path(path)

    def unwind(self, name: str) -> None:
        """Take in that each row is repeated for the values of a list."""
        self._bind(name)

    def subquery(self) -> None:
        """Take in rows of which nothing is known."""
        self._unknown = True

    def project(self, clause: QueryPart) -> None:
        """Check the aggregates of a WITH or RETURN, and go on with its rows.

        Raises:
            UnreadableQuery: one counts things as often as something else repeats them.
        """
        items = clause.of("item")
        keys = [item for item in items if not _aggregates(item.parts[0])]
        grouped = len(keys) < len(items)
        fixed = self._fixed | self._keys_of(keys) if grouped else self._fixed
        for item in items:
            self._check(item.parts[0], fixed)
        if clause.of("star"):
            return
        counted = {_name(item): self.counted(item.parts[0]) for item in items}
        named = {_name(item): self._settled_by(item.parts[0]) for item in keys}
        counts = {_name(item) for item in items if item not in keys or self._counting(item.parts[0])}
        if grouped or clause.name == "distinct":
            named = self._regroup(keys)
            for item in items:
                if item not in keys:
                    named[_name(item)] = frozenset(self._bound)
        self._named, self._counts, self._counted = named, counts, counted

    def labels(self, variable: str) -> frozenset[str] | None:
        """Labels that a pattern gives to a variable, None where it gives none."""
        return self._labels.get(variable) or None

    def counted(self, part: QueryPart) -> frozenset[str] | None:
        """Labels of what an aggregate counts, None where that is not one known thing."""
        if part.kind == "bracketed":
            return self.counted(part.parts[0])
        if part.kind == "variable":
            return self._counted.get(part.name)
        if part.kind != "call" or part.name.lower() not in ("count", "size"):
            return None
        if part.name.lower() == "size":
            inner = part.parts[0] if part.parts else part
            return self.counted(QueryPart("call", 0, parts=inner.parts, name="count")) if _collects(inner) else None
        values = [child for child in part.parts if child.kind != "distinct"]
        if len(values) == 1 and values[0].kind == "star":
            whole = [each for each in self._bound & self._labels.keys() if self._settles({each}, self._fixed)]
            found = {self._labels[each] for each in whole}
            return found.pop() if len(found) == 1 else None
        bound = self._settled_by(values[0]) if len(values) == 1 and values[0].kind in ("variable", "property") else ()
        return self._labels.get(next(iter(bound))) if len(bound) == 1 else None

    def _path(self, path: QueryPart) -> None:
        if path.kind == "shortest" or path.of("group"):
            self._unknown = True
        for inner in path.of("path", "shortest", "group"):
            self._path(inner)
        nodes = {place: self._node(part) for place, part in enumerate(path.parts) if part.kind == "node"}
        for place, part in enumerate(path.parts):
            if part.kind == "relation" and place - 1 in nodes and place + 1 in nodes:
                self._relation(part, nodes[place - 1], nodes[place + 1])

    def _node(self, part: QueryPart) -> str:
        name = part.name or f"#{part.start}"
        bound = self._bind(name)
        labels = frozenset(_plain(part))
        if labels:
            self._labels[bound] = labels
        for given in part.of("map"):
            if any(entry.name in _KEYS and entry.parts[0].kind in _OWN_VALUES for entry in given.parts):
                self._fixed.add(bound)
        return bound

    def _relation(self, part: QueryPart, before: str, after: str) -> None:
        name = self._bind(part.name or f"#{part.start}")
        types = set(_plain(part))
        ways = [way for way in self.schema.relations if way.type in types]
        plain = bool(ways) and len(ways) == len(types) and not part.of("range", "quantifier", "both")
        first, second = (after, before) if part.of("left") else (before, after)
        for end, labels in ((first, {way.source for way in ways}), (second, {way.target for way in ways})):
            if ways and not part.of("both"):
                self._labels.setdefault(end, frozenset(labels))

        def all_are(kind: str) -> bool:
            return plain and all(_leads(way, kind) for way in ways)

        is_single = all_are("pair") and len(ways) == 1
        self._ties.append(_Tie(first, second, name, all_are("target"), all_are("source"), is_single))

    def _bind(self, name: str) -> str:
        known = self._named.get(name)
        if known is not None and len(known) == 1:
            return next(iter(known))
        fresh = name
        while fresh in self._bound:  # a variable that a WITH has dropped still makes rows
            fresh += "'"
        self._bound.add(fresh)
        self._named[name] = frozenset((fresh,))
        return fresh

    def _pin(self, condition: QueryPart) -> None:
        if condition.kind in ("and", "bracketed"):
            for inner in condition.parts:
                self._pin(inner)
        elif condition.kind == "comparison" and condition.name == "=":
            for side, other in (condition.parts, reversed(condition.parts)):
                if side.kind == "property" and side.name in _KEYS and other.kind in _OWN_VALUES:
                    self._fixed |= self._settled_by(side)

    def _settled_by(self, part: QueryPart) -> frozenset[str]:
        """What is bound behind the variables of an expression."""
        found = [self._named.get(inner.name, frozenset()) for inner in part.walk() if inner.kind == "variable"]
        return frozenset().union(*found)

    def _keys_of(self, keys: Iterable[QueryPart]) -> set[str]:
        found: set[str] = set()
        for item in keys:
            value = item.parts[0]
            if value.kind == "variable" or (value.kind == "property" and value.name in _KEYS):
                found |= self._settled_by(value)
        return found

    def _regroup(self, keys: list[QueryPart]) -> dict[str, frozenset[str]]:
        """Names of the rows after a grouping: one row for each combination of the keys."""
        named: dict[str, frozenset[str]] = {}
        kept: set[str] = set()
        for item in keys:
            value, bound = item.parts[0], self._settled_by(item.parts[0])
            whole = value.kind == "variable" or (value.kind == "property" and value.name in _KEYS)
            if not (whole and len(bound) == 1):
                bound = frozenset((f"#{item.start}",))
            named[_name(item)] = bound
            kept |= bound
        self._ties = [tie for tie in self._ties if {tie.first, tie.second} <= kept and tie.name in kept]
        self._bound, self._fixed, self._unknown = kept, self._fixed & kept, False
        return named

    def _counting(self, part: QueryPart) -> bool:
        return any(inner.kind == "variable" and inner.name in self._counts for inner in part.walk())

    def _check(self, part: QueryPart, fixed: set[str]) -> None:
        if part.kind in ("count_subquery", "collect_subquery", "pattern_comprehension"):
            self._check_inner(part)
            return
        if part.kind == "call" and part.name.lower() in _OVER_ROWS:
            self._check_call(part, fixed)
        for inner in part.parts:
            self._check(inner, fixed)

    def _check_call(self, part: QueryPart, fixed: set[str]) -> None:
        name = part.name.lower()
        if part.of("distinct"):
            if name not in _OF_DIFFERENT:
                raise _repeats(f"{name}(DISTINCT …) leaves out values that two contracts have alike")
            return
        values = [child for child in part.parts if child.kind != "star"]
        if name == "sum" and any(self._counting(value) for value in values):
            raise _repeats("a sum of counts counts what is in two groups twice")
        behind = frozenset().union(*(self._settled_by(value) for value in values))
        settled = self._settles(set(behind), fixed) if behind else self._one_settles(fixed)
        if self._unknown or not settled:
            raise _repeats(f"{name}(…) repeats what it counts for each combination with something else")

    def _check_inner(self, part: QueryPart) -> None:
        """A pattern within an expression: the rows outside are one there."""
        inner = CountedRows(self.schema, set(self._bound), set(self._bound), [], dict(self._labels), dict(self._named))
        queries = part.of("query")
        if len(queries) == 1 and len(queries[0].parts) == 1:
            for clause in queries[0].parts[0].parts:
                if clause.kind in ("match", "optional_match"):
                    inner.match(clause)
                elif clause.kind in ("with", "return"):
                    inner.project(clause)
                else:
                    inner.subquery()
        elif part.kind == "pattern_comprehension":
            for path in part.of("path", "shortest"):
                inner._path(path)
        else:
            inner.subquery()
        if inner._unknown or not inner._one_settles(inner._fixed):
            raise _repeats("a list or count of patterns repeats each thing for each combination with another")

    def _one_settles(self, fixed: set[str]) -> bool:
        """Whether the rows of a group are those of one bound thing."""
        return self._settles(set(), fixed) or any(self._settles({each}, fixed) for each in self._bound)

    def _settles(self, bound: set[str], fixed: set[str]) -> bool:
        """Whether a row is settled by some things that it binds and by what is fixed in its group."""
        known = bound | fixed
        grown = True
        while grown:
            before = len(known)
            for tie in self._ties:
                if tie.name in known:
                    known |= {tie.first, tie.second}
                if tie.first in known and tie.to_second:
                    known |= {tie.second, tie.name}
                if tie.second in known and tie.to_first:
                    known |= {tie.first, tie.name}
                if tie.first in known and tie.second in known and tie.once:
                    known.add(tie.name)
            grown = len(known) > before
        return self._bound <= known


def _leads(way: Relation, kind: str) -> bool:
    return way.single == kind or (kind == "pair" and way.single is not None)


def _plain(part: QueryPart) -> list[str]:
    """Labels or types of a pattern's part where it names them one by one."""
    return [label.name for labels in part.of("labels") for label in labels.parts if label.kind == "label"]


def _aggregates(part: QueryPart) -> bool:
    if part.kind in ("count_subquery", "collect_subquery", "exists_subquery"):
        return False
    if part.kind == "call" and part.name.lower() in _OVER_ROWS | {"min", "max"}:
        return True
    return any(_aggregates(inner) for inner in part.parts)


def _collects(part: QueryPart) -> bool:
    return part.kind == "call" and part.name.lower() == "collect"


def _name(item: QueryPart) -> str:
    if item.name:
        return item.name
    value = item.parts[0]
    return value.name if value.kind == "variable" else f"#{item.start}"


def _repeats(why: str) -> UnreadableQuery:
    return UnreadableQuery(
        "shown",
        f"The figure would be wrong: {why}. Write count(DISTINCT a) or collect(DISTINCT a) of what is counted, "
        "name other patterns by their keys, or group by them first.",
    )
