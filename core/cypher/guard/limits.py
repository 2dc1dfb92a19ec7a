"""Bounds of a query: rows of the outer RETURN, steps of a path."""

from __future__ import annotations

from core.cypher.guard.rules import is_aggregate
from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import UnreadableQuery
from core.cypher.syntax.writing import Writing

MOST_ROWS = 1_000
"""Rows that a query may return; more are of no use to a reader, and the answer says that it was cut."""
MOST_STEPS = 15
"""Steps of a path: far more than the contracts between which a chain of amendments runs."""
MOST_RELATIONS = 40
"""Relations that a query's patterns may have together."""


def bound_rows(query: QueryPart, writing: Writing) -> bool:
    """Put a LIMIT on every outer RETURN that has none, or a higher one; whether one was put."""
    limited = False
    for single in query.parts:
        clause = single.parts[-1]
        if clause.kind != "return":
            raise UnreadableQuery("no_return", "The query does not end with RETURN.")
        limits = clause.of("limit")
        if limits:
            given = limits[0].parts[0]
            if given.kind == "number" and not (given.name.isdigit() and int(given.name) <= MOST_ROWS):
                writing.change(limits[0], lambda: f"LIMIT {MOST_ROWS}")
                writing.note(f"At most {MOST_ROWS:,} rows are returned.")
                limited = True
        elif not _is_one_row(clause):
            writing.change(clause, lambda clause=clause: f"{writing.unchanged(clause)}\nLIMIT {MOST_ROWS}")  # type: ignore[misc]
            writing.note(f"At most {MOST_ROWS:,} rows are returned.")
            limited = True
    return limited


def bound_paths(query: QueryPart, writing: Writing) -> None:
    """Give every path of variable length a highest number of steps.

    Raises:
        UnreadableQuery: even its lowest number is too high, or the patterns have too many relations.
    """
    if sum(part.kind == "relation" for part in query.walk()) > MOST_RELATIONS:
        raise UnreadableQuery("too_large", f"The patterns have more than {MOST_RELATIONS} relations.")
    for part in query.walk():
        if part.kind not in ("range", "quantifier"):
            continue
        low, high = part.name.split("..")
        if low and int(low) > MOST_STEPS:
            raise UnreadableQuery("path_length", f"A path may have at most {MOST_STEPS} steps.")
        if high and int(high) <= MOST_STEPS:
            continue
        bounds = f"{low}..{MOST_STEPS}" if part.kind == "range" else f"{low},{MOST_STEPS}"
        text = f"*{bounds}" if part.kind == "range" else f"{{{bounds}}}"
        writing.change(part, lambda text=text: text)  # type: ignore[misc]
        writing.note(f"Paths are followed for at most {MOST_STEPS} steps.")


def _is_one_row(clause: QueryPart) -> bool:
    items = clause.of("item")
    return bool(items) and not clause.of("star") and all(is_aggregate(item.parts[0]) for item in items)
