"""A small prompt, its examples, a store, and an engine that plays matches in this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import WorkbenchError
from core.jobs import Dispatcher, Ledger
from core.jobs.engine import Completed, Errored, Event, Work
from core.jobs.views import Fault
from core.jobs.worker import RETRYABLE
from core.optimizer.files import Material, read_material
from core.optimizer.runs import RunBook
from core.optimizer.runs.play import _store, play_match
from core.settings import Settings, settings
from core.store import Store, open_store

PLANTED = "The notice period is thirty days."


class Inline:
    """An engine that does a unit where it stands, so that a test can look at every step."""

    capacity = 4

    def __init__(self) -> None:
        self._events: list[Event] = []

    def submit(self, work: Work) -> None:
        try:
            result = json.loads(json.dumps(play_match(work.payload, work.blob, lambda _stage: None)))
            self._events.append(Completed(work.unit_id, work.token, result))
        except WorkbenchError as error:
            fault = Fault(error.code, str(error), {})
            retryable = isinstance(error, RETRYABLE)
            self._events.append(Errored(work.unit_id, work.token, fault, retryable, wait_s=0.0))

    def poll(self, timeout_s: float) -> list[Event]:
        events, self._events = self._events, []
        return events

    def wake(self) -> None: ...

    def cancel(self, unit_id: str, token: str) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Settings]]:
    """Settings of a fresh data folder: `chosen(JUDGE_BASE_URL=…)` sets more; also what workers would read."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))

    def use(**more: str) -> Settings:
        for name, value in more.items():
            monkeypatch.setenv(name, value)
        settings.cache_clear()
        return settings()

    settings.cache_clear()
    yield use
    if _store.cache_info().currsize:
        _store(settings()).close()
    _store.cache_clear()
    settings.cache_clear()


@pytest.fixture
def store(chosen: Callable[..., Settings]) -> Iterator[Store]:
    opened = open_store(chosen())
    yield opened
    opened.close()


@pytest.fixture
def material() -> Material:
    """The prompt and the data set that ship."""
    return read_material("contract_answer", "contract_answers")


@pytest.fixture
def play(store: Store) -> Callable[..., Any]:
    """`play(book, run)`: play a run to its end in this process; gives the run as it stands then."""

    def run_it(book: RunBook, run_id: str) -> Any:
        batch = book.run(run_id).batch_id
        Dispatcher(book.ledger, Inline(), book.ledger.settings).run_until_done(batch)
        return book.run(run_id)

    return run_it


@pytest.fixture
def book(store: Store, chosen: Callable[..., Settings]) -> RunBook:
    return RunBook(store, chosen(), Ledger(store, chosen()))
