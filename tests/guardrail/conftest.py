"""An endpoint that talks to a scripted server over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from core.llm import Endpoint, MemoryCache, endpoint
from core.llm.scripted import ScriptedServer
from core.llm.scripted.script import Script
from core.settings import Settings


@pytest.fixture
def scripted() -> Iterator[Callable[[Script], tuple[Endpoint, ScriptedServer]]]:
    """Starts a server with a script and gives an endpoint for it; both are closed at the end."""
    with ExitStack() as stack:

        def start(script: Script) -> tuple[Endpoint, ScriptedServer]:
            server = stack.enter_context(ScriptedServer(script))
            settings = Settings(_env_file=None, OPENAI_BASE_URL=server.base_url, LLM_MODEL="m", llm_retries=0)
            made = endpoint("extraction", settings, cache=MemoryCache())
            assert made is not None
            return stack.enter_context(made), server

        yield start
