"""The same question to the same model is paid once; the chat role, other questions and bad answers are not kept."""

from __future__ import annotations

import pytest

from core.errors import Truncated
from core.llm import MemoryCache, Message, Schema, Tool, Usage
from core.llm.scripted import Step

ASKED = (Message("user", "Which law governs?"),)
FOREVER = [Step(times=None, text="Nevada", usage=(10, 1))]


def test_second_time_is_free(bench):
    b = bench(FOREVER, cache=MemoryCache())
    first, second = b.endpoint.complete(ASKED), b.endpoint.complete(ASKED)
    assert len(b.server.requests) == 1
    assert (first.cached, first.usage, second.cached, second.usage) == (False, Usage(10, 1), True, Usage())
    assert (second.text, second.attempts, second.latency_ms, second.key) == ("Nevada", 0, 0.0, first.key)
    assert [(call.cached, call.attempts, call.usage) for call in b.calls.calls] == [
        (False, 1, Usage(10, 1)),
        (True, 0, Usage()),
    ]
    assert b.calls.usage == Usage(10, 1)


@pytest.mark.parametrize(
    "other",
    [
        {"messages": (Message("user", "Which law governs? "),)},
        {"messages": (Message("system", "Which law governs?"),)},
        {"temperature": 0.5},
        {"max_output_tokens": 300},
        {"schema": Schema("s", {"type": "object"})},
        {"tools": (Tool("f", "", {"type": "object"}),)},
        {"cache": False},
    ],
    ids=lambda other: next(iter(other)),
)
def test_another_question_is_asked(bench, other):
    b = bench(FOREVER, cache=MemoryCache())
    b.endpoint.complete(ASKED)
    b.endpoint.complete(**({"messages": ASKED} | other))
    assert len(b.server.requests) == 2


@pytest.mark.parametrize(("role", "settings"), [("chat", {}), ("extraction", {"llm_cache": False})])
def test_nothing_is_kept(bench, role, settings):
    cache = MemoryCache()
    b = bench(FOREVER, cache=cache, role=role, **settings)
    b.endpoint.complete(ASKED)
    b.endpoint.complete(ASKED)
    assert (len(b.server.requests), cache.get("")) == (2, None)


def test_unusable_and_forgotten_answers_are_asked_again(bench):
    b = bench([Step(text="Nev", finish="length"), *FOREVER], cache=MemoryCache())
    with pytest.raises(Truncated):
        b.endpoint.complete(ASKED)
    answer = b.endpoint.complete(ASKED)
    b.endpoint.forget(answer)
    assert not b.endpoint.complete(ASKED).cached
    assert len(b.server.requests) == 3


def test_body_of_another_version_is_asked_again(bench):
    cache = MemoryCache()
    b = bench(FOREVER, cache=cache)
    cache.put(b.endpoint.complete(ASKED).key, '{"text": "old form"}')
    assert b.endpoint.complete(ASKED).text == "Nevada"
    assert len(b.server.requests) == 2
