"""Settings of a fresh folder, a scripted server, a book of runs, and an engine that works in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from core.extraction.runs import ExtractionBook
from core.jobs import Ledger
from core.llm.scripted import ScriptedServer
from core.llm.scripted.script import Script
from core.settings import Settings, settings
from core.store import Store, open_store
from extraction_in_process import InProcess, closed_stores


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Settings]]:
    """Settings of a fresh data folder: `chosen(LLM_MODEL=…)` sets more; also what workers would read."""
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
def scripted(chosen: Callable[..., Settings]) -> Iterator[Callable[..., tuple[Settings, ScriptedServer]]]:
    """Starts a server with a script; gives the settings of an endpoint in the role extraction, and the server."""
    with ExitStack() as stack:

        def start(script: Script, **more: str) -> tuple[Settings, ScriptedServer]:
            server = stack.enter_context(ScriptedServer(script))
            values = {"OPENAI_BASE_URL": server.base_url, "LLM_MODEL": "scripted", "SHINSA_LLM_RETRIES": "0", **more}
            return chosen(**values), server

        yield start


@pytest.fixture
def store(chosen: Callable[..., Settings]) -> Iterator[Store]:
    opened = open_store(chosen())
    yield opened
    opened.close()


@pytest.fixture
def book(store: Store, chosen: Callable[..., Settings]) -> ExtractionBook:
    return ExtractionBook(store, chosen(), Ledger(store, chosen()))


@pytest.fixture
def in_process() -> InProcess:
    return InProcess()
