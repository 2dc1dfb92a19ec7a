"""Where units are done in the tests of jobs: workers as processes of their own, and a Dask cluster, on loopback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from core.settings import ROOT, Settings
from servers import free_port

FUNCTIONS = ROOT / "tests" / "jobs"
_WORKER = """
from core import logs
from core.jobs import Ledger, leases, register, run_worker
from core.settings import Settings
from core.store import open_store
logs.configure("ERROR")
leases.BACKOFF_BASE_S = 0.01
for kind in ("double", "nothing", "size", "misbehave"):
    register(kind, f"job_functions:{kind}", version="1")
settings = Settings(_env_file=None)
store = open_store(settings)
run_worker(Ledger(store, settings), settings, on_ready=lambda: print("ready", flush=True))
store.close()
"""


def wait_until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something to come to pass."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)


class Program:
    """A process that a test starts, kills and starts again."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        self._command = command
        path = os.pathsep.join([str(ROOT), str(FUNCTIONS)])
        self._environment = os.environ | {"PYTHONPATH": path, "SHINSA_LOG_LEVEL": "ERROR"} | (environment or {})
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command, cwd=ROOT, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def first_line(self) -> bytes:
        """What it says when it is ready."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def kill(self) -> None:
        """kill −9."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.wait()

    def terminate(self) -> int:
        """SIGTERM; gives the exit code."""
        self.process.terminate()
        return self.wait()

    def wait(self) -> int:
        """Wait for its end; gives the exit code."""
        code = self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def restart(self) -> None:
        """Kill it and start it again."""
        self.end()
        self.process = self._start()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill it if it still runs."""
        if self.process.poll() is None:
            self.kill()
        elif self.process.stdout is not None:
            self.process.stdout.close()


def environment_of(settings: Settings) -> dict[str, str]:
    """What gives a program these settings."""
    url = settings.database_url
    return {
        "DATABASE_URL": "" if url is None else url.get_secret_value(),
        "DATA_DIR": str(settings.data_dir),
        "JOBS_ENGINE": settings.jobs_engine,
        "DASK_SCHEDULER": settings.dask_scheduler or "",
        "SHINSA_LEASE_S": str(settings.lease_s),
        "SHINSA_UNIT_DEADLINE_S": str(settings.unit_deadline_s),
        "SHINSA_DRAIN_S": str(settings.drain_s),
        "SHINSA_WORKERS": str(settings.workers),
    }


def worker(settings: Settings) -> Program:
    """A worker for the functions of the tests, ready."""
    started = Program([sys.executable, "-c", _WORKER], environment_of(settings))
    assert started.first_line() == b"ready"
    return started


def product_worker(settings: Settings, *options: str) -> Program:
    """`python -m core worker`, ready."""
    started = Program([sys.executable, "-m", "core", "worker", *options, "--json"], environment_of(settings))
    assert b'"state":"ready"' in started.first_line()
    return started


class DaskCluster:
    """A scheduler and a worker with two threads."""

    def __init__(self, folder: Path, environment: dict[str, str] | None = None) -> None:
        self.address = f"tcp://127.0.0.1:{free_port()}"
        data = {"DATA_DIR": str(folder / "data"), **(environment or {})}
        here = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0", "--no-dashboard"]
        port = self.address.rpartition(":")[2]
        self.scheduler = Program([sys.executable, "-m", "dask", "scheduler", *here, "--port", port], data)
        space = ["--no-nanny", "--nthreads", "2", "--local-directory", str(folder)]
        self.worker = Program([sys.executable, "-m", "dask", "worker", self.address, *here, *space], data)

    def end(self) -> None:
        """End both."""
        self.worker.end()
        self.scheduler.end()
