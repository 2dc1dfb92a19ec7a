"""Tables of what people decided about names of parties and relations between agreements, and of what texts say of them.

Part of `core.store.models`, in a file of its own.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, Boolean, Float, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from core.store.models import Base, UtcDateTime


class PartyGroup(Base):
    """Organizations that a person called one party; `name` is the one of their names that stands for them."""

    __tablename__ = "party_groups"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PartyMember(Base):
    """An organization of a group: its name as contracts write it, keyed as the graph keys it; in one group at most.

    `method` is same_name, also_known_as (stated in a contract) or person.
    """

    __tablename__ = "party_members"
    organization_id: Mapped[str] = mapped_column(String(25), primary_key=True)
    group_id: Mapped[str] = mapped_column(ForeignKey("party_groups.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(Text)
    method: Mapped[str] = mapped_column(String(20))
    score: Mapped[float] = mapped_column(Float)
    approved_by: Mapped[str] = mapped_column(String(120))
    approved_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PartyRejection(Base):
    """Two organizations that a person called different; `first_id` sorts before `second_id`."""

    __tablename__ = "party_rejections"
    first_id: Mapped[str] = mapped_column(String(25), primary_key=True)
    second_id: Mapped[str] = mapped_column(String(25), primary_key=True)
    first: Mapped[str] = mapped_column(Text)
    second: Mapped[str] = mapped_column(Text)
    rejected_by: Mapped[str] = mapped_column(String(120))
    rejected_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PartyDecision(Base):
    """One decision about names of parties, never changed but for `undone`.

    `decision` is approve, reject, ask_again, detach or undo. `before` and `after` are the groups that it touched, as
    they were and as it left them, by which it can be undone.
    """

    __tablename__ = "party_decisions"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    decision: Mapped[str] = mapped_column(String(12))
    names: Mapped[list[str]] = mapped_column(JSON)
    method: Mapped[str | None] = mapped_column(String(20))
    score: Mapped[float | None] = mapped_column(Float)
    note: Mapped[str | None] = mapped_column(Text)
    before: Mapped[list[dict[str, object]]] = mapped_column(JSON)
    after: Mapped[list[dict[str, object]]] = mapped_column(JSON)
    undone: Mapped[bool] = mapped_column(Boolean, default=False)
    decided_by: Mapped[str] = mapped_column(String(120))
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime)


class AgreementRelation(Base):
    """What a person decided on one agreement's amending or superseding another; `status` is approved or rejected.

    `method` is stated (in the words of `source`, placed by `evidence`) or person.
    """

    __tablename__ = "agreement_relations"
    kind: Mapped[str] = mapped_column(String(12), primary_key=True)
    source: Mapped[str] = mapped_column(ForeignKey("contracts.contract_id", ondelete="CASCADE"), primary_key=True)
    target: Mapped[str] = mapped_column(
        ForeignKey("contracts.contract_id", ondelete="CASCADE"), primary_key=True, index=True
    )
    status: Mapped[str] = mapped_column(String(10))
    method: Mapped[str] = mapped_column(String(10))
    score: Mapped[float] = mapped_column(Float)
    evidence: Mapped[dict[str, object] | None] = mapped_column(JSON)
    decided_by: Mapped[str] = mapped_column(String(120))
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime)


class RelationDecision(Base):
    """One decision on a relation between agreements, never changed. `decision` is approve, reject or withdraw."""

    __tablename__ = "relation_decisions"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    kind: Mapped[str] = mapped_column(String(12))
    source: Mapped[str] = mapped_column(ForeignKey("contracts.contract_id", ondelete="CASCADE"), index=True)
    target: Mapped[str] = mapped_column(ForeignKey("contracts.contract_id", ondelete="CASCADE"), index=True)
    decision: Mapped[str] = mapped_column(String(10))
    method: Mapped[str] = mapped_column(String(10))
    note: Mapped[str | None] = mapped_column(Text)
    decided_by: Mapped[str] = mapped_column(String(120))
    decided_at: Mapped[datetime] = mapped_column(UtcDateTime)


class StatementsRow(Base):
    """What a contract's own words say of other names of its parties and of other agreements.

    Derived from the text alone and kept because finding it costs reading the text; `version` is the finder's.
    """

    __tablename__ = "contract_statements"
    contract_id: Mapped[str] = mapped_column(ForeignKey("contracts.contract_id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[str] = mapped_column(String(20))
    body: Mapped[dict[str, object]] = mapped_column(JSON)


class OwnTypeRow(Base):
    """A clause type that a user defined. One that was removed while its reviews stay has `removed_at`."""

    __tablename__ = "own_types"
    code: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    meaning: Mapped[str] = mapped_column(Text)
    examples: Mapped[list[str]] = mapped_column(JSON)
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
