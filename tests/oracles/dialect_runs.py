"""Drawn queries run as written and as the guard rewrites them, each held against rows computed by plain loops."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from core.errors import GraphError
from core.graph import GraphStore
from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.retrieval.generated import check_query
from oracles.random_cypher import Query, Rows

TIMEOUT_S = 30.0
_FETCHED = 10_000


@dataclass
class Tally:
    """What became of the queries of each form, as written and as rewritten."""

    queries: Counter[str] = field(default_factory=Counter)
    raw: Counter[tuple[str, str]] = field(default_factory=Counter)
    rewritten: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[dict[str, Any]] = field(default_factory=list)

    def add(self, graph: GraphStore, query: Query) -> None:
        """Run one query both ways and note the outcomes."""
        self.queries[query.form] += 1
        self.raw[query.form, outcome(raw_rows(graph, query.text), query)] += 1
        found = outcome(rewritten_rows(graph, query.text), query)
        self.rewritten[query.form, found] += 1
        if found != "right":
            verdict = check_query(query.text, "embedded")
            self.faults.append(
                {"outcome": found, "query": query.text, "rewritten": verdict.query, "reason": verdict.reason}
            )

    def figures(self) -> dict[str, Any]:
        """Numbers of queries by form and over all."""
        forms = {form: self._of(form) for form in sorted(self.queries)}
        names = next(iter(forms.values())).keys() if forms else ()
        return {
            "all": {name: sum(figures[name] for figures in forms.values()) for name in names},
            "forms": forms,
            "faults": self.faults,
        }

    def _of(self, form: str) -> dict[str, int]:
        return {
            "queries": self.queries[form],
            "raw_wrong": self.raw[form, "wrong"],
            "raw_refused": self.raw[form, "refused"],
            "rewritten_wrong": self.rewritten[form, "wrong"],
            "rewritten_refused": self.rewritten[form, "refused"],
        }


def small_graph() -> EmbeddedGraph:
    """An empty embedded graph in memory."""
    return EmbeddedGraph(None, HashedEmbedder(), timeout_s=TIMEOUT_S)


def raw_rows(graph: GraphStore, text: str) -> Rows | None:
    """Rows of a query as the engine takes it; None where it refuses."""
    try:
        return [tuple(row.values()) for row in graph.rows(text)]
    except GraphError:
        return None


def rewritten_rows(graph: GraphStore, text: str) -> Rows | None:
    """Rows of a query as the guard rewrites it; None where it is refused."""
    verdict = check_query(text, "embedded")
    if not verdict.allowed:
        return None
    try:
        table = graph.read_untrusted(verdict.query, timeout_s=TIMEOUT_S, max_rows=_FETCHED)
    except GraphError:
        return None
    return [tuple(row[name] for name in table.columns) for row in table.rows]


def outcome(rows: Rows | None, query: Query) -> str:
    """ "right", "wrong" or "refused"."""
    if rows is None:
        return "refused"
    return "right" if ordered(rows) == ordered(query.rows) else "wrong"


def ordered(rows: Rows) -> Rows:
    """Rows in an order that does not depend on the engine."""
    return sorted(rows, key=lambda row: [(value is None, str(value)) for value in row])
