"""The one filter: which contracts somebody must not see, for every service that reads the store.

A contract of a matter is seen by the matter's members, one without a matter by everybody. Without a login there is
nobody to be kept out. What hides a contract hides everything that was made of it: rows, words, jobs, answers; graphs
are made of what is left (`core.workbench`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Select, exists, func, literal, or_, select
from sqlalchemy.orm import Session

from core.access import Action, Actor, Resource, add_object_rule, current_actor
from core.errors import NotAllowed
from core.store import Batch, MatterContract, MatterMember, Unit

_CONTRACT_ID = re.compile(r"c[0-9a-f]{15}")
_ID_LETTERS = 15


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


def names_hidden_contract(text: str, hidden: Collection[str]) -> bool:
    """Whether a text, such as an answer as JSON, names one of some contracts by its id."""
    return bool(hidden) and any(found in hidden for found in _CONTRACT_ID.findall(text))


def hidden_units() -> ColumnElement[bool] | None:
    """Condition of the units of jobs that whoever acts now must not see; None where there is nothing to hide."""
    actor = current_actor()
    if actor.is_trusted:
        return None
    own = _memberships(actor)
    of_file = literal("c").concat(func.substr(Unit.blob_sha256, 1, _ID_LETTERS))
    named = Unit.payload["contract_id"].as_string()
    of_hidden = exists().where(
        or_(MatterContract.contract_id == of_file, MatterContract.contract_id == named),
        MatterContract.matter_id.not_in(own),
    )
    matter = Unit.payload["matter"].as_string()
    return or_(of_hidden, matter.is_not(None) & matter.not_in(own))


def hidden_batches() -> ColumnElement[bool] | None:
    """Condition of the jobs with a unit that whoever acts now must not see: a title may be a file's name."""
    units = hidden_units()
    return None if units is None else exists().where(Unit.batch == Batch.id, units)


def put_into_matter(session: Session, contract_id: str, matter_id: str, *, by: str) -> None:
    """Let a contract belong to a matter, in a write transaction of the caller's."""
    session.merge(
        MatterContract(contract_id=contract_id, matter_id=matter_id, added_by=by[:120], added_at=datetime.now(UTC))
    )


def _no_stranger(session: Session | None, actor: Actor, action: Action, resource: Resource) -> None:
    """Rule of `authorize`: nobody does anything to what they must not see."""
    if session is None or resource.kind not in ("contract", "matter"):
        return
    own = _memberships(actor)
    if resource.kind == "contract":
        query = select(MatterContract.contract_id).where(
            MatterContract.contract_id == resource.id, MatterContract.matter_id.not_in(own)
        )
        refused = session.scalar(query) is not None
    else:
        refused = action != "people.manage" and resource.id not in set(session.scalars(own))
    if refused:
        raise NotAllowed(f"not a member of the matter, {action} is refused", action=action, reason="matter")


add_object_rule(_no_stranger)
