"""An endpoint's failures in our words: which error of the tree, and whether another try can help.

No message holds a key: what an endpoint writes is cut short and scrubbed before it goes into an error or a log.
"""

from __future__ import annotations

import email.utils
import re
import time
from collections.abc import Mapping

import openai

from core.errors import EndpointDown, EndpointRejected, ModelTimeout, RateLimited, Refused
from core.llm.abilities import Refusal
from core.llm.failed import Failure

_LONGEST = 300
_KEY_LIKE = re.compile(r"\b(?:sk|pk|key)-[\w*.-]{6,}|\bBearer\s+\S+", re.IGNORECASE)
_AGAIN = frozenset({408, 409, 500, 502, 503, 504, 529})
_NO_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached"})


def failure(error: openai.OpenAIError, *, secret: str | None, longest_wait_s: float) -> Failure:
    """What a failed request means.

    Args:
        error: as the `openai` package raised it.
        secret: the key, which must not show.
        longest_wait_s: a wait that is longer than this is not worth a retry.
    """
    if isinstance(error, openai.APITimeoutError):
        return Failure(ModelTimeout("The model endpoint did not answer in time."), again=True)
    if isinstance(error, openai.APIStatusError):
        return _refused_by_status(error, secret, longest_wait_s)
    if isinstance(error, openai.APIConnectionError):
        cause = type(error.__cause__).__name__
        return Failure(
            EndpointDown(f"The model endpoint cannot be reached ({cause}).", reason="connection"), again=True
        )
    return Failure(EndpointDown(scrubbed(str(error), secret), reason="protocol"), again=False)


def _refused_by_status(error: openai.APIStatusError, secret: str | None, longest_wait_s: float) -> Failure:
    status, code = error.status_code, error.code or ""
    words = scrubbed(error.message, secret)
    text = f"The model endpoint answered {status}: {words}"
    if status == 429:
        wait_s = retry_after(error.response.headers)
        hopeless = code in _NO_CREDIT or (wait_s is not None and wait_s > longest_wait_s)
        limited = RateLimited(text, wait_s=wait_s, reason=code or "rate_limit")
        return Failure(limited, again=not hopeless, wait_s=wait_s, request_id=error.request_id)
    if status in _AGAIN or status >= 500:
        wait_s = retry_after(error.response.headers)
        down = EndpointDown(text, status=status, reason="status")
        again = wait_s is None or wait_s <= longest_wait_s
        return Failure(down, again=again, wait_s=wait_s, request_id=error.request_id)
    if "content_filter" in code or "content_policy" in code:
        refused = Refused(text, reason="content_filter")
        return Failure(refused, again=False, request_id=error.request_id)
    return Failure(
        EndpointRejected(text, status=status, reason=code or str(status)),
        again=False,
        refusal=Refusal(status, code, error.param or "", error.message),
        request_id=error.request_id,
    )


def scrubbed(text: str, secret: str | None) -> str:
    """At most 300 characters of an endpoint's words, on one line, without anything that looks like a key."""
    if secret:
        text = text.replace(secret, "***")
    return _KEY_LIKE.sub("***", " ".join(text.split()))[:_LONGEST]


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that `Retry-After` (seconds or a date) or `retry-after-ms` asks for, None when there is no such wish."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if seconds == seconds:  # not a number is no wish
            return max(seconds, 0.0)
    try:
        date = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    return max(date.timestamp() - time.time(), 0.0)
