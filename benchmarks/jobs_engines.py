"""The same files on each engine, two at the same time: local pool, two workers on PostgreSQL, a Dask cluster.

    python benchmarks/jobs_engines.py --data FOLDER_OF_PDFS [--files 216] [--work read] [--engines local workers dask]
        [--chaos] [--out benchmarks/results/jobs_engines.json]

`--work read` reads each file's pages, `--work ingest` does all that becomes of an upload. Where the folder has fewer
files, each is taken several times with other last bytes, so that all are different files. One PostgreSQL serves all
engines (without fsync: a server of the tests); seconds are those from the submission to the last recorded result, after
a warm-up. With `--chaos` one unit more kills its process and one is refused, and what does the work is killed −9 at a
tenth, a third and two thirds of the way: the local pool's program; a worker, the database, the other worker; Dask's
worker, its scheduler, the dispatcher.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import paths
from pydantic import SecretStr
from sqlalchemy import func, select

from core import logs
from core.documents import read
from core.errors import EncryptedDocument, StoreError
from core.jobs import Dispatcher, NewUnit, open_engine, register
from core.jobs.tables import RESULTS
from core.settings import load_settings, settings
from core.store import Blob
from core.workbench import Workbench, open_workbench

KIND = "benchmark_read"
FUNCTION = "benchmarks.jobs_engines:read_file"
ENGINES = ("local", "workers", "dask")
AT_ONCE = 2


def read_file(payload: dict[str, Any], blob: bytes | None, report: Callable[[str], None]) -> dict[str, Any]:
    """Pages and characters of one file; or what `payload["do"]` says."""
    if payload.get("do") == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if payload.get("do") == "refuse":
        raise EncryptedDocument("It needs a password")
    document = read(blob or b"", file_name=payload["file_name"], settings=settings())
    return {"pages": len(document.pages), "characters": len(document.text)}


def files(folder: Path, count: int) -> list[tuple[str, bytes]]:
    """So many different PDFs, by name."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".pdf")
    if not found:
        sys.exit(f"There is no PDF in {folder}")
    return [
        (f"{number:05} {path.name}", path.read_bytes() + b"\n%% %d\n" % number)
        for number, path in enumerate(islice(cycle(found), count))
    ]


def submit(workbench: Workbench, work: str, named: list[tuple[str, bytes]], *, bad: bool) -> str:
    """Store the files and queue one unit for each."""
    if work == "ingest":
        received = [(workbench.library.receive(body, name), name) for name, body in named]
        return workbench.library.ingest(received, user="benchmark")
    units = []
    with workbench.store.write() as session:
        for name, body in named:
            sha256 = hashlib.sha256(body).hexdigest()
            session.merge(Blob(sha256=sha256, body=body, created_at=datetime.now(UTC)))
            units.append(NewUnit(name, {"file_name": name}, sha256, blob_sha256=sha256))
    if bad:
        units.insert(len(units) // 4, NewUnit("poison", {"do": "die"}, "poison"))
        units.insert(len(units) // 3, NewUnit("refused", {"do": "refuse"}, "refused"))
    return workbench.ledger.submit(KIND, "Files", units, created_by="benchmark")


class Place:
    """One engine, with what it needs, all of it processes of their own; a context manager."""

    def __init__(self, engine: str, folder: Path, url: str) -> None:
        from places_of_work import DaskCluster, Program, environment_of

        self.opened = ExitStack()
        given = {
            "data_dir": folder / "data",
            "database_url": SecretStr(url),
            "jobs_engine": engine,
            "log_level": "ERROR",
        }
        chosen = load_settings(env_file=folder / "none").model_copy(
            update={**given, "workers": AT_ONCE, "lease_s": 10.0}
        )
        self.workers: list[Program] = []
        self.cluster: DaskCluster | None = None
        if engine == "dask":
            # Its workers import this file by name, as the local pool's do.
            self.cluster = DaskCluster(folder, {"PYTHONPATH": os.pathsep.join(sys.path)})
            self.opened.callback(self.cluster.end)
            chosen = chosen.model_copy(update={"dask_scheduler": self.cluster.address})
        self.settings = chosen
        self.workbench = self.opened.enter_context(open_workbench(chosen))
        script = [sys.executable, str(paths.ROOT / "benchmarks" / "jobs_engines.py")]
        environment = environment_of(chosen)
        if engine == "workers":
            for _ in range(AT_ONCE):
                program = Program([*script, "--as-worker"], environment | {"SHINSA_WORKERS": "1"})
                self.workers.append(self.opened.enter_context(program))
            for program in self.workers:
                if program.first_line() != b"ready":
                    sys.exit("A worker did not start")
        self.dispatching = partial(Program, environment=environment)
        self.script = script

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        self.opened.close()


def timed(place: Place, work: str, named: list[tuple[str, bytes]]) -> dict[str, float]:
    """Seconds for all files, after a warm-up with eight of other content."""
    engine = open_engine(place.settings, place.workbench.store)
    place.opened.callback(engine.close)
    dispatcher = Dispatcher(place.workbench.ledger, engine, place.settings)
    warm = [(f"warm {name}", body + b"%% warm\n") for name, body in named[:8]]
    dispatcher.run_until_done(submit(place.workbench, work, warm, bad=False))
    batch = submit(place.workbench, work, named, bad=False)
    began = time.perf_counter()
    progress = dispatcher.run_until_done(batch)
    seconds = time.perf_counter() - began
    if progress.counts["done"] != progress.total:
        sys.exit(f"Not all was done: {progress.counts}")
    return {
        "files": progress.total,
        "done": progress.counts["done"],
        "seconds": seconds,
        "files_per_s": progress.total / seconds,
    }


def chaos(
    place: Place, work: str, named: list[tuple[str, bytes]], kill_database: Callable[[], None]
) -> dict[str, float]:
    """What was left of all files when everything that works on them was killed."""
    workbench = place.workbench
    batch = submit(workbench, work, named, bad=True)
    total = workbench.ledger.progress(batch).total
    kills: list[Callable[[], None]]
    if place.workers:
        kills = [place.workers[0].restart, kill_database, place.workers[1].restart]
    else:
        program = place.opened.enter_context(place.dispatching([*place.script, "--as-dispatcher", batch]))
        kills = [program.restart, program.restart, program.restart]
    if place.cluster is not None:
        cluster = place.cluster

        def kill_scheduler() -> None:
            cluster.scheduler.restart()
            cluster.worker.restart()

        kills[:2] = [cluster.worker.restart, kill_scheduler]
    waiting = deque(zip((total / 10, total / 3, 2 * total / 3), kills, strict=True))
    began = time.perf_counter()
    while True:
        time.sleep(0.05)
        try:
            progress = workbench.ledger.progress(batch)
        except StoreError:
            continue
        if waiting and progress.ended >= waiting[0][0]:
            waiting.popleft()[1]()
        elif progress.finished:
            break
    ids = [unit.id for unit in workbench.ledger.units(batch)]
    with workbench.store.read() as session:
        results = session.scalar(select(func.count()).select_from(RESULTS).where(RESULTS.c.unit_id.in_(ids)))
    counts: dict[str, float] = {state: count for state, count in progress.counts.items() if count}
    return {
        "files": total,
        **counts,
        "results": results or 0,
        "kills": 3 - len(waiting),
        "seconds": time.perf_counter() - began,
    }


def as_worker() -> None:
    """A worker that also knows this benchmark's function."""
    register(KIND, FUNCTION, version="1")
    with open_workbench(settings()) as workbench:
        workbench.work(on_ready=lambda: print("ready", flush=True))


def as_dispatcher(batch: str) -> None:
    """A program that sees to one batch."""
    register(KIND, FUNCTION, version="1")
    with open_workbench(settings()) as workbench:
        workbench.run_until_done(batch)


def measure(options: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Figures by engine."""
    from servers import restart_killed_postgres, start_postgres

    named = files(options.data, options.files)
    found: dict[str, dict[str, float]] = {}
    for engine in options.engines:
        server = Path(tempfile.mkdtemp(prefix="shinsa-postgres-"))
        with tempfile.TemporaryDirectory() as folder:
            url, stop = start_postgres(server)
            try:
                with Place(engine, Path(folder), url) as place:
                    kill = partial(restart_killed_postgres, server)
                    run = partial(chaos, kill_database=kill) if options.chaos else timed
                    found[engine] = run(place, options.work, named)
            finally:
                stop()
                shutil.rmtree(server)
        print(engine, {name: round(value, 2) for name, value in found[engine].items()}, file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Measure, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of PDFs")
    parser.add_argument("--files", type=int, default=216, help="how many; 5100 for a firm's archive")
    parser.add_argument("--work", choices=("read", "ingest"), default="read")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--chaos", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--as-worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--as-dispatcher", metavar="BATCH", help=argparse.SUPPRESS)
    options = parser.parse_args()
    logs.configure("ERROR")
    if options.as_worker:
        as_worker()
        return
    if options.as_dispatcher:
        as_dispatcher(options.as_dispatcher)
        return
    if options.data is None:
        parser.error("--data is needed")
    if options.chaos and options.work != "read":
        parser.error("--chaos goes with --work read")
    register(KIND, FUNCTION, version="1")
    load = os.getloadavg()[0]
    found = measure(options)
    names = list(dict.fromkeys(name for figures in found.values() for name in figures))
    print("| engine | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for engine, figures in found.items():
        print(f"| {engine} | " + " | ".join(f"{figures.get(name, 0):,.2f}" for name in names) + " |")
    if options.out is not None:
        told = {"work": options.work, "chaos": options.chaos, "cpus": os.cpu_count(), "load": load, "engines": found}
        options.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
