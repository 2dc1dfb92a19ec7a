"""What a report says of clauses, deadlines and reviews, as lines and cells; `report` writes them into the file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from core.contracts import (
    Item,
    ReviewedContract,
    ReviewRecord,
    clause_items,
    decided_words,
    fact_items,
    fact_words,
    gap_words,
    is_clause_type,
    missing_value_words,
    quote_words,
    sure_words,
    term_of,
)
from core.findings.phrases import say
from core.record import Excerpt, Fact, Party, Presence
from core.taxonomy import taxonomy
from core.wording import Language, listed, wording_text

_WITHOUT_WORDS: tuple[Presence, ...] = ("absent", "not_found", "unknown")


class ReportedItem(NamedTuple):
    """What a report says of one fact, party or clause.

    `quote` says whether its words were found and on which page, `reading` how sure they are read or what is in doubt;
    a rejected item has neither.
    """

    head: str
    value: str
    quote: str
    reading: str
    decided: str


def fact_lines(detail: ReviewedContract, language: Language) -> Iterator[ReportedItem]:
    """The parties, then the facts; a rejected value is named as rejected, never as not stated."""
    items = fact_items(detail)
    for item in items:
        if isinstance(item.content, Party):
            party = item.content
            name = f"{party.name} ({party.role})" if party.role else party.name
            yield _reported(say("parties", language), _named(name, item, language), item, detail, language)
    for item in items:
        if isinstance(item.content, Fact):
            kind = item.name == "agreement_type"
            head = say("agreement_type", language) if kind else taxonomy().get(item.name).name(language)
            yield _reported(head, _fact_value(item, item.content, detail, language), item, detail, language)


def _fact_value(item: Item, fact: Fact, detail: ReviewedContract, language: Language) -> str:
    if item.rejected:
        return wording_text("contract.decided_reject", language)
    if item.refused:
        return ""
    return fact_words(fact.name, fact.value, fact.detail, language) or missing_value_words(
        detail.shown, fact.name, language
    )


def _reported(head: str, value: str, item: Item, detail: ReviewedContract, language: Language) -> ReportedItem:
    reading = sure_words(item, detail.shown.engine, language)
    return ReportedItem(
        head, value, _quote(item, language), reading, decided(item.review, language, waiting=item.waiting)
    )


def _quote(item: Item, language: Language) -> str:
    words = quote_words(item, language)
    if not words or item.evidence is None or not item.evidence.page:
        return words
    return say("quote_on", language, page=say("page_n", language, page=item.evidence.page), words=words)


def decided(review: ReviewRecord | None, language: Language, *, waiting: ReviewRecord | None = None) -> str:
    """Who decided what and when, or that one of two has; empty where no decision stands."""
    newest = waiting or review
    if newest is None or newest.decision == "withdraw":
        return ""
    when = newest.created_at.astimezone().strftime("%Y-%m-%d")
    return decided_words(newest, language, when=when, one_of_two=waiting is not None)


def clause_lines(detail: ReviewedContract, language: Language) -> Iterator[ReportedItem]:
    """The words found for each clause type, those that people rejected named as such, and those of options."""
    for items in clause_items(detail):
        name = taxonomy().get(items.presence.name).name(language)
        for item in items.excerpts:
            if isinstance(item.content, Excerpt):
                words = item.content.evidence.shown or item.content.text
                yield _reported(_named(name, item, language), words, item, detail, language)
        for item in items.candidates:
            if item.evidence is not None and item.evidence.state == "option":
                yield _reported(name, item.evidence.shown, item, detail, language)._replace(reading="")


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
