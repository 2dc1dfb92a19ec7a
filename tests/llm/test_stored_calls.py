"""Answers and records of calls in the store."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from core import logs
from core.errors import EndpointDown
from core.llm import Message
from core.llm.call_log import StoredCache, stored_endpoint
from core.llm.scripted import ScriptedServer, Step
from core.settings import Settings
from core.store import open_store
from core.store.models import LlmCall
from model_prices import prices_file

ASKED = (Message("user", "hello"),)


def test_every_call_is_kept_and_answers_outlive_the_process(tmp_path):
    with ScriptedServer([Step(text="Nevada", usage=(10, 2)), Step(times=None, status=500)]) as server:
        settings = Settings(
            _env_file=None,
            DATA_DIR=tmp_path,
            OPENAI_BASE_URL=server.base_url,
            OPENAI_API_KEY="k",
            LLM_MODEL="m",
            llm_retries=1,
            models_file=prices_file(tmp_path, "m: {input: 0.0, output: 5.0}"),
        )
        before = datetime.now(UTC)
        store = open_store(settings)
        for _ in range(2):
            with stored_endpoint("extraction", settings, store) as model, logs.bound(session="s1"):
                assert model.complete(ASKED, prompt_version="p@1").text == "Nevada"
        with stored_endpoint("chat", settings, store, sleep=lambda _: None) as chat, pytest.raises(EndpointDown):
            chat.complete(ASKED)
        with store.read() as session:
            rows = session.scalars(select(LlmCall).order_by(LlmCall.created_at)).all()
        store.close()
        assert len(server.requests) == 3
    found = [
        (
            r.role,
            r.outcome,
            r.attempts,
            r.cached,
            r.input_tokens,
            r.output_tokens,
            r.cost,
            r.prompt_version,
            r.session_id,
        )
        for r in rows
    ]
    assert found == [
        ("extraction", "ok", 1, False, 10, 2, 1e-05, "p@1", "s1"),
        ("extraction", "ok", 0, True, 0, 0, 0.0, "p@1", "s1"),
        ("chat", "endpoint_down", 2, False, 0, 0, 0.0, None, None),
    ]
    assert [row.request_id for row in rows] == ["req_1", None, "req_3"]
    assert all(before <= row.created_at <= datetime.now(UTC) for row in rows)


def test_cache_bodies(tmp_path):
    store = open_store(Settings(_env_file=None, DATA_DIR=tmp_path))
    cache = StoredCache(store)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: cache.put("k", "first"), range(8)))
    cache.put("k", "second")
    assert (cache.get("k"), cache.get("other")) == ("first", None)
    cache.drop("k")
    cache.drop("k")
    assert cache.get("k") is None
    store.close()
