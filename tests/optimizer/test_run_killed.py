"""A run killed with -9 at random points goes on to the result that it would have come to."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import orjson

from core.optimizer.runs import RunBook
from core.settings import ROOT, load_settings
from core.store import open_store

STEPS = 60
KILLS = 4


def started(data: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "core", "optimize", *arguments, "--data-dir", str(data), "--json"]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )


def run_options(out: Path) -> tuple[str, ...]:
    named = ("--prompt", "contract_answer", "--dataset", "contract_answers", "--optimizer", "bradley_terry")
    return ("run", *named, "--steps", str(STEPS), "--seed", "5", "--out", str(out))


def result(out: Path) -> tuple[Any, ...]:
    """All that a run came to, but for ids and times."""
    history = orjson.loads((out / "history.json").read_bytes())
    matches = []
    for match in history["matches"]:
        for side in match["answers"].values():
            side.pop("latency_ms")
        for verdict in match["verdicts"]:
            verdict.pop("latency_ms")
        matches.append(match)
    kept = {name: history[name] for name in ("spent", "leader", "effects", "candidates", "first_place")}
    return history["run"]["outcome"], matches, kept, (out / "best_prompt.yaml").read_text(encoding="utf-8")


def matches_played(data: Path, tmp_path: Path) -> tuple[str, int]:
    """Id of the one run there is, and how many of its matches have ended; nothing before it was started."""
    settings = load_settings(data_dir=data, env_file=tmp_path / "none")
    store = open_store(settings)
    try:
        book = RunBook(store, settings)
        runs = book.runs()
        return (runs[0].id, sum(m.state != "planned" for m in book.matches(runs[0].id))) if runs else ("", 0)
    finally:
        store.close()


def test_killed_again_and_again_the_result_is_identical(tmp_path: Path) -> None:
    whole = started(tmp_path / "whole", *run_options(tmp_path / "whole_out"))
    said, _ = whole.communicate(timeout=300)
    assert orjson.loads(said)["state"] == "done"
    chance = random.Random(14)
    data, out = tmp_path / "killed", tmp_path / "killed_out"
    run_id, before, in_the_middle = "", 0, 0
    for _ in range(KILLS):
        process = started(data, *(("resume", run_id, "--out", str(out)) if run_id else run_options(out)))
        _until_it_plays(data, tmp_path, before)
        time.sleep(chance.uniform(0.0, 0.8))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        run_id, played = matches_played(data, tmp_path)
        assert played >= before
        in_the_middle += 0 < played < STEPS
        before = played
    assert in_the_middle > 0
    last = started(data, "resume", run_id, "--out", str(out))
    said, _ = last.communicate(timeout=300)
    assert orjson.loads(said)["state"] == "done"
    assert result(out) == result(tmp_path / "whole_out")


def _until_it_plays(data: Path, tmp_path: Path, before: int) -> None:
    """Wait until a match more has ended, or for long enough."""
    for _ in range(120):
        if (data / "shinsa.sqlite").is_file():
            played = matches_played(data, tmp_path)[1]
            if played > before or played == STEPS:
                return
        time.sleep(0.25)
