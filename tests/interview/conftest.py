"""An interviewer on a store of its own: with the built-in engine, or with a scripted server behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.interview import Interviewer
from core.llm.scripted import ScriptedServer
from core.llm.scripted.script import Script
from core.settings import Settings
from core.store import Store, open_store
from model_prices import prices_file


@dataclass
class Scripted:
    """An interviewer, the server that answers it, and its store."""

    interviewer: Interviewer
    server: ScriptedServer
    store: Store

    def say(self, message: str, token: str = "t1", **named: Any) -> Any:
        session = self.interviewer.interviews.open(user="Sato", session_id="s1")
        return self.interviewer.say(session, message, token=token, language="ja", **named)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings on an SQLite file, without an endpoint, whatever the environment says."""
    plain = dict.fromkeys(("OPENAI_API_KEY", "OPENAI_BASE_URL", "LLM_MODEL", "CHAT_MODEL", "DATABASE_URL"))
    return Settings(_env_file=None, **plain).model_copy(update={"data_dir": tmp_path / "data", "store_busy_s": 5.0})


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    """An open store."""
    opened = open_store(settings)
    yield opened
    opened.close()


@pytest.fixture
def interviewer(store: Store, settings: Settings) -> Iterator[Interviewer]:
    """The built-in interviewer."""
    with Interviewer(store, settings) as opened:
        yield opened


@pytest.fixture
def scripted(store: Store, settings: Settings) -> Iterator[Callable[..., Scripted]]:
    """Starts a server with a script and an interviewer that asks it; nothing sleeps between retries."""
    with ExitStack() as stack:

        def make(script: Script, **changes: Any) -> Scripted:
            server = stack.enter_context(ScriptedServer(script))
            values = {
                "OPENAI_BASE_URL": server.base_url,
                "OPENAI_API_KEY": "sk-test-0123456789",
                "LLM_MODEL": "scripted",
                "llm_retries": 1,
                "llm_timeout_s": 1.0,
                "models_file": prices_file(settings.data_dir.parent, "scripted: {input: 1.0, output: 2.0}"),
            }
            chosen = Settings(_env_file=None, **(values | changes))
            chosen = chosen.model_copy(update={"data_dir": settings.data_dir})
            opened = stack.enter_context(Interviewer(store, chosen, sleep=lambda _seconds: None))
            return Scripted(opened, server, store)

        yield make
