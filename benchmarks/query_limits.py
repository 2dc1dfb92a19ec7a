"""Queries without end past the guard: when the caller is answered, when the server is done, and in how much memory.

    python benchmarks/query_limits.py [--backend embedded|neo4j] [--limit 2] [--from 0] [--to 80] [--out FILE]

The guard refuses these queries; here they are handed to the database as they are, so that the limits behind it are seen
by themselves. `server` is how long after the query began no transaction of ours is listed by SHOW TRANSACTIONS and the
server's processor rests; one that goes on for `STUCK_S` more counts as not ended, and the server is started anew.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import paths

sys.path.insert(0, str(paths.ROOT / "tests" / "graph" / "cypher"))

from hostile_queries import ALLOWED_BUT_LONG, HOSTILE

from core.errors import GraphError
from core.graph import GraphStore, open_graph
from core.graph.neo4j.connection import Neo4jConnection
from core.graph.retrieval.generated import check_query
from core.settings import Settings, load_settings

AGREEMENTS = 2_000
STUCK_S = 6.0
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class EndedQuery:
    """How one query ended; times in seconds from its begin, memory in MB."""

    query: str
    refused_by_guard: str | None
    outcome: str
    caller_s: float
    server_s: float | None
    memory_mb: float


def measure(
    store: GraphStore,
    query: str,
    limit_s: float,
    busy: Callable[[], bool],
    memory: Callable[[], float],
) -> EndedQuery:
    """Run one query past the guard and wait until its server rests."""
    backend = store.backend
    verdict = check_query(query, backend)
    began = time.monotonic()
    outcome = "answered"
    try:
        store.read_untrusted(query, timeout_s=limit_s, max_rows=100)
    except GraphError as error:
        outcome = type(error).__name__
    caller = time.monotonic() - began
    ended: float | None = None
    while time.monotonic() - began < caller + STUCK_S:
        if not busy():
            ended = time.monotonic() - began
            break
    return EndedQuery(query, verdict.rule, outcome, round(caller, 2), ended and round(ended, 2), round(memory()))


def on_neo4j(queries: list[str], limit_s: float) -> list[EndedQuery]:
    """Each query on a server of its own kind, started anew after one that cannot be ended."""
    from servers_neo4j import start_neo4j, stop_neo4j

    found: list[EndedQuery] = []
    waiting = list(queries)
    while waiting:
        with tempfile.TemporaryDirectory(prefix="shinsa-limits-") as folder:
            server = start_neo4j(Path(folder))
            try:
                given = {"uri": server.uri, "username": server.username, "password": server.password}
                for name, value in given.items():
                    os.environ[f"NEO4J_{name.upper()}"] = value
                settings = load_settings(data_dir=Path(folder) / "data", env_file=Path(folder) / "none")
                found += _until_stuck(settings, server.pid, waiting, limit_s)
            finally:
                with suppress(ProcessLookupError):
                    stop_neo4j(server) if not found or found[-1].server_s is not None else os.kill(server.pid, 9)
        del waiting[: len(found) - (len(queries) - len(waiting))]
    return found


def _until_stuck(settings: Settings, pid: int, waiting: list[str], limit_s: float) -> list[EndedQuery]:
    graph = open_graph(settings)
    connection = Neo4jConnection(settings)
    connection.write(
        lambda run: run(
            "UNWIND range(1, $n) AS i CREATE (:Agreement {contract_id: 'c' + i, title: 'Agreement number ' + i}) "
            "CREATE (:Excerpt {id: 'x' + i, text: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa law number ' + i, page: i % 40})",
            {"n": AGREEMENTS},
        )
    )

    def busy() -> bool:
        rows = connection.read(
            lambda run: run(
                "SHOW TRANSACTIONS YIELD metaData WHERE metaData.shinsa_query IS NOT NULL RETURN 1 AS n", {}
            )
        )
        if rows:
            return True
        before, begin = _worked(pid), time.monotonic()
        time.sleep(0.3)
        return (_worked(pid) - before) / (time.monotonic() - begin) > 0.5

    found: list[EndedQuery] = []
    for query in waiting:
        found.append(measure(graph, query, limit_s, busy, lambda: _peak_mb(pid)))
        _tell(found[-1])
        if found[-1].server_s is None:
            break
    with suppress(GraphError):
        connection.close()
        graph.close()
    return found


def on_embedded(queries: list[str], limit_s: float) -> list[EndedQuery]:
    """Each query in the process that the embedded graph has for them."""
    from core.graph.embedded.embedded_graph import EmbeddedGraph
    from core.graph.embedding.hashed import HashedEmbedder

    with tempfile.TemporaryDirectory(prefix="shinsa-limits-") as folder:
        graph = EmbeddedGraph(Path(folder) / "graph.lbug", HashedEmbedder(), timeout_s=60, memory_mb=512)
        graph._run(
            f"UNWIND range(1, {AGREEMENTS}) AS i CREATE (:Agreement {{contract_id: CAST(i AS STRING), "
            "title: 'Agreement number ' + CAST(i AS STRING)})",
            {},
        )

        def reader() -> int:
            process = graph._reader._process if graph._reader is not None else None
            return 0 if process is None or process.poll() is not None else process.pid

        def busy() -> bool:
            before, pid = _worked(reader()), reader()
            time.sleep(0.2)
            return pid == reader() and (_worked(pid) - before) / 0.2 > 0.5

        found = []
        for query in queries:
            found.append(measure(graph, query, limit_s, busy, lambda: _peak_mb(reader())))
            _tell(found[-1])
        graph.close()
    return found


def _worked(pid: int) -> float:
    """Processor seconds that a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _peak_mb(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    except OSError:
        return 0.0
    return max((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), default=0.0)


def _tell(ended: EndedQuery) -> None:
    server = "NOT ENDED" if ended.server_s is None else f"{ended.server_s:.1f} s"
    sys.stdout.write(f"{ended.outcome:14} caller {ended.caller_s:.1f} s, server {server}, {ended.memory_mb:.0f} MB  ")
    sys.stdout.write(f"{ended.query[:90]}\n")
    sys.stdout.flush()


def main() -> None:
    """Measure, print each query and a summary, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", choices=("embedded", "neo4j"), default="embedded")
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="last", type=int)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    queries = [*HOSTILE, *ALLOWED_BUT_LONG][options.first : options.last]
    run = on_neo4j if options.backend == "neo4j" else on_embedded
    found = run(queries, options.limit)
    late = [each for each in found if each.caller_s > options.limit + 2]
    stuck = [each for each in found if each.server_s is None or each.server_s > options.limit + 2]
    unguarded = [each for each in stuck if each.refused_by_guard is None]
    print(
        f"{options.backend}: {len(found)} queries, load {os.getloadavg()[0]:.1f}; callers answered too late: "
        f"{len(late)}; servers at work after it: {len(stuck)}, of these let through by the guard: {len(unguarded)}; "
        f"most memory {max(each.memory_mb for each in found):.0f} MB"
    )
    if options.out is not None:
        told = {"backend": options.backend, "limit_s": options.limit, "load": os.getloadavg()[0]}
        options.out.write_text(
            json.dumps(told | {"queries": [asdict(each) for each in found]}, indent=1) + "\n", "utf-8"
        )


if __name__ == "__main__":
    main()
