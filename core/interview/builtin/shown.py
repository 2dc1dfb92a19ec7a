"""Fields of a draft as the interviewer says them back."""

from __future__ import annotations

from core.interview.builtin.replies import wording
from core.knowledge import FIELDS, EntryDraft
from core.taxonomy import taxonomy
from core.wording import Language, listed, wording_text

_QUOTED, _TITLE, _LONGEST = 60, 30, 200


def label(field: str, language: Language) -> str:
    """What a field is called."""
    return wording().label(field, language)


def shown(draft: EntryDraft, field: str, language: Language) -> str:
    """A field's content on one line; empty when there is none."""
    value = getattr(draft, field)
    separator = wording_text("punctuation.list", language)
    if field == "contract_types" and value == ():
        return wording().says["all_types"].text(language)
    if not value:
        return ""
    if field == "severity":
        return wording().severities[value].text(language)
    if field == "clause_types":
        return separator.join(taxonomy().get(code).name(language) for code in value)
    if field == "law_references":
        return separator.join(" ".join(filter(None, (law.law, law.article))) for law in value)
    if field == "fallback_positions":
        return " → ".join(f"{fallback.level}. {fallback.position}" for fallback in value)
    return " ".join((value if isinstance(value, str) else separator.join(value)).split())


def quoted(draft: EntryDraft, field: str, language: Language) -> str:
    """The beginning of a field's content."""
    words = shown(draft, field, language).rstrip("。.")
    return words if len(words) <= _QUOTED else words[:_QUOTED] + "…"


def draft_lines(draft: EntryDraft, language: Language) -> str:
    """The draft as a list, one field a line, and what is still open."""
    colon = wording_text("punctuation.colon", language)
    lines = [f"- {label(name, language)}{colon}{words}" for name in FIELDS if (words := shown(draft, name, language))]
    empty = [label(name, language) for name in FIELDS if not shown(draft, name, language)]
    if empty:
        names = listed(empty, language)
        lines.append("- " + wording().says["open_fields"].text(language, fields=names))
    return "\n".join(lines)


def title_of(draft: EntryDraft) -> str:
    """The beginning of the user's own words on the problem or the case, as a title."""
    words = draft.problem_pattern or draft.risk or draft.source_case or draft.recommended_clause or ""
    first = words.split("。")[0].split("\n")[0].strip('「『“" ')
    if len(first) <= _TITLE or " " not in first:
        return first if len(first) <= _TITLE else first[: _TITLE - 1] + "…"
    return first if len(first) <= 2 * _TITLE else first[: 2 * _TITLE].rsplit(" ", 1)[0] + "…"


def shortened(text: str) -> str:
    """A text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"
