"""The book of parties in the store: which names people called one party or different, and how to take that back.

A decision raises the counter of parties first, whose row stays locked until the commit: two decisions at the same time
happen one after the other on both databases.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import select
from ulid import ULID

from core.errors import BadArguments, Conflict, NotFound
from core.graph.projection import organization_id, plain_name
from core.matters import hidden_contracts
from core.parties.group import Decision, JoinedParty, Member, Rejection
from core.parties.stored import (
    decision_of,
    drop_group,
    groups_of,
    in_order,
    note_decision,
    refuse_limited,
    refuse_rejected,
    stored_groups,
    touched,
    write_group,
)
from core.store import Counter, PartyDecision, PartyRejection, Store, advance_counter

COUNTER = "parties"
METHODS = ("same_name", "also_known_as", "person")


class PartyBook:
    """Groups of names, rejections and history. One object serves all threads.

    What changes them raises `NotAllowed` for who may not relate contracts, or does not see all of them.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def groups(self) -> list[JoinedParty]:
        """All groups, by name."""
        with self._store.read() as session:
            return stored_groups(session)

    def rejections(self) -> list[Rejection]:
        """Pairs of names that people called different, newest first; none for who does not see every contract."""
        with self._store.read() as session:
            if hidden_contracts(session):
                return []
            rows = session.scalars(select(PartyRejection).order_by(PartyRejection.rejected_at.desc()))
            return [
                Rejection(row.first_id, row.second_id, row.first, row.second, row.rejected_by, row.rejected_at)
                for row in rows
            ]

    def history(self, limit: int = 200) -> list[Decision]:
        """Decisions, newest first; none for who does not see every contract."""
        with self._store.read() as session:
            if hidden_contracts(session):
                return []
            rows = session.scalars(
                select(PartyDecision).order_by(PartyDecision.decided_at.desc(), PartyDecision.id.desc()).limit(limit)
            )
            return [decision_of(row) for row in rows]

    def change(self) -> int:
        """Counter of all decisions; the graph follows it."""
        with self._store.read() as session:
            return session.scalar(select(Counter.value).where(Counter.name == COUNTER)) or 0

    def approve(
        self,
        names: Sequence[str],
        *,
        by: str,
        method: str = "person",
        score: float = 1.0,
        name: str | None = None,
        note: str | None = None,
    ) -> JoinedParty:
        """Call two or more names one party; groups that they are in already become one with them.

        Args:
            names: names as contracts write them.
            by: who decides.
            method: same_name or also_known_as for a suggestion, person for a merge by hand.
            score: the suggestion's, in 0–1.
            name: the name that stands for the party; the group's present one or the first by default.
            note: why.

        Raises:
            BadArguments: fewer than two different names, or no such method.
            Conflict: a person called two of the names different; `facts` name them, who and when.
        """
        ids = _keys(names)
        if len(ids) < 2:
            raise BadArguments("choose at least two different names", reason="one_name")
        if method not in METHODS:
            raise BadArguments(f"a method is one of {', '.join(METHODS)}", reason="no_such_method")
        with self._store.write() as session:
            refuse_limited(session)
            advance_counter(session, COUNTER)
            before, now = groups_of(session, ids), datetime.now(UTC)
            kept = before[0] if before else None
            members = {member.organization_id: member for group in before for member in group.members}
            for key, written in ids.items():
                members.setdefault(key, Member(key, written, method, score, by, now))
            refuse_rejected(session, list(members))
            chosen = plain_name(name) if name else kept.name if kept else next(iter(ids.values()))
            if chosen not in [member.name for member in members.values()]:
                raise BadArguments("the party's name is one of its names", reason="not_a_name")
            after = in_order(JoinedParty(kept.id if kept else str(ULID()), chosen, tuple(members.values())))
            if before == [after]:
                return after
            for group in before:
                drop_group(session, group.id)
            write_group(session, after, by, now)
            note_decision(
                session,
                "approve",
                list(ids.values()),
                by,
                now,
                method=method,
                score=score,
                note=note,
                before=before,
                after=[after],
            )
            return after

    def reject(self, first: str, second: str, *, by: str, note: str | None = None) -> None:
        """Call two names different: the suggestion does not come back until `ask_again`.

        Raises:
            BadArguments: it is one name.
            Conflict: somebody called them one party; detach one of them first.
        """
        ids = _keys((first, second))
        if len(ids) != 2:
            raise BadArguments("choose two different names", reason="one_name")
        (a, name_a), (b, name_b) = sorted(ids.items())
        with self._store.write() as session:
            refuse_limited(session)
            advance_counter(session, COUNTER)
            for group in groups_of(session, ids):
                if {a, b} <= {member.organization_id for member in group.members}:
                    raise Conflict(f"{name_a} and {name_b} are one party", reason="one_party", name=group.name)
            if session.get(PartyRejection, (a, b)) is not None:
                return
            now = datetime.now(UTC)
            session.add(
                PartyRejection(first_id=a, second_id=b, first=name_a, second=name_b, rejected_by=by, rejected_at=now)
            )
            note_decision(session, "reject", [name_a, name_b], by, now, note=note)

    def ask_again(self, first: str, second: str, *, by: str) -> None:
        """Take a rejection back, so that the suggestion may come again.

        Raises:
            NotFound: nobody rejected it.
        """
        ids = _keys((first, second))
        with self._store.write() as session:
            refuse_limited(session)
            advance_counter(session, COUNTER)
            row = session.get(PartyRejection, tuple(sorted(ids))) if len(ids) == 2 else None
            if row is None:
                raise NotFound("nobody called these names different", reference=f"{first} / {second}"[:200])
            session.delete(row)
            note_decision(session, "ask_again", [row.first, row.second], by, datetime.now(UTC))

    def detach(self, name: str, *, by: str, note: str | None = None) -> None:
        """Take a name out of its party; a party of which one name is left is none any more.

        Raises:
            NotFound: the name is in no group.
        """
        ids = _keys((name,))
        with self._store.write() as session:
            refuse_limited(session)
            advance_counter(session, COUNTER)
            before = groups_of(session, ids)
            if not before:
                raise NotFound("this name belongs to no party", reference=name[:200])
            group, now = before[0], datetime.now(UTC)
            left = tuple(member for member in group.members if member.organization_id not in ids)
            drop_group(session, group.id)
            after: list[JoinedParty] = []
            if len(left) > 1:
                named = group.name if group.name in [member.name for member in left] else left[0].name
                rest = JoinedParty(group.id, named, left)
                write_group(session, rest, by, now)
                after.append(rest)
            note_decision(session, "detach", list(ids.values()), by, now, note=note, before=[group], after=after)

    def undo(self, decision_id: str, *, by: str) -> None:
        """Take an approval or a detachment back: the groups that it touched become what they were before it.

        Raises:
            NotFound: there is no such decision.
            BadArguments: it is of a kind that cannot be undone, or was undone already.
            Conflict: somebody changed the groups since; detach single names instead.
        """
        with self._store.write() as session:
            refuse_limited(session)
            advance_counter(session, COUNTER)
            row = session.get(PartyDecision, decision_id)
            if row is None:
                raise NotFound("no such decision", reference=decision_id[:26])
            if not decision_of(row).can_be_undone:
                raise BadArguments("this decision cannot be undone", reason="cannot_undo")
            before, after = touched(row)
            ids = {member.organization_id: member.name for group in (*before, *after) for member in group.members}
            if sorted(map(_shape, groups_of(session, ids))) != sorted(map(_shape, after)):
                raise Conflict("the party was changed since", reason="changed_since")
            for group in before:
                refuse_rejected(session, [member.organization_id for member in group.members])
            now = datetime.now(UTC)
            for group in after:
                drop_group(session, group.id)
            for group in before:
                write_group(session, group, by, now)
            row.undone = True
            note_decision(
                session, "undo", row.names, by, now, method=row.method, score=row.score, before=after, after=before
            )


def _keys(names: Sequence[str]) -> dict[str, str]:
    plain = [plain_name(name) for name in names]
    return {organization_id(name): name for name in plain if name}


def _shape(group: JoinedParty) -> tuple[str, ...]:
    return (group.name, *sorted(member.organization_id for member in group.members))
