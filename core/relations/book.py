"""The book of relations between agreements in the store: approve, reject, withdraw, and the history.

Like `core.parties.book`, every decision raises its counter first, so decisions happen one after the other and a cycle
cannot be made by two people at the same time.
"""

from __future__ import annotations

from datetime import UTC, datetime

from pydantic import TypeAdapter
from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Resource, authorized, record
from core.errors import BadArguments, NotFound
from core.graph.projection import RelationKind
from core.matters import hidden_contracts
from core.relations.relation import (
    DecidedRelation,
    DecisionKind,
    Method,
    RelationDecisionRow,
    RelationEvidence,
)
from core.store import AgreementRelation, Contract, Counter, RelationDecision, Store, advance_counter

COUNTER = "relations"
KINDS: tuple[RelationKind, ...] = ("AMENDS", "SUPERSEDES")
_RELATION: TypeAdapter[DecidedRelation] = TypeAdapter(DecidedRelation)
_ROW: TypeAdapter[RelationDecisionRow] = TypeAdapter(RelationDecisionRow)
_EVIDENCE: TypeAdapter[RelationEvidence] = TypeAdapter(RelationEvidence)


class RelationBook:
    """Decisions on relations between agreements. One object serves all threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def relations(self, contract_id: str | None = None) -> list[DecidedRelation]:
        """Present decisions, approved and rejected; of all contracts, or those that touch one."""
        query = select(AgreementRelation).order_by(
            AgreementRelation.source, AgreementRelation.target, AgreementRelation.kind
        )
        if contract_id is not None:
            query = query.where(or_(AgreementRelation.source == contract_id, AgreementRelation.target == contract_id))
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = [row for row in session.scalars(query) if not {row.source, row.target} & hidden]
            return [_relation(row) for row in rows]

    def approved(self) -> list[DecidedRelation]:
        """The relations that stand."""
        return [relation for relation in self.relations() if relation.status == "approved"]

    def history(self, contract_id: str) -> list[RelationDecisionRow]:
        """Decisions that touch a contract, newest first."""
        touching = or_(RelationDecision.source == contract_id, RelationDecision.target == contract_id)
        query = select(RelationDecision).where(touching)
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = session.scalars(query.order_by(RelationDecision.decided_at.desc(), RelationDecision.id.desc()))
            return [
                _ROW.validate_python({name: getattr(row, name) for name in _ROW_FIELDS})
                for row in rows
                if not {row.source, row.target} & hidden
            ]

    def change(self) -> int:
        """Counter of all decisions; the graph follows it."""
        with self._store.read() as session:
            return session.scalar(select(Counter.value).where(Counter.name == COUNTER)) or 0

    def approve(
        self,
        kind: RelationKind,
        source: str,
        target: str,
        *,
        by: str,
        method: Method = "person",
        score: float = 1.0,
        evidence: RelationEvidence | None = None,
        note: str | None = None,
    ) -> DecidedRelation:
        """State that an agreement amends or supersedes another.

        Args:
            kind: AMENDS or SUPERSEDES.
            source: contract id of the later agreement.
            target: contract id of the agreement that is amended or superseded.
            by: who decides.
            method: stated for a suggestion from the text, person for one added by hand.
            score: the suggestion's, in 0–1.
            evidence: the words that say so.
            note: why.

        Raises:
            BadArguments: an agreement related to itself, no such kind, or a relation that would close a circle.
            NotFound: there is no such contract.
        """
        if kind not in KINDS:
            raise BadArguments(f"a relation is one of {', '.join(KINDS)}", reason="no_such_relation")
        if source == target:
            raise BadArguments("an agreement cannot change itself", reason="relation_to_itself")
        with self._store.write() as session:
            advance_counter(session, COUNTER)
            _both_there(session, source, target)
            circle = _circle(session, source, target)
            if circle:
                hidden = hidden_contracts(session)
                circle = [contract_id for contract_id in circle if contract_id not in hidden]
                raise BadArguments(
                    f"{source} cannot come after {target}: {' → '.join(circle)}",
                    reason="relation_circle",
                    contracts=circle,
                )
            placed = None if evidence is None else _EVIDENCE.dump_python(evidence, mode="json")
            found = DecidedRelation(kind, source, target, "approved", method, score, evidence, by, datetime.now(UTC))
            _put(session, found, placed)
            _note(session, found, "approve", note)
            return found

    def reject(
        self,
        kind: RelationKind,
        source: str,
        target: str,
        *,
        by: str,
        score: float = 0.0,
        evidence: RelationEvidence | None = None,
        note: str | None = None,
    ) -> None:
        """State that an agreement does not amend or supersede another: the suggestion does not come back.

        Raises:
            NotFound: there is no such contract.
        """
        with self._store.write() as session:
            advance_counter(session, COUNTER)
            _both_there(session, source, target)
            placed = None if evidence is None else _EVIDENCE.dump_python(evidence, mode="json")
            found = DecidedRelation(kind, source, target, "rejected", "stated", score, evidence, by, datetime.now(UTC))
            _put(session, found, placed)
            _note(session, found, "reject", note)

    def withdraw(self, kind: RelationKind, source: str, target: str, *, by: str, note: str | None = None) -> None:
        """Take a decision back: nothing is decided any more, and what the text states is suggested again.

        Raises:
            NotFound: nothing is decided on this relation.
        """
        with self._store.write() as session:
            advance_counter(session, COUNTER)
            row = session.get(AgreementRelation, (kind, source, target))
            if row is None or {source, target} & hidden_contracts(session):
                raise NotFound("nothing is decided on this relation", reference=f"{source} {target}")
            found = _relation(row)
            session.delete(row)
            withdrawn = DecidedRelation(
                kind, source, target, found.status, found.method, found.score, None, by, datetime.now(UTC)
            )
            _note(session, withdrawn, "withdraw", note)


_FIELDS = ("kind", "source", "target", "status", "method", "score", "evidence", "decided_by", "decided_at")
_ROW_FIELDS = ("id", "kind", "source", "target", "decision", "method", "note", "decided_by", "decided_at")


def _relation(row: AgreementRelation) -> DecidedRelation:
    return _RELATION.validate_python({name: getattr(row, name) for name in _FIELDS})


def _put(session: Session, decided: DecidedRelation, evidence: dict[str, object] | None) -> None:
    session.merge(
        AgreementRelation(
            kind=decided.kind,
            source=decided.source,
            target=decided.target,
            status=decided.status,
            method=decided.method,
            score=decided.score,
            evidence=evidence,
            decided_by=decided.decided_by,
            decided_at=decided.decided_at,
        )
    )


def _note(session: Session, decided: DecidedRelation, decision: DecisionKind, note: str | None) -> None:
    source, target = Resource("contract", decided.source), Resource("contract", decided.target)
    authorized("contract.relate", target, session)
    actor = authorized("contract.relate", source, session)
    session.add(
        RelationDecision(
            id=str(ULID()),
            kind=decided.kind,
            source=decided.source,
            target=decided.target,
            decision=decision,
            method=decided.method,
            note=note,
            decided_by=decided.decided_by,
            decided_at=decided.decided_at,
        )
    )
    record(session, actor, f"relation.{decision}", source, other=decided.target, kind=decided.kind.lower())


def _both_there(session: Session, source: str, target: str) -> None:
    wanted = {source, target}
    known = set(session.scalars(select(Contract.contract_id).where(Contract.contract_id.in_(wanted))))
    known -= hidden_contracts(session)
    for missing in sorted(wanted - known):
        raise NotFound(f"no contract {missing}", reference=missing)


def _circle(session: Session, source: str, target: str) -> list[str]:
    """The way from `target` back to `source` over relations that stand, which a new one would close; empty for none."""
    onward: dict[str, list[str]] = {}
    query = select(AgreementRelation.source, AgreementRelation.target).where(AgreementRelation.status == "approved")
    for first, other in session.execute(query):
        onward.setdefault(first, []).append(other)
    ways, seen = [[target]], {target}
    while ways:
        way = ways.pop(0)
        if way[-1] == source:
            return [source, *way]
        for follower in onward.get(way[-1], ()):
            if follower not in seen:
                seen.add(follower)
                ways.append([*way, follower])
    return []
