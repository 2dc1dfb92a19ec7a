"""What there is to review in a contract, one item a subject: facts, parties, presences, excerpts, with the decision.

The extraction as shown leaves out what was rejected; a reviewer must see that too, to take it back. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from core.contracts.desk.review_values import ReviewValue, StatedPresence
from core.contracts.review import (
    ReviewRecord,
    excerpt_subject,
    is_clause_type,
    party_subject,
    presence_subject,
    shown_facts,
)
from core.evidence import Evidence
from core.record import Clause, Excerpt, Fact, Party, Presence

if TYPE_CHECKING:
    from core.contracts.library import ReviewedContract

Kind = Literal["fact", "party", "presence", "excerpt"]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing a person can decide on.

    Attributes:
        subject: as `Library.review` takes it.
        kind: what it is.
        name: taxonomy code or `agreement_type`; `parties` for a party.
        content: the fact, party, excerpt or presence as it stands; for a rejected one as it was.
        review: the decision that stands, None when nobody decided or it was withdrawn.
        waiting: a newer decision that one of two people has made, which does not count yet.
        backers: ids of the people who made it.
        candidate: below the engine's threshold and not taken up by a person: no finding.
    """

    subject: str
    kind: Kind
    name: str
    content: Fact | Party | Excerpt | Presence
    confidence: float
    evidence: Evidence | None
    review: ReviewRecord | None
    candidate: bool = False
    waiting: ReviewRecord | None = None
    backers: frozenset[str | None] = frozenset()

    def is_open_for(self, user_id: str | None) -> bool:
        """Whether a person has something to decide on: nobody did, or another one did as the first of two."""
        return self.review is None and (self.waiting is None or user_id not in self.backers)

    @property
    def rejected(self) -> bool:
        """Whether a person turned it down."""
        return self.review is not None and self.review.decision == "reject"

    @property
    def refused(self) -> bool:
        """Whether the engine's value was taken out because its words say something else, and nobody has decided yet."""
        check = self.content.check if isinstance(self.content, Fact) else None
        return self.review is None and check is not None and check.state == "refused"


def fact_items(detail: ReviewedContract) -> list[Item]:
    """Facts in the engine's order, then parties; rejected ones with what they said."""
    return [_with_waiting(item, detail) for item in _fact_items(detail)]


def _with_waiting(item: Item, detail: ReviewedContract) -> Item:
    decisions = detail.decisions
    if item.subject not in decisions.waiting:
        return item
    return replace(item, waiting=decisions.waiting[item.subject], backers=decisions.backers[item.subject])


def _fact_items(detail: ReviewedContract) -> list[Item]:
    items = []
    for subject, fact in shown_facts(detail.machine, detail.reviews):
        if fact.name == "parties":
            continue
        review = _review_state(detail, subject)
        stands = fact
        if review is not None and review.decision == "reject" and isinstance(review.machine_value, Fact):
            stands = review.machine_value
        items.append(Item(subject, "fact", fact.name, stands, stands.confidence, stands.evidence, review))
    return items + list(_party_items(detail))


def _party_items(detail: ReviewedContract) -> Iterator[Item]:
    parties = {party_subject(party.name): party for party in detail.machine.parties}
    for subject, record in detail.reviews.items():
        if subject not in parties and isinstance(record.machine_value, Party):
            parties[subject] = record.machine_value
    for subject, party in parties.items():
        review = _review_state(detail, subject)
        if review is None and party not in detail.shown.parties:
            continue
        value = _corrected(review)
        stands = value if isinstance(value, Party) else party
        yield Item(subject, "party", "parties", stands, stands.confidence, stands.evidence, review)


def with_value(item: Item) -> Item:
    """An item as it would look if the correction that waits for a second person counted."""
    value = None if item.waiting is None else item.waiting.value
    if value is None:
        return item
    return replace(item, content=value.presence if isinstance(value, StatedPresence) else value)


@dataclass(frozen=True, slots=True)
class ClauseItems:
    """A clause type: whether it is there, its excerpts, and the nearest sentences that are no findings."""

    presence: Item
    shown: Presence
    excerpts: tuple[Item, ...]
    candidates: tuple[Item, ...]


def clause_items(detail: ReviewedContract) -> list[ClauseItems]:
    """The clause types in the taxonomy's order."""
    return [_clause_items(detail, clause) for clause in detail.machine.clauses if is_clause_type(clause.type)]


def _clause_items(detail: ReviewedContract, clause: Clause) -> ClauseItems:
    shown = detail.shown.clause(clause.type)
    subject = presence_subject(clause.type)
    best = shown.excerpts[0].evidence if shown.excerpts else None
    presence = Item(
        subject, "presence", clause.type, shown.presence, shown.confidence, best, _review_state(detail, subject)
    )
    known = {excerpt_subject(clause.type, excerpt): excerpt for excerpt in (*clause.excerpts, *clause.candidates)}
    prefix = f"excerpt:{clause.type}:"
    for key, record in detail.reviews.items():
        if key.startswith(prefix) and key not in known and isinstance(record.machine_value, Excerpt):
            known[key] = record.machine_value
    shown_excerpts = {excerpt_subject(clause.type, excerpt) for excerpt in shown.excerpts}
    waiting = {excerpt_subject(clause.type, excerpt) for excerpt in shown.candidates}
    excerpts, candidates = [], []
    for key, excerpt in known.items():
        review = _review_state(detail, key)
        if review is None and key in waiting:
            candidates.append(_excerpt_item(clause.type, key, excerpt, review, candidate=True))
        elif review is not None or key in shown_excerpts:
            value = _corrected(review)
            stands = value if isinstance(value, Excerpt) else excerpt
            excerpts.append(_excerpt_item(clause.type, key, stands, review, candidate=False))
    return ClauseItems(
        _with_waiting(presence, detail),
        shown.presence,
        tuple(_with_waiting(item, detail) for item in excerpts),
        tuple(_with_waiting(item, detail) for item in candidates),
    )


def _excerpt_item(code: str, subject: str, excerpt: Excerpt, review: ReviewRecord | None, *, candidate: bool) -> Item:
    return Item(subject, "excerpt", code, excerpt, excerpt.confidence, excerpt.evidence, review, candidate)


def _review_state(detail: ReviewedContract, subject: str) -> ReviewRecord | None:
    review = detail.reviews.get(subject)
    return None if review is None or review.decision == "withdraw" else review


def _corrected(review: ReviewRecord | None) -> ReviewValue | None:
    return review.value if review is not None and review.decision == "correct" else None
