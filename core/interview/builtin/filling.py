"""An answer put into a field of the draft, in the user's own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.interview.builtin import hearing
from core.interview.builtin.sentences import (
    is_offer,
    is_plain_offer,
    is_plain_walk_away,
    is_walk_away,
    items,
    offers,
    sentences,
)
from core.knowledge import EntryDraft, FallbackPosition
from core.wording import Language

LONGEST = 4_000
"""Characters that one field takes from one message."""
_SHORT = 24
_TEXTS = ("title", "problem_pattern", "risk", "recommended_clause", "note", "walk_away", "source_case")


def put(draft: EntryDraft, field: str, text: str, language: Language) -> EntryDraft | None:
    """The draft with a field set to what an answer says; None when the answer does not fit the field.

    Args:
        draft: as it stands.
        field: of the draft.
        text: the user's words.
        language: in which known kinds of contract are named.
    """
    value: Any = text.strip()
    if field == "contract_types":
        value = hearing.contract_types_answered(text, language)
    elif field == "severity":
        value = hearing.severity(text)
    elif field == "applicability":
        value = tuple(items(text))
    elif field == "fallback_positions":
        value = positions(offers(text))
    elif field == "law_references":
        value = hearing.law_references(text, bare=True)
    elif field == "clause_types":
        value = hearing.clause_types(text, requested=True)
    elif field not in _TEXTS:
        raise ValueError(field)
    if value is None or (not value and field != "contract_types"):
        return None
    return draft.model_copy(update={field: value})


def positions(texts: Sequence[str]) -> tuple[FallbackPosition, ...]:
    """Fallback positions in their order; they have no wording of their own until somebody writes it."""
    return tuple(FallbackPosition(level=level, position=text, clause="") for level, text in enumerate(texts, 1))


def with_sorted(draft: EntryDraft, text: str, *, into: str) -> tuple[EntryDraft, str, tuple[str, ...]]:
    """The draft with the fallbacks and limits that an answer names beside the point, and the answer without them.

    Returns:
        The draft, what is left of the answer, and the names of the fields that were filled.
    """
    parts = sentences(text)
    found = {
        "walk_away": [part for part in parts if is_walk_away(part)] if into != "walk_away" else [],
        "fallback_positions": [],
    }
    if into != "fallback_positions":
        found["fallback_positions"] = [p for p in parts if is_offer(p) and p not in found["walk_away"]]
    moved = [part for group in found.values() for part in group]
    if not moved or len(moved) == len(parts):
        return draft, text, ()
    names = []
    if found["walk_away"] and draft.walk_away is None:
        draft = draft.model_copy(update={"walk_away": "\n".join(found["walk_away"])})
        names.append("walk_away")
    if found["fallback_positions"] and not draft.fallback_positions:
        listed = positions([offer for part in found["fallback_positions"] for offer in offers(part)])
        draft = draft.model_copy(update={"fallback_positions": listed})
        names.append("fallback_positions")
    taken = [part for name in names for part in found[name]]
    rest = text
    for part in taken:
        rest = rest.replace(part, "", 1)
    return draft, rest.strip(), tuple(names)


def with_strays(draft: EntryDraft, text: str, asked_field: str) -> tuple[EntryDraft, str, tuple[str, ...]]:
    """The draft with the sentences of an answer that plainly belong to another field than the one asked for.

    Only empty fields are filled so; a clause quoted where the problem was asked for stays there, because the problem
    is often a clause.

    Returns:
        The draft, what is left of the answer, and the names of the fields that were filled.
    """
    found: dict[str, list[str]] = {}
    kept: list[str] = []
    for sentence in sentences(text):
        field = _stray(sentence)
        quoted = field == "recommended_clause" and asked_field == "problem_pattern"
        mine = field is None or field == asked_field or quoted or bool(getattr(draft, field))
        (kept if mine or field is None else found.setdefault(field, [])).append(sentence)
    if not found:
        return draft, text, ()
    update: dict[str, object] = {}
    for field, words in found.items():
        joined = "\n".join(words)
        if field == "fallback_positions":
            update[field] = positions([offer for sentence in words for offer in offers(sentence)])
        elif field == "law_references":
            update[field] = hearing.law_references(joined)
        elif field == "severity":
            update[field] = hearing.severity_stated(joined)
        else:
            update[field] = joined
    return draft.model_copy(update=update), "\n".join(kept), tuple(found)


def _stray(sentence: str) -> str | None:
    if is_plain_walk_away(sentence):
        return "walk_away"
    if is_plain_offer(sentence):
        return "fallback_positions"
    if hearing.is_clause(sentence):
        return "recommended_clause"
    if len(sentence) <= _SHORT and hearing.severity_stated(sentence) is not None:
        return "severity"
    return "law_references" if hearing.cites_law(sentence) else None


def with_heard(draft: EntryDraft, text: str, language: Language) -> tuple[EntryDraft, tuple[str, ...]]:
    """The draft with what any message tells for certain, and the names of the fields that it added to."""
    update: dict[str, object] = {}
    if draft.contract_types is None and (kinds := hearing.contract_types(text, language)):
        update["contract_types"] = kinds
    clauses = tuple(code for code in hearing.clause_types(text) if code not in draft.clause_types)
    if clauses:
        update["clause_types"] = (*draft.clause_types, *clauses)
    laws = tuple(law for law in hearing.law_references(text) if law not in draft.law_references)
    if laws:
        update["law_references"] = (*draft.law_references, *laws)
    if draft.severity is None and (level := hearing.severity_stated(text)) is not None:
        update["severity"] = level
    return draft.model_copy(update=update), tuple(update)
