"""Replies that are too long, compressed to burst, or that echo keys and contracts: issue 12 (12) and issue 13 (7)."""

from __future__ import annotations

import contextlib
import gzip
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx2
import orjson
import pytest
import structlog

from core.errors import BadOutput, EndpointDown, EndpointRejected, ModelError, ModelTimeout, Refused, WorkbenchError
from core.llm import MemoryCache, Message, Tool, endpoint
from core.llm.protocol.chat_completions import ChatStream
from core.llm.reply_stream import ReplyStream, ReplyTooLong
from core.llm.scripted import Step
from core.llm.scripted.script import ScriptedCall
from core.settings import Settings

KEY = "sk-test-secret-0123456789"  # as in conftest
ASKED = (Message("user", "Is there a cap on liability?"),)
STYLES = pytest.mark.parametrize("style", ["chat", "responses"])
WORDS = "第5条 甲は乙に Acme-Geheim を支払う"
HUGE = orjson.dumps({"choices": [{"message": {"content": "a" * 3_000_000}}]}).decode()


class _Bytes(httpx2.SyncByteStream):
    def __init__(self, *parts: bytes) -> None:
        self._parts = parts

    def __iter__(self):
        return iter(self._parts)


def _read(*parts: bytes, encoding: str = "gzip", most_bytes: int = 1_000_000) -> tuple[int, type[Exception] | None]:
    """Bytes that came out, and what ended them."""
    request = httpx2.Request("POST", "http://localhost/")
    stream = ReplyStream(
        _Bytes(*parts), encoding=encoding, deadline=float("inf"), most_bytes=most_bytes, request=request
    )
    came = 0
    try:
        for part in stream:
            came += len(part)
    except httpx2.RequestError as error:
        return came, type(error)
    return came, None


def test_bytes_are_counted_after_decompression():
    """Two compressed megabytes became 5.3 GB before anybody counted."""
    bomb = gzip.compress(bytes(200_000_000), 9)
    came, ended = _read(*(bomb[at : at + 16_384] for at in range(0, len(bomb), 16_384)))
    assert ended is ReplyTooLong
    assert came <= 1_000_000


@pytest.mark.parametrize(
    ("parts", "encoding", "came", "ended"),
    [
        ((b"abc", b"de"), "", 5, None),
        ((b"abc",), "identity", 3, None),
        (tuple(bytes([byte]) for byte in gzip.compress(b"x" * 70_000)), " GZIP ", 70_000, None),
        ((gzip.compress(b"x" * 1_000_000),), "gzip", 1_000_000, None),
        ((b"no gzip at all",), "gzip", 0, httpx2.DecodingError),
        ((b"abc",), "br", 0, httpx2.DecodingError),
        ((gzip.compress(gzip.compress(b"abc")),), "gzip, gzip", 0, httpx2.DecodingError),
    ],
)
def test_what_a_reply_may_be_compressed_with(parts, encoding, came, ended):
    assert _read(*parts, encoding=encoding) == (came, ended)


def test_a_head_that_drips_is_held_to_the_deadline():
    """Each byte started the time limit anew: a reply whose headers never end was waited for as long as it dripped."""
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
        pool.submit(_drip, server, ended)
        settings = Settings(
            _env_file=None,
            OPENAI_BASE_URL=f"http://127.0.0.1:{server.getsockname()[1]}/v1",
            LLM_MODEL="scripted",
            llm_timeout_s=0.3,
            llm_retries=0,
        )
        with endpoint("extraction", settings) as asked, pytest.raises(ModelTimeout):
            asked.complete(ASKED)
        ended.set()


def _drip(server: socket.socket, ended: threading.Event) -> None:
    connection, _ = server.accept()
    with connection, contextlib.suppress(OSError):
        for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"a" * 60:
            connection.send(bytes([byte]))
            if ended.wait(0.05):
                return


@STYLES
def test_a_key_as_content_type_is_blotted_out(bench, style):
    step = Step(raw="hello", times=None, headers={"Content-Type": f"text/{KEY}"})
    with pytest.raises(EndpointDown) as caught:
        bench([step], api_style=style).endpoint.complete(ASKED)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(("said", "taken"), [(-5, 0), (2**64 - 1, 10**9), (7, 7)])
def test_tokens_that_no_reply_has_are_not_taken_over(bench, said, taken):
    """The database has no room for larger numbers, and a negative one would make a call cheaper than free."""
    raw = _echo(usage={"prompt_tokens": said, "completion_tokens": said})
    usage = bench([Step(raw=raw)]).endpoint.complete(ASKED).usage
    assert (usage.input_tokens, usage.output_tokens) == (taken, taken)


def test_a_stream_of_calls_without_end_is_left():
    grown = ChatStream()
    parts = [{"index": number, "id": str(number)} for number in range(1_000)]
    with pytest.raises(ValueError, match="more calls"):
        grown.feed({"choices": [{"delta": {"tool_calls": parts}}]})


@STYLES
def test_compressed_answers_and_refusals_are_read(bench, style):
    b = bench([Step(text="fine", gzip=True), Step(status=401, gzip=True)], api_style=style)
    assert b.endpoint.complete(ASKED).text == "fine"
    with pytest.raises(EndpointRejected):
        b.endpoint.complete(ASKED)


@STYLES
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "step",
    [
        Step(times=None, text="and on " * 50, endless=True, piece=350),
        Step(times=None, raw=HUGE),
        Step(times=None, raw=HUGE, gzip=True),
        Step(times=None, raw=HUGE, status=400),
        Step(times=None, text="a" * 70_000, piece=7_000),
    ],
    ids=["endless", "huge", "bomb", "huge refusal", "no limit kept"],
)
def test_answer_that_is_far_too_long_is_cut_and_not_asked_again(bench, style, stream, step):
    b = bench([step], api_style=style, llm_max_reply_mb=1, llm_max_output_tokens=256)
    with pytest.raises(BadOutput) as caught:
        list(b.endpoint.stream(ASKED)) if stream else b.endpoint.complete(ASKED)
    assert caught.value.facts == {"reason": "too_long"}
    assert (len(b.server.requests), b.waits, b.calls.calls[0].outcome) == (1, [], "bad_output")


def _echo(**changes: object) -> str:
    body = {
        "id": KEY,
        "model": KEY,
        "choices": [{"message": {"content": f"The key is {KEY}."}, "finish_reason": "stop"}],
    }
    return orjson.dumps(body | changes).decode()


@pytest.mark.parametrize(
    "step",
    [
        Step(status=401, message=f"Incorrect API key provided: {KEY}. Bearer abcdefgh1234"),
        Step(status=400, code=KEY, param=KEY, message=KEY),
        Step(status=429, code=KEY, headers={"Retry-After": "9999", "x-request-id": KEY}),
        Step(status=500, times=None, headers={"x-request-id": f"{KEY}-7"}),
        Step(text="", headers={"x-request-id": KEY}),
        Step(refusal=f"I will not tell {KEY}."),
        Step(raw=_echo(), headers={"x-request-id": f"id-{KEY}"}),
        Step(raw=_echo(model=f"{KEY}-large")),
        Step(raw="<html>", content_type=f"text/html; {KEY}"),
        Step(calls=(ScriptedCall(name="look_up", arguments={"key": KEY}, id=KEY),)),
        Step(text=f"Your key {KEY} and {KEY[:12]}", piece=3),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_keys_are_blotted_out_of_whatever_an_endpoint_echoes(bench, step, stream):
    cache = MemoryCache()
    b = bench([step], cache=cache)
    tools = [Tool("look_up", "looks up", {"type": "object"})]
    texts: list[str] = []
    shown: list[object] = [texts]
    with structlog.testing.capture_logs() as logs:
        try:
            if stream:
                with b.endpoint.stream(ASKED, tools=tools) as answer:
                    texts += answer
                    shown.append(answer.answer)
            else:
                shown.append(b.endpoint.complete(ASKED, tools=tools))
        except ModelError as error:
            shown += [str(error), error.facts, error.answer, error.__cause__]
    kept = f"{shown} {''.join(texts)} {logs} {b.calls.calls} {vars(cache)}"
    assert KEY not in kept
    assert "abcdefgh1234" not in kept


@pytest.mark.parametrize("step", [Step(status=500, times=None), Step(text="Yes.")])
def test_a_key_in_the_name_of_a_model_is_kept_nowhere(bench, step):
    """Pasted into LLM_MODEL by mistake, it stood in the table of calls once one had failed."""
    b = bench([step], LLM_MODEL=f"large-{KEY}")
    try:
        shown: object = b.endpoint.complete(ASKED)
    except ModelError as error:
        shown = [str(error), error.facts, error.answer]
    assert KEY not in f"{shown} {b.calls.calls}"
    assert b.server.requests[0].body["model"] == f"large-{KEY}", "it is sent as it was given"


def test_an_ending_that_only_looks_like_the_key_is_shown(bench):
    b = bench([Step(text=f"It begins with {KEY[:12]}", piece=2)])
    with b.endpoint.stream(ASKED) as answer:
        assert "".join(answer) == f"It begins with {KEY[:12]}"


@pytest.mark.parametrize(
    ("step", "style", "error"),
    [
        (Step(status=400, code=WORDS, param=WORDS, message=WORDS), "chat", EndpointRejected),
        (Step(status=500, message=WORDS, times=None), "chat", EndpointDown),
        (Step(status=400, code="content_filter", message=WORDS), "chat", Refused),
        (Step(refusal=WORDS), "chat", Refused),
        (Step(refusal=WORDS), "responses", Refused),
        (Step(raw=WORDS), "chat", EndpointDown),
        (
            Step(
                raw=orjson.dumps({"status": "failed", "error": {"message": WORDS}, "output": []}).decode(), times=None
            ),
            "responses",
            EndpointDown,
        ),
        (Step(text=WORDS, headers={"x-request-id": "no id, but words"}, finish="length"), "chat", WorkbenchError),
    ],
)
def test_words_of_an_endpoint_stay_out_of_errors_and_logs(bench, step, style, error):
    """An endpoint's message may quote the contract that it was asked about."""
    b = bench([step], api_style=style)
    with structlog.testing.capture_logs() as logs, pytest.raises(error) as caught:
        b.endpoint.complete(ASKED)
    shown = f"{caught.value} {caught.value.facts} {logs} {b.calls.calls}"
    assert "Geheim" not in shown
    assert "words" not in shown
    assert "第5条" not in shown


def test_what_names_a_refusal_is_told(bench):
    b = bench([Step(status=400, code="context_length_exceeded", param="messages[0].content", message=WORDS)])
    with pytest.raises(EndpointRejected) as caught:
        b.endpoint.complete(ASKED)
    assert str(caught.value) == "The model endpoint answered 400 (context_length_exceeded, messages[0].content)."
