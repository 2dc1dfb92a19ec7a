"""Answers, whole: what is sent, what comes back, what is recorded."""

from __future__ import annotations

import pytest

from core.llm import Message, Schema, Tool, ToolCall, Usage, endpoint
from core.llm.scripted import ScriptedCall, Step
from core.settings import Settings
from model_prices import prices_file

ASKED = (Message("system", "Be short."), Message("user", "Is there a cap on liability?"))
TOOL = Tool("get_contract", "One contract.", {"type": "object", "properties": {"id": {"type": "string"}}})
SCHEMA = Schema(
    "verdict",
    {
        "type": "object",
        "properties": {"present": {"type": "boolean"}, "note": {"type": "string", "maxLength": 9}},
        "required": ["present"],
        "additionalProperties": False,
    },
)
STRICT = {
    "type": "object",
    "properties": {"present": {"type": "boolean"}, "note": {"type": ["string", "null"]}},
    "required": ["present", "note"],
    "additionalProperties": False,
}


def test_chat_completion_is_sent_and_read_whole(bench, tmp_path):
    prices = prices_file(tmp_path, "scripted: {input: 2.0, output: 10.0}")
    b = bench([Step(text="Yes, 上限あり。", usage=(100, 20))], models_file=prices)
    answer = b.endpoint.complete(ASKED, temperature=0.0, max_output_tokens=300, prompt_version="qa@1")
    assert b.bodies() == [
        {
            "model": "scripted",
            "messages": [
                {"role": "system", "content": "Be short."},
                {"role": "user", "content": "Is there a cap on liability?"},
            ],
            "max_tokens": 300,
            "temperature": 0.0,
        }
    ]
    assert b.server.requests[0].path == "/v1/chat/completions"
    assert b.server.requests[0].headers["authorization"] == "Bearer sk-test-secret-0123456789"
    assert (answer.text, answer.tool_calls, answer.finish, answer.model) == ("Yes, 上限あり。", (), "stop", "scripted")
    assert (answer.usage, answer.request_id, answer.attempts) == (Usage(100, 20, 0.0004), "req_1", 1)
    assert not answer.cached
    assert answer.latency_ms > 0
    [record] = b.calls.calls
    assert (record.role, record.model, record.outcome, record.attempts, record.usage, record.request_id) == (
        "extraction",
        "scripted",
        "ok",
        1,
        Usage(100, 20, 0.0004),
        "req_1",
    )
    assert (record.cached, record.prompt_version, record.session_id) == (False, "qa@1", None)


def test_responses_api_is_sent_and_read_whole(bench):
    b = bench([Step(text="Yes.", usage=(7, 3))], api_style="responses")
    conversation = (
        *ASKED,
        Message("assistant", "", (ToolCall("c1", "get_contract", '{"id":"3"}'),)),
        Message("tool", '{"rows":[]}', tool_call_id="c1"),
    )
    answer = b.endpoint.complete(conversation, tools=[TOOL], schema=SCHEMA, max_output_tokens=300)
    assert b.bodies() == [
        {
            "model": "scripted",
            "input": [
                {"role": "system", "content": "Be short."},
                {"role": "user", "content": "Is there a cap on liability?"},
                {"type": "function_call", "call_id": "c1", "name": "get_contract", "arguments": '{"id":"3"}'},
                {"type": "function_call_output", "call_id": "c1", "output": '{"rows":[]}'},
            ],
            "max_output_tokens": 300,
            "store": False,
            "tools": [
                {
                    "type": "function",
                    "name": "get_contract",
                    "description": "One contract.",
                    "parameters": TOOL.parameters,
                    "strict": False,
                }
            ],
            "text": {"format": {"type": "json_schema", "name": "verdict", "schema": STRICT, "strict": True}},
        }
    ]
    assert b.server.requests[0].path == "/v1/responses"
    assert (answer.text, answer.usage, answer.strict) == ("Yes.", Usage(7, 3), True)


def test_chat_sends_tools_calls_and_schema(bench):
    b = bench([Step(value={"present": True})])
    conversation = (
        *ASKED,
        Message("assistant", "", (ToolCall("c1", "get_contract", '{"id":"3"}'),)),
        Message("tool", "{}", tool_call_id="c1"),
    )
    b.endpoint.complete(conversation, tools=[TOOL], schema=SCHEMA)
    [body] = b.bodies()
    function = {"name": "get_contract", "description": "One contract.", "parameters": TOOL.parameters}
    call = {"id": "c1", "type": "function", "function": {"name": "get_contract", "arguments": '{"id":"3"}'}}
    assert body["tools"] == [{"type": "function", "function": function}]
    assert body["messages"][2:] == [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": "{}", "tool_call_id": "c1"},
    ]
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "verdict", "schema": STRICT, "strict": True},
    }


@pytest.mark.parametrize("style", ["chat", "responses"])
def test_tool_calls_come_back(bench, style):
    calls = (
        ScriptedCall(name="get_contract", arguments={"id": "3"}),
        ScriptedCall(name="get_contract", arguments="{broken", id="x"),
    )
    answer = bench([Step(calls=calls)], api_style=style).endpoint.complete(ASKED, tools=[TOOL])
    assert answer.tool_calls == (
        ToolCall("call_0", "get_contract", '{"id":"3"}'),
        ToolCall("x", "get_contract", "{broken"),
    )
    assert (answer.text, answer.finish) == ("", "tool_calls")


@pytest.mark.parametrize(
    ("refusals", "forms"),
    [
        ([Step(status=400, param="response_format", message="Unsupported")], ["json_schema", "json_object"]),
        (
            [
                Step(status=400, message="'response_format' of type 'json_schema' is not supported"),
                Step(status=422, message="Extra inputs are not permitted: response_format"),
            ],
            ["json_schema", "json_object", None],
        ),
    ],
)
def test_endpoint_without_schemas_is_asked_less_and_remembered(bench, refusals, forms):
    b = bench([*refusals, Step(text="{}"), Step(text="{}")])
    first = b.endpoint.complete(ASKED, schema=SCHEMA)
    b.endpoint.complete((Message("user", "again"),), schema=SCHEMA)
    sent = [(body.get("response_format") or {}).get("type") for body in b.bodies()]
    assert sent == [*forms, forms[-1]]
    assert (first.attempts, first.strict, b.waits) == (len(forms), False, [])


def test_open_schema_goes_loose(bench):
    body = {"type": "object", "properties": {"any": {"type": "object"}}}
    b = bench([Step(text="{}")])
    assert not b.endpoint.complete(ASKED, schema=Schema("open", body)).strict
    assert b.bodies()[0]["response_format"]["json_schema"] == {"name": "open", "schema": body, "strict": False}


@pytest.mark.parametrize("status", [404, 405])
def test_responses_that_are_missing_fall_back_to_chat_once(bench, status):
    def script(seen):
        return Step(status=status, message="Not Found") if seen.api == "responses" else Step(text="hello")

    b = bench(script, api_style="responses")
    assert b.endpoint.complete(ASKED).text == "hello"
    assert b.endpoint.complete((Message("user", "again"),)).text == "hello"
    assert [seen.api for seen in b.server.requests] == ["responses", "chat", "chat"]


@pytest.mark.parametrize(
    ("message", "before", "after"),
    [
        (
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'.",
            {"max_tokens": 50, "temperature": 0.5},
            {"max_completion_tokens": 50, "temperature": 0.5},
        ),
        (
            "Unsupported value: 'temperature' does not support 0.5 with this model.",
            {"max_tokens": 50, "temperature": 0.5},
            {"max_tokens": 50},
        ),
    ],
)
def test_parameters_that_an_endpoint_does_not_know_are_left_out(bench, message, before, after):
    b = bench([Step(status=400, message=message), Step(text="ok")])
    b.endpoint.complete(ASKED, temperature=0.5, max_output_tokens=50)
    names = ("max_tokens", "max_completion_tokens", "temperature")
    assert [{name: body[name] for name in names if name in body} for body in b.bodies()] == [before, after]


def test_built_in_engine_has_no_endpoint():
    assert endpoint("extraction", Settings(_env_file=None)) is None
    assert endpoint("embeddings", Settings(_env_file=None, OPENAI_API_KEY="k", LLM_MODEL="m")) is None


def test_whole_calls_without_index_or_id_stay_apart(bench):
    call = '{"function": {"name": "f", "arguments": "{}"}}'
    raw = f'{{"choices": [{{"message": {{"content": null, "tool_calls": [{call}, {call}]}}}}]}}'
    answer = bench([Step(raw=raw)]).endpoint.complete(ASKED)
    assert answer.tool_calls == (ToolCall("call_0", "f", "{}"), ToolCall("call_1", "f", "{}"))
    assert answer.finish == "tool_calls"
