"""What it costs that a matter hides contracts: the graph of people of one set of matters, made, asked and followed.

    python benchmarks/limited_graphs.py [--contracts 500] [--sets 6] [--neo4j] [--postgresql] [--out FILE.json]

Contracts are small and made here; each of ten matters has a twentieth of them, the rest is everybody's. Each person is
a member of other matters, so that each needs a graph of their own; four are kept at a time. For each: seconds until
the first answer, then of the same question again, and after one contract was reviewed; how much the process has grown.
Beside them the whole graph, which members of every matter ask: embedded, or on a Neo4j server of the tests. With
`--postgresql` the store is a server of the tests instead of SQLite.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import paths

from core import logs
from core.access import LOCAL, Actor, RoleName, acting_as
from core.contracts.ingestion import ingest_file, store_contract
from core.qa import Toolbox
from core.settings import load_settings
from core.store import UserRow
from core.workbench import Workbench, open_workbench

MATTERS = 10
REVIEWER: frozenset[RoleName] = frozenset({"reviewer"})


def fill(opened: Workbench, count: int) -> list[str]:
    """Take so many contracts in, and give the ids of the matters that have half of them."""
    from small_contracts import small_contract

    library = opened.library
    files = [(library.receive(small_contract(number), f"{number}.txt"), f"{number}.txt") for number in range(count)]
    for unit in opened.ledger.units(library.ingest(files, user="benchmark")):
        data = small_contract(int(unit.label.removesuffix(".txt")))
        with opened.store.write() as session:
            store_contract(session, unit, ingest_file(unit.payload, data, lambda _stage: None))
    keys = [row.contract_id for row in library.rows()]
    matters = [opened.matters.create(f"Matter {number}", user="benchmark") for number in range(MATTERS)]
    share = count // (2 * MATTERS)
    for number, matter in enumerate(matters):
        opened.matters.put(keys[number * share : (number + 1) * share], matter, user="benchmark")
    return matters


def people(opened: Workbench, matters: list[str], sets: int) -> list[Actor]:
    """A person for each set of matters: the first of none, each further one of one more."""
    found = []
    for number in range(sets):
        user_id = f"u{number:025}"
        with opened.store.write() as session:
            session.add(
                UserRow(id=user_id, issuer="i", subject=user_id, name=f"P{number}", created_at=datetime.now(UTC))
            )
        for matter in matters[:number]:
            opened.matters.add_member(matter, user_id, user="benchmark")
        found.append(Actor("user", f"P{number}", user_id=user_id, roles=REVIEWER))
    return found


def ask(opened: Workbench, actor: Actor) -> tuple[float, float, int]:
    """Seconds by the clock and of this process until an answer, and the contracts that it counts."""
    began, worked = time.perf_counter(), time.process_time()
    with acting_as(actor):
        count = Toolbox(opened).call("count_contracts").rows[0]["count"]
    return time.perf_counter() - began, time.process_time() - worked, int(str(count))


def grown_mb() -> float:
    """Memory that this process holds, in MB (on Linux)."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(opened: Workbench, contracts: int, sets: int) -> list[dict[str, float | str]]:
    """A line for each person."""
    matters = fill(opened, contracts)
    chosen = [LOCAL, *people(opened, matters, sets)]
    lines: list[dict[str, float | str]] = []
    first = opened.library.rows()[-1].contract_id
    for actor in chosen:
        before = grown_mb()
        wall, worked, count = ask(opened, actor)
        again, _, _ = ask(opened, actor)
        opened.library.review(first, "fact:governing_law", "approve", reviewer="benchmark")
        changed, _, _ = ask(opened, actor)
        lines.append(
            {
                "who": actor.name or "everything",
                "contracts": count,
                "first_s": wall,
                "first_processor_s": worked,
                "again_s": again,
                "after_a_change_s": changed,
                "grown_mb": grown_mb() - before,
            }
        )
    wall, worked, count = ask(opened, chosen[1])
    lines.append({"who": f"{chosen[1].name} again, after {sets}", "contracts": count, "first_s": wall})
    return lines


def main() -> None:
    """Measure, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contracts", type=int, default=500)
    parser.add_argument("--sets", type=int, default=6)
    parser.add_argument("--neo4j", action="store_true")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    logs.configure("ERROR")
    sys.path.insert(0, str(paths.ROOT / "tests"))
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        if options.neo4j:
            from servers_neo4j import shared_neo4j

            server = stack.enter_context(shared_neo4j(folder))
            for key, value in (("URI", server.uri), ("USERNAME", server.username), ("PASSWORD", server.password)):
                os.environ[f"NEO4J_{key}"] = value
        if options.postgresql:
            from servers import fresh_database, shared_postgres

            url = stack.enter_context(fresh_database(stack.enter_context(shared_postgres(folder))))
            os.environ["DATABASE_URL"] = url
        opened = stack.enter_context(open_workbench(load_settings(data_dir=folder, env_file=folder / "none")))
        if options.neo4j:
            opened.rebuild_graph()
        lines = measure(opened, options.contracts, options.sets)
    names = list(lines[0])
    print("| " + " | ".join(names) + " |\n" + "|---" * len(names) + "|")
    for line in lines:
        cells = [line.get(name, "") for name in names]
        print("| " + " | ".join(f"{cell:,.2f}" if isinstance(cell, float) else str(cell) for cell in cells) + " |")
    if options.out is not None:
        graph, store = "neo4j" if options.neo4j else "embedded", "postgresql" if options.postgresql else "sqlite"
        told = {"cpus": os.cpu_count(), "load": os.getloadavg()[0], "graph": graph, "store": store, "lines": lines}
        options.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
