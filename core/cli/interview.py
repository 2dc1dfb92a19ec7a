"""`interview --message TEXT`: one turn of a knowledge interview."""

from __future__ import annotations

import argparse
import secrets
from typing import Any

from core.cli.output import emit
from core.errors import WorkbenchError
from core.interview import Interviewer, StoredTurn
from core.settings import Settings
from core.store import open_store
from core.wording import languages


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("interview", help="one turn of a knowledge interview")
    parser.add_argument("--message", required=True, help="what you say")
    parser.add_argument("--session", help="interview to go on with; made now when there is none of that id")
    parser.add_argument("--lang", choices=tuple(languages()), help="language of the answer (default: the setting)")
    parser.add_argument("--token", help="names this submission: the same again is the same turn")
    parser.add_argument(
        "--approve", action="store_true", help="put the draft into the knowledge base when the turn finalizes it"
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Write one object; 0 for an answered turn, 1 for one that failed, which the object names."""
    store = open_store(settings)
    try:
        with Interviewer(store, settings) as interviewer:
            session = interviewer.interviews.open(user=settings.user, session_id=arguments.session)
            turn = interviewer.say(
                session,
                arguments.message,
                token=arguments.token or secrets.token_hex(16),
                language=arguments.lang or settings.language,
            )
            entry = None
            if arguments.approve and turn.content is not None and turn.content.mode == "finalize":
                entry = interviewer.interviews.approve(session, author=settings.user).name
        value = _value(turn, entry)
        text = turn.content.message if turn.content is not None else f"{turn.outcome} ({turn.reference})"
        emit(value, as_json=arguments.json, text=text)
        return 0 if turn.state == "done" else 1
    finally:
        store.close()


def _value(turn: StoredTurn, entry: str | None) -> dict[str, Any]:
    body = turn.body or {}
    value: dict[str, Any] = {
        "session": turn.session_id,
        "turn": turn.number,
        "assistant_message": body.get("assistant_message"),
        "control": body.get("control"),
        "state": body.get("state"),
        "knowledge_json": body.get("knowledge_json"),
        "attempts": [dict(attempt) for attempt in turn.attempts],
        "steps": list(turn.steps),
        "reference": turn.reference,
        "warnings": list(turn.warnings),
    }
    if turn.state != "done":
        value["error"] = turn.outcome or WorkbenchError.code
    return value if entry is None else {**value, "entry": entry}
