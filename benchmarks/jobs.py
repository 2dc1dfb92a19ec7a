"""No-op units a second through ledger, dispatcher and local pool, on SQLite and, where there is one, PostgreSQL.

`python -m benchmarks.jobs [--units 5000] [--queue 100000]`: a table on standard output and
`benchmarks/results/jobs.json`. A no-op measures nothing but the machinery: each unit is submitted, leased, sent to a
worker process, answered and recorded, with a result of its own. `--queue` also measures a long queue: how long one
lease of 16 and one count of the progress take.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from core import logs
from core.jobs import Dispatcher, Ledger, LocalPool, NewUnit, leases, register
from core.jobs.leases import LeaseTerms
from core.jobs.owner import this_owner
from core.settings import ROOT, Settings, load_settings
from core.store import open_store

KIND = "benchmark"


def nothing(payload: dict[str, Any], blob: bytes | None, report: Callable[[str], None]) -> dict[str, Any]:
    """Does nothing, as a unit."""
    return {}


def units(count: int) -> list[NewUnit]:
    """So many units that do nothing."""
    return [NewUnit(str(number), {"number": number}, str(number)) for number in range(count)]


def seconds(work: Callable[[], object]) -> float:
    """How long `work` takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measure(settings: Settings, count: int, queued: int) -> dict[str, float]:
    """Figures of one database."""
    store = open_store(settings)
    ledger = Ledger(store, settings)
    terms = LeaseTerms(this_owner(), (KIND,), settings.lease_s, settings.unit_deadline_s)
    try:
        with LocalPool(settings.workers, settings) as pool:
            dispatcher = Dispatcher(ledger, pool, settings)
            dispatcher.run_until_done(ledger.submit(KIND, "warm up", units(200), created_by="benchmark"))
            batch = ledger.submit(KIND, "no-ops", units(count), created_by="benchmark")
            took = seconds(lambda: dispatcher.run_until_done(batch))
        figures = {"units": count, "units_per_s": count / took}
        if queued:
            made = units(queued)
            figures["queue"] = queued
            figures["submit_s"] = seconds(lambda: ledger.submit(KIND, "queue", made, created_by="benchmark"))

            def lease() -> None:
                with store.write() as session:
                    leases.lease(session, terms, 16, None)

            newest = ledger.recent(1)[0].batch_id
            figures["lease_16_ms"] = 1000 * statistics.median(seconds(lease) for _ in range(20))
            figures["progress_ms"] = 1000 * statistics.median(
                seconds(lambda: ledger.progress(newest)) for _ in range(5)
            )
        return figures
    finally:
        store.close()


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description="No-op units a second")
    parser.add_argument("--units", type=int, default=5_000)
    parser.add_argument("--queue", type=int, default=100_000)
    chosen = parser.parse_args()
    logs.configure("ERROR")
    register(KIND, "benchmarks.jobs:nothing", version="1")
    sys.path.insert(0, str(ROOT / "tests"))
    from servers import NoServer, fresh_database, shared_postgres  # the starter that the tests use

    results: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        plain = load_settings(env_file=Path(folder) / "none").model_copy(
            update={"data_dir": Path(folder) / "data", "database_url": None}
        )
        results["sqlite"] = measure(plain, chosen.units, chosen.queue)
        try:
            with shared_postgres(Path(folder)) as server, fresh_database(server) as url:
                settings = plain.model_copy(update={"database_url": SecretStr(url)})
                results["postgresql"] = measure(settings, chosen.units, chosen.queue)
        except NoServer as error:
            print(f"PostgreSQL not measured: {error}", file=sys.stderr)
    names = list(results["sqlite"])
    print("| database | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for database, figures in results.items():
        print(f"| {database} | " + " | ".join(f"{figures[name]:,.2f}" for name in names) + " |")
    out = ROOT / "benchmarks" / "results" / "jobs.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps({"cpus": os.cpu_count(), "load": os.getloadavg()[0], "databases": results}, indent=2))


if __name__ == "__main__":
    main()
