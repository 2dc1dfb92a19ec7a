"""Turns for the tests of the interview."""

from __future__ import annotations

from typing import Any

import orjson

DRAFT: dict[str, Any] = {
    "title": None,
    "contract_types": ["秘密保持契約"],
    "problem_pattern": None,
    "risk": None,
    "recommended_clause": None,
    "note": None,
}


def turn_body(**changes: Any) -> dict[str, Any]:
    """A valid turn 1.0, with changes."""
    body: dict[str, Any] = {
        "control": {"schema_version": "1.0", "mode": "interview"},
        "state": {"phase": "collect_case", "missing_info": ["リスク"]},
        "assistant_message": "どのような損害がありましたか。",
        "knowledge_json": dict(DRAFT),
    }
    return body | changes


def turn_text(**changes: Any) -> str:
    """The same as JSON."""
    return orjson.dumps(turn_body(**changes)).decode()
