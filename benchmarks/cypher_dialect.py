"""How often the embedded graph gives wrong rows for Cypher as it is written, and for Cypher as the guard rewrites it.

    python benchmarks/cypher_dialect.py [--queries 2000] [--worlds 4] [--seed 1] [--out result.json]

Queries with conditions over up to three hops are drawn by a seed (`benchmarks/random_cypher.py`); what their rows must
be is computed by plain loops over the same values. Each runs twice: as written, and as `core.cypher.check`
rewrites it. Wrong is a query whose rows differ from those of the loops; refused is one that the engine or the guard
does not take.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.random_cypher import Drawing, DrawnWorld, Query, Rows
from core.errors import GraphError
from core.graph import GraphStore
from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.retrieval.generated import check_query

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


def main() -> None:
    """Measure, show a table, write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=2_000)
    parser.add_argument("--worlds", type=int, default=4, help="graphs that the queries are spread over")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "cypher_dialect.json")
    arguments = parser.parse_args()
    tally, began = Tally(), time.perf_counter()
    for number in range(arguments.worlds):
        seed = arguments.seed + number
        world = DrawnWorld(seed)
        graph = small_graph()
        world.write(graph)
        drawing = Drawing(world, seed)
        for _ in range(arguments.queries // arguments.worlds):
            tally.add(graph, drawing.query())
        graph.close()
    figures = tally.figures() | {"seed": arguments.seed, "worlds": arguments.worlds}
    arguments.out.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print("| form | queries | wrong as written | refused as written | wrong rewritten | refused rewritten |")
    print("|---|---|---|---|---|---|")
    for form, row in [*figures["forms"].items(), ("all", figures["all"])]:
        print(f"| {form} | {' | '.join(map(str, row.values()))} |")
    print(f"{time.perf_counter() - began:.0f} s")
    for fault in figures["faults"][:10]:
        print(f"- {fault['outcome']}: {fault['query']}\n  {fault['rewritten']} {fault['reason'] or ''}")


if __name__ == "__main__":
    main()
