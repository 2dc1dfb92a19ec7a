"""Requests over HTTP by the `openai` package, with our own retries and errors. Loaded only when an endpoint is used."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import httpx2
import openai
import tenacity

from core.llm.failed import Attempts, Failed, FailedRequest
from core.llm.failures import failure
from core.llm.labels import request_id
from core.logs import log
from core.redaction import Redactor

_MEDIA_TYPE = re.compile(r"[\w.+-]{1,40}/[\w.+-]{1,60}", re.ASCII)
_BACKOFF = tenacity.wait_exponential(multiplier=0.5, max=8.0)
_JITTER = (0.75, 1.25)
_LOG = log(__name__)
T = TypeVar("T")


class Received:
    """A successful HTTP reply: its bytes, or a stream of events."""

    def __init__(
        self,
        response: httpx2.Response,
        events: openai.Stream[object] | None,
        judged: Callable[[openai.OpenAIError | httpx2.RequestError], FailedRequest],
        redactor: Redactor,
    ) -> None:
        self._response = response
        self._events = events
        self._judged = judged
        self._redactor = redactor

    @property
    def request_id(self) -> str | None:
        """The endpoint's id of this request."""
        headers = self._response.headers
        return request_id(headers.get("x-request-id") or headers.get("apim-request-id"), self._redactor)

    @property
    def content_type(self) -> str:
        """What the endpoint says that it sends, such as `text/html`."""
        found = _MEDIA_TYPE.match(self._response.headers.get("content-type", ""))
        return "no content type" if found is None else self._redactor.label(found.group()).lower()

    def read(self) -> bytes:
        """The whole body.

        Raises:
            Failed: it broke off.
        """
        try:
            return self._response.read()
        except httpx2.RequestError as error:
            raise Failed(self._judged(error)) from None

    def events(self) -> Iterator[object]:
        """The data of the events as they come.

        Raises:
            Failed: the stream broke.
            ValueError: an event's data is no JSON.
        """
        assert self._events is not None
        try:
            yield from self._events
        except (openai.OpenAIError, httpx2.RequestError) as error:
            raise Failed(self._judged(error)) from None

    def close(self) -> None:
        """Close the reply, read to its end or not."""
        self._response.close()


class Wire:
    """One endpoint's connection. Safe for several threads."""

    def __init__(
        self,
        client: openai.OpenAI,
        *,
        redactor: Redactor,
        retries: int,
        longest_wait_s: float,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self.redactor = redactor
        self._retries = retries
        self._longest_wait_s = longest_wait_s
        self._sleep = sleep

    def retrying(self, once: Callable[[], T], attempts: Attempts) -> T:
        """The result of `once`, tried again after failures that may pass.

        Raises:
            Failed: the last failure.
        """

        def counted() -> T:
            attempts.count += 1
            try:
                return once()
            except (openai.OpenAIError, httpx2.RequestError) as error:
                failed = Failed(self._judged(error))
            except Failed as error:
                failed = error
            attempts.request_id = failed.failure.request_id or attempts.request_id
            raise failed from None

        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception(lambda error: isinstance(error, Failed) and error.failure.again),
            stop=tenacity.stop_after_attempt(self._retries + 1),
            wait=_wait_s,
            sleep=self._sleep,
            before_sleep=_note,
            reraise=True,
        )
        return retrying(counted)

    def _judged(self, error: openai.OpenAIError | httpx2.RequestError) -> FailedRequest:
        return failure(error, redactor=self.redactor, longest_wait_s=self._longest_wait_s)

    def post(self, path: str, body: dict[str, object]) -> Received:
        """One request, its reply read to the end.

        Raises:
            openai.OpenAIError: no good reply; `retrying` knows what it means.
        """
        response = self._client.post(
            path, cast_to=httpx2.Response, body=body, options={"security": {"bearer_auth": True}}
        )
        return Received(response, None, self._judged, self.redactor)

    def open(self, path: str, body: dict[str, object]) -> Received:
        """One request whose reply comes as a stream of events, still to be read.

        Raises:
            openai.OpenAIError: no good reply; `retrying` knows what it means.
        """
        stream = self._client.post(
            path,
            cast_to=object,
            body=body,
            options={"security": {"bearer_auth": True}},
            stream=True,
            stream_cls=openai.Stream[object],
        )
        return Received(stream.response, stream, self._judged, self.redactor)

    def close(self) -> None:
        """Close all connections."""
        self._client.close()


def _wait_s(state: tenacity.RetryCallState) -> float:
    """Seconds until the next try: what the endpoint asks for, else twice as long each time, spread by a quarter."""
    asked_s = _failure_of(state).wait_s
    return _BACKOFF(state) * random.uniform(*_JITTER) if asked_s is None else asked_s


def _note(state: tenacity.RetryCallState) -> None:
    failed = _failure_of(state)
    wait_s = 0.0 if state.next_action is None else state.next_action.sleep
    _LOG.warning(
        "llm.retry", code=failed.error.code, retry=state.attempt_number, wait_s=wait_s, reason=str(failed.error)
    )


def _failure_of(state: tenacity.RetryCallState) -> FailedRequest:
    error = None if state.outcome is None else state.outcome.exception()
    assert isinstance(error, Failed)
    return error.failure
