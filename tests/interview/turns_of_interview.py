"""Turns for the tests of the interview."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from core.interview.builtin.learned.sentence_chain import LABELS

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


def told_as(label: str, chance: float) -> Callable[[Sequence[object], object], list[dict[str, float]]]:
    """A model to which every sentence speaks of one field with some chance, and of the others evenly."""
    others = math.log((1 - chance) / (len(LABELS) - 1))
    return lambda said, before: [{name: math.log(chance) if name == label else others for name in LABELS} for _ in said]
