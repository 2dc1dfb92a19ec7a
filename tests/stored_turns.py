"""Stored interviews for the measures: one approved, one dropped while drafting, one that failed at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from core.store import Store
from core.store.interview_models import InterviewSession, Turn
from core.store.models import LlmCall

BEGAN = datetime(2026, 11, 2, 0, 30, tzinfo=UTC)
BROKEN = '{"control": {"schema_version": "1.0", "mode": "inter'


def fill(store: Store, *, began: datetime = BEGAN) -> None:
    """Write the interviews and a few calls."""
    with store.write() as session:
        for number, (key, title, entry) in enumerate(
            [("a", "納期遅延", "e1"), ("b", "再委託", None), ("c", "検収", None)]
        ):
            at = began + timedelta(hours=number)
            session.add(
                InterviewSession(
                    id=key,
                    title=title,
                    draft=None,
                    marked=[],
                    entry_id=entry,
                    created_by="x",
                    created_at=at,
                    updated_at=at,
                )
            )
        session.flush()
        a = began
        session.add(turn("a", 1, a, "collect_case"))
        session.add(turn("a", 2, a, "organize_risks", steps=["parse:failed", "fence", "commas", "schema"]))
        session.add(turn("a", 3, a, "draft_knowledge", superseded=True))
        session.add(
            turn(
                "a",
                4,
                a,
                "draft_knowledge",
                steps=["reask:schema_error", "parse", "enum:/control/mode", "schema"],
                attempts=2,
            )
        )
        session.add(turn("a", 5, a, "review_knowledge", mode="finalize"))
        session.add(turn("b", 1, a, "collect_case", model="m2"))
        session.add(
            turn("b", 2, a, "draft_knowledge", model="m2", steps=["reask:truncated", "parse", "schema"], attempts=2)
        )
        session.add(
            turn(
                "c",
                1,
                a,
                None,
                state="failed",
                outcome="bad_output",
                steps=["reask:parse_error", "reask:parse_error"],
                attempts=3,
            )
        )
        for number, (day, outcome, ms) in enumerate(
            [(0, "ok", 100.0), (0, "ok", 300.0), (0, "refused", 50.0), (1, "ok", 80.0)]
        ):
            session.add(
                LlmCall(
                    id=f"call{number}",
                    role="chat",
                    model="m1",
                    prompt_version="interview@1",
                    session_id="a",
                    request_id=None,
                    outcome=outcome,
                    attempts=1,
                    cached=False,
                    input_tokens=100,
                    output_tokens=10,
                    cost=0.01,
                    latency_ms=ms,
                    created_at=began + timedelta(days=day),
                )
            )


def turn(session_id: str, number: int, at: datetime, phase: str | None, **given: Any) -> Turn:
    """One stored turn; without a phase it has no answer."""
    mode = given.get("mode", "interview")
    body = None
    if phase is not None:
        body = {
            "control": {"schema_version": "1.0", "mode": mode},
            "state": {"phase": phase, "missing_info": []},
            "assistant_message": "何が起きましたか。",
            "knowledge_json": None,
        }
    attempts = [
        {"raw": BROKEN, "errors": [{"path": "", "message": "cut off"}]} for _ in range(given.get("attempts", 1))
    ]
    return Turn(
        id=f"{session_id}{number}",
        session_id=session_id,
        number=number,
        token=f"t{number}",
        user_message="…",
        state=given.get("state", "done"),
        superseded=given.get("superseded", False),
        outcome=given.get("outcome", "ok"),
        schema_version="1.0",
        body=body,
        steps=given.get("steps", ["parse", "schema"]),
        attempts=attempts,
        warnings=[],
        reference="REF123" if given.get("state") == "failed" else None,
        model=given.get("model", "m1"),
        prompt_version="interview@1",
        input_tokens=10,
        output_tokens=5,
        cost=0.0,
        latency_ms=12.0,
        created_at=at + timedelta(minutes=number),
        finished_at=at + timedelta(minutes=number),
    )
