"""Values that a model gave for facts: normalised, and held against the words they are said to come from.

A quote that stands in the contract proves nothing for a value that it does not show. So a date's year, a country and
a name must be in the quote; otherwise the evidence is refused with the rule `veto_value`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from datetime import date

from core.evidence import Evidence
from core.lexicon import country_code, places_in, state_of

DATES = frozenset({"agreement_date", "effective_date", "expiration_date"})
PERIODS = frozenset({"renewal_term", "notice_period"})

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PERIOD = re.compile(r"P(?=\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?")
_WRITTEN_YEAR = re.compile(r"\b(?:thousand|hundred|nineteen|twenty)\b|[〇一二三四五六七八九十]年", re.IGNORECASE)
_YEARS_BEFORE_ERA = {"令和": 2018, "平成": 1988, "昭和": 1925}


def normalised(name: str, value: str | None) -> str | None:
    """A fact's value in the form its kind has; None when it has not that form."""
    if value is None or not value.strip():
        return None
    value = value.strip()
    if name in DATES:
        return value if _is_date(value) else None
    if name in PERIODS:
        return value if _PERIOD.fullmatch(value) else None
    return value


def _is_date(value: str) -> bool:
    if not _DATE.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def placed(country: str | None, state: str | None) -> tuple[str | None, str | None]:
    """ISO 3166 alpha-2 code and English state for names that a model gave; a state alone tells its country."""
    code = country_code(country) if country else None
    if code is None:
        known = state_of(country) if country else None
        known = known or (state_of(state) if state else None)
        if known is not None:
            return known
    return code, state or None


def proven(name: str, value: str | None, evidence: Evidence) -> Evidence:
    """The evidence or, where its words do not show the value, its refusal."""
    if value is None or evidence.state == "unverified" or _shows(name, value, evidence.shown):
        return evidence
    return replace(evidence, state="unverified", rule="veto_value", shown="", start=None, end=None, pages=(), boxes=())


def _shows(name: str, value: str, words: str) -> bool:
    if name in DATES:
        return _shows_year(int(value[:4]), words)
    if name == "governing_law":
        named = {found.place.country for found in places_in(words, adjectives=True)}
        return not named or value in named
    if name in ("document_name", "party"):
        return names_it(words, value)
    return True


def _shows_year(year: int, words: str) -> bool:
    """Whether words name a year in digits, of the Christian or a Japanese era. Years in words are taken on trust."""
    words = unicodedata.normalize("NFKC", words).replace("元年", "1年")
    digits = re.findall(r"\d+", words)
    if not digits:
        return _WRITTEN_YEAR.search(words) is not None
    if str(year) in digits or f"{year % 100:02}" in digits:
        return True
    return any(
        int(number) + before == year
        for era, before in _YEARS_BEFORE_ERA.items()
        for number in re.findall(rf"{era}\s*(\d+)", words)
    )


def names_it(words: str, name: str) -> bool:
    """Whether the words hold the name, case, width, spaces and punctuation aside."""
    return bare(name) in bare(words)


def bare(text: str) -> str:
    """Letters and digits of a text in lower case."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())
