"""`python -m core optimize duel`: one JSON object a line in, one out."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from core.cli.main import main
from core.optimizer.methods import METHODS


def answers(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], *lines: object
) -> list[dict[str, Any]]:
    sent = b"\n".join(line if isinstance(line, bytes) else orjson.dumps(line) for line in lines)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(sent + b"\n")))
    assert main(["optimize", "duel"]) == 0
    return [orjson.loads(line) for line in capfdbinary.readouterr().out.splitlines()]


@pytest.mark.parametrize("name", METHODS)
def test_a_session(name: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    duels = [
        {
            "op": "update",
            "a": [1, place % 2],
            "b": [0, place % 2],
            "outcome": 1,
            "info": {"margin": 0.3, "example": place, "a_shown_first": place % 3 == 0},
        }
        for place in range(30)
    ]
    init = {"op": "init", "cards": [2, 2], "budget": 40, "seed": 7, "method": name}
    first, proposed, *updated, best = answers(
        monkeypatch, capfdbinary, init, {"op": "propose", "t": 0}, *duels, {"op": "best"}
    )
    assert first == {"ok": True}
    assert sorted(proposed) == ["a", "b"]
    assert updated == [{"ok": True}] * 30
    assert best["arm"][0] == 1
    assert 0.0 <= best["confidence"] <= 1.0


def test_wrong_lines_are_named_and_change_nothing(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    update = {"op": "update", "a": [1, 0], "b": [0, 0], "outcome": 1}
    wrong = [
        {"op": "init", "cards": [2, 2], "seed": 1},
        b"no json",
        {"op": "fly"},
        {**update, "a": [2, 0]},
        {**update, "outcome": 0.7},
        {**update, "b": [1, 0]},
        {"op": "init", "cards": [10] * 9},
        {"op": "init", "cards": [2, 2], "method": "roulette"},
        {"op": "add_levels", "knob": 5},
        {"op": "best"},
    ]
    said = answers(monkeypatch, capfdbinary, {"op": "best"}, *wrong)
    assert [answer.get("ok") for answer in said] == [False, True, *[False] * 8, None]
    assert all(answer["message"] for answer in said if answer.get("ok") is False)
    untouched = answers(monkeypatch, capfdbinary, wrong[0], wrong[-1])
    assert said[-1] == untouched[-1]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")
def test_linear_algebra_stays_on_one_thread() -> None:
    """On small matrices several threads took ten times the processor time of one."""
    counts = []
    for chosen in ({}, {"OPENBLAS_NUM_THREADS": "1"}):
        others = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
        with subprocess.Popen(
            [sys.executable, "-m", "core", "optimize", "duel"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**others, **chosen},
        ) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.write(b'{"op": "init", "cards": [4, 4]}\n')
            program.stdin.flush()
            assert orjson.loads(program.stdout.readline()) == {"ok": True}
            counts.append(len(list(Path(f"/proc/{program.pid}/task").iterdir())))
            program.stdin.close()
    assert counts[0] == counts[1]
