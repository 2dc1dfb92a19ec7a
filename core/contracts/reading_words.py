"""Words for how a value was read, and for why there is none, in exports, reports and pages."""

from __future__ import annotations

from core.contracts.absence import missing
from core.contracts.desk.review_items import Item
from core.contracts.extract import BUILTIN
from core.contracts.fact_words import fact_words, law_name
from core.contracts.review import ReviewRecord
from core.record import Excerpt, Extraction, Fact, Party
from core.wording import Language, wording_text


def quote_words(item: Item, language: Language) -> str:
    """Whether an item's quote was found on the page; empty without a quote, and for what is rejected or refused."""
    if item.evidence is None or item.rejected or item.refused:
        return ""
    return wording_text(f"reading.quote_{item.evidence.state}", language)


def sure_words(item: Item, engine: str, language: Language) -> str:
    """How sure an item's reading is, or what is in doubt about it; empty for what a person decided on.

    Only the built-in engine gives a probability, and only of what it found.
    """
    content = item.content
    if item.review is not None:
        return ""
    if isinstance(content, Excerpt) and not content.confirmed:
        return unconfirmed_words(language)
    if isinstance(content, Fact) and content.check is not None:
        return check_words(content, language)
    if isinstance(content, Party) and content.unstated:
        return wording_text("reading.value_not_in_words", language)
    nothing_found = isinstance(content, str) or (isinstance(content, Fact) and content.value is None)
    if engine != BUILTIN or nothing_found or not 0 < item.confidence < 1:
        return ""
    return f"{round(100 * item.confidence)}%"


def check_words(fact: Fact, language: Language) -> str:
    """What reading a fact's value again from its quote gave, of a refused value with what both say; empty without."""
    if fact.check is None:
        return ""
    if fact.check.state != "refused":
        return wording_text(f"reading.value_{fact.check.state}", language)
    claimed, read = (_normal_words(fact.name, part, language) for part in (fact.check.claimed, fact.check.read))
    return wording_text("contract.refused", language, claimed=claimed, read=read)


def _normal_words(name: str, value: str | None, language: Language) -> str:
    """A value of a check in words; of a law it holds the state before the country's code."""
    if value is None or name != "governing_law":
        return fact_words(name, value, None, language)
    state, _, country = value.rpartition(", ")
    return law_name(country, state or None, language)


def missing_value_words(extraction: Extraction, name: str, language: Language) -> str:
    """What stands where a fact has no value: that it is not stated, or only that it was not found."""
    return wording_text(f"reading.missing_{missing(extraction, name)}", language)


def unconfirmed_words(language: Language) -> str:
    """What stands beside words whose clause type is in doubt."""
    return wording_text("reading.type_unconfirmed", language)


def absent_words(language: Language) -> str:
    """What stands where a person said that there is no value."""
    return wording_text("reading.missing_absent", language)


def decided_words(review: ReviewRecord, language: Language, *, when: str, one_of_two: bool = False) -> str:
    """Who decided what and when; that it waits for a second person, or who that was.

    Args:
        review: the decision.
        language: of the words.
        when: the day or the moment, as it is to be shown.
        one_of_two: whether it waits for a second person.
    """
    facts = {
        "decision": wording_text(f"contract.decided_{review.decision}", language),
        "who": review.reviewer,
        "when": when,
        "second": review.seconded_by or "",
    }
    key = "decided_one_of_two" if one_of_two else "decided_by_two" if review.seconded_by else "decided_by"
    return wording_text(f"contract.{key}", language, **facts)
