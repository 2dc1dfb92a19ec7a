"""Names of nodes as a person reads them, in Japanese or English."""

from __future__ import annotations

import unicodedata

from core.graph.store import Row
from core.lexicon import agreement_type_name, country_name
from core.taxonomy import taxonomy
from core.wording import Language, languages


def name_of(label: str, row: Row, language: Language) -> str:
    """Name of a node from a row that has what `Kind.columns` asks for."""
    key, first = str(row["key"]), _line(row["name_0"])
    if label == "Country":
        known = country_name(key, language)
        return known if known != key else first or key
    if label == "ClauseType":
        return taxonomy().get(key).name(language)
    if label == "AgreementType":
        known = agreement_type_name(key, language)
        return known if known != key else first or key
    if label == "KnowledgeEntry":
        return f"K{row['name_1']} {first}".strip()
    return first or "—"


def name_forms(label: str, row: Row) -> tuple[str, ...]:
    """Every name by which a node may be searched for: in every language, and aliases where there are any."""
    names = {name_of(label, row, language): None for language in languages()}
    if label == "ClauseType":
        names |= dict.fromkeys(taxonomy().get(str(row["key"])).aliases)
    return tuple(names)


def searchable(text: str) -> str:
    """A name or a question in one form: width and case do not matter, white space is even."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def shorten(text: str, limit: int) -> str:
    """A name of at most `limit` columns, a Japanese character counting two."""
    if text.isascii():
        return text if len(text) <= limit else text[:limit].rstrip() + "…"
    width = 0
    for place, character in enumerate(text):
        width += 2 if unicodedata.east_asian_width(character) in "WFA" else 1
        if width > limit:
            return text[:place].rstrip() + "…"
    return text


def _line(value: object) -> str:
    kept = (" " if ch in "\r\n\t" else ch for ch in str(value or ""))
    return " ".join("".join(ch for ch in kept if unicodedata.category(ch) not in {"Cc", "Cf", "Cs"}).split())
