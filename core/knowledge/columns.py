"""Entries as lines of a table for CSV and XLSX, and back. Lists stand one item a line within a cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.knowledge.entry import SEVERITIES, STATUSES, Severity, Status
from core.knowledge.stored import StoredEntry
from core.lexicon import agreement_type_name
from core.taxonomy import taxonomy
from core.wording import Language, wording_text, wordings

HEADINGS = (
    "number",
    "id",
    "status",
    "title",
    "contract_types",
    "clause_types",
    "severity",
    "problem_pattern",
    "risk",
    "recommended_clause",
    "note",
    "applicability",
    "walk_away",
    "law_references",
    "source_case",
    "author",
    "revision",
    "created_at",
    "updated_at",
)
"""Fields that a table has a column for, in its order."""
_FALLBACK_PARTS = ("position", "clause")
_MULTILINE = ("contract_types", "clause_types", "applicability", "law_references")
_FALLBACK_KEY = re.compile(r"fallback_(\d{1,3})_(position|clause)")
_TAB = " ｜ "
_RENAMED = ("contract_types", "clause_types")
"""Fields whose headings had another name in tables that may still be imported."""


class BadCell(ValueError):
    """A cell that says nothing we know: its field and what stands there."""

    def __init__(self, field: str, code: str, value: str) -> None:
        super().__init__(f"{field}: {code}: {value[:80]}")
        self.field = field
        self.code = code
        self.value = value[:80]


def heading(name: str, language: Language) -> str:
    """What a field of an entry is called."""
    return wording_text(f"knowledge.column_{name}", language)


def status_in_words(status: Status, language: Language) -> str:
    """What a status is called."""
    return wording_text(f"knowledge.status_{status}", language)


def severity_in_words(severity: Severity | None, language: Language) -> str:
    """What a severity is called; empty where there is none."""
    return "" if severity is None else wording_text(f"knowledge.severity_{severity}", language)


def table(entries: Sequence[StoredEntry], language: Language) -> tuple[list[str], list[list[str]]]:
    """Headings and lines of a table of entries; as many fallback columns as the longest entry needs."""
    depth = max((len(stored.entry.fallback_positions) for stored in entries), default=0)
    heads = [heading(name, language) for name in HEADINGS]
    for n in range(1, max(depth, 1) + 1):
        heads += [wording_text(f"knowledge.column_fallback_{part}", language, n=n) for part in _FALLBACK_PARTS]
    return heads, [_line(stored, max(depth, 1), language) for stored in entries]


def _line(stored: StoredEntry, depth: int, language: Language) -> list[str]:
    entry = stored.entry
    cells = {
        "number": stored.name,
        "id": entry.id,
        "status": status_in_words(entry.status, language),
        "severity": severity_in_words(entry.severity, language),
        "contract_types": "\n".join(agreement_type_name(name, language) for name in entry.contract_types or ()),
        "clause_types": "\n".join(taxonomy().get(code).name(language) for code in entry.clause_types),
        "applicability": "\n".join(entry.applicability),
        "law_references": "\n".join(f"{law.law}{_TAB}{law.article}" for law in entry.law_references),
        "revision": str(entry.revision),
        "created_at": entry.created_at.isoformat(),
        "updated_at": entry.updated_at.isoformat(),
    }
    line = [cells.get(name, getattr(entry, name, None) or "") for name in HEADINGS]
    for n in range(depth):
        given = entry.fallback_positions[n] if n < len(entry.fallback_positions) else None
        line += [given.position, given.clause] if given else ["", ""]
    return line


def field_of(heading: str) -> str | None:
    """The field that a heading in either language, or the field's own name, stands for; None for another column."""
    plain = _plain(heading)
    if plain in _heading_names():
        return _heading_names()[plain]
    for part in _FALLBACK_PARTS:
        for form in (*wordings()[f"knowledge.column_fallback_{part}"].texts, f"fallback_{{n}}_{part}"):
            found = re.fullmatch(re.escape(_plain(form)).replace(r"\{n\}", r"(\d{1,3})"), plain)
            if found:
                return f"fallback_{int(found[1])}_{part}"
    return None


def _heading_names() -> dict[str, str]:
    now = {_plain(form): name for name in HEADINGS for form in (name, *wordings()[f"knowledge.column_{name}"].texts)}
    return {_plain(form): name for name in _RENAMED for form in wordings()[f"knowledge.earlier_{name}"].texts} | now


def _plain(heading: str) -> str:
    return re.sub(r"\s+", " ", heading.replace("\ufeff", "")).strip().casefold()


def document(cells: Mapping[str, str]) -> dict[str, object]:
    """The entry's document that a line's cells by field make; an empty cell is a field that is not known.

    Raises:
        BadCell: a status, severity or clause type that is none.
    """
    value: dict[str, object] = {}
    for name in ("title", "problem_pattern", "risk", "recommended_clause", "note", "walk_away", "source_case"):
        value[name] = cells.get(name) or None
    for name in _MULTILINE:
        value[name] = [part.strip() for part in cells.get(name, "").split("\n") if part.strip()]
    value["clause_types"] = [_clause_type(name) for name in cells.get("clause_types", "").split("\n") if name.strip()]
    value["law_references"] = [_law(part) for part in cells.get("law_references", "").split("\n") if part.strip()]
    value["severity"] = _choice("severity", cells.get("severity", ""), SEVERITIES)
    value["status"] = _choice("status", cells.get("status", ""), STATUSES) or "draft"
    value["fallback_positions"] = _fallbacks(cells)
    for name, key in (("id", "id"), ("author", "author"), ("created_at", "createdAt"), ("updated_at", "updatedAt")):
        if cells.get(name, "").strip():
            value[key] = cells[name].strip()
    if cells.get("revision", "").strip():
        value["revision"] = cells["revision"].strip().removesuffix(".0")
    return value


def _fallbacks(cells: Mapping[str, str]) -> list[dict[str, object]]:
    found: dict[int, dict[str, object]] = {}
    for name, text in cells.items():
        match = _FALLBACK_KEY.fullmatch(name)
        if match and text:
            found.setdefault(int(match[1]), {"position": "", "clause": ""})[match[2]] = text
    return [{"level": level, **found[n]} for level, n in enumerate(sorted(found), start=1)]


def _clause_type(name: str) -> str:
    category = taxonomy().find(name.strip())
    if category is None:
        raise BadCell("clause_types", "unknown_clause_type", name.strip())
    return category.code


def _law(text: str) -> dict[str, str]:
    law, _, article = text.partition(_TAB.strip())
    return {"law": law.strip(), "article": article.strip()}


def _choice(field: str, text: str, known: Sequence[str]) -> str | None:
    plain = _plain(text)
    if not plain:
        return None
    for code in known:
        if plain in {_plain(code), *(_plain(name) for name in wordings()[f"knowledge.{field}_{code}"].texts)}:
            return code
    raise BadCell(field, f"unknown_{field}", text.strip())
