"""An interview as a file: everything as JSON, or what was said and written as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from core.interview.builtin.shown import label, shown
from core.interview.interviews import Interview
from core.interview.stored_turn import StoredTurn
from core.knowledge import FIELDS
from core.wording import Language, wording_text


def as_json(interview: Interview, turns: Sequence[StoredTurn]) -> bytes:
    """The interview with all its turns, the superseded ones and every raw answer included."""
    value = {
        "session": interview.id,
        "title": interview.title,
        "created_by": interview.created_by,
        "created_at": interview.created_at,
        "updated_at": interview.updated_at,
        "phase": interview.phase,
        "missing_info": list(interview.missing_info),
        "entry": interview.entry_id,
        "draft": None if interview.draft is None else interview.draft.model_dump(mode="json"),
        "turns": [
            {
                "turn": turn.number,
                "message": turn.message,
                "state": turn.state,
                "outcome": turn.outcome,
                "superseded": turn.superseded,
                "body": turn.body,
                "steps": list(turn.steps),
                "attempts": [dict(attempt) for attempt in turn.attempts],
                "warnings": list(turn.warnings),
                "reference": turn.reference,
                "model": turn.model,
                "prompt_version": turn.prompt_version,
                "input_tokens": turn.usage.input_tokens,
                "output_tokens": turn.usage.output_tokens,
                "cost": turn.usage.cost,
                "latency_ms": turn.latency_ms,
                "created_at": turn.created_at,
                "finished_at": turn.finished_at,
            }
            for turn in turns
        ],
    }
    return orjson.dumps(value, option=orjson.OPT_INDENT_2)


def as_markdown(interview: Interview, turns: Sequence[StoredTurn], language: Language) -> str:
    """The draft and the conversation, as a person reads them."""
    draft, conversation, user, answer = (
        wording_text(f"interview.file_{part}", language) for part in ("draft", "conversation", "user", "interviewer")
    )
    lines = [f"# {interview.title or interview.id}", "", f"## {draft}", ""]
    if interview.draft is not None:
        colon = wording_text("punctuation.colon", language)
        for name in FIELDS:
            words = shown(interview.draft, name, language)
            if words:
                lines.append(f"- {label(name, language)}{colon}{words}")
    lines += ["", f"## {conversation}", ""]
    for turn in turns:
        if turn.superseded:
            continue
        exchange = (
            wording_text("interview.file_no_answer", language, outcome=turn.outcome)
            if turn.content is None
            else turn.content.message
        )
        lines += [f"**{user} {turn.number}**", "", _quoted(turn.message), "", f"**{answer}**", "", exchange, ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines()) or ">"
