"""What changed between two revisions of an entry: field by field, the words marked."""

from __future__ import annotations

from dataclasses import dataclass

from core.knowledge.columns import severity_in_words
from core.knowledge.entry import FIELDS, EntryDraft, FallbackPosition, LawReference
from core.lexicon import agreement_type_name
from core.taxonomy import taxonomy
from core.text_difference import Piece, word_changes
from core.wording import Language


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that two revisions have differently, as one text with its marks."""

    field: str
    pieces: tuple[Piece, ...]


def field_changes(before: EntryDraft, after: EntryDraft, language: Language) -> list[FieldChange]:
    """The fields that differ, in the entry's order."""
    changes = []
    for name in FIELDS:
        if getattr(before, name) == getattr(after, name):
            continue
        old, new = field_text(before, name, language), field_text(after, name, language)
        if name == "contract_types" and old == new and old:
            continue  # a type under its name, as it was told, and under its code
        changes.append(FieldChange(name, word_changes(old, new)))
    return changes


def field_text(draft: EntryDraft, name: str, language: Language) -> str:
    """A field as people read it; empty where it is not known."""
    value = getattr(draft, name)
    if value is None:
        return ""
    if name == "severity":
        return severity_in_words(value, language)
    if isinstance(value, str):
        return value
    return "\n".join(_line(name, part, language) for part in value)


def _line(name: str, part: object, language: Language) -> str:
    if isinstance(part, FallbackPosition):
        return f"{part.level}. {part.position}\n{part.clause}" if part.clause else f"{part.level}. {part.position}"
    if isinstance(part, LawReference):
        return f"{part.law} {part.article}".strip()
    if name == "clause_types":
        return taxonomy().get(str(part)).name(language)
    if name == "contract_types":
        return agreement_type_name(str(part), language)
    return str(part)
