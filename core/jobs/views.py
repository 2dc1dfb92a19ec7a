"""What people and pages see of the ledger: units, their faults and the progress of a batch."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

State = Literal["queued", "leased", "done", "failed", "quarantined", "cancelled"]
STATES: tuple[State, ...] = ("queued", "leased", "done", "failed", "quarantined", "cancelled")


@dataclass(frozen=True)
class NewUnit:
    """A unit to be submitted.

    Attributes:
        label: what a person calls it, such as a file name.
        payload: JSON for the function.
        idem: the caller's key of the input and of all that shapes the result (model, prompt, settings); the ledger
            adds kind and function version. Within a batch the same key is one unit.
        blob_sha256: a row of `blobs` whose bytes the function gets.
        endpoint: whose rate limit the unit counts against.
    """

    label: str
    payload: dict[str, Any]
    idem: str
    blob_sha256: str | None = None
    endpoint: str | None = None


@dataclass(frozen=True)
class Fault:
    """Why a unit did not end well.

    Attributes:
        code: key of the wording that a person sees: that of a WorkbenchError, or `unexpected`, `unit_crashed`,
            `unit_hung`, `unit_lost`.
        message: English, for the log.
        facts: values for the wording, such as `reference` or `seconds`.
    """

    code: str
    message: str
    facts: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The fault as it is stored."""
        return {"code": self.code, "message": self.message, "facts": self.facts}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Fault:
        """The fault as it was stored."""
        return cls(stored["code"], stored["message"], stored["facts"])


@dataclass(frozen=True)
class UnitView:
    """A unit as the ledger has it. `result` is there when it is done and the reader asked for results."""

    id: str
    batch: str
    kind: str
    label: str
    state: State
    stage: str | None
    attempts: int
    max_attempts: int
    crashes: int
    error: Fault | None
    result: dict[str, Any] | None
    payload: dict[str, Any]
    blob_sha256: str | None
    endpoint: str | None
    updated_at: datetime


@dataclass(frozen=True)
class Progress:
    """How far a batch is. `finished`: no unit is queued or running any more; quarantined units wait for a person."""

    batch_id: str
    kind: str
    title: str
    created_by: str
    started_at: datetime
    total: int
    counts: dict[State, int]

    @property
    def finished(self) -> bool:
        """Whether nothing is queued or running."""
        return self.counts["queued"] == 0 and self.counts["leased"] == 0

    @property
    def ended(self) -> int:
        """Units that will not run again by themselves."""
        return self.total - self.counts["queued"] - self.counts["leased"]
