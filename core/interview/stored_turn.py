"""A turn as it is stored: what was typed, and the answer to it or why there is none."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, cast

from core.errors import BadArguments
from core.interview.turn import TurnContent
from core.interview.versions import versions
from core.jobs import is_dead, this_owner
from core.knowledge import EntryDraft
from core.llm import Usage
from core.store import Turn

TurnState = Literal["pending", "done", "failed"]


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """One turn. `content` is None unless it is done; `outcome` is `ok`, or why there is no answer.

    `body` is the valid object as the model wrote it, `attempts` every raw output with its fault, steps, tokens, times.
    """

    id: str
    session_id: str
    number: int
    message: str
    state: TurnState
    superseded: bool
    replaces: str | None
    outcome: str | None
    content: TurnContent | None
    body: Mapping[str, object] | None
    steps: tuple[str, ...]
    attempts: tuple[Mapping[str, object], ...]
    warnings: tuple[str, ...]
    reference: str | None
    model: str | None
    prompt_version: str | None
    usage: Usage
    latency_ms: float
    created_at: datetime
    finished_at: datetime | None
    draft_before: EntryDraft | None = field(repr=False, default=None)

    @property
    def filed(self) -> tuple[tuple[str, str], ...]:
        """Field and words of each part that the built-in interviewer filed; none where a model answered."""
        return tuple((str(name), str(words)) for name, words in self._memory().get("filed", ()))

    @property
    def unsorted(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Words that the built-in interviewer put aside, with their likeliest fields; none where a model answered."""
        parts = self._memory().get("unsorted", ())
        return tuple((str(words), tuple(map(str, fields))) for words, fields in parts)

    def _memory(self) -> Mapping[str, Any]:
        memory = self.attempts[-1].get("memory") if self.attempts else None
        return memory if isinstance(memory, dict) else {}


def stored_turn(row: Turn) -> StoredTurn:
    """The turn of a row; an answer of a version that is not known any more is left in `body`."""
    content = None
    if row.state == "done" and row.body is not None:
        try:
            content = versions().read(row.body)
        except BadArguments:
            content = None
    return StoredTurn(
        id=row.id,
        session_id=row.session_id,
        number=row.number,
        message=row.user_message,
        state=cast(TurnState, row.state),
        superseded=row.superseded,
        replaces=row.replaces,
        outcome=row.outcome,
        content=content,
        body=row.body,
        steps=tuple(row.steps),
        attempts=tuple(row.attempts),
        warnings=tuple(row.warnings),
        reference=row.reference,
        model=row.model,
        prompt_version=row.prompt_version,
        usage=Usage(row.input_tokens, row.output_tokens, row.cost),
        latency_ms=row.latency_ms,
        created_at=row.created_at,
        finished_at=row.finished_at,
        draft_before=None if row.draft_before is None else EntryDraft.model_validate(row.draft_before),
    )


class Answering:
    """The turns that this process is answering now: a pending row that is not among them has lost its answerer."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._lock = threading.Lock()

    def add(self, turn_id: str) -> None:
        """Note a turn; before its row is written, so that nobody takes the row for lost."""
        with self._lock:
            self._ids.add(turn_id)

    def drop(self, turn_id: str) -> None:
        """Forget a turn that is answered or given up."""
        with self._lock:
            self._ids.discard(turn_id)

    def __contains__(self, turn_id: str) -> bool:
        with self._lock:
            return turn_id in self._ids


ANSWERING = Answering()
"""One for the process, as the process is what a row's owner names."""


def is_lost(row: Turn, now: float) -> bool:
    """Whether nobody answers a pending turn any more; `now` is the database's time."""
    if row.owner is None or is_dead(row.owner):
        return True
    if row.owner == this_owner():
        return row.id not in ANSWERING
    return row.lease_until is not None and row.lease_until < now
