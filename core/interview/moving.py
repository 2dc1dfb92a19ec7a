"""Words that were filed under one field of the draft, put under another because a person says so."""

from __future__ import annotations

from core.interview.versions import empty_draft
from core.knowledge import EntryDraft, FallbackPosition

MOVABLE = (
    "source_case",
    "problem_pattern",
    "risk",
    "applicability",
    "recommended_clause",
    "fallback_positions",
    "walk_away",
    "note",
    "title",
)
"""Fields of words; the others hold values that are read out of words."""


def moved(draft: EntryDraft | None, words: str, *, source: str | None, target: str) -> EntryDraft:
    """The draft with some words under another field; what else stands in either stays.

    Args:
        draft: as it stands.
        words: as they were filed.
        source: the field that they stand under; where a person has changed them there, nothing is taken from it. None
            for words that stand under none yet.
        target: one of `MOVABLE`.
    """
    base = draft or empty_draft()
    changes = {target: _field(target, [*_lines(base, target), words])}
    if source in MOVABLE:
        left = [line for line in _lines(base, source) if line.strip("。. ") != words.strip("。. ")]
        changes[source] = _field(source, left)
    return base.model_copy(update=changes)


def stands_under(draft: EntryDraft | None, words: str, told: str) -> str:
    """The field under which words stand now that were filed under `told`; that one where they stand nowhere."""
    base, wanted = draft or empty_draft(), words.strip("。. ")
    fields = (told, *(field for field in MOVABLE if field != told))
    return next((name for name in fields if any(line.strip("。. ") == wanted for line in _lines(base, name))), told)


def is_under_any(draft: EntryDraft | None, words: str) -> bool:
    """Whether words stand under some field of words as a line of their own."""
    base, wanted = draft or empty_draft(), words.strip("。. ")
    return any(line.strip("。. ") == wanted for name in MOVABLE for line in _lines(base, name))


def _lines(draft: EntryDraft, field: str) -> list[str]:
    """What a field holds, line by line."""
    value = getattr(draft, field)
    if not value:
        return []
    if field == "fallback_positions":
        return [position.position for position in value]
    return value.split("\n") if isinstance(value, str) else list(value)


def _field(field: str, lines: list[str]) -> object:
    if field == "applicability":
        return tuple(lines)
    if field == "fallback_positions":
        return tuple(FallbackPosition(level=level, position=line, clause="") for level, line in enumerate(lines, 1))
    return "\n".join(lines) or None
