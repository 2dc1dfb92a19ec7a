"""An endpoint's failures in our words: which error of the tree, and whether another try can help.

What an endpoint writes may echo a key or the contract that it was asked about. Its words serve to find out what it
refuses (`Refusal`) and go no further: errors and logs carry the status, and a code and a parameter that look like such.
"""

from __future__ import annotations

import email.utils
import math
import time
from collections.abc import Mapping

import httpx2
import openai

from core.errors import BadOutput, EndpointDown, EndpointRejected, ModelTimeout, RateLimited, Refused
from core.llm.failed import FailedRequest
from core.llm.labels import identifier, request_id
from core.llm.protocol.abilities import Refusal
from core.llm.reply_stream import ReplyTooLong
from core.redaction import Redactor

_AGAIN = frozenset({408, 409, 500, 502, 503, 504, 529})
_NO_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_LONGEST_WAIT_S = 86_400.0


def failure(
    error: openai.OpenAIError | httpx2.RequestError, *, redactor: Redactor, longest_wait_s: float
) -> FailedRequest:
    """What a failed request means.

    Args:
        error: as the `openai` package raised it, or the HTTP client below it.
        redactor: knows the keys, which must not show.
        longest_wait_s: a wait that is longer than this is not worth a retry.
    """
    cause = error if isinstance(error, httpx2.RequestError) else error.__cause__
    if isinstance(cause, ReplyTooLong):
        return FailedRequest(BadOutput("The endpoint's reply is longer than we read.", reason="too_long"), again=False)
    if isinstance(error, openai.APITimeoutError | httpx2.TimeoutException):
        return FailedRequest(ModelTimeout("The model endpoint did not answer in time."), again=True)
    if isinstance(error, openai.APIStatusError):
        return _refused_by_status(error, redactor, longest_wait_s)
    if isinstance(error, openai.APIConnectionError | httpx2.RequestError):
        words = f"The model endpoint cannot be reached ({type(cause).__name__})."
        return FailedRequest(EndpointDown(words, reason="connection"), again=True)
    return FailedRequest(EndpointDown("The model endpoint reported an error.", reason="protocol"), again=False)


def _refused_by_status(error: openai.APIStatusError, redactor: Redactor, longest_wait_s: float) -> FailedRequest:
    status, code, param = error.status_code, identifier(error.code, redactor), identifier(error.param, redactor)
    text = f"The model endpoint answered {status}{_named(code, param)}."
    asked_id = request_id(error.request_id, redactor)
    wait_s = retry_after(error.response.headers)
    patient = wait_s is None or wait_s <= longest_wait_s
    if status == 429:
        limited = RateLimited(text, wait_s=wait_s, reason=code or "rate_limit")
        return FailedRequest(limited, again=patient and code not in _NO_CREDIT, wait_s=wait_s, request_id=asked_id)
    if status in _AGAIN or status >= 500:
        down = EndpointDown(text, status=status, reason="status", wait_s=wait_s)
        return FailedRequest(down, again=patient, wait_s=wait_s, request_id=asked_id)
    if "content_filter" in code or "content_policy" in code:
        return FailedRequest(Refused(text, reason="content_filter"), again=False, request_id=asked_id)
    return FailedRequest(
        EndpointRejected(text, status=status, reason=code or str(status)),
        again=False,
        refusal=Refusal(status, code, error.param or "", error.message),
        request_id=asked_id,
    )


def _named(code: str, param: str) -> str:
    named = ", ".join(word for word in (code, param) if word)
    return f" ({named})" if named else ""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that `Retry-After` (seconds or a date) or `retry-after-ms` asks for, None when there is no such wish."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if not math.isnan(seconds):
            return _bounded(seconds)
    try:
        date = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
        seconds = date.timestamp() - time.time()
    except (ValueError, OverflowError):  # no date, or one that no calendar has
        return None
    return _bounded(seconds)


def _bounded(seconds: float) -> float:
    """At most a day: a longer wait is a mistake or a way to be refused, and is not stored."""
    return min(max(seconds, 0.0), _LONGEST_WAIT_S)
