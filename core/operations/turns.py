"""Stored turns as the measures need them, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, cast

from sqlalchemy import select

from core.store import InterviewSession, Store, Turn


class AttemptError(TypedDict):
    """What the guard found wrong in an output, and where."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class TurnAttempt:
    """One output of a model as it came, None where there was none, and what was wrong with it."""

    raw: str | None
    errors: tuple[AttemptError, ...]


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One turn with its session. `phase` and `mode` are those of its valid answer, None where there is none."""

    session_id: str
    session_title: str
    session_at: datetime
    approved: bool
    turn_id: str
    number: int
    superseded: bool
    at: datetime
    state: str
    outcome: str | None
    reference: str | None
    schema_version: str | None
    model: str
    prompt: str
    phase: str | None
    mode: str | None
    steps: tuple[str, ...]
    attempts: tuple[TurnAttempt, ...]
    warnings: tuple[str, ...]
    input_tokens: int
    output_tokens: int
    cost: float
    latency_ms: float


def turn_records(store: Store, *, since: datetime | None = None) -> list[TurnRecord]:
    """All turns of the sessions that began at or after `since`, by session and number; a session's turns stay together.

    Args:
        store: the product's database.
        since: a time in UTC; None for all.
    """
    query = select(Turn, InterviewSession).join(InterviewSession, Turn.session_id == InterviewSession.id)
    if since is not None:
        query = query.where(InterviewSession.created_at >= since)
    with store.read() as session:
        rows = session.execute(query.order_by(InterviewSession.created_at, Turn.session_id, Turn.number)).all()
        return [_record(turn, interview) for turn, interview in rows]


def _record(turn: Turn, interview: InterviewSession) -> TurnRecord:
    body: Mapping[str, object] = turn.body or {}
    return TurnRecord(
        session_id=interview.id,
        session_title=interview.title,
        session_at=interview.created_at,
        approved=interview.entry_id is not None,
        turn_id=turn.id,
        number=turn.number,
        superseded=turn.superseded,
        at=turn.created_at,
        state=turn.state,
        outcome=turn.outcome,
        reference=turn.reference,
        schema_version=turn.schema_version,
        model=turn.model or "",
        prompt=turn.prompt_version or "",
        phase=_text(body.get("state"), "phase"),
        mode=_text(body.get("control"), "mode"),
        steps=tuple(turn.steps),
        attempts=tuple(map(_attempt, turn.attempts)),
        warnings=tuple(turn.warnings),
        input_tokens=turn.input_tokens,
        output_tokens=turn.output_tokens,
        cost=turn.cost,
        latency_ms=turn.latency_ms,
    )


def _attempt(stored: Mapping[str, object]) -> TurnAttempt:
    raw, errors = stored.get("raw"), stored.get("errors")
    return TurnAttempt(raw if isinstance(raw, str) and raw else None, tuple(cast(list[AttemptError], errors or [])))


def _text(part: object, name: str) -> str | None:
    value = part.get(name) if isinstance(part, dict) else None
    return value if isinstance(value, str) else None
