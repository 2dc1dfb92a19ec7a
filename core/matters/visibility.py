"""The one filter: which contracts somebody must not see, for every service that reads the store.

A contract of a matter is seen by the matter's members, one without a matter by everybody. Without a login there is
nobody to be kept out. What hides a contract hides everything that was made of it: rows, words, jobs, answers; graphs
are made of what is left (`core.workbench`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Select, or_, select, union
from sqlalchemy.orm import Session

from core.access import Action, Actor, Resource, add_object_rule, current_actor
from core.errors import NotAllowed, NotFound
from core.store import Batch, Contract, MatterContract, MatterMember, MatterRow, Unit

_CONTRACT_ID = re.compile(r"c[0-9a-f]{15}")


def _memberships(actor: Actor) -> Select[str]:
    return select(MatterMember.matter_id).where(MatterMember.user_id == (actor.user_id or ""))


def known_matters(session: Session, actor: Actor) -> frozenset[str] | None:
    """Ids of the matters that somebody is a member of; None for who sees everything."""
    return None if actor.is_trusted else frozenset(session.scalars(_memberships(actor)))


def hidden_contracts(session: Session) -> frozenset[str]:
    """Ids of the contracts that whoever acts now must not see."""
    actor = current_actor()
    if actor.is_trusted:
        return frozenset()
    query = select(MatterContract.contract_id).where(MatterContract.matter_id.not_in(_memberships(actor)))
    return frozenset(session.scalars(query))


def sees_contracts(session: Session, user_id: str, contract_ids: Collection[str]) -> bool:
    """Whether a person sees all of some contracts."""
    own = select(MatterMember.matter_id).where(MatterMember.user_id == user_id)
    hidden = select(MatterContract.contract_id).where(
        MatterContract.contract_id.in_(contract_ids), MatterContract.matter_id.not_in(own)
    )
    return session.scalar(hidden.limit(1)) is None


def needs_two_approvers(session: Session, contract_id: str) -> bool:
    """Whether what is decided about a contract counts only when a second person has decided the same."""
    query = (
        select(MatterRow.two_approvers)
        .join(MatterContract, MatterContract.matter_id == MatterRow.id)
        .where(MatterContract.contract_id == contract_id)
    )
    return bool(session.scalar(query))


def names_hidden_contract(text: str, hidden: Collection[str]) -> bool:
    """Whether a text, such as an answer as JSON, names one of some contracts by its id."""
    return bool(hidden) and any(contract_id in hidden for contract_id in _CONTRACT_ID.findall(text))


def hidden_units() -> ColumnElement[bool] | None:
    """Condition of the units of jobs that whoever acts now must not see; None where there is nothing to hide."""
    actor = current_actor()
    return None if actor.is_trusted else or_(*_ways_to_be_hidden(actor))


def hidden_batches() -> ColumnElement[bool] | None:
    """Condition of the jobs with a unit that whoever acts now must not see: a title may be a file's name."""
    actor = current_actor()
    if actor.is_trusted:
        return None
    # Begun at what is hidden, which is little and has indexes, and not at the units of each job.
    return Batch.id.in_(union(*(select(Unit.batch).where(way) for way in _ways_to_be_hidden(actor))))


def _ways_to_be_hidden(actor: Actor) -> tuple[ColumnElement[bool], ...]:
    """A unit's file is a hidden contract's, it is about one, or it will be one; each is true or false, never null."""
    own = _memberships(actor)
    hidden = select(MatterContract.contract_id).where(MatterContract.matter_id.not_in(own))
    files = select(Contract.sha256).where(Contract.contract_id.in_(hidden))
    return (
        Unit.blob_sha256.is_not(None) & Unit.blob_sha256.in_(files),
        Unit.contract_id.is_not(None) & Unit.contract_id.in_(hidden),
        Unit.matter_id.is_not(None) & Unit.matter_id.not_in(own),
    )


def put_into_matter(session: Session, contract_id: str, matter_id: str, *, by: str) -> None:
    """Let a contract belong to a matter, in a write transaction of the caller's."""
    session.merge(
        MatterContract(contract_id=contract_id, matter_id=matter_id, added_by=by[:120], added_at=datetime.now(UTC))
    )


def _no_stranger(session: Session | None, actor: Actor, action: Action, resource: Resource) -> None:
    """Rule of `authorize`: nobody does anything to what they must not see.

    A contract that is hidden is refused in the words in which one that never was is: its id is a hash of its file, and
    who has the file may not learn that somebody else has it, too.
    """
    if session is None or resource.kind not in ("contract", "matter"):
        return
    own = _memberships(actor)
    if resource.kind == "contract":
        query = select(MatterContract.contract_id).where(
            MatterContract.contract_id == resource.id, MatterContract.matter_id.not_in(own)
        )
        if session.scalar(query) is not None:
            raise NotFound(f"no contract {resource.id}", reference=resource.id)
    elif action != "people.manage" and resource.id not in set(session.scalars(own)):
        raise NotAllowed(f"not a member of the matter, {action} is refused", action=action, reason="matter")


add_object_rule(_no_stranger)
