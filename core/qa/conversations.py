"""Saved conversations. The table of messages is the truth: a page rebuilds itself from it after every rerun."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, cast

import orjson
from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import current_actor
from core.errors import BadArguments, NotFound
from core.matters import hidden_contracts, names_hidden_contract
from core.qa.answer import Answer, answer_from_json
from core.store import ConversationRow, MessageRow, Store, Tombstone

MessageState = Literal["done", "partial", "failed", "withdrawn"]
_TITLE_LENGTH = 80
_ID_LENGTH = 40


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message; an assistant's carries its answer once it is done."""

    id: str
    role: Literal["user", "assistant"]
    text: str
    state: MessageState
    answer: Answer | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation in the list. `scope` limits it to some contracts; None means all."""

    id: str
    title: str
    scope: tuple[str, ...] | None
    updated_at: datetime
    messages: int


class Conversations:
    """Conversations in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def open(
        self, *, user: str, title: str, conversation_id: str | None = None, scope: Sequence[str] | None = None
    ) -> str:
        """Id of the conversation of that id, made now when there is none.

        Raises:
            BadArguments: the id is longer than 40 characters or empty.
            NotFound: it is somebody else's.
        """
        key = conversation_id if conversation_id is not None else str(ULID())
        if not 0 < len(key) <= _ID_LENGTH:
            raise BadArguments("a conversation's id has 1 to 40 characters", id=key[:_ID_LENGTH])
        now = datetime.now(UTC)
        with self._store.write() as session:
            there = session.get(ConversationRow, key)
            if there is not None:
                _conversation_row(session, key)
            else:
                session.add(
                    ConversationRow(
                        id=key,
                        title=title.strip()[:_TITLE_LENGTH],
                        scope=None if scope is None else {"contracts": list(scope)},
                        user_id=current_actor().user_id,
                        created_by=user,
                        created_at=now,
                        updated_at=now,
                    )
                )
        return key

    def recent(self, *, limit: int = 50) -> list[Conversation]:
        """Conversations, newest first."""
        counts = select(func.count()).where(MessageRow.conversation_id == ConversationRow.id).scalar_subquery()
        with self._store.read() as session:
            rows = session.execute(
                select(ConversationRow, counts).where(*_own()).order_by(ConversationRow.updated_at.desc()).limit(limit)
            )
            return [_conversation(row, count) for row, count in rows]

    def get(self, conversation_id: str) -> Conversation:
        """One conversation.

        Raises:
            NotFound: there is none of that id.
        """
        with self._store.read() as session:
            row = _conversation_row(session, conversation_id)
            count = session.scalar(select(func.count()).where(MessageRow.conversation_id == row.id))
            return _conversation(row, count or 0)

    def messages(self, conversation_id: str) -> list[ChatMessage]:
        """A conversation's messages in order.

        Raises:
            NotFound: there is none of that id.
        """
        with self._store.read() as session:
            _conversation_row(session, conversation_id)
            rows = session.scalars(
                select(MessageRow).where(MessageRow.conversation_id == conversation_id).order_by(MessageRow.position)
            )
            hidden = hidden_contracts(session)
            return [_message(row, hidden) for row in rows]

    def append(
        self,
        conversation_id: str,
        role: Literal["user", "assistant"],
        text: str,
        *,
        answer: Answer | None = None,
        state: MessageState = "done",
    ) -> str:
        """Add a message and give its id.

        Raises:
            NotFound: there is no such conversation.
        """
        now = datetime.now(UTC)
        message_id = str(ULID())
        with self._store.write() as session:
            conversation = _conversation_row(session, conversation_id)
            last = session.scalar(
                select(func.max(MessageRow.position)).where(MessageRow.conversation_id == conversation_id)
            )
            row = MessageRow(
                id=message_id,
                conversation_id=conversation_id,
                position=0 if last is None else last + 1,
                role=role,
                created_at=now,
            )
            _fill(session, row, text, answer, state)
            session.add(row)
            conversation.updated_at = now
            if not conversation.title:
                conversation.title = text.strip()[:_TITLE_LENGTH]
        return message_id

    def update(self, message_id: str, text: str, *, answer: Answer | None = None, state: MessageState) -> None:
        """Replace a message that was still growing.

        Raises:
            NotFound: there is no such message.
        """
        with self._store.write() as session:
            row = session.get(MessageRow, message_id)
            if row is None or row.conversation_id not in set(
                session.scalars(select(ConversationRow.id).where(*_own()))
            ):
                raise NotFound(f"no message {message_id}", reference=message_id)
            _fill(session, row, text, answer, state)

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a conversation another title.

        Raises:
            NotFound: there is no such conversation.
            BadArguments: the title is empty.
        """
        if not title.strip():
            raise BadArguments("a title needs at least one character")
        with self._store.write() as session:
            _conversation_row(session, conversation_id).title = title.strip()[:_TITLE_LENGTH]

    def delete(self, conversation_id: str) -> None:
        """Remove a conversation with its messages.

        Raises:
            NotFound: there is no such conversation.
        """
        with self._store.write() as session:
            _conversation_row(session, conversation_id)
            session.execute(delete(MessageRow).where(MessageRow.conversation_id == conversation_id))
            session.execute(delete(ConversationRow).where(ConversationRow.id == conversation_id))


def _fill(session: Session, row: MessageRow, text: str, answer: Answer | None, state: MessageState) -> None:
    """Give a message its words; an answer that cites a contract which was deleted meanwhile is withdrawn at once."""
    cited = {citation.contract_id for citation in answer.citations if citation.kind == "contract"} if answer else set()
    gone = bool(cited) and session.scalar(
        select(Tombstone.contract_id).where(Tombstone.contract_id.in_(cited)).limit(1)
    )
    row.text, row.state = ("", "withdrawn") if gone else (text, state)
    row.answer = None if gone or answer is None else answer.to_json()


def _own() -> tuple[ColumnElement[bool], ...]:
    """Condition that limits a query to the acting person's own conversations; without a login it admits all."""
    actor = current_actor()
    return () if actor.is_trusted else (ConversationRow.user_id == (actor.user_id or ""),)


def _conversation_row(session: Session, conversation_id: str) -> ConversationRow:
    row = session.scalar(select(ConversationRow).where(ConversationRow.id == conversation_id, *_own()))
    if row is None:
        raise NotFound(f"no conversation {conversation_id}", reference=conversation_id)
    return row


def _conversation(row: ConversationRow, count: int) -> Conversation:
    scope = None if row.scope is None else tuple(cast(list[str], row.scope["contracts"]))
    return Conversation(row.id, row.title, scope, row.updated_at, count)


def _message(row: MessageRow, hidden: Collection[str]) -> ChatMessage:
    """A message; an answer that names a contract which whoever reads it must not see any more is withdrawn for them."""
    if hidden and row.answer is not None and names_hidden_contract(orjson.dumps(row.answer).decode(), hidden):
        return ChatMessage(row.id, "assistant", "", "withdrawn", None, row.created_at)
    answer = None if row.answer is None else answer_from_json(cast(dict[str, Any], row.answer))
    return ChatMessage(
        id=row.id,
        role="user" if row.role == "user" else "assistant",
        text=row.text,
        state=cast(MessageState, row.state),
        answer=answer,
        created_at=row.created_at,
    )
