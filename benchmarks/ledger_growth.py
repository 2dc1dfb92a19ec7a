"""What the ledger costs as it grows: submitting, leasing, settling and every list of it, at 10,000 to 1,000,000 units.

    python benchmarks/ledger_growth.py [--sizes 10000 100000 1000000] [--databases sqlite postgresql] [--out FILE.json]

Units are submitted in jobs of 5,000 that do nothing; all jobs but the newest two have ended, one unit in a thousand of
them badly. One size more is a last job that holds as many units as all the others. Each operation is timed by itself,
forty times (five times where it takes longer than a tenth of a second), and its median and 95th percentile are given
in milliseconds; "limited" is asked as a person who is kept out of a matter with ten contracts.
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
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import paths
from pydantic import SecretStr
from sqlalchemy import case, insert, select, update

from core import logs
from core.access import Actor, acting_as
from core.jobs import Ledger, NewUnit, leases, register
from core.jobs.leases import LeaseTerms
from core.jobs.owner import this_owner
from core.jobs.tables import UNITS
from core.settings import Settings, load_settings
from core.store import Store, open_store
from core.store.models import Base

KIND = "benchmark"
JOB = 5_000
_NOW = datetime(2026, 11, 22, tzinfo=UTC)
LIMITED = Actor("user", "Ueda", user_id="v" * 26, roles=frozenset({"reviewer"}))


def nothing(payload: dict[str, Any], blob: bytes | None, report: Callable[[str], None]) -> dict[str, Any]:
    """Does nothing, as a unit."""
    return {}


def units(first: int, count: int) -> list[NewUnit]:
    """So many units that do nothing."""
    return [NewUnit(f"{number}.pdf", {"number": number}, str(number)) for number in range(first, first + count)]


def figures(work: Callable[[], object]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds."""
    taken: list[float] = []
    while len(taken) < (40 if sum(taken) < 0.1 * max(len(taken), 1) else 5):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    ordered = sorted(taken)
    return {"median": 1e3 * statistics.median(ordered), "p95": 1e3 * ordered[max(0, round(0.95 * len(ordered)) - 1)]}


class Growing:
    """A ledger that grows."""

    def __init__(self, settings: Settings) -> None:
        self.store: Store = open_store(settings)
        self.ledger = Ledger(self.store, settings)
        self.terms = LeaseTerms(this_owner(), (KIND,), settings.lease_s, settings.unit_deadline_s)
        self.count = 0
        self.jobs: list[str] = []

    def fill(self, until: int) -> None:
        """Submit jobs until there are so many units; end those before the newest two."""
        while self.count < until:
            size = min(JOB, until - self.count)
            self.jobs.append(self.ledger.submit(KIND, "Files", units(self.count, size), created_by="benchmark"))
            self.count += size
            if len(self.jobs) > 2:
                self._end(self.jobs[-3])

    def _end(self, job: str) -> None:
        with self.store.write() as session:
            found = session.scalars(select(UNITS.c.id).where(UNITS.c.batch == job).order_by(UNITS.c.id)).all()
            bad = found[::1_000]
            state = case((UNITS.c.id.in_(bad), "failed"), else_="done")
            session.execute(update(UNITS).where(UNITS.c.batch == job).values(state=state))

    def measured(self) -> dict[str, dict[str, float]]:
        """Each operation at this size."""
        newest, ledger = self.jobs[-1], self.ledger
        submitted = iter(range(10**9, 10**10, 100))
        operations: dict[str, Callable[[], object]] = {
            "submit 100": lambda: ledger.submit(KIND, "x", units(next(submitted), 100), created_by="benchmark"),
            "lease and settle 16": self._lease,
            "reap": self._reap,
            "progress of a job": lambda: ledger.progress(newest),
            "newest jobs": lambda: ledger.recent(20),
            "unfinished jobs": lambda: ledger.recent(20, unfinished=True),
            "failures": lambda: ledger.failures(KIND),
            "quarantined": ledger.quarantined,
            "active": ledger.active,
            "100 units of a job": lambda: ledger.units(newest, limit=100),
        }
        found = {name: figures(work) for name, work in operations.items()}
        with acting_as(LIMITED):
            for name in ("progress of a job", "newest jobs", "unfinished jobs", "failures", "100 units of a job"):
                found[f"{name}, limited"] = figures(operations[name])
        return found

    def _lease(self) -> None:
        with self.store.write() as session:
            held = leases.lease(session, self.terms, 16, None)
        with self.store.write() as session:
            mine = leases.still_held(session, [(each.unit.id, each.token) for each in held])
            leases.complete(session, {unit_id: {} for unit_id in mine})

    def _reap(self) -> None:
        with self.store.write() as session:
            leases.reap(session, 30.0)


def wall(store: Store) -> None:
    """Ten contracts of a matter that LIMITED is no member of."""
    tables = Base.metadata.tables
    with store.write() as session:
        session.execute(insert(tables["matters"]).values(id="m", name="m", created_by="x", created_at=_NOW))
        for number in range(10):
            key = f"{number:064x}"
            for table, values in (
                ("blobs", {"sha256": key, "body": b"", "created_at": _NOW}),
                (
                    "documents",
                    {"sha256": key, "file_name": "f", "kind": "text", "language": "en", "text": "", "pages": []},
                ),
                (
                    "contracts",
                    {
                        "number": number + 1, "contract_id": f"c{number:015}", "sha256": key, "engine": "e",
                        "extraction": "", "extraction_key": "k", "summary": {}, "revision": 1, "created_by": "x",
                        "created_at": _NOW, "updated_at": _NOW,
                    },
                ),
                (
                    "matter_contracts",
                    {"contract_id": f"c{number:015}", "matter_id": "m", "added_by": "x", "added_at": _NOW},
                ),
            ):  # fmt: skip
                session.execute(insert(tables[table]).values(**values))


def measure(settings: Settings, sizes: list[int]) -> dict[str, dict[str, dict[str, float]]]:
    """Figures by size."""
    growing = Growing(settings)
    wall(growing.store)
    found: dict[str, dict[str, dict[str, float]]] = {}
    try:
        for size in sizes:
            began = time.perf_counter()
            growing.fill(size)
            filled = time.perf_counter() - began
            found[f"{size:,}"] = growing.measured()
            print(f"{settings.store_url.split(':')[0]} {size:,}: filled in {filled:.0f} s", file=sys.stderr, flush=True)
        last = growing.ledger.submit(KIND, "all at once", units(10**8, sizes[-1]), created_by="benchmark")
        growing.jobs.append(last)
        found[f"{sizes[-1]:,} in one job"] = growing.measured()
    finally:
        growing.store.close()
    return found


def main() -> None:
    """Measure, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--databases", nargs="+", choices=("sqlite", "postgresql"), default=["sqlite", "postgresql"])
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    logs.configure("ERROR")
    register(KIND, "benchmarks.ledger_growth:nothing", version="1")
    sys.path.insert(0, str(paths.ROOT / "tests"))
    from servers import fresh_database, shared_postgres

    results: dict[str, dict[str, dict[str, dict[str, float]]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        plain = load_settings(env_file=Path(folder) / "none").model_copy(
            update={"data_dir": Path(folder) / "data", "database_url": None}
        )
        for database in options.databases:
            if database == "sqlite":
                results[database] = measure(plain, options.sizes)
                continue
            with shared_postgres(Path(folder)) as server, fresh_database(server) as url:
                given = plain.model_copy(update={"database_url": SecretStr(url)})
                results[database] = measure(given, options.sizes)
    for database, by_size in results.items():
        names = list(next(iter(by_size.values())))
        print(f"\n{database}: median / p95 in ms\n\n| operation | " + " | ".join(by_size) + " |")
        print("|---" * (len(by_size) + 1) + "|")
        for name in names:
            cells = [f"{found[name]['median']:,.1f} / {found[name]['p95']:,.1f}" for found in by_size.values()]
            print(f"| {name} | " + " | ".join(cells) + " |")
    if options.out is not None:
        told = {"cpus": os.cpu_count(), "load": os.getloadavg()[0], "databases": results}
        options.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
