"""The graph at 408, 5,100 and 51,000 contracts: rebuild and change times, sizes, latency, and equal answers.

    python benchmarks/graph_scale.py --data FOLDER [--contracts 408] [--backend embedded|neo4j|both] [--graph G]

FOLDER holds `cuad/train/{contracts,spans.json,meta.json}` (CUAD v1, atticusprojectai.org/cuad). The Neo4j server is the
one of `NEO4J_URI`, whose database is emptied of what is ours. With `both` and 408 contracts or fewer every question is
also compared: embedded rows, Neo4j rows and the labels. The result joins `benchmarks/results/graph_scale.json`.
`--graph` names a folder in which the embedded graph is kept; one that is there already, of so many contracts, is
measured as it is, which saves an hour at 51,000, and keeps the rebuild time of the run that filled it. `--keep` does
the same for what the Neo4j server holds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.errors import BadArguments, GraphError
from core.graph import GraphContract, GraphStore, open_graph
from core.graph.retrieval.functions import FUNCTIONS
from core.graph.retrieval.warming import warm
from core.settings import Settings, load_settings
from oracles.drawn_contracts import REAL, portfolio
from oracles.graph_answers import Question, answer, entries, questions, right

RESULTS = Path(__file__).parent / "results" / "graph_scale.json"
DIFFERENTIAL = 420
AIMS_MS = {408: 20, 5_100: 50, 51_000: 250}
_SAMPLE = 300
_WARM = 8
_CHANGED = 50
_OF_FILLING = ("rebuild_s", "rebuild_cpu_s", "drawing_s")


@dataclass(frozen=True)
class Latency:
    """Milliseconds of a function's calls by the clock; `cpu_p50_ms` is the processor's share of this process."""

    function: str
    calls: int
    p50_ms: float
    p95_ms: float
    cpu_p50_ms: float
    first_ms: float


@contextmanager
def opened(
    backend: str, settings: Settings, folder: Path | None = None, *, holding: int | None = None
) -> Iterator[GraphStore]:
    """An empty graph of a backend; the embedded one in a folder of its own, or as it is in `folder`.

    A Neo4j database is emptied unless it holds `holding` contracts.
    """
    if backend == "neo4j":
        if not settings.neo4j_uri:
            raise SystemExit("set NEO4J_URI to measure on Neo4j")
        graph = open_graph(settings)
        if holding is None or _contracts(graph) != holding:
            graph.clear()
        try:
            yield graph
        finally:
            graph.close()
        return
    with nullcontext(folder) if folder else tempfile.TemporaryDirectory(prefix="shinsa-scale-") as where:
        graph = open_graph(settings.model_copy(update={"neo4j_uri": None, "data_dir": Path(where)}))
        try:
            yield graph
        finally:
            graph.close()


def fill(graph: GraphStore, folder: Path, count: int) -> tuple[dict[str, float], list[GraphContract]]:
    """Project a portfolio and some knowledge, unless it is there; gives the times in seconds and some contracts."""
    step = max(1, count // _SAMPLE)
    kept: list[GraphContract] = []
    times: dict[str, float] = {}
    drawing = 0.0

    def drawn() -> Iterator[GraphContract]:
        nonlocal drawing
        begin = time.perf_counter()
        for place, contract in enumerate(portfolio(folder, count)):
            if place % step == 0:
                kept.append(contract)
            drawing += time.perf_counter() - begin
            yield contract
            begin = time.perf_counter()

    if _contracts(graph) == count:
        kept = list(portfolio(folder, count, step))
    else:
        begin, used = time.perf_counter(), time.process_time()
        graph.project_many(drawn())
        times["rebuild_s"] = time.perf_counter() - begin - drawing
        times["rebuild_cpu_s"] = time.process_time() - used - drawing
        times["drawing_s"] = drawing
    for entry in entries():
        graph.project_entry(entry)
    changed = [replace(contract, title=f"{contract.title} again") for contract in kept[:_CHANGED]]
    upserts = []
    for contract in changed:
        begin = time.perf_counter()
        graph.project(contract)
        upserts.append((time.perf_counter() - begin) * 1000)
    for contract in kept[:_CHANGED]:
        graph.project(contract)
    begin = time.perf_counter()
    graph.project_many(kept[:_CHANGED])
    times["unchanged_ms"] = (time.perf_counter() - begin) * 1000 / len(changed)
    times["upsert_p50_ms"] = statistics.median(upserts)
    times["upsert_p95_ms"] = quantile(upserts, 0.95)
    return times, kept


def _contracts(graph: GraphStore) -> int:
    return int(str(graph.rows("MATCH (a:Agreement) RETURN count(a) AS n")[0]["n"]))


def latencies(graph: GraphStore, sample: Sequence[GraphContract], calls: int) -> list[Latency]:
    """Times of calls drawn from the labels, with the page size that people see."""
    asked: dict[str, list[Question]] = defaultdict(list)
    for question in questions(sample, calls * len(FUNCTIONS), seed=7):
        arguments = {name: value for name, value in question.arguments.items() if name != "limit"}
        asked[question.function].append(replace(question, arguments=arguments))
    table = []
    for name in FUNCTIONS:
        wall, cpu = [], []
        first = 0.0
        # What is asked first is slower still, although what questions need was read ahead; told apart from the rest.
        for place, question in enumerate(asked[name][:_WARM] + asked[name]):
            begin, used = time.perf_counter(), time.process_time()
            try:
                FUNCTIONS[name].run(graph, question.arguments, question.scope)
            except (GraphError, BadArguments) as error:
                print(f"{name} {question.arguments}: {error}", file=sys.stderr)
            if place == 0:
                first = (time.perf_counter() - begin) * 1000
            if place >= _WARM:
                wall.append((time.perf_counter() - begin) * 1000)
                cpu.append((time.process_time() - used) * 1000)
        table.append(
            Latency(name, len(wall), statistics.median(wall), quantile(wall, 0.95), statistics.median(cpu), first)
        )
    return table


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def differential(graphs: Sequence[GraphStore], contracts: Sequence[GraphContract]) -> dict[str, Any]:
    """How many questions got other rows from the second graph, or rows that the labels contradict."""
    differ, wrong = [], []
    asked = questions(contracts, DIFFERENTIAL)
    for question in asked:
        total, rows = answer(graphs[0], question)
        if len(graphs) > 1 and answer(graphs[1], question) != (total, rows):
            differ.append(f"{question.function} {question.arguments}")
        if not right(question, total, rows):
            wrong.append(f"{question.function} {question.arguments}")
    return {"questions": len(asked), "differ": differ, "against_labels": wrong}


def sizes(graph: GraphStore, settings: Settings) -> dict[str, int]:
    """What the graph holds, and the bytes of the embedded one's files."""
    counts = {
        label: int(str(graph.rows(f"MATCH (n:{label}) RETURN count(n) AS n")[0]["n"]))
        for label in ("Agreement", "Organization", "ContractClause", "Excerpt")
    }
    if graph.backend == "embedded":
        folder = getattr(graph, "_path", settings.graph_path).parent
        counts |= {file.name: file.stat().st_size for file in folder.iterdir() if file.suffix != ".lock"}
    return counts


def measured(backend: str, asked: argparse.Namespace, settings: Settings, before: dict[str, float]) -> dict[str, Any]:
    """All figures of one backend at one size; `before` are the times of an earlier run, for what is not done again."""
    folder, count, calls = asked.data, asked.contracts, asked.calls
    with opened(backend, settings, asked.graph, holding=count if asked.keep else None) as graph:
        times, sample = fill(graph, folder, count)
        times = {name: before[name] for name in _OF_FILLING if name in before} | times
        begin = time.perf_counter()
        warm(graph)
        times["read_ahead_s"] = time.perf_counter() - begin
        table = latencies(graph, sample, calls)
        return {
            "backend": backend,
            "where": graph.where,
            "contracts": count,
            "times": times,
            "sizes": sizes(graph, settings),
            "latency": [asdict(row) for row in table],
            "aim_p95_ms": AIMS_MS.get(count) if backend == "embedded" else None,
            "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "load": os.getloadavg()[0],
            "cpus": os.cpu_count(),
            "python": platform.python_version(),
        }


def compared(folder: Path, count: int, settings: Settings) -> dict[str, Any]:
    """The differential over the real contracts, on both backends."""
    contracts = list(portfolio(folder, count))
    with opened("embedded", settings) as embedded, opened("neo4j", settings) as served:
        for graph in (embedded, served):
            graph.project_many(contracts)
            for entry in entries():
                graph.project_entry(entry)
        return differential([embedded, served], contracts)


def show(figures: dict[str, Any]) -> None:
    """Print a table."""
    print(f"\n{figures['where']}: {figures['contracts']} contracts, load {figures['load']:.1f}")
    print(", ".join(f"{name} {value:.1f}" for name, value in figures["times"].items()))
    print(", ".join(f"{name} {value}" for name, value in figures["sizes"].items()))
    print(f"{'function':34}{'p50 ms':>9}{'p95 ms':>9}{'cpu p50':>9}{'first':>9}")
    for row in figures["latency"]:
        late = "  over" if figures["aim_p95_ms"] and row["p95_ms"] > figures["aim_p95_ms"] else ""
        print(
            f"{row['function']:34}{row['p50_ms']:9.1f}{row['p95_ms']:9.1f}{row['cpu_p50_ms']:9.1f}{row['first_ms']:9.1f}{late}"
        )


def main() -> None:
    """Measure, print, and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--contracts", type=int, default=408)
    parser.add_argument("--backend", choices=("embedded", "neo4j", "both"), default="embedded")
    parser.add_argument("--calls", type=int, default=30, help="calls of each function")
    parser.add_argument("--graph", type=Path, help="folder in which the embedded graph is kept and used again")
    parser.add_argument("--keep", action="store_true", help="measure what the Neo4j server holds, if it is as many")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    settings = load_settings()
    kept: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    backends = ("embedded", "neo4j") if arguments.backend == "both" else (arguments.backend,)
    for backend in backends:
        name = f"{backend}-{arguments.contracts}"
        before = kept.get(name, {}).get("times", {})
        figures = measured(backend, arguments, settings, before)
        kept[name] = figures
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(kept, indent=2) + "\n")
        if arguments.json:
            print(json.dumps(figures))
        else:
            show(figures)
    if arguments.backend == "both" and arguments.contracts <= REAL:
        found = compared(arguments.data, arguments.contracts, settings)
        kept[f"differential-{arguments.contracts}"] = found
        RESULTS.write_text(json.dumps(kept, indent=2) + "\n")
        if arguments.json:
            print(json.dumps(found))
        else:
            print(f"\n{found['questions']} questions: {len(found['differ'])} differ between the backends,")
            print(f"{len(found['against_labels'])} are against the labels")
            print("\n".join([*found["differ"], *found["against_labels"]][:20]))


if __name__ == "__main__":
    main()
