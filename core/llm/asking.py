"""Asking one question in the dialect that an endpoint understands, and learning that dialect from its refusals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

import orjson

from core.errors import BadOutput, EndpointDown
from core.llm.failed import Attempts, Failed, FailedRequest
from core.llm.protocol import chat_completions as chat
from core.llm.protocol import responses
from core.llm.protocol.abilities import Abilities, Style, stepped_down
from core.llm.request import Reply, Request
from core.logs import log

if TYPE_CHECKING:
    from core.llm.protocol.wire import Received, Wire

_LOG = log(__name__)
T = TypeVar("T")


class Gathering(Protocol):
    """A reply that grows with the events of a stream."""

    def feed(self, data: object) -> str:
        """The new text of an event."""

    def reply(self) -> Reply:
        """Everything that came."""


@dataclass(frozen=True, slots=True)
class _Dialect:
    path: str
    body: Callable[[Request, Abilities], dict[str, object]]
    reply: Callable[[object], Reply]
    gathering: Callable[[], Gathering]


_DIALECTS: dict[Style, _Dialect] = {
    "chat": _Dialect(chat.PATH, chat.body, chat.reply, chat.ChatStream),
    "responses": _Dialect(responses.PATH, responses.body, responses.reply, responses.ResponseStream),
}


class Asker:
    """Asks an endpoint and remembers what it can do. Safe for several threads."""

    def __init__(self, wire: Wire, abilities: Abilities) -> None:
        self._wire = wire
        self._abilities = abilities
        self._lock = threading.Lock()

    @property
    def abilities(self) -> Abilities:
        """What is known of the endpoint now."""
        with self._lock:
            return self._abilities

    def ask(self, request: Request, attempts: Attempts) -> Reply:
        """The whole reply to a request.

        Raises:
            ModelError: no reply after all retries.
        """
        return self._adapting(request, attempts, lambda abilities: self._whole(request, abilities, attempts))

    def open(self, request: Request, attempts: Attempts) -> GrowingReply:
        """The reply to a request as it grows. A stream that breaks before its first text is opened again.

        Raises:
            ModelError: no reply after all retries.
        """
        return self._adapting(request, attempts, lambda abilities: self._begun(request, abilities, attempts))

    def _adapting(self, request: Request, attempts: Attempts, once: Callable[[Abilities], T]) -> T:
        abilities = self.abilities
        tried = {abilities}
        while True:
            try:
                result = self._wire.retrying(partial(once, abilities), attempts)
            except Failed as error:
                failed = error.failure
            else:
                with self._lock:
                    self._abilities = abilities
                return result
            lesser = (
                None
                if failed.refusal is None
                else stepped_down(abilities, failed.refusal, asked_form=request.schema is not None)
            )
            if lesser is None or lesser in tried:
                raise failed.error from None
            _LOG.info("llm.stepped_down", to=str(lesser), reason=str(failed.error))
            abilities = lesser
            tried.add(lesser)

    def _whole(self, request: Request, abilities: Abilities, attempts: Attempts) -> Reply:
        dialect = _DIALECTS[abilities.style]
        received = self._wire.post(dialect.path, dialect.body(request, abilities))
        attempts.request_id = received.request_id or attempts.request_id
        return _read(received, dialect)

    def _begun(self, request: Request, abilities: Abilities, attempts: Attempts) -> GrowingReply:
        dialect = _DIALECTS[abilities.style]
        received = self._wire.open(dialect.path, dialect.body(request, abilities))
        attempts.request_id = received.request_id or attempts.request_id
        try:
            return GrowingReply(received, dialect, longest=request.longest_answer)
        except BaseException:  # an interrupt too must not leave the stream open
            received.close()
            raise


def _read(received: Received, dialect: _Dialect) -> Reply:
    try:
        reply = dialect.reply(orjson.loads(received.read()))
    except ValueError:
        raise _no_api(received) from None
    return _usable(reply, received)


def _no_api(received: Received) -> Failed:
    words = f"The address answers, but not as a model endpoint does ({received.content_type})."
    down = EndpointDown(words, reason="not_an_api")
    return Failed(FailedRequest(down, again=False, request_id=received.request_id))


def _usable(reply: Reply, received: Received) -> Reply:
    if reply.ending == "failed":
        down = EndpointDown("The model failed.", reason="failed")
        raise Failed(FailedRequest(down, again=True, request_id=received.request_id))
    return reply


class GrowingReply:
    """Texts of a reply as they come, then the reply. It holds the first text already when it is made."""

    def __init__(self, received: Received, dialect: _Dialect, *, longest: int) -> None:
        """Read up to the first text.

        Args:
            received: the HTTP reply.
            dialect: of the endpoint.
            longest: characters after which the text is cut off: the endpoint keeps no limit.

        Raises:
            Failed: it broke or ended without a usable reply before its first text.
        """
        self._received = received
        self._left = longest
        self._gathered = dialect.gathering()
        self._whole: Reply | None = None
        if "text/event-stream" in received.content_type:
            self._texts = self._events()
        else:
            # A server that does not know `stream` answers in one piece.
            self._whole = _read(received, dialect)
            self._texts = iter([self._whole.text])
        self._first = next(self._texts, None)
        if self._first is None and self.reply().ending in ("cut", "failed"):
            _usable(self.reply(), received)
            cut = EndpointDown("The model endpoint closed the connection before it answered.", reason="connection")
            raise Failed(FailedRequest(cut, again=True, request_id=received.request_id))

    def __iter__(self) -> Iterator[str]:
        """Texts in order.

        Raises:
            Failed: the stream broke.
        """
        if self._first is not None:
            yield self._first
            yield from self._texts

    def _events(self) -> Iterator[str]:
        try:
            for event in self._received.events():
                text = self._gathered.feed(event)
                self._left -= len(text)
                if self._left < 0:
                    endless = BadOutput("The answer is far longer than the token limit allows.", reason="too_long")
                    raise Failed(FailedRequest(endless, again=False, request_id=self._received.request_id))
                if text:
                    yield text
        except (ValueError, RecursionError):
            # What came is no JSON or no event of this API: the reply ends here, without its ending.
            return

    def reply(self) -> Reply:
        """Everything that came so far."""
        return self._whole or self._gathered.reply()

    def close(self) -> None:
        """Close the connection, read to the end or not."""
        self._received.close()
