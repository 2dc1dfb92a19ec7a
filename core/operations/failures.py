"""Turns without a usable answer, with the raw outputs, and their replay through today's guard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from core.guardrail import Outcome, guard, load_policy
from core.interview import versions
from core.operations.turns import TurnAttempt, TurnRecord


@dataclass(frozen=True, slots=True)
class FailedTurn:
    """A turn that failed, or a good one that had to be asked again: when, why and what the model said each time."""

    turn_id: str
    session_id: str
    session_title: str
    number: int
    at: datetime
    recovered: bool
    outcome: str
    reference: str | None
    schema_version: str | None
    model: str
    prompt: str
    attempts: tuple[TurnAttempt, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What the guard makes of a raw output today."""

    outcome: Outcome
    version: str


def failures(records: Iterable[TurnRecord]) -> list[FailedTurn]:
    """Turns that failed and turns that needed more than one attempt, the newest first."""
    found = [
        FailedTurn(
            turn_id=record.turn_id,
            session_id=record.session_id,
            session_title=record.session_title,
            number=record.number,
            at=record.at,
            recovered=record.state == "done",
            outcome=record.outcome or record.state,
            reference=record.reference,
            schema_version=record.schema_version,
            model=record.model,
            prompt=record.prompt,
            attempts=record.attempts,
        )
        for record in records
        if record.state == "failed" or len(record.attempts) > 1
    ]
    return sorted(found, key=lambda failure: failure.at, reverse=True)


def replay(raw: str) -> Replay:
    """Judge a stored raw output again with the guard, schema and policy of today; nothing is stored or asked.

    Raises:
        ConfigError: schema or policy cannot be read.
    """
    current = versions().current
    return Replay(guard(raw, current.schema, load_policy("turn")), current.number)
