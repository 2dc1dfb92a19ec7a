"""Values of facts in a person's words: names for codes, durations and laws written out."""

from __future__ import annotations

from core.contracts.dates_arithmetic import duration
from core.errors import BadArguments
from core.lexicon import agreement_type_name, place_name
from core.wording import Language

DURATIONS = ("renewal_term", "notice_period")


def fact_words(name: str, value: str | None, detail: str | None, language: Language) -> str:
    """A fact's value in words; where it has none the contract's own words for it, a relative date for instance.

    Args:
        name: the fact's name.
        value: its normal form; dates stay as ISO dates.
        detail: what the contract says beside it.
        language: of the words.
    """
    if value is None:
        return detail or ""
    if name == "agreement_type":
        return agreement_type_name(value, language)
    if name == "governing_law":
        return law_name(value, detail, language)
    if name in DURATIONS:
        try:
            return duration(value).words(language)
        except BadArguments:  # a person's correction in words
            return value
    return value


def law_name(country: str | None, state: str | None, language: Language) -> str:
    """A governing law in words, such as "New York, United States"; empty without a country."""
    return "" if country is None else place_name(country, state, language)
