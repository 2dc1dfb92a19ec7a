"""Every fault of an endpoint ends in one typed error, after the retries that may help, without a secret in it."""

from __future__ import annotations

import pytest

from core.errors import (
    BadOutput,
    EndpointDown,
    EndpointRejected,
    ModelTimeout,
    RateLimited,
    Refused,
    Truncated,
)
from core.llm import Message, answer_of
from core.llm.scripted import Step

ASKED = (Message("user", "Is there a cap on liability?"),)
STYLES = pytest.mark.parametrize("style", ["chat", "responses"])


@STYLES
@pytest.mark.parametrize(
    ("step", "error", "reason", "requests"),
    [
        (Step(times=None, status=429, code="rate_limit_exceeded"), RateLimited, "rate_limit_exceeded", 3),
        (Step(times=None, status=429, headers={"Retry-After": "600"}), RateLimited, "rate_limit", 1),
        (Step(times=None, status=429, code="insufficient_quota"), RateLimited, "insufficient_quota", 1),
        (Step(times=None, status=500), EndpointDown, "status", 3),
        (Step(times=None, status=503, headers={"Retry-After": "0.25"}), EndpointDown, "status", 3),
        (Step(times=None, status=401, message="Incorrect API key"), EndpointRejected, "401", 1),
        (Step(times=None, status=404, code="model_not_found"), EndpointRejected, "model_not_found", 1),
        (Step(times=None, status=302, headers={"Location": "http://elsewhere.invalid/"}), EndpointRejected, "302", 1),
        (Step(times=None, status=400, code="context_length_exceeded"), EndpointRejected, "context_length_exceeded", 1),
        (Step(times=None, status=400, code="content_filter"), Refused, "content_filter", 1),
        (Step(times=None, refusal="I cannot help."), Refused, "refusal", 1),
        (Step(times=None, text="half", finish="content_filter"), Refused, "content_filter", 1),
        (Step(times=None, text="half an ans", finish="length"), Truncated, "length", 1),
        (Step(times=None, text=""), BadOutput, "empty", 1),
        (Step(times=None, raw="<html>Welcome</html>", content_type="text/html"), EndpointDown, "not_an_api", 1),
        (Step(times=None, raw='{"choices": ['), EndpointDown, "not_an_api", 1),
        (Step(times=None, raw='{"object": "list"}'), EndpointDown, "not_an_api", 1),
        (Step(times=None, text="a" * 200, cut_after=50), EndpointDown, "connection", 3),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_whole_answer(bench, style, step, error, reason, requests):
    b = bench([step], api_style=style)
    with pytest.raises(error) as caught:
        b.endpoint.complete(ASKED)
    assert type(caught.value) is error
    assert caught.value.facts["reason"] == reason
    assert len(b.server.requests) == requests
    assert len(b.waits) == requests - 1
    [record] = b.calls.calls
    assert (record.outcome, record.attempts) == (error.code, requests)
    assert record.request_id is not None or reason == "connection"


@STYLES
def test_no_answer_in_time(bench, style):
    b = bench([Step(times=None, delay_s=5, text="late")], api_style=style, llm_timeout_s=0.05, llm_retries=1)
    with pytest.raises(ModelTimeout):
        b.endpoint.complete(ASKED)
    assert (len(b.server.requests), len(b.waits), b.calls.calls[0].outcome) == (2, 1, "model_timeout")


@STYLES
@pytest.mark.parametrize("stream", [False, True])
def test_dripping_answer_is_held_to_the_deadline(bench, style, stream):
    """A read's own limit starts anew with each byte; an answer that drips must end all the same."""
    drip = Step(times=None, text="word " * 400, piece=1, drip_s=0.01)
    b = bench([drip], api_style=style, llm_timeout_s=0.15, llm_retries=0)
    with pytest.raises(ModelTimeout):
        list(b.endpoint.stream(ASKED)) if stream else b.endpoint.complete(ASKED)


def test_nobody_listens(bench):
    b = bench([Step(text="never")])
    b.server.stop()
    with pytest.raises(EndpointDown, match="cannot be reached"):
        b.endpoint.complete(ASKED)
    assert len(b.waits) == 2


@STYLES
def test_faults_that_pass_are_survived(bench, style):
    script = [
        Step(status=429, headers={"Retry-After": "0.75"}),
        Step(status=500),
        Step(text="x" * 200, cut_after=20),
        Step(text="here", usage=(5, 1)),
    ]
    b = bench(script, api_style=style, llm_retries=3)
    answer = b.endpoint.complete(ASKED)
    assert (answer.text, answer.attempts, answer.request_id) == ("here", 4, "req_4")
    assert b.waits[0] == 0.75
    assert 0.75 <= b.waits[1] <= 1.25
    assert 1.5 <= b.waits[2] <= 2.5


@pytest.mark.parametrize("header", [{"retry-after-ms": "1500"}, {"Retry-After": "1.5"}])
def test_wait_is_what_the_endpoint_asks_for(bench, header):
    b = bench([Step(status=429, headers=header), Step(text="ok")])
    b.endpoint.complete(ASKED)
    assert b.waits == [1.5]


@pytest.mark.parametrize("date", ["Mon, 01 Jan 2024 00:00:00 +99999999999999999999", "Mon, 99 Jan 2024", "soon", "-"])
def test_a_date_that_no_calendar_has_is_no_wish(bench, date):
    """The first of these ended the call in an OverflowError."""
    b = bench([Step(status=429, headers={"Retry-After": date}), Step(text="ok")])
    assert b.endpoint.complete(ASKED).text == "ok"


def test_unusable_answer_is_kept_with_its_cost(bench):
    b = bench([Step(text="half an ans", finish="length", usage=(30, 9))])
    with pytest.raises(Truncated) as caught:
        b.endpoint.complete(ASKED, max_output_tokens=256)
    answer = answer_of(caught.value)
    assert (answer.text, answer.usage.output_tokens, caught.value.facts["limit"]) == ("half an ans", 9, 256)
    assert b.calls.calls[0].usage == answer.usage
    assert answer.text not in str(caught.value.facts)


def test_failed_response_is_tried_again(bench):
    """The Responses API can say 200 and "failed"."""
    failed = (
        '{"id":"r","object":"response","status":"failed","error":{"code":"server_error","message":"oops"},"output":[]}'
    )
    b = bench([Step(raw=failed), Step(text="fine")], api_style="responses")
    assert b.endpoint.complete(ASKED).text == "fine"
    assert len(b.waits) == 1
