"""Patterns and their conditions in the embedded graph's Cypher.

Three measured differences of ladybug 0.22 would give wrong rows without a word:

1. In Neo4j the relations of one MATCH are different ones; here the same one may be met twice. Conditions that they
   differ are added, and paths of variable length are made trails.
2. When a row is filtered twice on its way along a path (by a node, then by a relation or by two of its places), the
   second filter reads other rows' values. Conditions on more than one node are therefore tested behind a
   `WITH *`; where none may stand (OPTIONAL MATCH, subqueries), all conditions are made one that cannot be split and
   that reads a node as well: a condition on the middle relation of three alone still read other rows' values.
3. `:A:B` means A or B.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from core.cypher.dialect.embedded_values import only_or, quoted, refusal
from core.cypher.guard.limits import MOST_STEPS
from core.cypher.guard.schema_names import VariableNames, loose_nodes
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.writing import Writing

_QUERIES = ("exists_subquery", "count_subquery", "collect_subquery", "query")


@dataclass(slots=True)
class _Match:
    """A MATCH while it is rewritten: its relations, and its conditions by how many places they look at."""

    relations: list[QueryPart] = field(default_factory=list)
    of_a_node: list[Callable[[], str]] = field(default_factory=list)
    of_more: list[Callable[[], str]] = field(default_factory=list)


class EmbeddedPatterns:
    """Rewrites the patterns of one query."""

    def __init__(self, query: QueryPart, names: VariableNames, writing: Writing, *, any_schema: bool) -> None:
        self._query = query
        self._names = names
        self._writing = writing
        self._any_schema = any_schema
        self._loose = set() if any_schema else {id(part) for part in loose_nodes(query)}
        self._numbered = 0
        self._nodes = {part.name for part in query.walk() if part.kind == "node" and part.name}
        self._all_names = {name for part in query.walk() for name in _names_of(part)}
        self._taken = {token.text for token in writing.tokens}
        self._starred = any(clause.of("star") for clause in query.walk() if clause.kind in ("with", "return"))
        self._renewed = any(part.kind == "with" for part in query.walk())
        self._called: dict[int, str] = {}
        self._moved: set[int] = set()
        self._in_clauses = {
            id(path)
            for clause in query.walk()
            if clause.kind in ("match", "optional_match", "shortest", "group")
            for path in clause.of("path")
        }
        self._in_subqueries: set[int] = set()

    def rewrite(self, part: QueryPart) -> None:
        """Note the changes of one part, if it needs some."""
        if part.kind == "single":
            hops = sum(1 for inner in part.walk() if inner.kind == "relation")
            for place, clause in enumerate(part.parts):
                if clause.kind in ("match", "optional_match") and id(clause) not in self._in_subqueries:
                    self._match(clause, hops, barrier=clause.kind == "match")
                    if clause.kind == "optional_match":
                        self._check_outer(clause, {name for before in part.parts[:place] for name in _bound(before)})
        elif part.kind in ("exists_subquery", "count_subquery"):
            self._subquery(part)
        elif part.kind == "path":
            self._check_predicate(part)
        elif part.kind == "node":
            self._node(part)
        elif part.kind == "relation":
            self._relation(part)
        elif part.kind == "range":
            self._range(part)
        elif part.kind == "shortest":
            self._shortest(part)
        elif part.kind in ("group", "quantifier"):
            raise refusal("patterns repeated by + or {1,3}; write [:TYPE*1..3].")

    def _subquery(self, part: QueryPart) -> None:
        query = part.parts[0]
        clauses = query.parts[0].parts
        if len(query.parts) > 1 or any(clause.kind not in ("match", "return") for clause in clauses):
            raise refusal("a subquery of more than one MATCH with WHERE.")
        matches = [clause for clause in clauses if clause.kind == "match"]
        returned = [clause for clause in clauses if clause.kind == "return"]
        if len(matches) != 1 or (returned and not self._is_plain(returned[0], part.kind)):
            raise refusal("a subquery of more than one MATCH with WHERE.")
        hops = sum(1 for inner in matches[0].walk() if inner.kind == "relation")
        self._in_subqueries.add(id(matches[0]))
        self._match(matches[0], hops + 1, barrier=False)
        self._check_outer(matches[0], self._all_names - self._own_names(part))
        word = part.kind.split("_")[0].upper()
        self._writing.change(part, lambda: f"{word} {{ {self._writing.text(matches[0])} }}")

    def _check_predicate(self, path: QueryPart) -> None:
        relations = path.of("relation")
        if id(path) in self._in_clauses or len(relations) < 2:
            return
        types = [self._names.of_relation(relation) for relation in relations]
        if any(relation.of("map") for relation in relations) or sum(map(len, types)) > len(set().union(*types)):
            raise refusal(
                "a pattern as a condition with properties of relations, or two relations of one type; "
                "write EXISTS { MATCH … WHERE … }."
            )

    def _own_names(self, subquery: QueryPart) -> set[str]:
        within = {id(part) for part in subquery.walk()}
        elsewhere = {name for part in self._query.walk() if id(part) not in within for name in _names_of(part)}
        return {name for part in subquery.walk() for name in _names_of(part)} - elsewhere

    def _check_outer(self, clause: QueryPart, outer: set[str]) -> None:
        for where in (part for part in clause.walk() if part.kind == "where"):
            for condition in _conjuncts(where.parts[0]):
                parts = list(condition.walk())
                if any(_holds_for_missing(part) for part in parts) and any(
                    self._may_be_missing(part, outer) for part in parts
                ):
                    raise refusal(
                        "OR, IS NULL, CASE or coalesce in an OPTIONAL MATCH or a subquery with a property of a node "
                        "from outside; put this condition into the outer WHERE."
                    )

    def _may_be_missing(self, part: QueryPart, outer: set[str]) -> bool:
        if part.kind == "property" and part.parts[0].kind == "variable" and part.parts[0].name in outer:
            return part.name not in {node.key for node in self._names.schema.nodes if node.label in self._labels(part)}
        return part.kind == "variable" and part.name in outer and part.name not in self._nodes

    def _labels(self, part: QueryPart) -> set[str]:
        return self._names.nodes.get(part.parts[0].name, set())

    def _is_plain(self, clause: QueryPart, kind: str) -> bool:
        if clause.of("limit", "skip") or any(
            inner.kind == "call" for item in clause.of("item") for inner in item.walk()
        ):
            return False
        return kind == "exists_subquery" or clause.name != "distinct"

    def _match(self, clause: QueryPart, hops: int, *, barrier: bool) -> None:
        found = _Match()
        paths = clause.of("path", "shortest")
        for path in paths:
            for part in path.walk():
                if part.kind == "relation":
                    found.relations.append(part)
        self._conditions(clause, paths, found, hops)
        self._differ(found)
        nodes = [part.name for path in paths for part in path.walk() if part.kind == "node" and part.name]
        anchor = quoted(nodes[0]) if nodes and len(found.relations) > 1 else ""
        if found.of_more and not barrier and len(found.relations) > 2 and not anchor:
            raise refusal("a subquery of three relations in which no node is named; name one.")

        def write() -> str:
            word = "OPTIONAL MATCH" if clause.kind == "optional_match" else "MATCH"
            text = f"{word} " + ", ".join(self._writing.text(path) for path in paths)
            conditions = found.of_a_node + found.of_more
            if hops > 1 and found.of_more and barrier:
                if found.of_a_node:
                    text += f"\nWHERE {_joined(found.of_a_node)}"
                return f"{text}\nWITH *\nWHERE {_joined(found.of_more)}"
            if hops > 1 and found.of_more and (len(conditions) > 1 or anchor):
                tied = f" AND id({anchor}) >= id({anchor})" if anchor else ""
                return f"{text}\nWHERE CASE WHEN {_joined(conditions)}{tied} THEN true ELSE false END"
            return f"{text}\nWHERE {_joined(conditions)}" if conditions else text

        self._writing.change(clause, write)

    def _conditions(self, clause: QueryPart, paths: list[QueryPart], matched: _Match, hops: int) -> None:
        given = [part for where in clause.of("where") for part in _conjuncts(where.parts[0])]
        for path in paths:
            for part in path.walk():
                if part.kind in ("node", "relation"):
                    given += [inner for where in part.of("where") for inner in _conjuncts(where.parts[0])]
                if part.kind == "relation" and part.of("map") and hops > 1:
                    self._moved.add(id(part))
                    name = self._name(part)
                    matched.of_more += [self._equal(name, entry) for entry in part.of("map")[0].parts]
        for part in given:
            where = matched.of_a_node if self._looks_at_one_node(part) else matched.of_more
            where.append(self._condition(part))

    def _equal(self, name: str, entry: QueryPart) -> Callable[[], str]:
        return lambda: f"{name}.{entry.name} = {self._writing.text(entry.parts[0])}"

    def _condition(self, part: QueryPart) -> Callable[[], str]:
        bracket = part.kind in ("or", "xor")
        return lambda: f"({self._writing.text(part)})" if bracket else self._writing.text(part)

    def _looks_at_one_node(self, part: QueryPart) -> bool:
        names = {inner.name for inner in part.walk() if inner.kind in ("variable", "node", "relation") and inner.name}
        if any(inner.kind in ("path", *_QUERIES) for inner in part.walk()):
            return False
        return len(names) <= 1 and names <= self._nodes

    def _name(self, relation: QueryPart) -> str:
        if relation.name:
            return quoted(relation.name)
        if id(relation) not in self._called:
            if self._starred:
                raise refusal("* with conditions on unnamed relations; name what is to be returned.")
            while True:
                self._numbered += 1
                name = f"_r{self._numbered}"
                if name not in self._taken:
                    break
            self._called[id(relation)] = name
        return self._called[id(relation)]

    def _differ(self, matched: _Match) -> None:
        for place, first in enumerate(matched.relations):
            for second in matched.relations[place + 1 :]:
                if not self._names.of_relation(first) & self._names.of_relation(second) and not self._any_schema:
                    continue
                if first.name and first.name == second.name:
                    continue
                if first.of("range") or second.of("range"):
                    raise refusal("a path of variable length beside another relation of its type in one MATCH.")
                different = f"id({self._name(first)}) <> id({self._name(second)})"
                matched.of_more.append(lambda different=different: different)  # type: ignore[misc]

    def _node(self, part: QueryPart) -> None:
        labels = part.of("labels")
        if labels and len([inner for inner in labels[0].walk() if inner.kind == "label"]) > 1:
            if not only_or(self._writing, labels[0]):
                raise refusal("labels joined by : or & or !; every node has one label, A|B means one of them.")
        elif labels and not only_or(self._writing, labels[0]):
            raise refusal("labels with ! or %; name the labels.")

        names = _plain(labels[0]) if labels else self._labels_of_loose(part) if id(part) in self._loose else []

        def write() -> str:
            listed = ":" + "|".join(names) if names else ""
            inner = (quoted(part.name) if part.name else "") + listed
            for given in part.of("map"):
                inner += f" {self._writing.text(given)}"
            return f"({inner.strip()})"

        if part.of("parameter"):
            raise refusal("a parameter as the properties of a node.")
        self._writing.change(part, write)

    def _labels_of_loose(self, part: QueryPart) -> list[str]:
        # A node that is bound already cannot be given other labels than it has.
        known = sorted(self._names.nodes.get(part.name, ())) if not self._renewed else []
        return known or list(self._names.schema.node_properties)

    def _relation(self, part: QueryPart) -> None:
        labels = part.of("labels")
        if labels and not only_or(self._writing, labels[0]):
            raise refusal("relation types with & or !; A|B means one of them.")
        if part.of("parameter"):
            raise refusal("a parameter as the properties of a relation.")
        if part.of("range") and (part.of("map") or part.of("where")):
            raise refusal("conditions on the relations of a path of variable length.")

        def write() -> str:
            name = part.name or self._called.get(id(part), "")
            inner = (quoted(name) if name else "") + (":" + "|".join(_plain(labels[0])) if labels else "")
            for given in part.of("range"):
                inner += self._writing.text(given)
            if part.of("map") and id(part) not in self._moved:
                inner += f" {self._writing.text(part.of('map')[0])}"
            left = "<-" if part.of("left") else "-"
            right = "->" if part.of("right") else "-"
            return f"{left}[{inner.strip()}]{right}"

        self._writing.change(part, write)

    def _range(self, part: QueryPart) -> None:
        low, high = part.name.split("..")
        bounds = f"{low or 1}..{min(int(high or MOST_STEPS), MOST_STEPS)}"
        self._writing.change(part, lambda: f"* TRAIL {bounds}")

    def _shortest(self, part: QueryPart) -> None:
        inner = part.parts[0]
        ranges = [node for node in inner.walk() if node.kind == "range"]
        if len(inner.parts) != 3 or len(ranges) != 1:
            raise refusal("a shortest path of more than one relation of variable length.")
        every = self._writing.tokens[part.start + (2 if part.name else 0)].upper == "ALLSHORTESTPATHS"

        def write() -> str:
            text = self._writing.text(inner).replace("* TRAIL ", "* ALL SHORTEST " if every else "* SHORTEST ")
            return f"{part.name} = {text}" if part.name else text

        self._writing.change(part, write)


def _joined(conditions: list[Callable[[], str]]) -> str:
    return " AND ".join(condition() for condition in conditions)


def _names_of(part: QueryPart) -> list[str]:
    if part.kind in ("node", "relation", "path", "shortest", "yield") and part.name:
        return [part.name]
    if part.kind == "with":
        return [item.name for item in part.of("item") if item.name]
    return [part.parts[1].name] if part.kind == "unwind" else []


def _bound(clause: QueryPart) -> set[str]:
    names = {name for part in clause.walk() for name in _names_of(part)}
    return names | {item.parts[0].name for item in clause.of("item") if item.parts[0].kind == "variable"}


def _holds_for_missing(part: QueryPart) -> bool:
    """Whether a condition with it can hold though a value in it is missing.

    The engine looks such values up by equality when it ties an inner pattern to the outer row, and nothing equals
    what is missing: the inner pattern is not found.
    """
    return part.kind in ("or", "xor", "is_null", "case", "filter") or (
        part.kind == "call" and part.name.lower() in ("coalesce", "nullif", "exists")
    )


def _conjuncts(part: QueryPart) -> list[QueryPart]:
    if part.kind == "and":
        return [inner for given in part.parts for inner in _conjuncts(given)]
    if part.kind == "bracketed" and part.parts[0].kind == "and":
        return _conjuncts(part.parts[0])
    return [part]


def _plain(labels: QueryPart) -> list[str]:
    return [part.name for part in labels.walk() if part.kind == "label"]
