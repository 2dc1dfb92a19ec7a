"""Several apps as docker-compose.yml arranges them: one PostgreSQL, one worker, Caddy with the shipped Caddyfile."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import paths
from streamlit_client import Server, workbench_server

from places_of_work import Program
from servers import free_port, fresh_database, start_postgres

_KEY = "the key of the audit log of a benchmark"


@dataclass(frozen=True)
class Apps:
    """Running apps, and the port of the proxy in front of them, or of the only one."""

    servers: tuple[Server, ...]
    port: int
    logs: tuple[Path, ...]

    def cpu_s(self) -> float:
        """Processor seconds of all of them, without their children."""
        return sum(server.cpu_s() for server in self.servers)

    def memory_mb(self) -> float:
        """Resident memory of all of them."""
        return sum(server.memory_mb() for server in self.servers)


@contextmanager
def postgres_settings(*, neo4j: bool, folder: Path) -> Iterator[dict[str, str]]:
    """What apps and workers are told that share a fresh PostgreSQL, and with `neo4j` a graph on a server."""
    with ExitStack() as stack:
        place = Path(tempfile.mkdtemp(prefix="shinsa-postgres-"))
        stack.callback(shutil.rmtree, place)
        url, stop = start_postgres(place)
        stack.callback(stop)
        given = {
            "DATABASE_URL": stack.enter_context(fresh_database(url)),
            "JOBS_ENGINE": "workers",
            "SHINSA_AUDIT_KEY": _KEY,
        }
        if neo4j:
            from servers_neo4j import shared_neo4j

            server = stack.enter_context(shared_neo4j(folder))
            given |= {
                "NEO4J_URI": server.uri,
                "NEO4J_USERNAME": server.username,
                "NEO4J_PASSWORD": server.password,
            }
        yield given


@contextmanager
def in_environment(given: Mapping[str, str]) -> Iterator[None]:
    """What reads the environment of this process finds these in it."""
    before = dict(os.environ)
    os.environ.update(given)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def one_app(folder: Path) -> Iterator[Apps]:
    """One app on the data of a folder, spoken to directly."""
    log = folder / "server.log"
    with workbench_server(folder, log) as server:
        yield Apps((server,), server.port, (log,))


@contextmanager
def apps_behind_proxy(folder: Path, count: int, settings: Mapping[str, str]) -> Iterator[Apps]:
    """So many apps, a worker and the proxy.

    Args:
        folder: each of them gets a folder of its own in it.
        count: of apps.
        settings: of `postgres_settings`.
    """
    if shutil.which("caddy") is None:
        sys.exit("The proxy is missing: apt-get install caddy")
    with ExitStack() as stack:
        command = [sys.executable, "-m", "core", "worker", "--json"]
        worker = stack.enter_context(Program(command, {**settings, "DATA_DIR": str(folder / "worker")}))
        worker.first_line()
        logs = tuple(folder / f"app-{number}.log" for number in range(1, count + 1))
        servers = tuple(
            stack.enter_context(workbench_server(folder / log.stem, log, environment=settings)) for log in logs
        )
        port = free_port()
        file = folder / "Caddyfile"
        file.write_text(_caddyfile(port, [server.port for server in servers]), encoding="utf-8")
        for server in servers:
            _wait_until_ready(server.port)
        stack.enter_context(_proxy(file, folder / "proxy.log", port))
        yield Apps(servers, port, logs)


def _caddyfile(port: int, upstreams: list[int]) -> str:
    """The shipped file with our ports in the place of those of the containers."""
    shipped = (paths.ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    behind = " ".join(f"127.0.0.1:{upstream}" for upstream in upstreams)
    # An older Caddy, such as Debian's, does not know this word.
    shipped = shipped.replace("\tpersist_config off\n", "", 1)
    listening = shipped.replace(":8080 {", f":{port} {{\n\tbind 127.0.0.1", 1)
    return re.sub(r"(?<=reverse_proxy ).*(?= \{)", behind, listening)


@contextmanager
def _proxy(file: Path, log: Path, port: int) -> Iterator[None]:
    with log.open("wb") as output:
        command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
        own = os.environ | {"XDG_CONFIG_HOME": str(file.parent), "XDG_DATA_HOME": str(file.parent)}
        process = subprocess.Popen(command, env=own, stdout=output, stderr=output)
        try:
            _wait_until_ready(port, lambda: process.poll() is None or sys.exit(log.read_text(encoding="utf-8")))
            yield
        finally:
            process.terminate()
            process.wait(30)


def _wait_until_ready(port: int, look: Callable[[], object] = lambda: None) -> None:
    deadline = time.monotonic() + 300
    while True:
        look()
        try:
            if httpx2.get(f"http://localhost:{port}/readyz", timeout=5).status_code == 200:
                return
        except httpx2.HTTPError:
            pass
        if time.monotonic() > deadline:
            sys.exit(f"Nothing is ready on port {port}")
        time.sleep(0.2)
