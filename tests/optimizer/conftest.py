"""A small prompt, its examples, a store, and an engine that plays matches in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.jobs import Dispatcher, Ledger
from core.optimizer.files import Material, dataset_of, read_material
from core.optimizer.runs import RunBook
from core.settings import Settings, settings
from core.store import Store, open_store
from played_in_process import Inline, closed_stores


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
    closed_stores()
    settings.cache_clear()


@pytest.fixture
def store(chosen: Callable[..., Settings]) -> Iterator[Store]:
    opened = open_store(chosen())
    yield opened
    opened.close()


@pytest.fixture
def material() -> Material:
    """The prompt that ships and some examples of the data set that ships."""
    shipped = read_material("contract_answer", "contract_answers")
    return Material(shipped.prompt, dataset_of("few", shipped.dataset.examples[:14]), shipped.judge, shipped.rubric)


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
