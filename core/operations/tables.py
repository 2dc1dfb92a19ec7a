"""The measures as tables to look at and to take along, headed in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import get_args

import pandas as pd

from core.operations.calls import DayCost
from core.operations.failures import FailedTurn
from core.operations.progress import SessionProgress
from core.operations.repairs import RepairCount
from core.settings import Role
from core.wording import Language, wording_text


def stage_name(stage: str, language: Language) -> str:
    """What people call a stage."""
    return wording_text(f"operations.stage_{stage}", language)


def _role_name(role: str, language: Language) -> str:
    """What a role of models is called; its code where it is none of the settings' any more."""
    return wording_text(f"operations.role_{role}", language) if role in get_args(Role) else role


def head(name: str, language: Language) -> str:
    """Heading of a column."""
    return wording_text(f"operations.column_{name}", language)


def _table(rows: list[dict[str, object]], names: Sequence[str], language: Language) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(names)).rename(columns={name: head(name, language) for name in names})


def sessions_table(sessions: Sequence[SessionProgress], language: Language) -> pd.DataFrame:
    """One line an interview, the newest first."""
    names = ("began", "session", "turns", "failed", "to_draft", "to_finalize", "furthest", "last_phase")
    rows: list[dict[str, object]] = [
        {
            "began": _minute(session.began),
            "session": session.title,
            "turns": session.turns,
            "failed": session.failed,
            "to_draft": session.to_draft,
            "to_finalize": session.to_finalize,
            "furthest": stage_name(session.furthest, language),
            "last_phase": stage_name(session.last_phase, language) if session.last_phase else "",
        }
        for session in reversed(sessions)
    ]
    table = _table(rows, names, language)
    return table.astype({head(name, language): "Int64" for name in ("to_draft", "to_finalize")})


def funnel_table(stages: Sequence[tuple[str, int, int]], language: Language) -> pd.DataFrame:
    """One line a stage: how many interviews reached it, how many ended there."""
    rows: list[dict[str, object]] = [
        {"stage": stage_name(stage, language), "reached": reached, "ended": ended} for stage, reached, ended in stages
    ]
    return _table(rows, ("stage", "reached", "ended"), language)


def repairs_table(counts: Sequence[RepairCount], language: Language) -> pd.DataFrame:
    """One line a kind, model and prompt."""
    rows: list[dict[str, object]] = [
        {
            "action": wording_text(f"operations.done_{count.action}", language),
            "kind": count.kind,
            "model": count.model,
            "prompt": count.prompt,
            "count": count.count,
            "share": round(100 * count.count / count.turns, 1),
        }
        for count in counts
    ]
    return _table(rows, ("action", "kind", "model", "prompt", "count", "share"), language)


def days_table(costs: Sequence[DayCost], language: Language) -> pd.DataFrame:
    """One line a day, role and model, the newest first."""
    names = ("day", "role", "model", "calls", "from_cache", "failed", "input_tokens", "output_tokens", "cost")
    rows: list[dict[str, object]] = [
        {name: getattr(cost, name) for name in names}
        | {
            "day": cost.day.isoformat(),
            "role": _role_name(cost.role, language),
            "cost": round(cost.cost, 4),
            "median_ms": _rounded(cost.median_ms),
            "p95_ms": _rounded(cost.p95_ms),
        }
        for cost in reversed(costs)
    ]
    table = _table(rows, (*names, "median_ms", "p95_ms"), language)
    return table.astype({head(name, language): "Int64" for name in ("median_ms", "p95_ms")})


def failures_table(failures: Sequence[FailedTurn], language: Language) -> pd.DataFrame:
    """One line a turn that failed or was asked again, the newest first. Raw outputs are not in it."""
    rows: list[dict[str, object]] = [
        {
            "at": _minute(failure.at),
            "session": failure.session_title,
            "turn": failure.number,
            "outcome": failure.outcome,
            "attempts": len(failure.attempts),
            "recovered": wording_text("operations.was_yes" if failure.recovered else "operations.was_no", language),
            "model": failure.model,
            "prompt": failure.prompt,
            "reference": failure.reference or "",
        }
        for failure in failures
    ]
    names = ("at", "session", "turn", "outcome", "attempts", "recovered", "model", "prompt", "reference")
    return _table(rows, names, language)


def _minute(when: datetime) -> str:
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


def _rounded(value: float | None) -> int | None:
    return None if value is None else round(value)
