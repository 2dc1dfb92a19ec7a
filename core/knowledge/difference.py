"""What changed between two revisions of an entry: field by field, the words marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from core.knowledge.columns import severity_in_words
from core.knowledge.entry import FIELDS, EntryDraft, FallbackPosition, LawReference
from core.lexicon import agreement_type_name
from core.taxonomy import taxonomy
from core.wording import Language

Mark = Literal["same", "removed", "added"]
_WORDS = re.compile(r"[A-Za-z0-9À-ɏ'’]+|[ァ-ヺー]+|[々〇\u3400-\u9fff]{1,2}|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that stayed, went or came."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that two revisions have differently, as one text with its marks."""

    field: str
    pieces: tuple[Piece, ...]


def field_changes(before: EntryDraft, after: EntryDraft, language: Language) -> list[FieldChange]:
    """The fields that differ, in the entry's order."""
    changes = []
    for name in FIELDS:
        if getattr(before, name) != getattr(after, name):
            old, new = field_text(before, name, language), field_text(after, name, language)
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


def word_changes(before: str, after: str) -> tuple[Piece, ...]:
    """Two texts as one, with the words that went and came; joined, same and added pieces give `after`."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    pieces: list[Piece] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            _add(pieces, "same", old[a:b])
        else:
            _add(pieces, "removed", old[a:b])
            _add(pieces, "added", new[c:d])
    return tuple(pieces)


def _add(pieces: list[Piece], mark: Mark, words: Sequence[str]) -> None:
    if words:
        pieces.append(Piece(mark, "".join(words)))
