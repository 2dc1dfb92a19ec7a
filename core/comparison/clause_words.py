"""What one contract says on one clause type: its words with their pages, or honestly that there are none."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts import (
    ReviewedContract,
    check_words,
    clause_items,
    excerpt_subject,
    fact_items,
    fact_subject,
    fact_words,
    is_clause_type,
    missing_value_words,
    presence_subject,
    sure_words,
)
from core.evidence import Evidence, State
from core.record import UNDECIDED, Fact, Presence
from core.wording import Language, wording_text

COMPARABLE_FACTS = ("governing_law", "renewal_term", "notice_period", "expiration_date", "effective_date")
"""Facts that contracts state in a sentence, so that there are words to compare."""
_NEAREST = 1


@dataclass(frozen=True, slots=True)
class ClausePassage:
    """Words of a contract on a clause type, where they stand, and the item of the contract's page that shows them.

    `reading` says how sure it is that they are read rightly, or what is in doubt; empty where a person decided.
    """

    subject: str
    text: str
    page: int | None
    state: State
    reading: str = ""


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """What a contract says on a clause type.

    Attributes:
        presence: whether it is there; `present` without passages where a person said so. Not present by words alone
            that were not located or whose type is to be confirmed.
        stated: the presence in words; for a fact, its value or why there is none.
        subject: the item of the contract's page for the clause type as a whole.
        passages: its words, as they stand after reviews.
        nearest: the nearest passages, which are no findings, where it is undecided whether there is a clause.
    """

    presence: Presence
    stated: str
    subject: str
    passages: tuple[ClausePassage, ...]
    nearest: tuple[ClausePassage, ...] = ()


def clause_words(detail: ReviewedContract, code: str, language: Language) -> ClauseWords:
    """What a contract says on a clause type, or on one of `COMPARABLE_FACTS`.

    Raises:
        KeyError: `code` is no category.
    """
    if not is_clause_type(code):
        return _fact_words(detail, code, language)
    clause = detail.shown.clause(code)
    items = next(each for each in clause_items(detail) if each.presence.name == code).excerpts
    readings = {item.subject: sure_words(item, detail.shown.engine, language) for item in items}
    passages = tuple(
        _passage(subject, excerpt.evidence, excerpt.text, readings.get(subject, ""))
        for excerpt in clause.excerpts
        for subject in (excerpt_subject(code, excerpt),)
    )
    return ClauseWords(
        clause.presence,
        wording_text(f"reading.presence_{clause.presence}", language),
        presence_subject(code),
        passages,
        _nearest(detail, code) if clause.presence in UNDECIDED and not passages else (),
    )


def _fact_words(detail: ReviewedContract, code: str, language: Language) -> ClauseWords:
    subject, clause = fact_subject(code), detail.shown.clause(code)
    fact = detail.shown.fact(code)
    item = next((item for item in fact_items(detail) if item.subject == subject), None)
    reading = "" if item is None else sure_words(item, detail.shown.engine, language)
    review = detail.reviews.get(subject)
    if review is not None and review.decision == "reject":
        return ClauseWords("unknown", wording_text("contract.decided_reject", language), subject, ())
    if fact is not None and fact.value is not None and fact.borne_out:
        stated = fact_words(code, fact.value, fact.detail, language)
        words = () if fact.evidence is None else (_passage(subject, fact.evidence, fact.evidence.quote, reading),)
        return ClauseWords("present", stated, subject, words)
    if fact is not None and fact.check is not None:
        return _in_doubt(fact, subject, reading, language)
    passages = tuple(_passage(subject, excerpt.evidence, excerpt.text) for excerpt in clause.excerpts)
    presence: Presence = clause.presence
    nearest = _nearest(detail, code) if presence in UNDECIDED else ()
    return ClauseWords(presence, missing_value_words(detail.shown, code, language), subject, passages, nearest)


def _in_doubt(fact: Fact, subject: str, reading: str, language: Language) -> ClauseWords:
    """A fact whose words do not say its value: whether the contract has it is unknown, and what is in doubt is said."""
    said = check_words(fact, language)
    if fact.value is not None:
        value = fact_words(fact.name, fact.value, fact.detail, language)
        said = wording_text("punctuation.remark", language, text=value, remark=said)
    words = () if fact.evidence is None else (_passage(subject, fact.evidence, fact.evidence.quote, reading),)
    return ClauseWords("unknown", said, subject, words)


def _nearest(detail: ReviewedContract, code: str) -> tuple[ClausePassage, ...]:
    subject = fact_subject(code) if not is_clause_type(code) else presence_subject(code)
    candidates = [candidate for candidate in detail.shown.clause(code).candidates if candidate.evidence.shown]
    return tuple(_passage(subject, candidate.evidence, candidate.text) for candidate in candidates[:_NEAREST])


def _passage(subject: str, evidence: Evidence, text: str, reading: str = "") -> ClausePassage:
    words = " ".join((evidence.shown or text).split())
    return ClausePassage(subject, words, evidence.page, evidence.state, reading)
