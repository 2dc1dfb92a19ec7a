"""The optimizer's linear algebra keeps to one thread, wherever it is reckoned, and leaves other parts theirs."""

from __future__ import annotations

import contextlib
import ctypes
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.jobs.worker_process import WorkerProcess
from core.optimizer import Space
from core.optimizer.methods import create
from core.optimizer.one_thread import _openblas, one_thread
from core.optimizer.runs import forecast, forecasting
from core.settings import load_settings


@pytest.fixture
def library() -> Iterator[ctypes.CDLL]:
    found = _openblas()
    if found is None:
        pytest.skip("numpy came with another library")
    before = found.scipy_openblas_get_num_threads64_()
    found.scipy_openblas_set_num_threads64_(2)
    yield found
    found.scipy_openblas_set_num_threads64_(before)


def test_the_last_one_out_lets_go(library: ctypes.CDLL) -> None:
    threads = library.scipy_openblas_get_num_threads64_
    with contextlib.ExitStack() as first, contextlib.ExitStack() as second:
        first.enter_context(one_thread())
        second.enter_context(one_thread())
        assert threads() == 1
        first.close()
        assert threads() == 1
        second.close()
        assert threads() == 2


def test_a_forecast_is_reckoned_on_one(library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def watched(*given: Any, **named: Any) -> Any:
        seen.append(library.scipy_openblas_get_num_threads64_())
        return create(*given, **named)

    monkeypatch.setattr(forecasting, "create", watched)
    forecast("factored", Space((2, 2)), 3, examples=5, worlds=2)
    assert (seen, library.scipy_openblas_get_num_threads64_()) == ([1, 1], 2)


def _environment(pid: int) -> list[bytes]:
    """The environment that a process was begun with: the kernel shows none until its program is loaded."""
    until = time.monotonic() + 30
    while not (shown := Path(f"/proc/{pid}/environ").read_bytes()) and time.monotonic() < until:
        time.sleep(0.01)
    return shown.split(b"\0")


@pytest.mark.skipif(not Path("/proc/self/environ").is_file(), reason="a process's environment is read in /proc")
def test_a_worker_begins_with_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    worker = WorkerProcess(load_settings(data_dir=tmp_path))
    try:
        assert b"OPENBLAS_NUM_THREADS=1" in _environment(worker.pid)
    finally:
        worker.end()
