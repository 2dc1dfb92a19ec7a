"""What a report says of clauses, deadlines and reviews, as lines and cells; `report` writes them into the file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from core.contracts import (
    Item,
    ReviewedContract,
    ReviewRecord,
    check_words,
    clause_items,
    decided_words,
    fact_items,
    fact_words,
    gap_words,
    is_clause_type,
    missing_value_words,
    shown_facts,
    term_of,
    unconfirmed_words,
)
from core.evidence import Evidence
from core.findings.phrases import say
from core.lexicon import agreement_type_name
from core.record import Excerpt, Party, Presence
from core.taxonomy import taxonomy
from core.wording import Language, listed, wording_text

_WITHOUT_WORDS: tuple[Presence, ...] = ("absent", "not_found", "unknown")


def fact_cells(detail: ReviewedContract, language: Language) -> Iterator[tuple[str, str, Evidence | None, str]]:
    """Heading, value, evidence and review of each fact; a rejected value is named as rejected, never as not stated."""
    for subject, fact in shown_facts(detail.machine, detail.reviews):
        review = detail.reviews.get(subject)
        if fact.name == "agreement_type":
            value = agreement_type_name(fact.value, language) if fact.value else ""
            head = say("agreement_type", language)
        else:
            value = fact_words(fact.name, fact.value, fact.detail, language)
            head = taxonomy().get(fact.name).name(language)
        if fact.check is not None and not fact.borne_out:
            value = f"{value} ({check_words(fact.check, language)})".strip()
        if not value and review is not None and review.decision == "reject":
            value = wording_text("contract.decided_reject", language)
        yield (
            head,
            value or missing_value_words(detail.shown, fact.name, language),
            fact.evidence,
            decided(review, language, waiting=detail.decisions.waiting.get(subject)),
        )


def decided(review: ReviewRecord | None, language: Language, *, waiting: ReviewRecord | None = None) -> str:
    """Who decided what and when, or that one of two has; empty where no decision stands."""
    newest = waiting or review
    if newest is None or newest.decision == "withdraw":
        return ""
    when = newest.created_at.astimezone().strftime("%Y-%m-%d")
    return decided_words(newest, language, when=when, one_of_two=waiting is not None)


def party_cells(detail: ReviewedContract, language: Language) -> Iterator[tuple[str, Evidence | None, str]]:
    """Name, evidence and review of each party; one that a person rejected is named as rejected."""
    for item in fact_items(detail):
        if isinstance(item.content, Party):
            party = item.content
            name = f"{party.name} ({party.role})" if party.role else party.name
            yield _named(name, item, language), _evidence(item), decided(item.review, language, waiting=item.waiting)


def clause_cells(detail: ReviewedContract, language: Language) -> Iterator[tuple[str, str, Evidence | None, str]]:
    """Clause type, words, evidence and review of each excerpt; rejected words and a type to be confirmed are named.

    Words of a model contract's option stand among them; their evidence says what they are.
    """
    for items in clause_items(detail):
        name = taxonomy().get(items.presence.name).name(language)
        for item in items.excerpts:
            if not isinstance(item.content, Excerpt):
                continue
            confirmed = item.content.confirmed or item.review is not None
            head = name if confirmed else f"{name} ({unconfirmed_words(language)})"
            words = item.content.evidence.shown or item.content.text
            yield (
                _named(head, item, language),
                words,
                _evidence(item),
                decided(item.review, language, waiting=item.waiting),
            )
        for item in items.candidates:
            if item.evidence is not None and item.evidence.state == "option":
                yield name, item.evidence.shown, item.evidence, ""


def _evidence(item: Item) -> Evidence | None:
    """Where an item stands; nothing of one that a person rejected, as of a rejected fact."""
    return None if item.rejected else item.evidence


def _named(name: str, item: Item, language: Language) -> str:
    return f"{name} ({wording_text('contract.decided_reject', language)})" if item.rejected else name


def clauses_without_words(detail: ReviewedContract, language: Language) -> Iterator[str]:
    """A line for each state that clause types without words are in: absent, not found, unknown."""
    left = [clause for clause in detail.shown.clauses if is_clause_type(clause.type) and not clause.excerpts]
    for presence in (*_WITHOUT_WORDS, "present"):
        names = [taxonomy().get(clause.type).name(language) for clause in left if clause.presence == presence]
        if names:
            state = wording_text(f"reading.presence_{presence}", language)
            yield say("clauses_are", language, state=state, names=listed(names, language))


def deadline_lines(detail: ReviewedContract, language: Language, day: date) -> Iterator[str]:
    """The term on a day, the last day to give notice with its sum, and what is missing for it."""
    term = term_of(detail.row.summary, today=day)
    if term is None:
        yield wording_text("contract.no_deadline", language)
        return
    if term.next_notice_day is not None:
        yield say("last_notice_day", language, day=term.next_notice_day.isoformat())
    if term.ended and term.until is not None:
        yield say("term_ended", language, day=term.until.isoformat())
    yield term.sentence(language)
    for gap in term.missing:
        yield gap_words(gap, language)
