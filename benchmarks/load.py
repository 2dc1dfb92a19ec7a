"""Sessions that read, ask and upload at once: how long they wait, what the server spends, what goes wrong.

    python benchmarks/load.py --out load.json [--contracts 500] [--sessions 60] [--seconds 120] [--pause 10 30]
    python benchmarks/load.py --out reruns.json --sessions 1 --seconds 0

First each page is run again and again by one session, for the processor time of the server's process; wall times of a
shared machine mean little. Then sessions over the websocket, each a tab of its own: they pause, then run their page
again, ask a question or (with `--uploads`) upload a contract of their own. Every session is pinged all the while.
`problems` are messages with a reference number, lost connections and pings that were not answered within 20 s.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it
import websockets
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit_client import REFERENCE, Server, Session, workbench_server

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
_PING_S, _LATE_S = 5.0, 20.0
_UPLOADS_FROM = 100_000


@dataclass
class Seen:
    """What the sessions saw: waits in seconds by kind, and what went wrong."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def note(self, kind: str, seconds: float) -> None:
        """Keep a wait."""
        self.waits.setdefault(kind, []).append(seconds)


async def rerun_costs(server: Server, rounds: int) -> dict[str, dict[str, float]]:
    """Processor milliseconds of the server and bytes sent for one rerun of each page, by one session."""
    costs = {}
    for name, (page, query) in PAGES.items():
        session = Session(server.port)
        await session.open(page, query)
        for _ in range(3):
            await session.run()
        spent, sent = server.cpu_s(), session.received[0]
        for _ in range(rounds):
            await session.run()
        costs[name] = {
            "cpu_ms": round(1e3 * (server.cpu_s() - spent) / rounds, 1),
            "bytes": round((session.received[0] - sent) / rounds),
        }
        await session.close()
    return costs


async def _user(
    number: int, server: Server, until: float, pause: tuple[float, float], seen: Seen, *, uploads: bool
) -> None:
    """One person: a page, a pause, a rerun or a question or an upload, and so on."""
    chance = random.Random(number)
    name = ("qa", "contracts", "contract", "qa", "graph", "interview")[number % 6]
    session = Session(server.port)
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


async def measured(server: Server, arguments: argparse.Namespace) -> dict[str, object]:
    """Everything that is measured on one server."""
    report: dict[str, object] = {"reruns": await rerun_costs(server, arguments.rounds)}
    if arguments.seconds:
        seen = Seen()
        begin, spent = time.monotonic(), server.cpu_s()
        until = begin + arguments.seconds
        users = [
            _user(number, server, until, tuple(arguments.pause), seen, uploads=arguments.uploads)
            for number in range(arguments.sessions)
        ]
        await asyncio.gather(*users)
        report |= {
            "cpu_share": round((server.cpu_s() - spent) / (time.monotonic() - begin), 3),
            "memory_mb": round(server.memory_mb()),
            "waits_s": {kind: _summary(waits) for kind, waits in sorted(seen.waits.items())},
            "problems": sorted(set(seen.problems)),
            "problem_count": len(seen.problems),
        }
    return report


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
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        fill(folder, arguments.contracts)
        load_before = os.getloadavg()[0]
        with workbench_server(folder, folder / "server.log") as server:
            report = asyncio.run(measured(server, arguments))
        log = (folder / "server.log").read_text(errors="replace")
    report |= {
        "contracts": arguments.contracts,
        "sessions": arguments.sessions,
        "load_before": round(load_before, 1),
        "uncaught_errors": [line[:2_000] for line in log.splitlines() if '"uncaught error"' in line],
    }
    arguments.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
