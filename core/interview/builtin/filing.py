"""Parts of a message put under the fields that they speak of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.interview.builtin import hearing
from core.interview.builtin.filling import positions
from core.interview.builtin.listening import FieldSentence
from core.interview.builtin.sentences import items, offers
from core.knowledge import EntryDraft
from core.questions import is_japanese
from core.wording import Language

_VALUES = ("severity", "contract_types", "clause_types", "law_references")
_TOLD_ON = ("problem_pattern", "risk", "source_case")
_ADDED = ("problem_pattern", "risk", "recommended_clause", "walk_away", "note", "source_case")


@dataclass(frozen=True, slots=True)
class Filed:
    """A draft after a message.

    Attributes:
        draft: with the parts whose words speak of a field.
        fields: that were filled, in the order of the message.
        rest: what no cue decides, or what answers the question itself.
        filed: field and words of each part that was put under a field.
        unsure: words of each part whose field is unsure, with the fields that it may belong to.
    """

    draft: EntryDraft
    fields: tuple[str, ...]
    rest: str
    filed: tuple[tuple[str, str], ...] = ()
    unsure: tuple[tuple[str, tuple[str, ...]], ...] = ()


def filed(
    draft: EntryDraft, parts: Sequence[FieldSentence], *, asked_field: str | None, last: str | None, language: Language
) -> Filed:
    """The draft with the parts of a message.

    Args:
        draft: as it stands.
        parts: of the message.
        asked_field: the field that was asked for; whole sentences that speak of it stay in the rest, in their order.
        last: the field that was filled last, which a correction without a name means.
        language: in which known kinds of contract are named.
    """
    fields: list[str] = []
    rest: list[str] = []
    moved: list[tuple[str, str]] = []
    unsure = [(part.words, part.likely) for part in parts if part.likely]
    for part in _together(parts):
        if part.likely:
            continue
        field = last if part.field == "last" else part.field
        answers = field == asked_field and field not in _VALUES and part.whole and not part.correction
        value = None if field is None or answers else _value(draft, field, part, language)
        if value is None or field is None:
            rest.append(part.sentence)
            continue
        draft = draft.model_copy(update={field: value})
        fields.append(field)
        moved.append((field, part.words))
    return Filed(draft, tuple(dict.fromkeys(fields)), "\n".join(rest), tuple(moved), tuple(unsure))


def _together(parts: Sequence[FieldSentence]) -> list[FieldSentence]:
    """The parts, with whole sentences that follow each other and tell one field as one, as they were typed."""
    result: list[FieldSentence] = []
    for part in parts:
        last = result[-1] if result else None
        if last is None or last.field != part.field or part.field not in _TOLD_ON or not (last.whole and part.whole):
            result.append(part)
            continue
        words = last.words + ("" if is_japanese(last.words) else " ") + part.words
        result[-1] = FieldSentence(part.field, words, words, last.correction)
    return result


def _value(draft: EntryDraft, field: str, part: FieldSentence, language: Language) -> Any:
    """What a field holds with a part; None when the part does not fit it."""
    words, before = part.words, getattr(draft, field)
    if field == "severity":
        return hearing.severity_told(words)
    if field == "contract_types":
        return hearing.kinds_told(words, language) or None
    if field == "clause_types":
        return _joined(before, hearing.clause_types_named(words), part)
    if field == "law_references":
        named = hearing.law_in_words(words)
        return _joined(before, hearing.laws_told(words) or ((named,) if named else ()), part)
    if field == "applicability":
        return _joined(before, tuple(items(words)), part)
    if field == "fallback_positions":
        told = [] if part.correction else [position.position for position in before]
        return positions([*told, *offers(words)]) or None
    if field in _ADDED and before and not part.correction:
        return f"{before}\n{words}"
    return words


def _joined(before: tuple[Any, ...], values: tuple[Any, ...], part: FieldSentence) -> tuple[Any, ...] | None:
    if not values:
        return None
    return values if part.correction else (*before, *(value for value in values if value not in before))
