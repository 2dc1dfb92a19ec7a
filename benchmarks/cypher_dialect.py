"""How often the embedded graph gives wrong rows for Cypher as it is written, and for Cypher as the guard rewrites it.

    python benchmarks/cypher_dialect.py [--queries 2000] [--worlds 4] [--seed 1] [--out result.json]

Queries with conditions over up to three hops are drawn by a seed (`oracles.random_cypher`); what their rows must
be is computed by plain loops over the same values. Each runs twice: as written, and as `core.cypher.check`
rewrites it. Wrong is a query whose rows differ from those of the loops; refused is one that the engine or the guard
does not take.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from oracles.dialect_runs import Tally, small_graph
from oracles.random_cypher import Drawing, DrawnWorld


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
