"""Accounting: one record for each call of an endpoint, whatever became of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.llm.types import Usage
from core.settings import Role


@dataclass(frozen=True, slots=True)
class CallRecord:
    """What one call cost and how it ended.

    `outcome` is `ok`, `closed` (the reader of a stream left early) or the `code` of the error that was raised.
    `prompt_version` names the prompt, such as `extraction@1`; `session_id` is the session bound to the log context.
    """

    at: datetime
    role: Role
    model: str
    outcome: str
    attempts: int
    latency_ms: float
    usage: Usage
    request_id: str | None
    cached: bool
    prompt_version: str | None = None
    session_id: str | None = None


class CallLog(Protocol):
    """Keeps the record of every call."""

    def record(self, call: CallRecord) -> None:
        """Keep one record. May be called from several threads."""


class MemoryCalls:
    """Records in memory, in the order of their calls' end."""

    def __init__(self) -> None:
        self.calls: list[CallRecord] = []

    def record(self, call: CallRecord) -> None:
        """Keep one record."""
        self.calls.append(call)

    @property
    def usage(self) -> Usage:
        """Sum over all calls."""
        return self.sum_of(self.calls)

    @staticmethod
    def sum_of(calls: Iterable[CallRecord]) -> Usage:
        """Sum over some calls."""
        return sum((call.usage for call in calls), Usage())
