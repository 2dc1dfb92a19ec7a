"""The local endpoint over HTTP, by the real client: schemas enforced, streams, tools, refusals."""

from __future__ import annotations

from collections.abc import Iterator

import jsonschema_rs
import openai
import orjson
import pytest

from core.llm import Message, Schema, endpoint
from core.local_model import UNTRAINED, LocalAnswers, LocalServer, is_local, untrained_model
from core.settings import Settings

SCHEMA = {
    "type": "object",
    "properties": {"risk": {"enum": ["low", "high"]}, "note": {"type": "string", "maxLength": 12}},
    "required": ["risk", "note"],
    "additionalProperties": False,
}
RISK = {**SCHEMA, "properties": {"risk": {"enum": ["low", "high"]}}, "required": ["risk"]}
FORM = {"type": "json_schema", "json_schema": {"name": "risk", "schema": SCHEMA}}
FIND = {
    "type": "object",
    "properties": {"query": {"type": "string", "maxLength": 10}},
    "required": ["query"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer(LocalAnswers(untrained_model(), most_tokens=80)) as running:
        yield running


@pytest.fixture
def client(server: LocalServer) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=server.base_url, api_key="none", max_retries=0) as client:
        yield client


def _ask(client: openai.OpenAI, **options: object):  # type: ignore[no-untyped-def]
    messages = [{"role": "user", "content": "How risky is this?"}]
    return client.chat.completions.create(model=UNTRAINED, messages=messages, **options)  # type: ignore[call-overload]


def test_it_names_its_model(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list().data] == [UNTRAINED]
    assert is_local(UNTRAINED)
    assert not is_local("gpt-5")


@pytest.mark.parametrize("seed", range(5))
def test_an_answer_fits_its_schema(client: openai.OpenAI, seed: int) -> None:
    answer = _ask(client, response_format=FORM, seed=seed)
    assert answer.choices[0].finish_reason == "stop"
    assert jsonschema_rs.validator_for(SCHEMA).is_valid(orjson.loads(answer.choices[0].message.content))
    assert answer.usage.completion_tokens <= 80


def test_a_stream_brings_the_same_text_in_pieces(client: openai.OpenAI) -> None:
    whole = _ask(client, response_format=FORM, seed=9).choices[0].message.content
    chunks = list(_ask(client, response_format=FORM, seed=9, stream=True, stream_options={"include_usage": True}))
    pieces = [chunk.choices[0].delta.content for chunk in chunks if chunk.choices and chunk.choices[0].delta.content]
    assert "".join(pieces) == whole
    assert len(pieces) > 5
    assert chunks[-1].usage.completion_tokens > 0


def test_tools_are_called_with_arguments_of_their_form_or_the_answer_is_given(client: openai.OpenAI) -> None:
    tools = [{"type": "function", "function": {"name": "find", "parameters": FIND}}]
    endings = set()
    for seed in range(12):
        choice = _ask(client, tools=tools, seed=seed).choices[0]
        endings.add(choice.finish_reason)
        if choice.finish_reason == "tool_calls":
            called = choice.message.tool_calls[0].function
            assert called.name == "find"
            assert jsonschema_rs.validator_for(FIND).is_valid(orjson.loads(called.arguments))
        else:
            assert isinstance(choice.message.content, str)
    assert endings == {"stop", "tool_calls"}


def test_too_few_tokens_end_by_length(client: openai.OpenAI) -> None:
    assert _ask(client, response_format=FORM, max_tokens=3).choices[0].finish_reason == "length"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"response_format": {**FORM, "json_schema": {"name": "x", "schema": {"$ref": "https://x.example/s"}}}},
            "schema",
        ),
        ({"response_format": {**FORM, "json_schema": {"name": "x", "schema": {"type": "strin"}}}}, "schema"),
        ({"n": 3}, "n"),
        ({"temperature": 9}, "temperature"),
    ],
)
def test_what_it_cannot_do_it_refuses_by_name(client: openai.OpenAI, options: dict[str, object], said: str) -> None:
    with pytest.raises(openai.BadRequestError, match=said):
        _ask(client, **options)


def test_a_conversation_beyond_its_context_is_refused(client: openai.OpenAI) -> None:
    messages = [{"role": "user", "content": "x" * 5_000}]
    with pytest.raises(openai.BadRequestError, match="context length"):
        client.chat.completions.create(model=UNTRAINED, messages=messages)  # type: ignore[arg-type]


def test_the_products_own_client_speaks_with_it(server: LocalServer) -> None:
    settings = Settings(OPENAI_API_KEY="none", OPENAI_BASE_URL=server.base_url, LLM_MODEL=UNTRAINED)
    asked = endpoint("extraction", settings)
    assert asked is not None
    with asked:
        answer = asked.complete([Message("user", "Is it risky?")], schema=Schema("risk", RISK))
    assert orjson.loads(answer.text)["risk"] in ("low", "high")
