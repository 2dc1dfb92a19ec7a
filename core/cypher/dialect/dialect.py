"""A query in the dialect of the backend where it runs.

Models and people write Neo4j's Cypher. For Neo4j little is changed; for the embedded graph the query is rewritten
where its answer stays the same, and refused where it would silently become another.
"""

from __future__ import annotations

from core.cypher.dialect.embedded_patterns import EmbeddedPatterns
from core.cypher.dialect.embedded_values import RESERVED, EmbeddedValues, refusal
from core.cypher.guard.schema_names import VariableNames, loose_nodes
from core.cypher.guard.value_kinds import Kinds
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import CypherToken, written
from core.cypher.syntax.writing import Writing

_ORDERED_ENOUGH = 1_000
"""Rows up to which a LIMIT keeps the order for what collects them: they are one batch of the embedded engine."""


def to_neo4j(query: QueryPart, names: VariableNames, writing: Writing, *, any_schema: bool) -> None:
    """Write a query for Neo4j: nodes of any label are not the graph's own notes."""
    if any_schema:
        return
    listed = "|".join(names.schema.node_properties)
    for part in loose_nodes(query):
        inner = " ".join(writing.text(given) for given in part.parts)
        text = f"({part.name}:{listed}{' ' + inner if inner else ''})"
        writing.change(part, lambda text=text: text)  # type: ignore[misc]


def to_embedded(
    query: QueryPart,
    tokens: list[CypherToken],
    names: VariableNames,
    kinds: Kinds,
    writing: Writing,
    *,
    any_schema: bool,
) -> None:
    """Write a query for the embedded graph.

    Raises:
        Unreadable: with rule `dialect`; the reason says what to write instead.
    """
    values = EmbeddedValues(kinds, writing)
    patterns = EmbeddedPatterns(query, names, writing, any_schema=any_schema)
    for part in query.walk():
        values.rewrite(part)
        patterns.rewrite(part)
        if part.kind == "skip":
            writing.change(part, lambda part=part: f"SKIP {writing.text(part.parts[0])}")  # type: ignore[misc]
        elif part.kind == "single":
            _check_order(part)
    for part in query.walk():
        if part.kind == "return":
            _name_columns(part, tokens, writing)
    _quote_reserved(query, tokens, writing)


def _check_order(single: QueryPart) -> None:
    for clause, following in zip(single.parts, single.parts[1:], strict=False):
        if clause.kind != "with" or not clause.of("order"):
            continue
        limits = clause.of("limit")
        given = limits[0].parts[0].name if limits else ""
        collects = any(part.kind == "call" and part.name.lower() == "collect" for part in following.walk())
        if not limits:
            raise refusal("WITH … ORDER BY without LIMIT; put ORDER BY behind RETURN.")
        if collects and not (given.isdigit() and int(given) <= _ORDERED_ENOUGH):
            raise refusal(f"collect() of more than {_ORDERED_ENOUGH:,} ordered rows; put ORDER BY behind RETURN.")


def _name_columns(clause: QueryPart, tokens: list[CypherToken], writing: Writing) -> None:
    # A column is named by what was written, not by what it was rewritten into.
    names: dict[str, str] = {}
    for item in clause.of("item"):
        expression = item.parts[0]
        shown = _source(tokens, expression)
        names[shown] = item.name
        if item.name or (expression.kind in ("variable", "property") and not _is_changed(writing, expression, shown)):
            continue
        alias = shown.replace("`", "").replace("\n", " ")
        names[shown] = alias
        writing.change(item, lambda expression=expression, alias=alias: f"{writing.text(expression)} AS `{alias}`")  # type: ignore[misc]
    for key in clause.of("order"):
        alias = names.get(_source(tokens, key.parts[0]), "")
        if alias and key.parts[0].kind not in ("variable", "property"):
            way = {"DES": " DESC", "ASC": " ASC"}.get(key.name, "")
            writing.change(key, lambda alias=alias, way=way: f"`{alias}`{way}")  # type: ignore[misc]


def _is_changed(writing: Writing, part: QueryPart, shown: str) -> bool:
    return writing.text(part) != shown


def _source(tokens: list[CypherToken], part: QueryPart) -> str:
    return "".join(
        (token.space if place else "") + written(token) for place, token in enumerate(tokens[part.start : part.end])
    )


def _quote_reserved(query: QueryPart, tokens: list[CypherToken], writing: Writing) -> None:
    for part in query.walk():
        if part.kind == "parameter" and part.name.lower() in RESERVED:
            raise refusal(f"the parameter ${part.name}, which is one of its words; use another name.")
        if part.kind == "variable" and part.name.lower() in RESERVED:
            writing.change(part, lambda part=part: f"`{part.name}`")  # type: ignore[misc]
        elif part.kind == "item" and part.name.lower() in RESERVED:
            writing.change(part, lambda part=part: f"{writing.text(part.parts[0])} AS `{part.name}`")  # type: ignore[misc]
        elif part.kind in ("path", "entry", "property") and part.name.lower() in RESERVED:
            raise refusal(f"the name {part.name}, which is one of its words; use another.")
