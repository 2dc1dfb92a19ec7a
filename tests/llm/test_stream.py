"""Answers as they grow, over real server-sent events."""

from __future__ import annotations

import json

import pytest

from core.errors import BadOutput, EndpointDown, Refused, Truncated
from core.llm import Message, ToolCall, Usage, answer_of
from core.llm.scripted import ScriptedCall, Step

ASKED = (Message("user", "Tell me."),)
STYLES = pytest.mark.parametrize("style", ["chat", "responses"])


@STYLES
def test_texts_then_the_answer(bench, style):
    b = bench([Step(text="第一条 秘密保持義務", piece=4, usage=(11, 6))], role="chat", api_style=style)
    stream = b.endpoint.stream(ASKED, prompt_version="qa@1")
    with pytest.raises(RuntimeError):
        _ = stream.answer
    assert list(stream) == ["第一条 ", "秘密保持", "義務"]
    answer = stream.answer
    assert (answer.text, answer.usage, answer.finish) == ("第一条 秘密保持義務", Usage(11, 6), "stop")
    assert (answer.request_id, answer.attempts) == ("req_1", 1)
    assert [(call.outcome, call.usage) for call in b.calls.calls] == [("ok", Usage(11, 6))]


@STYLES
def test_calls_in_a_stream(bench, style):
    calls = (ScriptedCall(name="f", arguments={"type": "Insurance"}), ScriptedCall(name="g", id="second"))
    stream = bench([Step(calls=calls)], api_style=style).endpoint.stream(ASKED)
    assert list(stream) == []
    assert stream.answer.tool_calls == (ToolCall("call_0", "f", '{"type":"Insurance"}'), ToolCall("second", "g", "{}"))
    assert stream.answer.finish == "tool_calls"


@STYLES
@pytest.mark.parametrize(
    ("step", "texts", "error", "reason", "kept"),
    [
        (Step(text="abcdefgh", piece=4, cut_after=4), ["abcd"], Truncated, "connection", "abcd"),
        (Step(text="abcdefgh", piece=8, finish="length"), ["abcdefgh"], Truncated, "length", "abcdefgh"),
        (Step(text="abcd", piece=4, finish="content_filter"), ["abcd"], Refused, "content_filter", "abcd"),
        (Step(refusal="No."), [], Refused, "refusal", ""),
        (Step(text=""), [], BadOutput, "empty", ""),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_broken_off(bench, style, step, texts, error, reason, kept):
    b = bench([step], api_style=style)
    seen = []
    with pytest.raises(error) as caught:
        seen.extend(b.endpoint.stream(ASKED)) if not texts else [seen.append(t) for t in b.endpoint.stream(ASKED)]
    assert (seen, caught.value.facts["reason"], answer_of(caught.value).text) == (texts, reason, kept)
    assert [call.outcome for call in b.calls.calls] == [error.code]


@STYLES
def test_a_stream_that_breaks_before_its_first_text_is_opened_again(bench, style):
    b = bench([Step(text="abcd", cut_after=0), Step(status=500), Step(text="whole")], api_style=style)
    stream = b.endpoint.stream(ASKED)
    assert ("".join(stream), stream.answer.attempts, len(b.waits)) == ("whole", 3, 2)


@STYLES
def test_a_stream_that_never_begins(bench, style):
    b = bench([Step(times=None, text="abcd", cut_after=0)], api_style=style)
    with pytest.raises(EndpointDown):
        b.endpoint.stream(ASKED)
    assert [(call.outcome, call.attempts) for call in b.calls.calls] == [("endpoint_down", 3)]


def test_a_server_that_does_not_stream(bench):
    whole = '{"choices":[{"message":{"content":"in one piece"},"finish_reason":"stop"}],"model":"m"}'
    stream = bench([Step(raw=whole)]).endpoint.stream(ASKED)
    assert list(stream) == ["in one piece"]
    assert stream.answer.text == "in one piece"


@pytest.mark.parametrize(
    ("raw", "error", "reason"),
    [
        ("<html></html>", EndpointDown, "not_an_api"),
        ('data: {"choices": [{"delta": {"content": "abc"}}]}\n\ndata: {"choi\n\n', Truncated, "connection"),
        ('data: {"error": {"message": "overloaded"}}\n\n', EndpointDown, "protocol"),
    ],
)
def test_what_is_no_stream(bench, raw, error, reason):
    kind = "text/html" if raw.startswith("<") else "text/event-stream"
    b = bench([Step(raw=raw, content_type=kind)], llm_retries=0)
    with pytest.raises(error) as caught:
        list(b.endpoint.stream(ASKED))
    assert caught.value.facts["reason"] == reason


def test_leaving_early_closes_the_connection(bench):
    b = bench([Step(text="one two three " * 50, drip_s=0.001), Step(text="next")])
    with b.endpoint.stream(ASKED) as stream:
        # What a key could begin with is held back, in capitals or not.
        assert next(iter(stream)) in ("one two three o", "one two three on")
    assert [call.outcome for call in b.calls.calls] == ["closed"]
    assert b.endpoint.complete(ASKED).text == "next"


def test_usage_that_an_endpoint_does_not_stream(bench):
    b = bench([Step(status=400, message="Unrecognized request argument: stream_options"), Step(text="ok")])
    stream = b.endpoint.stream(ASKED)
    assert (list(stream), stream.answer.usage) == (["ok"], Usage())
    assert [("stream_options" in body) for body in b.bodies()] == [True, False]


def _events(*deltas: dict[str, object]) -> str:
    chunks = [{"choices": [{"delta": delta}]} for delta in deltas]
    chunks.append({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]})
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)


def _part(arguments: str, **place: object) -> dict[str, object]:
    return {"tool_calls": [{"function": {"name": "f", "arguments": arguments}, **place}]}


@pytest.mark.parametrize(
    "raw",
    [
        _events(_part('{"a"', index=0, id="x"), _part(":1}", index=0), _part("{}", index=1, id="y")),
        _events(_part('{"a":1}', id="x"), _part("{}", id="y")),
        _events(_part('{"a":1}', index=0, id="x"), _part("{}", index=0, id="y")),
        _events(_part('{"a"', id="x"), _part(":1}"), _part("{}", id="y")),
    ],
    ids=["as OpenAI", "no index", "always index 0", "no index, in parts"],
)
def test_servers_number_their_calls_in_many_ways(bench, raw):
    stream = bench([Step(raw=raw, content_type="text/event-stream")]).endpoint.stream(ASKED)
    assert list(stream) == []
    assert stream.answer.tool_calls == (ToolCall("x", "f", '{"a":1}'), ToolCall("y", "f", "{}"))


def test_halves_of_characters(bench):
    """A damaged PDF holds halves of surrogate pairs, and so may an answer; neither can be stored or sent."""
    raw = 'data: {"choices": [{"delta": {"content": "a\\ud83d"}}]}\n\n'
    raw += 'data: {"choices": [{"delta": {"content": "\\ude00\\ud800"}, "finish_reason": "stop"}]}\n\n'
    b = bench([Step(raw=raw, content_type="text/event-stream")])
    stream = b.endpoint.stream((Message("user", "x\ud800y"),))
    list(stream)
    assert stream.answer.text == "a😀\ufffd"
    assert b.server.requests[0].last == "x\ufffdy"
