"""A failed request and the running count of requests, known to all who ask and to none of the HTTP below."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import ModelError
from core.llm.protocol.abilities import Refusal


@dataclass(frozen=True, slots=True)
class FailedRequest:
    """A failed request. `wait_s` is how long the endpoint asks us to wait, `refusal` its words when it said no."""

    error: ModelError
    again: bool
    wait_s: float | None = None
    refusal: Refusal | None = None
    request_id: str | None = None


class Failed(Exception):
    """A request failed; carries what the failure means."""

    def __init__(self, failure: FailedRequest) -> None:
        super().__init__(str(failure.error))
        self.failure = failure


class Attempts:
    """Counts the requests of one call, so that an error can say how many there were."""

    def __init__(self) -> None:
        self.count = 0
        self.request_id: str | None = None
