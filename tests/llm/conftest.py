"""A scripted server and endpoints that talk to it over HTTP. Nothing sleeps: waits are written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from core.llm import AnswerCache, Endpoint, MemoryCalls, endpoint
from core.llm.scripted import ScriptedServer
from core.llm.scripted.script import Script
from core.settings import Role, Settings

KEY = "sk-test-secret-0123456789"


@dataclass
class Bench:
    """An endpoint, the server behind it, its records and the waits it wanted to make."""

    endpoint: Endpoint
    server: ScriptedServer
    calls: MemoryCalls
    waits: list[float] = field(default_factory=list)

    def bodies(self) -> list[dict[str, object]]:
        return [dict(seen.body) for seen in self.server.requests]


Make = Callable[..., Bench]


@pytest.fixture
def bench() -> Iterator[Make]:
    """Starts a server with a script and an endpoint for it; both are closed at the end."""
    with ExitStack() as stack:

        def make(
            script: Script,
            *,
            role: Role = "extraction",
            cache: AnswerCache | None = None,
            missing: tuple[str, ...] = (),
            **settings: object,
        ) -> Bench:
            server = stack.enter_context(ScriptedServer(script, missing=missing))
            values = {
                "OPENAI_BASE_URL": server.base_url,
                "OPENAI_API_KEY": KEY,
                "LLM_MODEL": "scripted",
                "EMBEDDINGS_MODEL": "scripted-embeddings",
                "llm_retries": 2,
                "llm_timeout_s": 5.0,
            }
            waits: list[float] = []
            calls = MemoryCalls()
            made = endpoint(
                role, Settings(_env_file=None, **(values | settings)), cache=cache, calls=calls, sleep=waits.append
            )
            assert made is not None
            return Bench(stack.enter_context(made), server, calls, waits)

        yield make
