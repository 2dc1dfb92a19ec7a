"""What a query may cost at most, estimated from its text: rows, rounds of loops, and the size of what it makes.

Limits of time and memory end what is refused too late, but a server that is busy with a backtracking expression or a
long loop does not look at its limits. The estimate knows no statistics: a pattern that shares no variable with what
stands before it multiplies the rows by `NODES`, unless it names a key; equal properties join two patterns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from core.cypher.guard.regular_expressions import check_expression
from core.cypher.guard.rules import LARGEST_RANGE, is_aggregate
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import UnreadableQuery

NODES = 5_000.0  # that a pattern finds
MOST_ROWS_MADE = 1e8  # two unconnected patterns may be compared, three may not
MOST_ROUNDS = 1e8  # of loops, over all rows
MOST_SIZE = 1e8  # characters and elements of one value
_UNKNOWN_RANGE = 1_000.0
_FAN_OUT = 10.0
_GROUP = 100.0  # values that are collected for one group
_GROWS = 1.5  # of a loop's value from round to round: from there on it doubles
_FEW_ROUNDS = 16.0
_KEYS = frozenset(("contract_id", "id", "code", "key"))
_SMALL = frozenset("size length count sum avg min max abs sign year month day tointeger tofloat toboolean".split())


@dataclass(frozen=True, slots=True)
class _Value:
    """Estimate of a value: how many elements a list has, and how large it is altogether."""

    elements: float = 1.0
    size: float = 8.0


_PROPERTY = _Value(_FAN_OUT, 60.0)
_NODE = _Value(1.0, 100.0)


@dataclass(slots=True)
class _RowEstimate:
    """Rows so far as a product of independent factors, each with the variables that it binds, and known values."""

    factors: list[tuple[set[str], float]] = field(default_factory=list)
    values: dict[str, _Value] = field(default_factory=dict)
    outer_rows: float = 1.0

    @property
    def rows(self) -> float:
        return self.outer_rows * math.prod(factor for _, factor in self.factors)

    def bind(self, names: set[str], factor: float) -> None:
        """Take in a pattern: joined to what it shares a variable with, else another factor."""
        shared = [each for each in self.factors if each[0] & names]
        if not shared:
            self.factors.append((names, factor))
        else:
            self._merge(shared, names)

    def join(self, first: str, second: str) -> None:
        """Take in that two variables are joined by equal properties."""
        joined = [each for each in self.factors if each[0] & {first, second}]
        if len(joined) > 1:
            self._merge(joined, set())

    def pin(self, name: str, count: float) -> None:
        """Take in that a variable has one of so many keys."""
        self.factors = [(names, min(factor, count) if name in names else factor) for names, factor in self.factors]

    def _merge(self, parts: list[tuple[set[str], float]], names: set[str]) -> None:
        largest = max(factor for _, factor in parts) * (_FAN_OUT if len(parts) > 1 else 1.0)
        rest = [each for each in self.factors if all(each is not part for part in parts)]
        self.factors = [*rest, (names.union(*(part[0] for part in parts)), largest)]


def check_cost(query: QueryPart) -> None:
    """Pass when the query's estimate is within the bounds.

    Raises:
        UnreadableQuery: with rule `too_costly` or, for regular expressions, `expression`.
    """
    for part in query.walk():
        if part.kind == "comparison" and "=~" in part.name.split():
            check_expression(part)
    _query(query, _RowEstimate())


def _query(query: QueryPart, outer: _RowEstimate) -> _RowEstimate:
    """The state after the last of a query's arms."""
    state = outer
    for single in query.parts:
        state = _RowEstimate([(set(outer.values) | _names(outer), 1.0)], dict(outer.values), outer.rows)
        for clause in single.parts:
            state = _clause(clause, state)
            _bound("rows", state.rows, MOST_ROWS_MADE)
    return state


def _names(state: _RowEstimate) -> set[str]:
    return set().union(*(names for names, _ in state.factors)) if state.factors else set()


def _clause(clause: QueryPart, state: _RowEstimate) -> _RowEstimate:
    if clause.kind in ("match", "optional_match"):
        _match(clause, state)
    elif clause.kind == "unwind":
        value = _worked(clause.parts[0], state)
        name = clause.parts[1].name
        state.factors.append(({name}, max(1.0, value.elements)))
        state.values[name] = _Value(1.0, value.size / max(1.0, value.elements))
    elif clause.kind in ("with", "return"):
        return _projected(clause, state)
    elif clause.kind == "call_subquery":
        inner = _query(clause.parts[-1], state)
        state.factors.append((_names(inner) - _names(state), max(1.0, inner.rows / max(1.0, state.rows))))
        state.values.update({name: value for name, value in inner.values.items() if name not in state.values})
    elif clause.kind == "procedure":
        state.factors.append(({part.name for part in clause.of("yield")}, NODES))
    return state


def _match(clause: QueryPart, state: _RowEstimate) -> None:
    for path in clause.parts:
        if path.kind == "where":
            continue
        names = {part.name for part in path.walk() if part.kind in ("node", "relation", "path") and part.name}
        pinned = any(
            entry.name in _KEYS
            for part in path.walk()
            if part.kind == "node"
            for m in part.of("map")
            for entry in m.parts
        )
        state.bind(names, 1.0 if pinned else NODES)
    for where in (part for part in clause.walk() if part.kind == "where"):
        for condition in _conjuncts(where.parts[0]):
            _narrow(condition, state)
        _worked(where.parts[0], state)


def _conjuncts(part: QueryPart) -> Iterable[QueryPart]:
    if part.kind in ("and", "bracketed"):
        for inner in part.parts:
            yield from _conjuncts(inner)
    else:
        yield part


def _narrow(condition: QueryPart, state: _RowEstimate) -> None:
    sides = condition.parts
    if condition.kind == "in" and _is_key(sides[0]):
        count = float(len(sides[1].parts)) if sides[1].kind == "list" else _GROUP
        state.pin(sides[0].parts[0].name, count)
    if condition.kind != "comparison" or condition.name != "=":
        return
    of = [side.parts[0].name if side.kind == "property" and side.parts[0].kind == "variable" else "" for side in sides]
    if all(of) and of[0] != of[1]:
        state.join(*of)
    for side, other in (sides, reversed(sides)):
        if _is_key(side) and other.kind in ("string", "number", "parameter"):
            state.pin(side.parts[0].name, 1.0)


def _is_key(part: QueryPart) -> bool:
    return part.kind == "property" and part.name in _KEYS and part.parts[0].kind == "variable"


def _projected(clause: QueryPart, state: _RowEstimate) -> _RowEstimate:
    """The state after a WITH or RETURN: its rows are grouped where something is aggregated or made distinct."""
    items = clause.of("item")
    grouping = [item for item in items if not any(is_aggregate(part) for part in item.parts[0].walk())]
    grouped = clause.name == "distinct" or len(grouping) < len(items)
    group = bool(grouping) or bool(clause.of("star"))
    values = {_name(item): _worked(item.parts[0], state, grouped=group) for item in items}
    for part in clause.of("where", "order", "skip"):
        _worked(part.parts[0], replace(state, values=state.values | values))
    everything = bool(clause.of("star"))
    factors: list[tuple[set[str], float]] = []
    for names, factor in state.factors:
        new = {_name(item) for item in grouping if names & _mentioned(item)} | (names if everything else set())
        if new or not grouped:
            factors.append((new, factor))
    after = _RowEstimate(factors, (state.values if everything else {}) | values, state.outer_rows)
    limits = clause.of("limit")
    if limits and limits[0].parts[0].kind == "number" and limits[0].parts[0].name.isdigit():
        after.factors = [(_names(after), min(after.rows / after.outer_rows, float(limits[0].parts[0].name)))]
    for where in clause.of("where"):
        for condition in _conjuncts(where.parts[0]):
            _narrow(condition, after)
    return after


def _name(item: QueryPart) -> str:
    return item.name or (item.parts[0].name if item.parts[0].kind == "variable" else f"#{item.start}")


def _mentioned(part: QueryPart) -> set[str]:
    return {inner.name for inner in part.walk() if inner.kind == "variable"}


def _worked(part: QueryPart, state: _RowEstimate, *, grouped: bool = False) -> _Value:
    """Estimate of an expression that is worked out for every row."""
    work = _Effort(state, grouped)
    value = work.value(part, state.values)
    _bound("rounds", work.rounds * state.rows, MOST_ROUNDS)
    return value


class _Effort:
    """Estimates of values, and the rounds of loops that they take for one row."""

    def __init__(self, state: _RowEstimate, grouped: bool) -> None:
        self._state = state
        self._collected = min(state.rows, _GROUP) if grouped else state.rows
        self.rounds = 0.0
        self._times = 1.0

    def value(self, part: QueryPart, known: Mapping[str, _Value]) -> _Value:
        """The estimate of an expression, of the values of variables.

        Raises:
            UnreadableQuery: it grows too large.
        """
        found = self._value(part, known)
        _bound("size", found.size, MOST_SIZE)
        return found

    def _value(self, part: QueryPart, known: Mapping[str, _Value]) -> _Value:
        if part.kind == "variable":
            return known.get(part.name, _NODE)
        if part.kind in ("string", "number", "literal"):
            return _Value(1.0, float(max(8, len(part.name))))
        if part.kind in ("property", "parameter"):
            return _PROPERTY
        if part.kind in ("call", "reduce", "filter", "list_comprehension"):
            methods = {"reduce": self._reduce, "call": self._call}
            return methods.get(part.kind, self._comprehension)(part, known)
        if part.kind.endswith("_subquery"):
            _query(part.parts[0], replace(self._state, values=dict(known), factors=list(self._state.factors)))
            return _Value(_GROUP, _GROUP * _NODE.size)
        inner = [self.value(each, known) for each in part.parts]
        if part.kind == "arithmetic":
            grows = part.name in ("+", "||")
            return _Value(sum(v.elements for v in inner), sum(v.size for v in inner)) if grows else _Value()
        if part.kind in ("list", "map", "projection"):
            return _Value(max(1.0, float(len(inner))), 8.0 + sum(v.size for v in inner))
        if part.kind in ("case", "bracketed", "entry", "sign", "slice", "index", "pattern_comprehension") and inner:
            return _Value(max(v.elements for v in inner), max(v.size for v in inner))
        return _Value()

    def _call(self, part: QueryPart, known: Mapping[str, _Value]) -> _Value:
        name = part.name.lower()
        inner = [self.value(each, known) for each in part.parts if each.kind not in ("distinct", "star")]
        if name == "range":
            return _range(part)
        if name == "collect" and inner:
            return _Value(self._collected, self._collected * inner[0].size)
        if not inner or name in _SMALL:
            return _Value()
        if name == "replace" and len(inner) > 2:
            return _Value(1.0, inner[0].size * _growth(part, inner[2]))
        if name == "split":
            return _Value(max(1.0, inner[0].size), inner[0].size)
        return _Value(max(v.elements for v in inner), max(v.size for v in inner))

    def _comprehension(self, part: QueryPart, known: Mapping[str, _Value]) -> _Value:
        source = self.value(part.parts[1], known)
        element = _Value(1.0, source.size / max(1.0, source.elements))
        inner = self._looped(part.parts[2:], {**known, part.parts[0].name: element}, source.elements)
        if part.kind == "filter":
            return _Value()
        each = inner[-1].size if part.name.endswith("gives") else element.size
        return _Value(source.elements, source.elements * each)

    def _reduce(self, part: QueryPart, known: Mapping[str, _Value]) -> _Value:
        total, first, each, source, step = part.parts
        begin, over = self.value(first, known), self.value(source, known)
        element = _Value(1.0, over.size / max(1.0, over.elements))
        sizes = []
        for size in (1e3, 2e3):
            inner = {**known, each.name: element, total.name: _Value(1.0, size)}
            sizes.append(self._looped([step], inner, over.elements)[0].size)
        if (sizes[1] - sizes[0]) / 1e3 > _GROWS and over.elements > _FEW_ROUNDS:
            raise _refused("A value that doubles in every round of reduce")
        return _Value(1.0, begin.size + over.elements * max(0.0, sizes[0] - 1e3) + element.size)

    def _looped(self, parts: list[QueryPart], known: Mapping[str, _Value], times: float) -> list[_Value]:
        before = self._times
        self._times *= max(1.0, times)
        self.rounds += self._times
        found = [self.value(part, known) for part in parts]
        self._times = before
        return found


def _growth(replacing: QueryPart, new: _Value) -> float:
    """How many times longer a text becomes at most by a replace."""
    old, text = replacing.parts[1], replacing.parts[2]
    before = len(old.name) if old.kind == "string" else 1
    after = float(len(text.name)) if text.kind == "string" else new.size
    return max(1.0, after / before) if before else after + 1.0


def _range(part: QueryPart) -> _Value:
    bounds = [_whole(bound) for bound in part.parts]
    for bound in part.parts:
        if not _is_plain(bound):
            raise _refused("A range whose ends are computed")
    if len(bounds) < 2 or any(bound is None for bound in bounds):
        added = sum(float(inner.name) for inner in part.walk() if inner.kind == "number" and inner.name.isdigit())
        count = min(_UNKNOWN_RANGE + added, float(LARGEST_RANGE))
        return _Value(count, 8 * count)
    step = abs(bounds[2] or 1) if len(bounds) > 2 else 1
    count = min(abs((bounds[1] or 0) - (bounds[0] or 0)) / step + 1, float(LARGEST_RANGE))
    return _Value(count, 8 * count)


def _whole(part: QueryPart) -> float | None:
    if part.kind == "sign":
        return _whole(part.parts[0])
    return float(part.name) if part.kind == "number" and part.name.isdigit() else None


def _is_plain(part: QueryPart) -> bool:
    """Whether an end of a range is a number, a value of the row or the size of one, give or take a number."""
    if part.kind in ("number", "variable", "property", "parameter", "index"):
        return True
    if part.kind in ("sign", "bracketed"):
        return _is_plain(part.parts[0])
    if part.kind == "call" and part.name.lower() in ("size", "length"):
        return part.parts[0].kind in ("variable", "property", "call") and all(
            inner.kind in ("variable", "property", "call", "parameter") for inner in part.parts[0].walk()
        )
    if part.kind == "arithmetic" and part.name in ("+", "-"):
        return _is_plain(part.parts[0]) and part.parts[1].kind == "number"
    return False


_SAYS = {
    "rows": "The patterns and lists of the query, which nothing connects,",
    "rounds": "The loops of the query",
    "size": "A list or text of the query",
}


def _bound(what: str, amount: float, most: float) -> None:
    if amount > most:
        raise _refused(f"{_SAYS[what]} may grow to about {amount:.0e}; that")


def _refused(what: str) -> UnreadableQuery:
    return UnreadableQuery("too_costly", f"{what} is not allowed, because it could take too long or too much memory.")
