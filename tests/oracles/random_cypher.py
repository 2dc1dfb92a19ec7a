"""Cypher with conditions over several hops, drawn by a seed, and the rows that plain Python loops give for each.

The embedded engine loses conditions on relations in longer patterns, so every query of a model or a person is rewritten
for it. These queries hold the rewriting against the truth: for `benchmarks/cypher_dialect.py` and its test.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.graph import GraphStore, schema

Form = Literal["plain", "inline", "optional", "exists", "not exists", "count", "two clauses"]
Rows = list[tuple[Any, ...]]
Bound = dict[str, Any]
"""A match: the key of each node and, for each relation, its place among those of its type."""

FORMS: tuple[Form, ...] = ("plain", "plain", "inline", "optional", "exists", "not exists", "count", "two clauses")
MOST_ROWS = 900
"""Below the guard's own limit on rows, so that a cut is never taken for a fault."""
_KEYS = {node.label: node.key for node in schema.NODES}
_ENDS = {relation.type: (relation.source, relation.target) for relation in schema.RELATIONS}
_NODE_PROPERTIES = {
    "Agreement": ("language", "pages", "contract_id"),
    "ContractClause": ("type", "confidence"),
    "Excerpt": ("page",),
    "Organization": ("name",),
    "Country": ("code",),
    "ClauseType": ("code",),
}
_RELATION_PROPERTIES = {
    "HAS_CLAUSE": ("type",),
    "CHECKED_FOR": ("presence", "confidence"),
    "IS_PARTY_TO": ("role", "position"),
    "GOVERNED_BY_LAW": ("state",),
}
_INLINE = {"HAS_CLAUSE": "type", "CHECKED_FOR": "presence"}


@dataclass(frozen=True)
class Step:
    """A relation of a pattern, from one of its variables to another."""

    name: str
    type: str
    source: str
    target: str


@dataclass(frozen=True)
class Pattern:
    """A pattern's text, its node variables with their labels, its relations in the order of the text."""

    text: str
    labels: dict[str, str]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Condition:
    """A condition's text, its truth for a match (None where a value is missing), and the variables it reads."""

    text: str
    met: Callable[[Bound], bool | None]
    variables: frozenset[str]


@dataclass(frozen=True)
class Query:
    """A query with its right rows, in any order."""

    form: Form
    text: str
    rows: Rows


def _pattern(text: str, *steps: tuple[str, str, str, str]) -> Pattern:
    labels = {}
    for _, kind, source, target in steps:
        labels[source], labels[target] = _ENDS[kind]
    return Pattern(text, dict(sorted(labels.items())), tuple(Step(*step) for step in steps))


PATTERNS = (
    _pattern(
        "(a:Agreement)-[h:HAS_CLAUSE]->(c:ContractClause)-[x:HAS_EXCERPT]->(e:Excerpt)",
        ("h", "HAS_CLAUSE", "a", "c"),
        ("x", "HAS_EXCERPT", "c", "e"),
    ),
    _pattern(
        "(e:Excerpt)<-[x:HAS_EXCERPT]-(c:ContractClause)<-[h:HAS_CLAUSE]-(a:Agreement)",
        ("x", "HAS_EXCERPT", "c", "e"),
        ("h", "HAS_CLAUSE", "a", "c"),
    ),
    _pattern(
        "(o:Organization)-[p:IS_PARTY_TO]->(a:Agreement)-[k:CHECKED_FOR]->(t:ClauseType)",
        ("p", "IS_PARTY_TO", "o", "a"),
        ("k", "CHECKED_FOR", "a", "t"),
    ),
    _pattern(
        "(o:Organization)-[p:IS_PARTY_TO]->(a:Agreement)-[g:GOVERNED_BY_LAW]->(n:Country), "
        "(a)-[h:HAS_CLAUSE]->(c:ContractClause)",
        ("p", "IS_PARTY_TO", "o", "a"),
        ("g", "GOVERNED_BY_LAW", "a", "n"),
        ("h", "HAS_CLAUSE", "a", "c"),
    ),
    _pattern(
        "(a:Agreement)-[k:CHECKED_FOR]->(t:ClauseType), (a)-[k2:CHECKED_FOR]->(t2:ClauseType)",
        ("k", "CHECKED_FOR", "a", "t"),
        ("k2", "CHECKED_FOR", "a", "t2"),
    ),
    _pattern(
        "(o:Organization)-[p:IS_PARTY_TO]->(a:Agreement)<-[p2:IS_PARTY_TO]-(o2:Organization)",
        ("p", "IS_PARTY_TO", "o", "a"),
        ("p2", "IS_PARTY_TO", "o2", "a"),
    ),
    _pattern(
        "(o:Organization)-[p:IS_PARTY_TO]->(a:Agreement)-[h:HAS_CLAUSE]->(c:ContractClause)"
        "-[x:HAS_EXCERPT]->(e:Excerpt)",
        ("p", "IS_PARTY_TO", "o", "a"),
        ("h", "HAS_CLAUSE", "a", "c"),
        ("x", "HAS_EXCERPT", "c", "e"),
    ),
    _pattern(
        "(a:Agreement)-[h:HAS_CLAUSE]->(c:ContractClause)-[y:HAS_TYPE]->(t:ClauseType)<-[k:CHECKED_FOR]-(a2:Agreement)",
        ("h", "HAS_CLAUSE", "a", "c"),
        ("y", "HAS_TYPE", "c", "t"),
        ("k", "CHECKED_FOR", "a2", "t"),
    ),
    _pattern("(a:Agreement)-[k:CHECKED_FOR]->(t:ClauseType)", ("k", "CHECKED_FOR", "a", "t")),
)


class DrawnWorld:
    """Nodes by label and key, relations by type as (from, to, properties), drawn by a seed."""

    def __init__(self, seed: int, contracts: int = 40) -> None:
        draw = random.Random(seed)
        self.nodes: dict[str, dict[str, dict[str, Any]]] = {label: {} for label in _NODE_PROPERTIES}
        self.relations: dict[str, list[tuple[str, str, dict[str, Any]]]] = defaultdict(list)
        types = [f"t{number}" for number in range(5)]
        self.nodes["ClauseType"] = {code: {} for code in types}
        self.nodes["Organization"] = {f"o{number}": {"name": f"o{number}"} for number in range(12)}
        self.nodes["Country"] = {code: {"name": code} for code in ("US", "JP", "GB")}
        for number in range(contracts):
            self._contract(draw, f"a{number}", types)
        self._matches: dict[str, list[Bound]] = {}

    def _contract(self, draw: random.Random, key: str, types: Sequence[str]) -> None:
        self.nodes["Agreement"][key] = {
            "language": draw.choice(["en", "ja"]),
            "pages": draw.choice([None, *range(1, 9)]),
        }
        for place in range(draw.randint(0, 4)):
            clause, code = f"c{key}_{place}", draw.choice(types)
            self.nodes["ContractClause"][clause] = {"type": code, "confidence": draw.random()}
            self.relations["HAS_CLAUSE"].append((key, clause, {"type": code}))
            self.relations["HAS_TYPE"].append((clause, code, {}))
            for part in range(draw.randint(0, 2)):
                excerpt = f"e{clause}_{part}"
                self.nodes["Excerpt"][excerpt] = {"page": draw.randint(1, 5)}
                self.relations["HAS_EXCERPT"].append((clause, excerpt, {}))
        for code in types:
            presence, confidence = draw.choice(["present", "absent", "unknown"]), draw.choice([0.2, 0.5, 0.9])
            self.relations["CHECKED_FOR"].append((key, code, {"presence": presence, "confidence": confidence}))
        for place, name in enumerate(draw.sample(sorted(self.nodes["Organization"]), draw.randint(0, 3))):
            party = {"role": draw.choice(["Supplier", "Buyer", None]), "position": place}
            self.relations["IS_PARTY_TO"].append((name, key, party))
        if draw.random() < 0.8:
            law = {"state": draw.choice(["NY", None])}
            self.relations["GOVERNED_BY_LAW"].append((key, draw.choice(sorted(self.nodes["Country"])), law))

    def write(self, graph: GraphStore) -> None:
        """Put everything into a new graph, in the place of the clause types that it begins with."""
        graph.rows("MATCH (t:ClauseType) DETACH DELETE t")
        for label, nodes in self.nodes.items():
            for key, properties in nodes.items():
                given = {name: value for name, value in properties.items() if value is not None}
                inner = "".join(f", {name}: ${name}" for name in given)
                graph.rows(f"CREATE (:{label} {{{_KEYS[label]}: $key{inner}}})", {"key": key, **given})
        for kind, edges in self.relations.items():
            source, target = _ENDS[kind]
            for start, end, properties in edges:
                given = {name: value for name, value in properties.items() if value is not None}
                inner = ", ".join(f"{name}: ${name}" for name in given)
                graph.rows(
                    f"MATCH (a:{source} {{{_KEYS[source]}: $first}}), (b:{target} {{{_KEYS[target]}: $second}}) "
                    f"CREATE (a)-[:{kind}{f' {{{inner}}}' if inner else ''}]->(b)",
                    {"first": start, "second": end, **given},
                )

    def matches(self, pattern: Pattern, *, distinct: bool = True) -> list[Bound]:
        """All matches of a pattern; of one MATCH no two relations are the same one, unless not `distinct`."""
        named = f"{pattern.text} {distinct}"
        if named not in self._matches:
            found: list[Bound] = [{}]
            for place, step in enumerate(pattern.steps):
                before = [item.name for item in pattern.steps[:place] if item.type == step.type] if distinct else []
                found = list(self._joined(found, step, before))
            self._matches[named] = found
        return self._matches[named]

    def _joined(self, found: Sequence[Bound], step: Step, before: Sequence[str]) -> Iterable[Bound]:
        by_end: dict[str, list[int]] = defaultdict(list)
        edges = self.relations[step.type]
        bound = step.source in found[0] if found else False
        for place, (start, end, _) in enumerate(edges):
            by_end[start if bound else end].append(place)
        for item in found:
            known = item.get(step.source if bound else step.target)
            for place in by_end.get(known, ()) if known is not None else range(len(edges)):
                start, end, _ = edges[place]
                here = item.get(step.source, start) == start and item.get(step.target, end) == end
                if here and all(item[name] != place for name in before):
                    yield {**item, step.source: start, step.target: end, step.name: place}

    def value(self, pattern: Pattern, bound: Bound, variable: str, name: str) -> Any:
        """A property of a match's node or relation."""
        if variable in pattern.labels:
            label, key = pattern.labels[variable], bound[variable]
            return key if name == _KEYS[label] else self.nodes[label][key].get(name)
        kind = next(step.type for step in pattern.steps if step.name == variable)
        return self.relations[kind][bound[variable]][2].get(name)

    def values(self, pattern: Pattern, variable: str, name: str) -> list[Any]:
        """All values of a property that a variable can have, without the missing ones."""
        if variable in pattern.labels:
            label = pattern.labels[variable]
            found = [key if name == _KEYS[label] else node.get(name) for key, node in self.nodes[label].items()]
        else:
            kind = next(step.type for step in pattern.steps if step.name == variable)
            found = [properties.get(name) for _, _, properties in self.relations[kind]]
        return [value for value in found if value is not None]


class Drawing:
    """Draws queries over one world, the same ones for the same seed."""

    def __init__(self, world: DrawnWorld, seed: int) -> None:
        self._world = world
        self._draw = random.Random(seed)

    def query(self) -> Query:
        """The next query; its rows are few enough not to be cut."""
        while True:
            pattern, form = self._draw.choice(PATTERNS), self._draw.choice(FORMS)
            conditions = [self._condition(pattern) for _ in range(self._draw.randint(1, 4))]
            if form == "two clauses" and ("," in pattern.text or len(pattern.steps) != 2):
                continue
            made = self._made(form, pattern, conditions)
            if len(made.rows) <= MOST_ROWS:
                return made

    def about(
        self,
        form: Form,
        pattern: Pattern,
        variable: str,
        name: str,
        sign: str,
        value: Any,
        test: Callable[[Any, Any], bool],
    ) -> Query:
        """A query of a form with one condition, such as `h.type = 't1'`, whose truth `test` decides."""
        read = self._reading(pattern, variable, name)
        condition = Condition(
            f"{variable}.{name} {sign} {literal(value)}",
            lambda item: None if (here := read(item)) is None else test(here, value),
            frozenset([variable]),
        )
        return self._made(form, pattern, [condition])

    def _made(self, form: Form, pattern: Pattern, conditions: Sequence[Condition]) -> Query:
        where = " AND ".join(condition.text for condition in conditions)
        returned = ", ".join(f"{name}.{_KEYS[label]} AS {name}_" for name, label in pattern.labels.items())
        if form == "two clauses":
            return self._two(pattern, conditions, returned)
        matches = self._met(self._world.matches(pattern), conditions)
        if form in ("plain", "inline"):
            text = f"MATCH {pattern.text} WHERE {where} RETURN {returned}"
            inline = [step for step in pattern.steps if step.type in _INLINE]
            if form == "inline" and inline:
                step = self._draw.choice(inline)
                name = _INLINE[step.type]
                value = self._draw.choice(self._world.values(pattern, step.name, name))
                text = text.replace(f"[{step.name}:{step.type}]", f"[{step.name}:{step.type} {{{name}: '{value}'}}]")
                matches = [match for match in matches if self._world.value(pattern, match, step.name, name) == value]
            return Query(form, text, [tuple(match[name] for name in pattern.labels) for match in matches])
        return self._around_a_node(form, pattern, where, matches, returned)

    def _around_a_node(
        self, form: Form, pattern: Pattern, where: str, matches: Sequence[Bound], returned: str
    ) -> Query:
        node = self._draw.choice(sorted(pattern.labels))
        label = pattern.labels[node]
        inner = pattern.text.replace(f"({node}:{label})", f"({node})", 1)
        by_node: dict[str, list[Bound]] = defaultdict(list)
        for match in matches:
            by_node[match[node]].append(match)
        chosen, outer = list(self._world.nodes[label]), ""
        if label == "Agreement" and self._draw.random() < 0.6:
            outer = f"{node}.language = 'en'"
            chosen = [key for key in chosen if self._world.nodes[label][key]["language"] == "en"]
        begin = f"MATCH ({node}:{label})"
        if form == "optional":
            limited = f" WHERE {outer}" if outer else ""
            rows = [
                tuple(item[name] if item else key if name == node else None for name in pattern.labels)
                for key in chosen
                for item in by_node.get(key) or [{}]
            ]
            return Query(form, f"{begin}{limited} OPTIONAL MATCH {inner} WHERE {where} RETURN {returned}", rows)
        key_name = f"{node}.{_KEYS[label]} AS key"
        if form == "count":
            limited = f" WHERE {outer}" if outer else ""
            text = f"{begin}{limited} RETURN {key_name}, COUNT {{ MATCH {inner} WHERE {where} }} AS found"
            return Query(form, text, [(key, len(by_node.get(key, ()))) for key in chosen])
        wanted = form == "exists"
        exists = f"{'' if wanted else 'NOT '}EXISTS {{ MATCH {inner} WHERE {where} }}"
        limited = f"{outer} AND {exists}" if outer else exists
        return Query(
            form, f"{begin} WHERE {limited} RETURN {key_name}", [(key,) for key in chosen if (key in by_node) is wanted]
        )

    def _two(self, pattern: Pattern, conditions: Sequence[Condition], returned: str) -> Query:
        first, rest = pattern.text.split("]", 1)
        middle_end = rest.index(")") + 1
        middle = next(name for name in pattern.labels if f"({name}:" in rest[:middle_end])
        begin = pattern.steps[0]
        early = {begin.name, begin.source, begin.target}
        parts = [
            [condition.text for condition in conditions if (condition.variables <= early) is wanted]
            for wanted in (True, False)
        ]
        where = [f" WHERE {' AND '.join(part)}" if part else "" for part in parts]
        text = (
            f"MATCH {first}]{rest[:middle_end]}{where[0]} MATCH ({middle}){rest[middle_end:]}{where[1]} "
            f"RETURN {returned}"
        )
        matches = self._met(self._world.matches(pattern, distinct=False), conditions)
        return Query("two clauses", text, [tuple(match[name] for name in pattern.labels) for match in matches])

    @staticmethod
    def _met(matches: Sequence[Bound], conditions: Sequence[Condition]) -> list[Bound]:
        return [match for match in matches if all(condition.met(match) is True for condition in conditions)]

    def _condition(self, pattern: Pattern) -> Condition:
        kind = self._draw.random()
        if kind < 0.15:
            first, second = self._simple(pattern), self._simple(pattern)

            def either(bound: Bound) -> bool | None:
                met = first.met(bound), second.met(bound)
                return True if True in met else None if None in met else False

            return Condition(f"({first.text} OR {second.text})", either, first.variables | second.variables)
        if kind < 0.25:
            denied = self._simple(pattern)
            return replace(
                denied,
                text=f"NOT {denied.text}",
                met=lambda item: None if (met := denied.met(item)) is None else not met,
            )
        labels = pattern.labels
        pairs = [(x, y) for x in labels for y in labels if x < y and labels[x] == labels[y]]
        if kind < 0.32 and pairs:
            x, y = self._draw.choice(pairs)
            if self._draw.random() < 0.5:
                return Condition(f"{x} <> {y}", lambda item: item[x] != item[y], frozenset((x, y)))
            key = _KEYS[labels[x]]
            return Condition(f"{x}.{key} < {y}.{key}", lambda item: item[x] < item[y], frozenset((x, y)))
        return self._simple(pattern)

    def _simple(self, pattern: Pattern) -> Condition:
        nodes = [(name, prop) for name, label in pattern.labels.items() for prop in _NODE_PROPERTIES[label]]
        # Conditions on relations are what the engine loses: they come twice as often.
        relations = [(step.name, prop) for step in pattern.steps for prop in _RELATION_PROPERTIES.get(step.type, ())]
        variable, name = self._draw.choice([*nodes, *relations, *relations])
        values = self._world.values(pattern, variable, name)
        value, some = self._draw.choice(values), self._draw.sample(values, min(3, len(values)))
        forms: list[tuple[str, Callable[[Any], bool]]] = [
            (f"= {literal(value)}", lambda here: here == value),
            (f"<> {literal(value)}", lambda here: here != value),
            (f">= {literal(value)}", lambda here: here >= value),
            (f"IN [{', '.join(map(literal, some))}]", lambda here: here in some),
        ]
        if self._draw.random() < 0.1:
            read = self._reading(pattern, variable, name)
            return Condition(f"{variable}.{name} IS NULL", lambda item: read(item) is None, frozenset([variable]))
        text, test = self._draw.choices(forms, [5, 1.5, 1.5, 1])[0]
        read = self._reading(pattern, variable, name)
        return Condition(
            f"{variable}.{name} {text}",
            lambda item: None if (here := read(item)) is None else test(here),
            frozenset([variable]),
        )

    def _reading(self, pattern: Pattern, variable: str, name: str) -> Callable[[Bound], Any]:
        return lambda item: self._world.value(pattern, item, variable, name)


def literal(value: Any) -> str:
    """A value as Cypher."""
    return f"'{value}'" if isinstance(value, str) else repr(value)
