"""Requests over HTTP by the `openai` package, with our own retries and errors. Loaded only when an endpoint is used."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import httpx2
import openai

from core.llm.failed import Attempts, Failed, Failure
from core.llm.failures import failure
from core.logs import log

_FIRST_WAIT_S = 0.5
_LONGEST_BACKOFF_S = 8.0
_LOG = log(__name__)
T = TypeVar("T")


class Received:
    """A successful HTTP reply: its bytes, or a stream of events."""

    def __init__(
        self,
        response: httpx2.Response,
        events: openai.Stream[object] | None,
        judged: Callable[[openai.OpenAIError], Failure],
    ) -> None:
        self._response = response
        self._events = events
        self._judged = judged

    @property
    def request_id(self) -> str | None:
        """The endpoint's id of this request."""
        return self._response.headers.get("x-request-id") or self._response.headers.get("apim-request-id")

    @property
    def content_type(self) -> str:
        """What the endpoint says that it sends."""
        return self._response.headers.get("content-type", "no content type")

    def read(self) -> bytes:
        """The whole body.

        Raises:
            Failed: it broke off.
        """
        try:
            return self._response.read()
        except httpx2.TimeoutException as error:
            raise Failed(self._judged(openai.APITimeoutError(error.request))) from None
        except httpx2.RequestError as error:
            raise Failed(self._judged(openai.APIConnectionError(request=error.request))) from None

    def events(self) -> Iterator[object]:
        """The data of the events as they come.

        Raises:
            Failed: the stream broke.
            ValueError: an event's data is no JSON.
        """
        assert self._events is not None
        try:
            yield from self._events
        except openai.OpenAIError as error:
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
        secret: str | None,
        retries: int,
        longest_wait_s: float,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._secret = secret
        self._retries = retries
        self._longest_wait_s = longest_wait_s
        self._sleep = sleep
        self._jitter = random.Random()
        self._jitter_lock = threading.Lock()

    def retrying(self, once: Callable[[], T], attempts: Attempts) -> T:
        """The result of `once`, tried again after failures that may pass.

        Raises:
            Failed: the last failure.
        """
        retry = 0
        while True:
            attempts.count += 1
            try:
                return once()
            except openai.OpenAIError as error:
                found = self._judged(error)
            except Failed as error:
                found = error.failure
            attempts.request_id = found.request_id or attempts.request_id
            if not found.again or retry == self._retries:
                raise Failed(found) from None
            wait_s = found.wait_s if found.wait_s is not None else self._backoff(retry)
            retry += 1
            _LOG.warning("llm.retry", code=found.error.code, retry=retry, wait_s=wait_s, reason=str(found.error))
            self._sleep(wait_s)

    def _backoff(self, retry: int) -> float:
        with self._jitter_lock:
            spread = self._jitter.uniform(0.75, 1.25)
        return float(min(_FIRST_WAIT_S * 2**retry, _LONGEST_BACKOFF_S) * spread)

    def _judged(self, error: openai.OpenAIError) -> Failure:
        return failure(error, secret=self._secret, longest_wait_s=self._longest_wait_s)

    def post(self, path: str, body: dict[str, object]) -> Received:
        """One request, its reply read to the end.

        Raises:
            openai.OpenAIError: no good reply; `retrying` knows what it means.
        """
        response = self._client.post(
            path, cast_to=httpx2.Response, body=body, options={"security": {"bearer_auth": True}}
        )
        return Received(response, None, self._judged)

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
        return Received(stream.response, stream, self._judged)

    def close(self) -> None:
        """Close all connections."""
        self._client.close()
