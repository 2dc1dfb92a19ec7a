"""What people decided about a contract, and the extraction as it stands after their decisions.

The machine's extraction is never changed. A decision names its subject by content (a fact's name, a party's name, a
clause type, a span of the document), so that it still holds after the contract was extracted again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from core.contracts.desk.review_values import ReviewValue, StatedPresence
from core.errors import BadArguments
from core.record import Clause, Excerpt, Extraction, Fact, Party, Presence
from core.taxonomy import taxonomy

Decision = Literal["approve", "correct", "reject", "withdraw"]
DECISIONS: tuple[Decision, ...] = ("approve", "correct", "reject", "withdraw")


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """One decision. `value` is the corrected value, `machine_value` what the engine said at that time.

    `reviewer_id` is who decided, None without a login. `seconded_by` is who made the same decision as the second
    person, where two are needed; a decision that waits for its second has none.
    """

    subject: str
    decision: Decision
    value: ReviewValue | None
    machine_value: ReviewValue | None
    note: str | None
    reviewer: str
    created_at: datetime
    reviewer_id: str | None = None
    seconded_by: str | None = None


def fact_subject(name: str) -> str:
    """Subject of a fact, the first of its name."""
    return f"fact:{name}"


def fact_subjects(facts: Iterable[Fact]) -> list[tuple[str, Fact]]:
    """Each fact with its subject. Where a contract states a fact twice, the later ones are told apart by their words.

    A repetition of the very same fact is left out: there is nothing more to decide.
    """
    found: dict[str, Fact] = {}
    for fact in facts:
        subject = fact_subject(fact.name)
        if subject in found:
            if _stated(found[subject]) == _stated(fact):
                continue
            subject = f"{subject}:{hashlib.sha256(_stated(fact).encode()).hexdigest()[:16]}"
        found.setdefault(subject, fact)
    return list(found.items())


def _stated(fact: Fact) -> str:
    return "\x1f".join((fact.value or "", fact.detail or "", fact.evidence.quote if fact.evidence else ""))


def party_subject(name: str) -> str:
    """Subject of a party, by its name as extracted."""
    return f"party:{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def presence_subject(clause_type: str) -> str:
    """Subject of the question whether a clause is there at all."""
    return f"presence:{clause_type}"


def excerpt_subject(clause_type: str, excerpt: Excerpt) -> str:
    """Subject of an excerpt: its place, or its words where it has none."""
    where = excerpt.evidence
    if where.start is None or where.end is None:
        return f"excerpt:{clause_type}:q{hashlib.sha256(excerpt.text.encode()).hexdigest()[:16]}"
    return f"excerpt:{clause_type}:{where.start}-{where.end}"


def machine_value(extraction: Extraction, subject: str) -> ReviewValue:
    """What the engine said about a subject.

    Raises:
        BadArguments: the extraction has no such subject.
    """
    kind, _, rest = subject.partition(":")
    if kind == "fact":
        stated = dict(fact_subjects(extraction.facts))
        if subject not in stated and ":" in rest:
            raise BadArguments(f"nothing in this contract is called {subject}", subject=subject)
        return stated.get(subject, Fact(rest, None))
    if kind == "party":
        for party in extraction.parties:
            if party_subject(party.name) == subject:
                return party
    if kind == "presence":
        return StatedPresence(extraction.clause(rest).presence)
    if kind == "excerpt":
        code = rest.split(":")[0]
        clause = extraction.clause(code)
        for excerpt in (*clause.excerpts, *clause.candidates):
            if excerpt_subject(code, excerpt) == subject:
                return excerpt
    raise BadArguments(f"nothing in this contract is called {subject}", subject=subject)


def apply_reviews(machine: Extraction, reviews: Mapping[str, ReviewRecord]) -> Extraction:
    """The extraction as people left it: rejected items gone, corrected ones replaced, approved ones kept.

    Args:
        machine: what the engine found.
        reviews: the newest decision for each subject.
    """
    effective = {subject: review for subject, review in reviews.items() if review.decision != "withdraw"}
    return Extraction(
        engine=machine.engine,
        facts=tuple(fact for _, fact in shown_facts(machine, reviews)),
        parties=tuple(_parties(machine, effective)),
        clauses=tuple(
            _without_turned_down(_clause(clause, effective), machine, effective) for clause in machine.clauses
        ),
    )


def _without_turned_down(clause: Clause, machine: Extraction, effective: Mapping[str, ReviewRecord]) -> Clause:
    """A fact's category without the words that only values rest on which a person rejected."""
    stated = [pair for pair in fact_subjects(machine.facts) if pair[1].name == clause.type and pair[1].evidence]
    rejected = [fact for subject, fact in stated if _is_rejected(effective.get(subject))]
    if not rejected or not clause.excerpts:
        return clause
    kept = [fact for subject, fact in stated if not _is_rejected(effective.get(subject))]
    left = tuple(each for each in clause.excerpts if not _rests(rejected, each) or _rests(kept, each))
    presence: Presence = "present" if any(each.confirmed for each in left) else "unknown"
    return replace(clause, excerpts=left, presence=presence if clause.presence == "present" else clause.presence)


def _is_rejected(review: ReviewRecord | None) -> bool:
    return review is not None and review.decision == "reject"


def _rests(facts: Iterable[Fact], excerpt: Excerpt) -> bool:
    """Whether one of some facts was read from words of an excerpt."""
    start, end = excerpt.evidence.start, excerpt.evidence.end
    if start is None or end is None:
        return False
    spans = [(fact.evidence.start, fact.evidence.end) for fact in facts if fact.evidence is not None]
    return any(first is not None and last is not None and first < end and start < last for first, last in spans)


def shown_facts(machine: Extraction, reviews: Mapping[str, ReviewRecord]) -> Iterable[tuple[str, Fact]]:
    """The facts as people left them, each with its subject; those that only a person knows come last."""
    effective = {subject: review for subject, review in reviews.items() if review.decision != "withdraw"}
    stated = dict(fact_subjects(machine.facts))
    for subject, fact in stated.items():
        yield subject, _decided_fact(fact, effective.get(subject))
    for subject, review in effective.items():
        if subject.startswith("fact:") and subject not in stated:
            yield subject, _decided_fact(Fact(subject.split(":")[1], None), review)


def _decided_fact(fact: Fact, review: ReviewRecord | None) -> Fact:
    if review is None:
        return fact
    if review.decision == "reject":
        return Fact(fact.name, None)
    if review.decision == "correct" and isinstance(review.value, Fact):
        return replace(review.value, confidence=1.0)
    if isinstance(review.machine_value, Fact):
        # What was approved is the value that was seen then, whatever a later run says.
        return replace(review.machine_value, confidence=1.0, check=None)
    return fact


def _parties(machine: Extraction, effective: Mapping[str, ReviewRecord]) -> Iterable[Party]:
    named = {party_subject(party.name) for party in machine.parties}
    for party in machine.parties:
        decided = _decided_party(party, effective.get(party_subject(party.name)))
        if decided is not None:
            yield decided
    for subject, review in effective.items():
        if subject.startswith("party:") and subject not in named and review.decision != "reject":
            source = review.value if review.decision == "correct" else review.machine_value
            if isinstance(source, Party):
                yield replace(source, confidence=1.0)


def _decided_party(party: Party, review: ReviewRecord | None) -> Party | None:
    if review is None:
        return party
    if review.decision == "reject":
        return None
    if review.decision == "correct" and isinstance(review.value, Party):
        return replace(review.value, confidence=1.0)
    return replace(party, confidence=1.0)


def _clause(clause: Clause, effective: Mapping[str, ReviewRecord]) -> Clause:
    prefix = f"excerpt:{clause.type}:"
    decided = {subject: review for subject, review in effective.items() if subject.startswith(prefix)}
    presence = effective.get(presence_subject(clause.type))
    if not decided and presence is None:
        return clause
    excerpts = list(_unchanged(clause, decided))
    kept = {excerpt_subject(clause.type, excerpt) for excerpt in excerpts}
    candidates = tuple(
        candidate
        for candidate in clause.candidates
        if (subject := excerpt_subject(clause.type, candidate)) not in decided and subject not in kept
    )
    result = replace(clause, excerpts=tuple(excerpts), candidates=candidates)
    return _with_presence(result, clause.presence, presence)


def _unchanged(clause: Clause, decided: Mapping[str, ReviewRecord]) -> Iterable[Excerpt]:
    seen = set()
    for excerpt in clause.excerpts:
        subject = excerpt_subject(clause.type, excerpt)
        seen.add(subject)
        review = decided.get(subject)
        if review is None:
            if not any(_overlaps(excerpt, other) for other in decided.values() if other.decision == "reject"):
                yield excerpt
        elif review.decision == "approve":
            yield replace(excerpt, confidence=1.0, confirmed=True)
        elif review.decision == "correct" and isinstance(review.value, Excerpt):
            yield replace(review.value, confidence=1.0)
    for subject, review in decided.items():
        if subject not in seen and review.decision != "reject":
            source = review.value if review.decision == "correct" else review.machine_value
            if isinstance(source, Excerpt):
                yield replace(source, confidence=1.0, confirmed=True)


def _overlaps(excerpt: Excerpt, rejected: ReviewRecord) -> bool:
    """Whether an excerpt is mostly the words that a person rejected (an engine may cut them a little differently)."""
    if not isinstance(rejected.machine_value, Excerpt):
        return False
    if excerpt.evidence.start is None or excerpt.evidence.end is None:
        return False
    other = rejected.machine_value.evidence
    if other.start is None or other.end is None:
        return False
    common = min(excerpt.evidence.end, other.end) - max(excerpt.evidence.start, other.start)
    return 2 * common > excerpt.evidence.end - excerpt.evidence.start


def _with_presence(clause: Clause, machine: Presence, review: ReviewRecord | None) -> Clause:
    if review is not None and review.decision == "correct" and isinstance(review.value, StatedPresence):
        stated = review.value.presence
        excerpts = clause.excerpts if stated == "present" else ()
        return replace(clause, presence=stated, confidence=1.0, excerpts=excerpts)
    confirmed = [excerpt.confidence for excerpt in clause.excerpts if excerpt.confirmed]
    if confirmed:
        return replace(clause, presence="present", confidence=max(confirmed))
    # A person turned down every excerpt: that says nothing yet about the rest of the contract.
    return replace(clause, presence="unknown" if machine == "present" else machine)


def open_subjects(machine: Extraction, reviews: Mapping[str, ReviewRecord]) -> list[str]:
    """Subjects with something to check that nobody has decided on yet: facts with a value, parties, excerpts."""
    subjects = [subject for subject, fact in fact_subjects(machine.facts) if fact.value is not None or fact.check]
    subjects += [party_subject(party.name) for party in machine.parties]
    subjects += [
        excerpt_subject(clause.type, excerpt)
        for clause in machine.clauses
        if is_clause_type(clause.type)
        for excerpt in clause.excerpts
    ]
    decided = {subject for subject, review in reviews.items() if review.decision != "withdraw"}
    return [subject for subject in subjects if subject not in decided]


def is_clause_type(code: str) -> bool:
    """Whether a category is one of the clause types (the facts' sentences are not reviewed one by one)."""
    return taxonomy().get(code).kind == "clause"
