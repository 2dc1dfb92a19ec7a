"""How far interviews come, and how many turns they take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from core.interview import PHASES
from core.operations.turns import TurnRecord

STAGES = ("started", *PHASES, "finalized", "approved")


@dataclass(frozen=True, slots=True)
class SessionProgress:
    """One interview. Turns count from 1 without regenerated and edited ones; None where it never came so far."""

    session_id: str
    title: str
    began: datetime
    turns: int
    failed: int
    to_draft: int | None
    to_finalize: int | None
    furthest: str
    last_phase: str | None


def progress(records: Iterable[TurnRecord]) -> list[SessionProgress]:
    """Each session's progress, in the order of the records.

    A session reaches a phase with the first valid answer in it or beyond it, `finalized` with the first answer in mode
    finalize, and `approved` when its entry went into the knowledge base; one that a person approved before any such
    answer was finalized by its last turn.
    """
    return [_session(list(turns)) for _, turns in groupby(records, key=lambda record: record.session_id)]


def _session(records: list[TurnRecord]) -> SessionProgress:
    counted = [record for record in records if not record.superseded]
    reached = 0
    to_draft = to_finalize = None
    last_phase = None
    for position, record in enumerate(counted, start=1):
        if record.phase in PHASES:
            last_phase = record.phase
            reached = max(reached, STAGES.index(record.phase))
            if to_draft is None and reached >= STAGES.index("draft_knowledge"):
                to_draft = position
        if record.mode == "finalize":
            reached = max(reached, STAGES.index("finalized"))
            to_draft = to_draft or position
            to_finalize = to_finalize or position
    first = records[0]
    if first.approved and counted:
        to_finalize = to_finalize or len(counted)
        to_draft = to_draft or to_finalize
    return SessionProgress(
        session_id=first.session_id,
        title=first.session_title,
        began=first.session_at,
        turns=len(counted),
        failed=sum(record.state == "failed" for record in counted),
        to_draft=to_draft,
        to_finalize=to_finalize,
        furthest="approved" if first.approved else STAGES[reached],
        last_phase=last_phase,
    )


def funnel(sessions: Iterable[SessionProgress]) -> list[tuple[str, int, int]]:
    """For each stage its name, how many sessions reached it, and how many of those went no further."""
    furthest = [STAGES.index(session.furthest) for session in sessions]
    return [
        (stage, sum(reached >= place for reached in furthest), sum(reached == place for reached in furthest))
        for place, stage in enumerate(STAGES)
    ]
