"""Values that a model gave for facts, in the form that their kind has."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from core.lexicon import country_code, state_of

DATES = frozenset({"agreement_date", "effective_date", "expiration_date"})
PERIODS = frozenset({"renewal_term", "notice_period"})

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PERIOD = re.compile(r"P(?=\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?")


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


def names_it(words: str, name: str) -> bool:
    """Whether the words hold the name, case, width, spaces and punctuation aside."""
    return bare(name) in bare(words)


def bare(text: str) -> str:
    """Letters and digits of a text in lower case."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())
