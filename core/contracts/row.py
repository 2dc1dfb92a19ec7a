"""A contract as lists show it: one row, computed when the contract changes and stored with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import Any, get_args

from core.contracts.borne_out import borne_out
from core.contracts.builtin.terms.joined import speaks_of_its_term
from core.contracts.current_term import CurrentTerm, RenewalKind, current_term, kind_of, most_of
from core.contracts.dates_arithmetic import last_day_to_give_notice
from core.contracts.review import ReviewRecord, open_subjects
from core.documents import Document
from core.errors import BadArguments
from core.evidence import State
from core.record import Extraction, Fact, Presence
from core.taxonomy import taxonomy


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list needs of one contract. Dates are ISO 8601, `governing_law` is ISO 3166 alpha-2.

    `renewals_most` is how often it is renewed at most, where its words say so. `last_notice_day` is that of the initial
    term; `notice_joined` is false where the notice period speaks of another
    term than the one whose end is known, and then there is none. `one_of_two` decisions wait for a second person.
    `notice_stated` says that words about a notice were found, whether or not a length was read from them.
    """

    title: str
    agreement_type: str | None
    parties: tuple[str, ...]
    agreement_date: str | None
    effective_date: str | None
    expiration_date: str | None
    renewal_term: str | None
    notice_period: str | None
    governing_law: str | None
    governing_state: str | None
    last_notice_day: str | None
    presence: dict[str, Presence]
    pages: int
    unread_pages: tuple[int, ...]
    ocr_pages: int
    evidence: dict[str, int]
    reviewed: int
    to_review: int
    unseen_pages: tuple[int, ...] = ()
    renewal_kind: RenewalKind = "unstated"
    notice_joined: bool = True
    doubtful_pages: tuple[int, ...] = ()
    renewals_most: int | None = None
    one_of_two: int = 0
    notice_stated: bool = False


@dataclass(frozen=True, slots=True)
class ContractRow:
    """A contract in a list."""

    number: int
    contract_id: str
    file_name: str
    kind: str
    language: str
    engine: str
    created_by: str
    created_at: datetime
    updated_at: datetime
    summary: Summary = field(repr=False)
    engine_version: str = ""


def term_of(summary: Summary, *, today: date) -> CurrentTerm | None:
    """The term that a contract is in on a day; None where no end of a term was read as a day."""
    try:
        expiration = date.fromisoformat(summary.expiration_date or "")
        return current_term(
            expiration,
            summary.renewal_kind,
            summary.renewal_term,
            summary.notice_period,
            today=today,
            joined=summary.notice_joined,
            most=summary.renewals_most,
            notice_stated=summary.notice_stated,
            with_month=not _from_a_day(summary, expiration),
        )
    except (BadArguments, ValueError):
        return None


def _from_a_day(summary: Summary, expiration: date) -> bool:
    """Whether a term ends on the day of the month on which it began, as "three years from 30 June" do."""
    began = summary.effective_date or summary.agreement_date
    return began is not None and date.fromisoformat(began).day == expiration.day


@dataclass(frozen=True, slots=True)
class TermDays:
    """Days of the current term: its end, the next last day for notice, and the day behind which one is another.

    `runs_on` says that it has no end until somebody ends it.
    """

    end: date | None
    notice: date | None
    rolls_after: date | None
    runs_on: bool


def term_days(summary: Summary, *, today: date) -> TermDays:
    """The days of the term that a contract is in, as lists and questions take them."""
    term = term_of(summary, today=today)
    if term is None:
        return TermDays(None, None, None, runs_on=False)
    rolls = (term.renews_again or term.kind == "evergreen") and term.until is not None and term.until >= today
    limits = [day for day in (term.until, term.next_notice_day) if day is not None and day >= today]
    return TermDays(term.until, term.next_notice_day, min(limits) if rolls else None, runs_on=term.until is None)


def summarise(
    document: Document,
    machine: Extraction,
    shown: Extraction,
    reviews: Mapping[str, ReviewRecord],
    *,
    waiting: Collection[str] = (),
) -> dict[str, Any]:
    """JSON of the summary of a contract as it is shown after reviews.

    Args:
        document: as read.
        machine: what the engine found.
        shown: the same after reviews.
        reviews: the decisions that count, by subject.
        waiting: subjects of decisions that wait for a second person.
    """
    values = {fact.name: fact for fact in reversed(borne_out(shown).facts)}

    def value(name: str) -> str | None:
        return values[name].value if name in values else None

    law = values.get("governing_law")
    title = " ".join(filter(None, (value("document_name"), value("agreement_type"))))
    joined = speaks_of_its_term(values.get("notice_period"), values.get("expiration_date"), title)
    return asdict(
        Summary(
            title=value("document_name") or document.file_name,
            agreement_type=value("agreement_type"),
            parties=tuple(party.name for party in shown.parties),
            agreement_date=value("agreement_date"),
            effective_date=value("effective_date"),
            expiration_date=value("expiration_date"),
            renewal_term=value("renewal_term"),
            notice_period=value("notice_period"),
            governing_law=law.value if law else None,
            governing_state=law.detail if law else None,
            last_notice_day=_last_notice_day(value("expiration_date"), value("notice_period")) if joined else None,
            presence={
                clause.type: clause.presence for clause in shown.clauses if taxonomy().get(clause.type).kind == "clause"
            },
            pages=len(document.pages),
            unread_pages=document.unread_pages,
            ocr_pages=sum(page.source == "ocr" for page in document.pages),
            evidence=_evidence_counts(shown),
            reviewed=sum(review.decision != "withdraw" for review in reviews.values()),
            to_review=len(open_subjects(machine, reviews)),
            unseen_pages=document.unseen_pages,
            renewal_kind=kind_of(values.get("renewal_term")),
            notice_joined=joined,
            doubtful_pages=document.doubtful_pages,
            renewals_most=most_of(values.get("renewal_term")),
            one_of_two=len(waiting),
            notice_stated=_speaks_of_notice(shown, values.get("notice_period")),
        )
    )


def _speaks_of_notice(shown: Extraction, notice: Fact | None) -> bool:
    words = notice is not None and bool(notice.detail or notice.evidence)
    return words or any(clause.type == "notice_period" and clause.presence == "present" for clause in shown.clauses)


def _last_notice_day(expiration: str | None, notice: str | None) -> str | None:
    if expiration is None or notice is None:
        return None
    try:
        return last_day_to_give_notice(date.fromisoformat(expiration), notice).result.isoformat()
    except (BadArguments, ValueError):
        # A person or an endpoint may state a date or a period in words: then no day can be computed.
        return None


def _evidence_counts(shown: Extraction) -> dict[str, int]:
    counts: dict[str, int] = dict.fromkeys(get_args(State), 0)
    for fact in shown.facts:
        if fact.evidence is not None and fact.value is not None and fact.borne_out:
            counts[fact.evidence.state] += 1
    for party in shown.parties:
        if party.evidence is not None:
            counts[party.evidence.state] += 1
    for clause in shown.clauses:
        if taxonomy().get(clause.type).kind == "clause":
            for excerpt in clause.excerpts:
                counts[excerpt.evidence.state] += 1
    return counts
