"""Whether a query names only labels, relation types and properties of the graph's schema.

Also whether a relation is followed in the direction that it has: a query that follows one the wrong way round finds
nothing, and nothing looks like an answer.
"""

from __future__ import annotations

from core.cypher.graph_schema import GraphSchema
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import CypherToken, UnreadableQuery

_COMPONENTS = frozenset(
    "year month day week quarter dayOfWeek dayOfYear dayOfQuarter weekYear ordinalDay hour minute second millisecond "
    "microsecond nanosecond years months days weeks quarters hours minutes seconds milliseconds epochSeconds "
    "epochMillis monthsOfYear daysOfWeek quartersOfYear monthsOfQuarter".split()
)


def loose_nodes(query: QueryPart) -> list[QueryPart]:
    """Node patterns without a label that no relation ties to the readable part of the graph."""
    found = []
    for path in query.walk():
        if path.kind != "path":
            continue
        tied = any(part.kind == "relation" for part in path.parts) and not any(
            part.kind in ("range", "quantifier") and part.name.startswith("0..") for part in path.walk()
        )
        if not tied:
            found += [part for part in path.of("node") if not part.of("labels")]
    return found


class VariableNames:
    """What the variables of a query stand for, as far as the query says it.

    Labels of a variable are put together over the whole query: a name used for two things may have the properties of
    both.
    """

    def __init__(self, query: QueryPart, tokens: list[CypherToken], schema: GraphSchema) -> None:
        self.schema = schema
        self._tokens = tokens
        self._nodes = schema.node_properties
        self._relations = schema.relation_properties
        self._anywhere = frozenset().union(*self._nodes.values(), *self._relations.values())
        self.nodes: dict[str, set[str]] = {}
        self.relations: dict[str, set[str]] = {}
        self.others: set[str] = set()
        self._keys: set[str] = set()
        self._collect(query)
        self._rename(query)

    def check(self, query: QueryPart) -> None:
        """See that every name is one of the schema's.

        Raises:
            UnreadableQuery: with rule `label`, `relation_type`, `property` or `direction`; its reason says what exists.
        """
        for part in query.walk():
            if part.kind in ("node", "relation", "has_label"):
                for labels in part.of("labels"):
                    self._check_labels(part.kind, labels)
        for part in query.walk():
            if part.kind in ("node", "relation"):
                self._check_map(part)
            elif part.kind == "property":
                self._check_property(part.parts[0], part.name)
            elif part.kind == "projection":
                for inner in part.of("projected"):
                    self._check_property(part.parts[0], inner.name)
            elif part.kind == "index":
                self._check_index(part)
            elif part.kind == "path":
                self._check_directions(part)

    def of_node(self, part: QueryPart) -> set[str]:
        """Labels that a node pattern can have, all when nothing says it."""
        own = {name for labels in part.of("labels") for name in _plain(labels)}
        return own or (self.nodes.get(part.name) if part.name else None) or set(self._nodes)

    def of_relation(self, part: QueryPart) -> set[str]:
        """Types that a relation pattern can have, all when nothing says it."""
        return {name for labels in part.of("labels") for name in _plain(labels)} or set(self._relations)

    def _collect(self, query: QueryPart) -> None:
        for part in query.walk():
            if part.kind == "node" and part.name:
                self.nodes.setdefault(part.name, set()).update(
                    name for labels in part.of("labels") for name in _plain(labels)
                )
            elif part.kind == "relation" and part.name:
                self.relations.setdefault(part.name, set()).update(
                    name for labels in part.of("labels") for name in _plain(labels)
                )
            elif part.kind == "entry" or part.kind == "projected":
                self._keys.add(part.name)

    def _rename(self, query: QueryPart) -> None:
        for part in query.walk():
            if part.kind == "item" and part.name:
                if part.parts[0].kind == "variable":
                    for known in (self.nodes, self.relations):
                        if part.parts[0].name in known:
                            known.setdefault(part.name, set()).update(known[part.parts[0].name])
                else:
                    self.others.add(part.name)
            elif part.kind in ("unwind", "filter", "list_comprehension"):
                self.others.add((part.parts[1] if part.kind == "unwind" else part.parts[0]).name)
            elif part.kind == "yield":
                self.others.add(part.name)

    def _check_labels(self, kind: str, labels: QueryPart) -> None:
        for part in labels.walk():
            if part.kind != "label":
                continue
            if kind == "node" and part.name not in self._nodes:
                raise UnreadableQuery("label", f"There is no label {part.name}. Labels: {', '.join(self._nodes)}.")
            if kind == "relation" and part.name not in self._relations:
                raise UnreadableQuery(
                    "relation_type", f"There is no relation {part.name}. Relations: {', '.join(self._relations)}."
                )
            if kind == "has_label" and part.name not in self._nodes and part.name not in self._relations:
                raise UnreadableQuery("label", f"There is no label {part.name}. Labels: {', '.join(self._nodes)}.")

    def _check_map(self, part: QueryPart) -> None:
        for given in part.of("map"):
            for entry in given.parts:
                known = self._of(part)
                if not any(entry.name in properties for properties in known.values()):
                    raise _no_property(entry.name, known)

    def _of(self, part: QueryPart) -> dict[str, frozenset[str]]:
        if part.kind == "relation":
            return {name: self._relations.get(name, frozenset()) for name in self.of_relation(part)}
        return {name: self._nodes.get(name, frozenset()) for name in self.of_node(part)}

    def _check_property(self, base: QueryPart, name: str) -> None:
        if base.kind == "variable" and base.name not in self.others:
            known: dict[str, frozenset[str]] = {}
            if base.name in self.nodes:
                known |= {label: self._nodes[label] for label in self.nodes[base.name] or self._nodes}
            if base.name in self.relations:
                known |= {kind: self._relations[kind] for kind in self.relations[base.name] or self._relations}
            if known:
                if not any(name in properties for properties in known.values()):
                    raise _no_property(name, known)
                return
        if name not in self._anywhere and name not in _COMPONENTS and name not in self._keys:
            raise UnreadableQuery("property", f"Nothing in the graph has a property {name}.")

    def _check_index(self, part: QueryPart) -> None:
        base, key = part.parts[0], part.parts[1]
        if base.kind != "variable" or not (base.name in self.nodes or base.name in self.relations):
            if key.kind == "string":
                self._check_property(base, key.name)
            return
        if key.kind != "string" and base.name not in self.others:
            raise UnreadableQuery("property", f"{base.name}[…]: write a property of {base.name} by its name.")
        if key.kind == "string":
            self._check_property(base, key.name)

    def _check_directions(self, path: QueryPart) -> None:
        for place in range(1, len(path.parts) - 1, 1):
            part = path.parts[place]
            before, after = path.parts[place - 1], path.parts[place + 1]
            if (
                part.kind != "relation"
                or before.kind != "node"
                or after.kind != "node"
                or part.of("range", "quantifier")
            ):
                continue
            if any(_negated(self._tokens, side) for side in (part, before, after)):
                continue
            left, right = self.of_node(before), self.of_node(after)
            if part.of("left"):
                left, right = right, left
            ways = [relation for relation in self.schema.relations if relation.type in self.of_relation(part)]
            fits = [way for way in ways if way.source in left and way.target in right]
            if part.of("both"):
                fits += [way for way in ways if way.source in right and way.target in left]
            if not fits:
                known = "; ".join(f"({way.source})-[:{way.type}]->({way.target})" for way in ways[:6])
                raise UnreadableQuery(
                    "direction", f"A relation is followed between labels that it does not join: {known}."
                )


def _plain(labels: QueryPart) -> list[str]:
    return [part.name for part in labels.walk() if part.kind == "label"]


def _negated(tokens: list[CypherToken], part: QueryPart) -> bool:
    return any(
        tokens[place].kind == "operator" and tokens[place].text in ("!", "%")
        for labels in part.of("labels")
        for place in range(labels.start, labels.end)
    )


def _no_property(name: str, known: dict[str, frozenset[str]]) -> UnreadableQuery:
    owners = sorted(known)[:3]
    lists = "; ".join(f"{owner} has {', '.join(sorted(known[owner])) or 'none'}" for owner in owners)
    return UnreadableQuery("property", f"{' and '.join(owners)} has no property {name}. {lists}.")
