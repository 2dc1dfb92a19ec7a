"""Concurrent interviews against the scripted server in a process of its own, and interviews killed at random points.

`python -m benchmarks.interview [--sessions 50] [--turns 10] [--delay 2.0] [--think 2.0] [--rounds 20] [--out FILE]`:
figures on standard output and, where asked for, as JSON. The model takes `--delay` seconds a turn; own overhead is what
a turn takes outside of the model's call; it is also given with HTTP and reading the stream. Users think for up to
`--think` seconds before each turn; with 0 all sessions send at the same moment. Some answers are fenced and repaired.
The kill rounds run a process that interviews in eight threads with the built-in engine, kill it at a random moment with
SIGKILL, and hold what it had acknowledged against the store.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from core import logs
from core.errors import NotFound
from core.interview import Interviewer, TurnLog
from core.settings import ROOT, Settings, load_settings
from core.store import open_store

FENCED = "囲みつき"
THREADS = 8
TURN = {
    "control": {"schema_version": "1.0", "mode": "interview"},
    "state": {"phase": "organize_risks", "missing_info": ["重大度", "推奨条項"]},
    "assistant_message": "なぜそれが問題なのですか。誰に、どのような損害が及びますか。" * 4,
    "knowledge_json": {
        "title": "秘密保持義務の期間",
        "contract_types": ["秘密保持契約"],
        "problem_pattern": "秘密保持義務が無期限に存続する。" * 10,
        "risk": "記録を永久に残さねばならない。" * 10,
        "recommended_clause": None,
        "note": None,
    },
}


def settings(folder: Path, **values: Any) -> Settings:
    """Settings on an SQLite file, whatever the environment says."""
    plain = load_settings(env_file=folder / "none")
    return plain.model_copy(update={**values, "data_dir": folder, "database_url": None, "store_busy_s": 60.0})


def scripted(folder: Path, delay_s: float) -> tuple[subprocess.Popen[str], str]:
    """A scripted server in a process of its own, and its address."""
    text = json.dumps(TURN, ensure_ascii=False)
    step: dict[str, Any] = {"times": None, "delay_s": delay_s, "piece": 64, "usage": [2000, 300]}
    steps = [
        {**step, "when": {"contains": FENCED}, "text": f"```json\n{text}\n```"},
        {**step, "text": text},
    ]
    script = folder / "script.json"
    script.write_text(json.dumps({"steps": steps}, ensure_ascii=False), encoding="utf-8")
    command = [sys.executable, "-m", "core", "serve-scripted", "--script", str(script), "--json"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, json.loads(process.stdout.readline())["base_url"]


def concurrent(sessions: int, turns: int, delay_s: float, think_s: float) -> dict[str, object]:
    """Figures of so many interviews at once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server, address = scripted(folder, delay_s)
        try:
            chosen = settings(
                folder, openai_base_url=address, openai_api_key=SecretStr("sk-test"), llm_model="scripted"
            )
            store = open_store(chosen)
            with Interviewer(store, chosen) as interviewer:
                took: list[tuple[float, float]] = []
                lock = threading.Lock()

                def interview(number: int) -> None:
                    key = interviewer.interviews.open(user="benchmark", session_id=f"s{number}")
                    chance = random.Random(number)
                    for turn in range(turns):
                        time.sleep(chance.uniform(0, think_s))
                        message = f"発言 {turn}" + (FENCED if (number + turn) % 10 == 0 else "")
                        began = time.perf_counter()
                        said = interviewer.say(key, message, token=f"t{turn}", language="ja")
                        whole = (time.perf_counter() - began) * 1000
                        asking = sum(float(str(attempt["latency_ms"])) for attempt in said.attempts)
                        with lock:
                            took.append((whole - asking, whole - delay_s * 1000))
                        if turn % 5 == 0:
                            # The same submission once more, as a nervous click would: no second turn.
                            interviewer.submit(key, message, token=f"t{turn}", language="ja")

                began = time.perf_counter()
                with ThreadPoolExecutor(sessions) as pool:
                    list(pool.map(interview, range(sessions)))
                wall = time.perf_counter() - began
                stored = [turn for n in range(sessions) for turn in interviewer.turns.turns(f"s{n}")]
            store.close()
        finally:
            server.terminate()
            server.wait()
    own, beyond = sorted(own_code for own_code, _ in took), sorted(two for _, two in took)
    numbers = [(turn.session_id, turn.number) for turn in stored]
    guard = sorted(float(str(turn.attempts[-1]["guard_ms"])) for turn in stored)
    return {
        "sessions": sessions,
        "turns": len(stored),
        "model_s": delay_s,
        "think_s": think_s,
        "turns_per_s": round(len(stored) / wall, 1),
        "own_overhead_median_ms": round(statistics.median(own), 1),
        "own_overhead_p95_ms": round(own[int(len(own) * 0.95)], 1),
        "own_overhead_max_ms": round(own[-1], 1),
        "with_http_and_stream_median_ms": round(statistics.median(beyond), 1),
        "with_http_and_stream_p95_ms": round(beyond[int(len(beyond) * 0.95)], 1),
        "guard_median_ms": round(statistics.median(guard), 3),
        "repaired": sum("fence" in turn.steps for turn in stored),
        "duplicate_turns": len(numbers) - len(set(numbers)),
        "lost_turns": sessions * turns - len(stored),
        "not_done": sum(turn.state != "done" for turn in stored),
    }


def child(folder: Path) -> None:
    """Interviews until killed; writes down what was acknowledged."""
    chosen = settings(folder)
    store = open_store(chosen)
    said = os.open(folder / "said", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    with Interviewer(store, chosen) as interviewer:

        def interview(number: int) -> None:
            key = interviewer.interviews.open(user="benchmark", session_id=f"s{number}")
            while True:
                token = f"{os.getpid()}-{number}-{time.monotonic_ns()}"
                message = f"発言 {token}"
                turn = interviewer.say(key, message, token=token, language="ja")
                os.write(said, f"{turn.id} {token}\n".encode())

        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(interview, range(THREADS)))


def killed(rounds: int) -> dict[str, object]:
    """What was lost in so many kills."""
    chance = random.Random(9)
    lost = changed = pending = interrupted = acknowledged = duplicates = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = settings(folder)
        for _ in range(rounds):
            process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.interview", "--child", str(folder)],
                cwd=ROOT,
                stderr=subprocess.DEVNULL,
            )
            _until_said_more(folder / "said", process)
            time.sleep(chance.uniform(0.0, 2.5))
            process.send_signal(signal.SIGKILL)
            process.wait()
            store = open_store(chosen)
            turns = [turn for n in range(THREADS) for turn in _turns(TurnLog(store), f"s{n}")]
            store.close()
            pending += sum(turn.state == "pending" for turn in turns)
        by_id = {turn.id: turn for turn in turns}
        numbers = [(turn.session_id, turn.number) for turn in turns]
        duplicates = len(numbers) - len(set(numbers))
        interrupted = sum(turn.outcome == "interrupted" for turn in turns)
        for line in (folder / "said").read_text(encoding="utf-8").splitlines():
            turn_id, token = line.split(" ")
            acknowledged += 1
            found = by_id.get(turn_id)
            lost += found is None
            changed += found is not None and (found.state != "done" or found.message != f"発言 {token}")
    return {
        "rounds": rounds,
        "acknowledged_turns": acknowledged,
        "lost": lost,
        "changed": changed,
        "left_pending": pending,
        "interrupted_with_words_kept": interrupted,
        "duplicate_turns": duplicates,
    }


def _until_said_more(said: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until a child has loaded its models and acknowledged a turn: before, a kill would interrupt nothing."""
    before = said.stat().st_size if said.exists() else 0
    while (said.stat().st_size if said.exists() else 0) == before:
        if process.poll() is not None:
            raise SystemExit(f"the interviews ended by themselves, with {process.returncode}")
        time.sleep(0.05)


def _turns(log: TurnLog, session_id: str) -> list[Any]:
    try:
        return log.turns(session_id)
    except NotFound:
        return []  # killed before this interview was opened


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--delay", type=float, default=2.0)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--child", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    logs.configure("CRITICAL")
    if options.child is not None:
        child(options.child)
        return
    figures = {"concurrent": concurrent(options.sessions, options.turns, options.delay, options.think)}
    if options.rounds:
        figures["killed"] = killed(options.rounds)
    for part, values in figures.items():
        for name, value in values.items():
            print(f"{part}.{name:32}{value}")
    if options.out is not None:
        options.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
