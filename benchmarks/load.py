"""Sessions that read, ask and upload at once: how long they wait, what the server spends, what goes wrong.

    python benchmarks/load.py --out load.json [--contracts 500] [--sessions 60] [--seconds 120] [--pause 10 30]
    python benchmarks/load.py --out reruns.json --sessions 1 --seconds 0
    python benchmarks/load.py --out two.json --processes 2 --sessions 100 --uploads [--neo4j]

First each page is run again and again by one session, for the processor time of the server's process; wall times of a
shared machine mean little. What the server does by itself after a start or a page (it makes the graph of 500 new
contracts, warms up for questions) is waited for before, since it is counted like the rest. Then sessions over the
websocket, each a tab of its own: they pause, then run their page again, ask a question or (with `--uploads`) upload a
contract of their own. Every session is pinged all the while.
`problems` are messages with a reference number, lost connections and pings that were not answered within 20 s.

With `--processes` the apps stand as in docker-compose.yml: one PostgreSQL (of the tests, without fsync), one worker,
the proxy with the shipped Caddyfile (`apt-get install caddy`), each app with a graph of its own unless `--neo4j`.
`agreed` says how many seconds after the load each app, asked by itself, counts every contract that is there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it
import websockets
from apps_behind_proxy import Apps, apps_behind_proxy, in_environment, one_app, postgres_settings
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit_client import REFERENCE, Session

from oracles.filled_folder import fill
from small_contracts import small_contract

PAGES = {
    "contracts": ("contracts", "lang=en"),
    "contract": ("contract", "contract=1&lang=en"),
    "qa": ("qa", "lang=en"),
    "graph": ("graph", "lang=en"),
    "interview": ("interview", "lang=en"),
    "knowledge": ("knowledge", "lang=en"),
    "operations": ("operations", "lang=en"),
}
QUESTIONS = (
    "How many contracts are there?",
    "Which contracts expire in the next 12 months?",
    "List the contracts governed by the law of New York.",
    "Which contracts have no limitation of liability?",
)
_PING_S, _LATE_S, _AGREED_S = 5.0, 20.0, 120.0
_UPLOADS_FROM = 100_000
_REST_S, _QUIET_S, _IDLE_SHARE = 600.0, 2, 0.05
_WARNING = re.compile(r'"event": "([^"]*)".*"level": "warning"')


@dataclass
class Seen:
    """What the sessions saw: waits in seconds by kind, and what went wrong."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def note(self, kind: str, seconds: float) -> None:
        """Keep a wait."""
        self.waits.setdefault(kind, []).append(seconds)


async def rerun_costs(apps: Apps, rounds: int) -> dict[str, dict[str, float]]:
    """Processor milliseconds of the server and bytes sent for one rerun of each page, by one session."""
    costs = {}
    for name, (page, query) in PAGES.items():
        session = Session(apps.port)
        await session.open(page, query)
        for _ in range(3):
            await session.run()
        await _at_rest(apps)
        spent, sent = apps.cpu_s(), session.received[0]
        for _ in range(rounds):
            await session.run()
        costs[name] = {
            "cpu_ms": round(1e3 * (apps.cpu_s() - spent) / rounds, 1),
            "bytes": round((session.received[0] - sent) / rounds),
        }
        await session.close()
    return costs


async def _at_rest(apps: Apps) -> None:
    """Wait until the server does next to nothing by itself."""
    quiet = 0
    async with asyncio.timeout(_REST_S):
        while quiet < _QUIET_S:
            spent = apps.cpu_s()
            await asyncio.sleep(1)
            quiet = quiet + 1 if apps.cpu_s() - spent < _IDLE_SHARE else 0


async def _user(
    number: int, apps: Apps, until: float, pause: tuple[float, float], seen: Seen, *, uploads: bool
) -> None:
    """One person: a page, a pause, a rerun or a question or an upload, and so on."""
    chance = random.Random(number)
    name = ("qa", "contracts", "contract", "qa", "graph", "interview")[number % 6]
    session = Session(apps.port)
    pings: asyncio.Task[None] | None = None
    try:
        await asyncio.sleep(chance.uniform(0, pause[1]))
        begin = time.perf_counter()
        await session.open(*PAGES[name])
        seen.note("open", time.perf_counter() - begin)
        pings = asyncio.create_task(_ping(session, seen))
        turn = 0
        while time.monotonic() < until:
            await asyncio.sleep(chance.uniform(*pause))
            turn += 1
            begin = time.perf_counter()
            if name == "qa":
                state = WidgetState()
                state.chat_input_value.data = chance.choice(QUESTIONS)
                await session.run(question=state)
                kind = "question"
            elif uploads and name == "contracts":
                key = next(key for key in session.widgets if key.startswith("upload_") and key[7:].isdigit())
                mine = _UPLOADS_FROM + 1_000 * number + turn
                await session.upload(key, {f"load-{mine}.txt": small_contract(mine)})
                session.widgets.pop(key, None)
                kind = "upload"
            else:
                await session.run()
                kind = "rerun"
            seen.note(kind, time.perf_counter() - begin)
    except (OSError, websockets.WebSocketException) as error:
        seen.problems.append(f"{name}: connection lost: {type(error).__name__}")
    finally:
        if pings is not None:
            pings.cancel()
        seen.problems += [f"{name}: {alert[:120]}" for alert in session.alerts]
        seen.problems += [f"{name}: {text[:120]}" for text in session.texts if REFERENCE.search(text)]
        await session.close()


async def _ping(session: Session, seen: Seen) -> None:
    while True:
        await asyncio.sleep(_PING_S)
        begin = time.perf_counter()
        try:
            async with asyncio.timeout(_LATE_S):
                await session.ping()
        except TimeoutError:
            seen.problems.append("a ping was not answered")
        except websockets.WebSocketException:
            return
        seen.note("ping", time.perf_counter() - begin)


async def measured(apps: Apps, arguments: argparse.Namespace) -> dict[str, object]:
    """Everything that is measured on one set of apps."""
    report: dict[str, object] = {"reruns": await rerun_costs(apps, arguments.rounds)}
    if arguments.seconds:
        seen = Seen()
        begin, spent = time.monotonic(), apps.cpu_s()
        until = begin + arguments.seconds
        users = [
            _user(number, apps, until, tuple(arguments.pause), seen, uploads=arguments.uploads)
            for number in range(arguments.sessions)
        ]
        await asyncio.gather(*users)
        report |= {
            "cpu_share": round((apps.cpu_s() - spent) / (time.monotonic() - begin), 3),
            "memory_mb": round(apps.memory_mb()),
            "waits_s": {kind: _summary(waits) for kind, waits in sorted(seen.waits.items())},
            "problems": sorted(set(seen.problems)),
            "problem_count": len(seen.problems),
        }
        uploads = len(seen.waits.get("upload", ()))
        report["agreed"] = await agreed(apps, arguments.contracts + uploads)
    return report


async def agreed(apps: Apps, contracts: int) -> dict[str, object]:
    """Seconds until each app, asked by itself, counts every contract; those that never do are named."""
    found: dict[str, object] = {"contracts": contracts}
    wanted = re.compile(rf"\b{contracts:,}\b")
    begin = time.monotonic()
    for number, server in enumerate(apps.servers, 1):
        session = Session(server.port)
        await session.open(*PAGES["qa"])
        while True:
            state = WidgetState()
            state.chat_input_value.data = QUESTIONS[0]
            await session.run(question=state)
            if any(wanted.search(text) for text in session.texts):
                found[f"app {number}"] = round(time.monotonic() - begin, 1)
                break
            if time.monotonic() - begin > _AGREED_S:
                found[f"app {number}"] = f"never: {session.texts[-3:]}"
                break
            await asyncio.sleep(1)
        await session.close()
    return found


def _summary(waits: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(waits, n=20, method="inclusive") if len(waits) > 1 else waits * 19
    return {
        "count": len(waits),
        "median": round(statistics.median(waits), 3),
        "p95": round(cuts[18], 3),
        "most": round(max(waits), 3),
    }


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--contracts", type=int, default=500)
    parser.add_argument("--sessions", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pause", type=float, nargs=2, default=(10.0, 30.0))
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--uploads", action="store_true")
    parser.add_argument(
        "--processes", type=int, help="apps behind a proxy on one PostgreSQL; one on SQLite if left out"
    )
    parser.add_argument("--neo4j", action="store_true", help="one graph on a server for all apps")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        folder = Path(place)
        if arguments.processes:
            given = stack.enter_context(postgres_settings(neo4j=arguments.neo4j, folder=folder))
            with in_environment(given):
                fill(folder / "filled", arguments.contracts)
            load_before = os.getloadavg()[0]
            apps = stack.enter_context(apps_behind_proxy(folder, arguments.processes, given))
        else:
            fill(folder, arguments.contracts)
            load_before = os.getloadavg()[0]
            apps = stack.enter_context(one_app(folder))
        report = asyncio.run(measured(apps, arguments))
        told = [line for log in apps.logs for line in log.read_text(errors="replace").splitlines()]
    report |= {
        "contracts": arguments.contracts,
        "sessions": arguments.sessions,
        "processes": arguments.processes or 1,
        "graph": "neo4j" if arguments.neo4j else "embedded",
        "load_before": round(load_before, 1),
        "uncaught_errors": [line[:2_000] for line in told if '"uncaught error"' in line],
        "warnings": Counter(found[1] for line in told if (found := _WARNING.search(line))),
    }
    arguments.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
