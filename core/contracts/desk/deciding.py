"""Writing one decision of a person about a contract, in the caller's transaction; what is shown follows in it."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.orm import Session

from core.access import Actor, Resource, record
from core.contracts.desk.review_values import ReviewValue
from core.contracts.review import ReviewRecord, apply_reviews, machine_value
from core.contracts.reviews_stored import add_review, reviews_in_effect
from core.contracts.row import summarise
from core.documents import Document
from core.errors import BadArguments, NotAllowed
from core.matters import needs_two_approvers
from core.record import Extraction, from_json
from core.store import Contract, next_revision


def decide(session: Session, actor: Actor, contract: Contract, document: Document, review: ReviewRecord) -> None:
    """Append a decision; summary and revision follow.

    Args:
        session: a write transaction.
        actor: who decides, and may.
        contract: the contract, with its extraction.
        document: its text.
        review: the decision.

    Raises:
        NotAllowed: it waits for a second person, and who acts is the first one.
        BadArguments: the correction does not fit.
    """
    subject, machine = review.subject, from_json(contract.extraction)
    before = reviews_in_effect(session, contract.contract_id)
    add_review(session, contract.contract_id, review)
    after = reviews_in_effect(session, contract.contract_id)
    unchanged = subject in before.waiting and after.waiting.get(subject) == before.waiting[subject]
    if unchanged and review.reviewer_id in before.backers[subject]:
        raise NotAllowed("a second approver is somebody else", action="contract.review", reason="second_person")
    shown = apply_reviews(machine, after.counting)
    try:
        contract.summary = summarise(document, machine, shown, after.counting, waiting=after.waiting)
    except ValueError as error:
        raise BadArguments(f"the correction does not fit: {error}", subject=subject) from error
    contract.revision = next_revision(session)
    contract.updated_at = review.created_at
    approvers = None
    if review.decision != "withdraw" and needs_two_approvers(session, contract.contract_id):
        approvers = "one_of_two" if subject in after.waiting else "two_of_two"
    resource = Resource("contract", contract.contract_id)
    record(
        session, actor, "contract.review", resource, subject=subject[:120], decision=review.decision, after=approvers
    )


def machine_value_before(machine: Extraction, subject: str, earlier: Mapping[str, ReviewRecord]) -> ReviewValue:
    """What the engine says about a subject, or said when a person first decided on it."""
    try:
        return machine_value(machine, subject)
    except (BadArguments, KeyError):
        stated = earlier[subject].machine_value if subject in earlier else None
        if stated is not None:
            return stated
        raise BadArguments(f"nothing in this contract is called {subject}", subject=subject) from None
