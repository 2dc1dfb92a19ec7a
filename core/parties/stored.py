"""Groups of names as rows of the store, read and written within the caller's transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from pydantic import TypeAdapter
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Resource, authorized, record
from core.errors import Conflict, NotAllowed
from core.matters import hidden_contracts
from core.parties.group import Decision, DecisionKind, JoinedParty, Member
from core.store import PartyDecision, PartyGroup, PartyMember, PartyRejection

_GROUPS: TypeAdapter[list[JoinedParty]] = TypeAdapter(list[JoinedParty])
_KIND: TypeAdapter[DecisionKind] = TypeAdapter(DecisionKind)


def refuse_limited(session: Session) -> None:
    """Names are joined for all contracts at once, and so by who sees all of them.

    Raises:
        NotAllowed: there are contracts that whoever acts must not see.
    """
    if hidden_contracts(session):
        raise NotAllowed("parties are joined by who sees every contract", action="contract.relate", reason="limited")


def stored_groups(session: Session, only: Sequence[str] | None = None) -> list[JoinedParty]:
    """Groups by name; all of them, or those of some ids."""
    members: dict[str, list[Member]] = defaultdict(list)
    query = select(PartyMember) if only is None else select(PartyMember).where(PartyMember.group_id.in_(only))
    for row in session.scalars(query):
        members[row.group_id].append(
            Member(row.organization_id, row.name, row.method, row.score, row.approved_by, row.approved_at)
        )
    heads = select(PartyGroup) if only is None else select(PartyGroup).where(PartyGroup.id.in_(only))
    found = [in_order(JoinedParty(row.id, row.name, tuple(members[row.id]))) for row in session.scalars(heads)]
    return sorted(found, key=lambda group: (group.name, group.id))


def groups_of(session: Session, ids: dict[str, str]) -> list[JoinedParty]:
    """The groups that hold any of some organizations."""
    held = session.scalars(select(PartyMember.group_id).where(PartyMember.organization_id.in_(list(ids))).distinct())
    return stored_groups(session, list(held))


def in_order(group: JoinedParty) -> JoinedParty:
    """The group with its names in alphabetical order."""
    members = sorted(group.members, key=lambda member: (member.name, member.organization_id))
    return JoinedParty(group.id, group.name, tuple(members))


def refuse_rejected(session: Session, together: Sequence[str]) -> None:
    """Refuse to put organizations together that a person called different.

    Raises:
        Conflict: somebody did; `facts` name the two, and who.
    """
    row = session.scalar(
        select(PartyRejection)
        .where(PartyRejection.first_id.in_(together), PartyRejection.second_id.in_(together))
        .limit(1)
    )
    if row is not None:
        raise Conflict(
            f"{row.rejected_by} called {row.first} and {row.second} different",
            reason="called_different",
            first=row.first,
            second=row.second,
            by=row.rejected_by,
        )


def drop_group(session: Session, group_id: str) -> None:
    """Delete a group with its members."""
    session.execute(delete(PartyMember).where(PartyMember.group_id == group_id))
    session.execute(delete(PartyGroup).where(PartyGroup.id == group_id))


def write_group(session: Session, group: JoinedParty, by: str, now: datetime) -> None:
    """Write a group that is not there."""
    session.add(PartyGroup(id=group.id, name=group.name, created_by=by, created_at=now))
    session.flush()
    session.add_all(
        PartyMember(
            organization_id=member.organization_id,
            group_id=group.id,
            name=member.name,
            method=member.method,
            score=member.score,
            approved_by=member.approved_by,
            approved_at=member.approved_at,
        )
        for member in group.members
    )
    session.flush()


def note_decision(
    session: Session,
    decision: DecisionKind,
    names: Sequence[str],
    by: str,
    now: datetime,
    *,
    method: str | None = None,
    score: float | None = None,
    note: str | None = None,
    before: Sequence[JoinedParty] = (),
    after: Sequence[JoinedParty] = (),
) -> None:
    """Put a decision into the history, with the groups that it touched as they were and as they are.

    Raises:
        NotAllowed: whoever acts may not decide on parties.
    """
    actor = authorized("contract.relate", None, session)
    session.add(
        PartyDecision(
            id=str(ULID()),
            decision=decision,
            names=list(names),
            method=method,
            score=score,
            note=note,
            before=_GROUPS.dump_python(list(before), mode="json"),
            after=_GROUPS.dump_python(list(after), mode="json"),
            undone=False,
            decided_by=by,
            decided_at=now,
        )
    )
    groups = [group.id for group in (*after, *before)]
    record(session, actor, f"party.{decision}", Resource("party", groups[0]) if groups else None, method=method)


def touched(row: PartyDecision) -> tuple[list[JoinedParty], list[JoinedParty]]:
    """The groups that a decision touched, as they were before it and as it left them."""
    return _GROUPS.validate_python(row.before), _GROUPS.validate_python(row.after)


def decision_of(row: PartyDecision) -> Decision:
    """A row of the history."""
    return Decision(
        id=row.id,
        decision=_KIND.validate_python(row.decision),
        names=tuple(row.names),
        method=row.method,
        score=row.score,
        note=row.note,
        undone=row.undone,
        decided_by=row.decided_by,
        decided_at=row.decided_at,
    )
