"""What a rerun of the pages that show jobs costs beside a large ledger, in processor time of the server.

    python benchmarks/job_pages.py [--units 100000] [--job 5100] [--rounds 20] [--postgresql] [--out FILE.json]

All units have ended, one in a thousand of them badly, but for those of one job: of these a third has ended. The panel
of that job and of one as large that has ended are drawn on the page of contracts, whose panel runs again each second.
Nobody works on the queue, which only PostgreSQL can be told; on SQLite the job has no units that wait.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

import paths  # noqa: F401  # the root and the tests are found by it
from apps_behind_proxy import in_environment, postgres_settings
from sqlalchemy import case, insert, select, update
from streamlit_client import Server, Session, workbench_server

from core.contracts import KIND
from core.contracts.library import Library
from core.jobs import Fault, NewUnit
from core.jobs.tables import RESULTS, UNITS
from core.settings import Settings, load_settings
from core.store import open_store

_RESULT = {"state": "new", "contract_id": "c" * 16, "seconds": 0.5, "unread_pages": [], "unseen_pages": []}
_FAULT = Fault("damaged", "It is truncated", {"page": 2}).as_json()


def fill(chosen: Settings, units: int, job: int, *, waiting: bool) -> dict[str, str]:
    """So many units in the ledger; ids of the large job that has ended and of the one that has not."""
    store = open_store(chosen)
    ledger = Library(store, chosen)._ledger  # knows the kind

    def submit(count: int, ended: float) -> str:
        files = [NewUnit(f"{number} agreement.pdf", {"number": number}, str(number)) for number in range(count)]
        batch = ledger.submit(KIND, f"{count} files", files, created_by="benchmark")
        with store.write() as session:
            own = select(UNITS.c.id).where(UNITS.c.batch == batch).order_by(UNITS.c.id)
            ids = list(session.scalars(own))[: round(count * ended)]
            bad = set(ids[::1_000])
            for first in range(0, len(ids), 5_000):
                some = ids[first : first + 5_000]
                failed = UNITS.c.id.in_(bad.intersection(some))
                ended_as = case((failed, "failed"), else_="done")
                session.execute(update(UNITS).where(UNITS.c.id.in_(some)).values(state=ended_as))
                session.execute(update(UNITS).where(failed).values(error=_FAULT))
                rows = [{"unit_id": unit_id, "body": _RESULT} for unit_id in some if unit_id not in bad]
                session.execute(insert(RESULTS), rows)
        return batch

    for _ in range(max(0, units // job - 2)):
        submit(job, 1.0)
    found = {"ended": submit(job, 1.0)}
    if waiting:
        found["running"] = submit(job, 0.33)
    store.close()
    return found


async def costs(server: Server, jobs: dict[str, str], rounds: int) -> dict[str, dict[str, float]]:
    """Processor milliseconds and bytes of one rerun of each page."""
    pages = {"operations": ("operations", "lang=en"), "contracts, no job": ("contracts", "lang=en")}
    pages |= {f"contracts, job {name}": ("contracts", f"lang=en&job={job}") for name, job in jobs.items()}
    found = {}
    for name, (page, query) in pages.items():
        session = Session(server.port)
        await session.open(page, query)
        for _ in range(3):
            await session.run()
        spent, sent = server.cpu_s(), session.received[0]
        for _ in range(rounds):
            await session.run()
        found[name] = {
            "cpu_ms": round(1e3 * (server.cpu_s() - spent) / rounds, 1),
            "bytes": round((session.received[0] - sent) / rounds),
        }
        await session.close()
    return found


def main() -> None:
    """Measure, print, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=100_000)
    parser.add_argument("--job", type=int, default=5_100)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        folder = Path(place)
        given = stack.enter_context(postgres_settings(neo4j=False, folder=folder)) if options.postgresql else {}
        with in_environment(given):
            chosen = load_settings(data_dir=folder / "data", env_file=folder / "none")
            jobs = fill(chosen, options.units, options.job, waiting=options.postgresql)
        load = os.getloadavg()[0]
        with workbench_server(folder / "data", folder / "server.log", environment=given) as server:
            found = asyncio.run(costs(server, jobs, options.rounds))
    told = {"units": options.units, "job": options.job, "postgresql": options.postgresql, "load": load, "pages": found}
    print(json.dumps(told, indent=1))
    if options.out is not None:
        options.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
