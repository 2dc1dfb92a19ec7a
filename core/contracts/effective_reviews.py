"""Which decisions about a contract count: the newest for each subject, or the newest that two people have made.

In a matter that asks for a second approver nothing that one person decides changes what is shown. A decision waits
until another person, told apart by their login, makes the same one: the same verdict on the same value. Another
decision in between begins anew; taking back needs nobody else and ends both. What was decided before the matter asked
for it, or by somebody without a login, is one of two at most.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from core.contracts.review import ReviewRecord


@dataclass(frozen=True, slots=True)
class EffectiveReviews:
    """Decisions by subject.

    Attributes:
        counting: what changes the extraction; a withdrawal is there as such.
        waiting: what one of two people has decided, newer than what counts.
        backers: ids of the people who made a waiting decision; None for one without a login.
    """

    counting: dict[str, ReviewRecord]
    waiting: dict[str, ReviewRecord] = field(default_factory=dict)
    backers: dict[str, frozenset[str | None]] = field(default_factory=dict)


def effective_reviews(history: Iterable[ReviewRecord], *, two: bool) -> EffectiveReviews:
    """What counts of all decisions about one contract.

    Args:
        history: oldest first.
        two: whether a decision needs two people.
    """
    found = EffectiveReviews({})
    for record in history:
        if not two:
            found.counting[record.subject] = record
        elif record.decision == "withdraw":
            found.counting[record.subject] = record
            _drop(found, record.subject)
        else:
            _take(found, record)
    return found


def _take(effective: EffectiveReviews, record: ReviewRecord) -> None:
    counting = effective.counting.get(record.subject)
    if counting is not None and _same(counting, record):
        _drop(effective, record.subject)  # what counts is said once more, and what waited against it is not wanted
        return
    before = effective.waiting.get(record.subject)
    if before is None or not _same(before, record):
        effective.waiting[record.subject] = record
        effective.backers[record.subject] = frozenset({record.reviewer_id})
        return
    backers = effective.backers[record.subject] | {record.reviewer_id}
    if len(backers - {None}) < 2:
        effective.backers[record.subject] = backers
        if before.reviewer_id is None:
            effective.waiting[record.subject] = record
        return
    effective.counting[record.subject] = replace(before, seconded_by=record.reviewer, created_at=record.created_at)
    _drop(effective, record.subject)


def _drop(effective: EffectiveReviews, subject: str) -> None:
    effective.waiting.pop(subject, None)
    effective.backers.pop(subject, None)


def _same(first: ReviewRecord, second: ReviewRecord) -> bool:
    """Whether two decisions say the same: a correction to the same value, a verdict on the same finding."""
    if first.decision != second.decision:
        return False
    return first.value == second.value if first.decision == "correct" else first.machine_value == second.machine_value
