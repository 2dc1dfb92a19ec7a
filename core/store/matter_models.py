"""Tables of matters and of working together: contracts, members, comments.

Part of `core.store.models`, in a file of its own.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import JSON, Boolean, Date, ForeignKey, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from core.store.models import Base, UtcDateTime


class MatterRow(Base):
    """A matter. Its contracts are seen by its members alone; with `two_approvers` a decision on them counts when a
    second person has made the same."""

    __tablename__ = "matters"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    two_approvers: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    created_by: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class MatterMember(Base):
    """A person who sees a matter."""

    __tablename__ = "matter_members"
    matter_id: Mapped[str] = mapped_column(ForeignKey("matters.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True)
    added_by: Mapped[str] = mapped_column(String(120))
    added_at: Mapped[datetime] = mapped_column(UtcDateTime)


class MatterContract(Base):
    """The one matter that a contract belongs to; a contract without a row is everybody's."""

    __tablename__ = "matter_contracts"
    contract_id: Mapped[str] = mapped_column(ForeignKey("contracts.contract_id", ondelete="CASCADE"), primary_key=True)
    matter_id: Mapped[str] = mapped_column(ForeignKey("matters.id"), index=True)
    added_by: Mapped[str] = mapped_column(String(120))
    added_at: Mapped[datetime] = mapped_column(UtcDateTime)


class CommentRow(Base):
    """A comment on an item of a contract. `people` are named in it, each as `name` and `user_id` (null for a name
    alone); it is their work until somebody has done it."""

    __tablename__ = "comments"
    id: Mapped[str] = mapped_column(String(26), primary_key=True)
    contract_id: Mapped[str] = mapped_column(ForeignKey("contracts.contract_id", ondelete="CASCADE"), index=True)
    subject: Mapped[str] = mapped_column(String(120))
    text: Mapped[str] = mapped_column(Text)
    author: Mapped[str] = mapped_column(String(120))
    people: Mapped[list[dict[str, str | None]]] = mapped_column(JSON)
    due: Mapped[date | None] = mapped_column(Date)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    done_by: Mapped[str | None] = mapped_column(String(120))
    done_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
