"""What people say to one another about a place in a contract: comments, who is named in them, and until when.

A comment that names somebody is work for them until somebody says that it is done. Whoever may not see the contract
sees no comment of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Resource, authorized, names_now, record
from core.contracts.desk.addressees import (
    NAME_LENGTH,
    Addressee,
    chosen_person,
    people_called,
)
from core.errors import BadArguments, NotFound
from core.matters import hidden_contracts
from core.store import CommentRow, Contract, Store, UserRow

MOST_WORDS = 4_000
"""Most characters of a comment."""
_MENTION = re.compile(r"(?<![\w.])[@＠]([^\s@＠,、。，．:：;；!！?？()（）]{1,60})")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on an item of a contract, such as `excerpt:insurance:120-240` or `finding:ID`.

    `people` are those who are named in it, as they are called now; `due` is the day until which they are asked.
    """

    id: str
    contract_id: str
    subject: str
    text: str
    author: str
    people: tuple[Addressee, ...]
    due: date | None
    created_at: datetime
    done_by: str | None


def named_people(text: str, known: Collection[str] = ()) -> tuple[str, ...]:
    """The people whom a text names by @, in their order; names that are known may have spaces."""
    found: dict[int, str] = {match.start(): match[1].rstrip(".") for match in _MENTION.finditer(text)}
    plain = text.replace("＠", "@").casefold()
    for name in sorted(known, key=len):
        at = plain.find(f"@{name.casefold()}")
        while name and at >= 0:
            found[at] = name
            at = plain.find(f"@{name.casefold()}", at + 1)
    return tuple(dict.fromkeys(found[at][:NAME_LENGTH] for at in sorted(found)))


class Comments:
    """Comments in the store. One object serves all threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, contract_id: str, subject: str | None = None) -> list[Comment]:
        """Comments on a contract, or on one item of it, oldest first."""
        query = select(CommentRow).where(CommentRow.contract_id == contract_id).order_by(CommentRow.id)
        if subject is not None:
            query = query.where(CommentRow.subject == subject)
        with self._store.read() as session:
            if contract_id in hidden_contracts(session):
                return []
            rows = list(session.scalars(query))
            return _comments(session, rows)

    def waiting_for(self, person: Addressee) -> list[Comment]:
        """Comments that name a person and are not done, the earliest due day first."""
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = session.scalars(select(CommentRow).where(CommentRow.done_by.is_(None)).order_by(CommentRow.id))
            waiting = [
                row
                for row in rows
                if row.contract_id not in hidden and any(each.is_work_of(person) for each in _people(row))
            ]
            found = _comments(session, waiting)
        return sorted(found, key=lambda comment: (comment.due is None, comment.due or date.max, comment.id))

    def add(
        self,
        contract_id: str,
        subject: str,
        text: str,
        *,
        by: str,
        known: Collection[str] = (),
        addressees: Collection[str] = (),
        due: date | None = None,
    ) -> str:
        """Add a comment and give its id.

        Args:
            contract_id: the contract.
            subject: the item that it is about.
            text: what is said; people are named by @.
            by: who says it.
            known: names of people, which may have spaces; those of people who log in are known anyway.
            addressees: ids of people who are asked as well, whether the text names them or not.
            due: until when those who are named are asked.

        Raises:
            BadArguments: no words, or too many; a name that several people have, none of whom is in `addressees`;
                somebody who may not see the contract.
            NotFound: there is no such contract.
            NotAllowed: whoever acts may not review contracts.
        """
        words = text.strip()
        if not words or len(words) > MOST_WORDS:
            raise BadArguments(f"a comment has 1 to {MOST_WORDS} characters", name="text", limit=MOST_WORDS)
        comment_id, resource = str(ULID()), Resource("contract", contract_id)
        with self._store.write() as session:
            actor = authorized("contract.review", resource, session)
            if contract_id in hidden_contracts(session) or not _is_there(session, contract_id):
                raise NotFound(f"no contract {contract_id}", reference=contract_id)
            chosen = [chosen_person(session, user_id, [contract_id]) for user_id in dict.fromkeys(addressees)]
            names = {*known, *(row.name for row in session.scalars(select(UserRow)))}
            people = people_called(session, named_people(words, names), [contract_id], chosen)
            session.add(
                CommentRow(
                    id=comment_id,
                    contract_id=contract_id,
                    subject=subject[:NAME_LENGTH],
                    text=words,
                    author=by[:NAME_LENGTH],
                    people=[{"name": person.name, "user_id": person.user_id} for person in people],
                    due=due,
                    created_at=datetime.now(UTC),
                    done_by=None,
                    done_at=None,
                )
            )
            session.flush()
            record(session, actor, "comment.add", resource, subject=subject[:NAME_LENGTH])
        return comment_id

    def finish(self, comment_id: str, *, by: str) -> None:
        """Say that what a comment asks for is done; one that is done already stays as it is.

        Raises:
            NotFound: there is no such comment.
            NotAllowed: whoever acts may not review contracts.
        """
        with self._store.write() as session:
            row = session.get(CommentRow, comment_id)
            if row is None or row.contract_id in hidden_contracts(session):
                raise NotFound(f"no comment {comment_id}", kind="comment", id=comment_id)
            resource = Resource("contract", row.contract_id)
            actor = authorized("contract.review", resource, session)
            session.execute(
                update(CommentRow)
                .where(CommentRow.id == comment_id, CommentRow.done_by.is_(None))
                .values(done_by=by[:NAME_LENGTH], done_at=datetime.now(UTC))
            )
            record(session, actor, "comment.finish", resource, subject=row.subject)


def _is_there(session: Session, contract_id: str) -> bool:
    return session.scalar(select(Contract.number).where(Contract.contract_id == contract_id)) is not None


def _people(row: CommentRow) -> list[Addressee]:
    return [Addressee(str(person["name"]), person["user_id"]) for person in row.people]


def _comments(session: Session, rows: Sequence[CommentRow]) -> list[Comment]:
    names = names_now(session, {person.user_id for row in rows for person in _people(row)})
    return [
        Comment(
            row.id,
            row.contract_id,
            row.subject,
            row.text,
            row.author,
            tuple(Addressee(names.get(each.user_id or "", each.name), each.user_id) for each in _people(row)),
            row.due,
            row.created_at,
            row.done_by,
        )
        for row in rows
    ]
