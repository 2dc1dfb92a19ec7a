"""Words for how a value was read, and for why there is none, in exports, reports and pages."""

from __future__ import annotations

from core.contracts.absence import missing
from core.contracts.review import ReviewRecord
from core.record import Extraction, ValueCheck
from core.wording import Language, wording_text


def check_words(check: ValueCheck, language: Language) -> str:
    """What reading a value again from its quote gave."""
    return wording_text(f"reading.value_{check.state}", language)


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
