"""Matters as people work with them: made, named, given members and contracts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Actor, Resource, authorize, current_actor, local_actor, names_now, record
from core.errors import BadArguments, Conflict, NotFound
from core.matters.visibility import hidden_contracts, known_matters, needs_two_approvers, put_into_matter
from core.store import Contract, MatterContract, MatterMember, MatterRow, Store, UserRow, next_revision

_NAME_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter. `members` are names by the id of the person, `contracts` the number of its contracts. With
    `two_approvers` what one person decides of them counts when a second one has decided the same."""

    id: str
    name: str
    members: Mapping[str, str]
    contracts: int
    two_approvers: bool = False


class Matters:
    """The matters of one store. Every method asks who acts, and gives nothing of a matter to who is no member."""

    def __init__(self, store: Store, when_rules_change: Callable[[Session, Contract], None]) -> None:
        """Args:
        store: where they are.
        when_rules_change: makes anew what is kept of a contract, in the transaction after which its decisions need
            more or fewer people.
        """
        self._store = store
        self._when_rules_change = when_rules_change

    def mine(self) -> list[Matter]:
        """The matters that whoever acts is a member of, by name; all of them without a login."""
        with self._store.read() as session:
            return _matters(session, known_matters(session, current_actor()))

    def to_manage(self) -> list[Matter]:
        """Matters whose members whoever acts may change: their own, and all for who manages people."""
        actor = current_actor()
        with self._store.read() as session:
            everything = actor.is_trusted or "admin" in actor.roles
            return _matters(session, None if everything else known_matters(session, actor))

    def of_contracts(self) -> Mapping[str, str]:
        """Id of the matter by contract, for the contracts that whoever acts may see."""
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = session.execute(select(MatterContract.contract_id, MatterContract.matter_id))
            return {row.contract_id: row.matter_id for row in rows if row.contract_id not in hidden}

    def create(self, name: str, *, user: str) -> str:
        """Make a matter, whose first member is who makes it, and give its id.

        Raises:
            BadArguments: no name.
            NotAllowed: who acts may not make matters.
        """
        actor, now, matter_id = _by(user), datetime.now(UTC), str(ULID())
        authorize(actor, "matter.manage")
        with self._store.write() as session:
            session.add(
                MatterRow(
                    id=matter_id,
                    name=_name(name),
                    created_by=actor.name[:120],
                    created_at=now,
                )
            )
            session.flush()
            if actor.user_id is not None:
                session.add(
                    MatterMember(matter_id=matter_id, user_id=actor.user_id, added_by=actor.name[:120], added_at=now)
                )
            record(session, actor, "matter.create", Resource("matter", matter_id))
        return matter_id

    def rename(self, matter_id: str, name: str, *, user: str) -> None:
        """Give a matter another name.

        Raises:
            BadArguments: no name.
            NotAllowed: who acts is no member.
            NotFound: there is no such matter.
        """
        actor = _by(user)
        with self._store.write() as session:
            authorize(actor, "matter.manage", Resource("matter", matter_id), session)
            _row(session, matter_id).name = _name(name)
            record(session, actor, "matter.rename", Resource("matter", matter_id))

    def ask_for_two(self, matter_id: str, needed: bool, *, user: str) -> None:
        """Let decisions about a matter's contracts and entries count only when two people have made them, or not.

        What one person decided before counts from now on as one of two.

        Raises:
            BadArguments: nobody logs in, so nobody can be told from another.
            NotAllowed: who acts is no member; or would end it and does not manage people.
            NotFound: there is no such matter.
        """
        actor = _by(user)
        with self._store.write() as session:
            authorize(actor, "matter.manage", Resource("matter", matter_id), session)
            row = _row(session, matter_id)
            if row.two_approvers == needed:
                return
            if needed and actor.user_id is None:
                raise BadArguments("two approvers are told apart by their login", reason="two_need_login")
            if not needed:
                authorize(actor, "people.manage")
            row.two_approvers = needed
            session.flush()
            held = select(MatterContract.contract_id).where(MatterContract.matter_id == matter_id)
            self._follow_rules(session, session.scalars(select(Contract).where(Contract.contract_id.in_(held))))
            action = "matter.two_approvers" if needed else "matter.one_approver"
            record(session, actor, action, Resource("matter", matter_id))

    def _follow_rules(self, session: Session, contracts: Iterable[Contract]) -> None:
        for contract in contracts:
            self._when_rules_change(session, contract)
            contract.revision, contract.updated_at = next_revision(session), datetime.now(UTC)

    def add_member(self, matter_id: str, user_id: str, *, user: str) -> None:
        """Let a person see a matter.

        Raises:
            NotAllowed: who acts is neither a member nor manages people.
            NotFound: there is no such matter or person.
        """
        actor = _by(user)
        with self._store.write() as session:
            _may_change_members(session, actor, matter_id)
            _row(session, matter_id)
            if session.get(UserRow, user_id) is None:
                raise NotFound(f"no person {user_id}", kind="person", id=user_id)
            session.merge(
                MatterMember(
                    matter_id=matter_id, user_id=user_id, added_by=actor.name[:120], added_at=datetime.now(UTC)
                )
            )
            record(session, actor, "matter.add_member", Resource("matter", matter_id), user=user_id)

    def remove_member(self, matter_id: str, user_id: str, *, user: str) -> None:
        """Let a person see a matter no more.

        Raises:
            Conflict: it is the last member of a matter with contracts: nobody would see them.
            NotAllowed: who acts is neither a member nor manages people.
        """
        actor = _by(user)
        with self._store.write() as session:
            _may_change_members(session, actor, matter_id)
            others = select(func.count()).where(MatterMember.matter_id == matter_id, MatterMember.user_id != user_id)
            held = select(MatterContract.contract_id).where(MatterContract.matter_id == matter_id).limit(1)
            if not session.scalar(others) and session.scalar(held) is not None:
                raise Conflict("nobody would see the matter's contracts", reason="last_member")
            session.execute(
                delete(MatterMember).where(MatterMember.matter_id == matter_id, MatterMember.user_id == user_id)
            )
            record(session, actor, "matter.remove_member", Resource("matter", matter_id), user=user_id)

    def put(self, contract_ids: Collection[str], matter_id: str | None, *, user: str) -> int:
        """Let contracts belong to a matter, or to none and so to everybody; gives how many there were.

        Raises:
            NotAllowed: who acts is no member of the matter that they go to or come from; or they come from one that
                asks for two approvers to where one is enough, and who acts does not manage people.
            NotFound: there is no such matter.
        """
        actor = _by(user)
        with self._store.write() as session:
            if matter_id is not None:
                authorize(actor, "matter.manage", Resource("matter", matter_id), session)
                _row(session, matter_id)
            hidden = hidden_contracts(session)
            there = select(Contract).where(Contract.contract_id.in_(contract_ids))
            rows = [row for row in session.scalars(there) if row.contract_id not in hidden]
            rules = {contract.contract_id: needs_two_approvers(session, contract.contract_id) for contract in rows}
            new_rule = matter_id is not None and _row(session, matter_id).two_approvers
            for contract in rows:
                authorize(actor, "matter.manage", Resource("contract", contract.contract_id), session)
                if rules[contract.contract_id] and not new_rule:
                    authorize(actor, "people.manage")
                if matter_id is None:
                    session.execute(delete(MatterContract).where(MatterContract.contract_id == contract.contract_id))
                else:
                    put_into_matter(session, contract.contract_id, matter_id, by=actor.name)
                # Graphs that hold only some contracts follow the revision.
                contract.revision = next_revision(session)
            session.flush()
            self._follow_rules(session, [row for row in rows if rules[row.contract_id] != new_rule])
            for contract in rows:
                resource = Resource("contract", contract.contract_id)
                record(session, actor, "matter.put", resource, other=matter_id or "everybody")
        return len(rows)


def _by(user: str) -> Actor:
    actor = current_actor()
    return local_actor(user) if actor.kind == "local" else actor


def _may_change_members(session: Session, actor: Actor, matter_id: str) -> None:
    if "admin" in actor.roles:
        authorize(actor, "people.manage")
    else:
        authorize(actor, "matter.manage", Resource("matter", matter_id), session)


def _name(name: str) -> str:
    found = " ".join(name.split())[:_NAME_LENGTH]
    if not found:
        raise BadArguments("a matter needs a name", name="name")
    return found


def _row(session: Session, matter_id: str) -> MatterRow:
    row = session.get(MatterRow, matter_id)
    if row is None:
        raise NotFound(f"no matter {matter_id}", kind="matter", id=matter_id)
    return row


def _matters(session: Session, only: frozenset[str] | None) -> list[Matter]:
    query = select(MatterRow).order_by(MatterRow.name, MatterRow.id)
    if only is not None:
        query = query.where(MatterRow.id.in_(only))
    members: dict[str, dict[str, str]] = {}
    belonging = session.execute(select(MatterMember.matter_id, MatterMember.user_id)).all()
    for user_id, name in names_now(session, {row.user_id for row in belonging}).items():
        for row in belonging:
            if row.user_id == user_id:
                members.setdefault(row.matter_id, {})[user_id] = name
    counted = select(MatterContract.matter_id, func.count()).group_by(MatterContract.matter_id)
    counts = {row[0]: row[1] for row in session.execute(counted)}
    return [
        Matter(row.id, row.name, members.get(row.id, {}), counts.get(row.id, 0), row.two_approvers)
        for row in session.scalars(query)
    ]
