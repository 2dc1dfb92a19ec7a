"""People who log in, and the roles that they were given."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from ulid import ULID

from core.access.actor import ROLES, Actor, RoleName, current_actor
from core.access.audit import record
from core.access.permissions import Resource, authorize
from core.errors import BadArguments, Conflict, NotFound
from core.store import LoginRow, RoleGrant, Store, UserRow

_NAME = 120


@dataclass(frozen=True, slots=True)
class Identity:
    """A person as a provider vouches for them."""

    issuer: str
    subject: str
    name: str
    email: str | None = None


@dataclass(frozen=True, slots=True)
class User:
    """A person who is known here; `seen_at` is when they were last here, None for never."""

    user_id: str
    issuer: str
    subject: str
    name: str
    email: str | None
    roles: tuple[RoleName, ...]
    is_disabled: bool
    created_at: datetime
    seen_at: datetime | None

    def as_actor(self) -> Actor:
        """The person as somebody who acts; without roles where they were shut out."""
        roles = frozenset[RoleName]() if self.is_disabled else frozenset(self.roles)
        return Actor("user", self.name, self.user_id, self.issuer, self.subject, roles)


class People:
    """People and roles in the store. One object serves all threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def everybody(self) -> list[User]:
        """All people by name."""
        with self._store.read() as session:
            rows = session.scalars(select(UserRow).order_by(UserRow.name, UserRow.id)).all()
            return _users(session, rows)

    def distinct_names(self) -> Mapping[str, str]:
        """What to call everybody who is not shut out, by id; see the function of this name."""
        with self._store.read() as session:
            return distinct_names(session)

    def names(self) -> Mapping[str, str]:
        """What to call everybody, those who are shut out too, by id; people of one name are told apart."""
        with self._store.read() as session:
            return names_now(session, session.scalars(select(UserRow.id)).all())

    def get(self, user_id: str) -> User:
        """One person.

        Raises:
            NotFound: there is none of this id.
        """
        with self._store.read() as session:
            return user_by_id(session, user_id)

    def find(self, issuer: str, subject: str) -> User | None:
        """The person of an identity, None for somebody who was never here."""
        with self._store.read() as session:
            return user_of(session, issuer, subject)

    def grant(self, user_id: str, role: RoleName) -> None:
        """Give a person a role; one that they have already changes nothing.

        Raises:
            NotAllowed: whoever acts may not.
            NotFound, BadArguments: no such person, no such role.
        """
        actor = current_actor()
        with self._store.write() as session:
            authorize(actor, "people.manage", Resource("user", user_id), session)
            _row(session, user_id)
            _grant(session, actor, user_id, role)

    def grant_admin(self, issuer: str, subject: str, *, name: str | None = None) -> User:
        """Make somebody an administrator who may never have been here; for the command line.

        Raises:
            NotAllowed: whoever acts may not.
            BadArguments: no issuer or subject.
        """
        actor = current_actor()
        with self._store.write() as session:
            authorize(actor, "people.manage", None, session)
            row = ensure_user(session, Identity(issuer, subject, name or subject))
            _grant(session, actor, row.id, "admin")
            return _users(session, [row])[0]

    def revoke(self, user_id: str, role: RoleName) -> None:
        """Take a role from a person.

        Raises:
            NotAllowed: whoever acts may not.
            Conflict: nobody would be left who may give roles.
        """
        actor = current_actor()
        with self._store.write() as session:
            authorize(actor, "people.manage", Resource("user", user_id), session)
            gone = delete(RoleGrant).where(RoleGrant.user_id == user_id, RoleGrant.role == role)
            if session.execute(gone).rowcount:  # type: ignore[attr-defined]
                if role == "admin":
                    _refuse_without_admin(session)
                record(session, actor, "role.revoke", Resource("user", user_id), role=role)

    def disable(self, user_id: str, *, disabled: bool = True) -> None:
        """Shut a person out, which ends their logins and tokens, or let them in again.

        Raises:
            NotAllowed: whoever acts may not.
            NotFound: no such person.
            Conflict: nobody would be left who may give roles.
        """
        actor = current_actor()
        with self._store.write() as session:
            authorize(actor, "people.manage", Resource("user", user_id), session)
            row = _row(session, user_id)
            if (row.disabled_at is not None) == disabled:
                return
            row.disabled_at = datetime.now(UTC) if disabled else None
            session.flush()
            if disabled:
                end_logins(session, user_id)
                _refuse_without_admin(session)
            record(session, actor, "user.disable" if disabled else "user.enable", Resource("user", user_id))

    def end_logins(self, user_id: str) -> None:
        """End every login of a person; they may log in again.

        Raises:
            NotAllowed: whoever acts may neither manage people nor is this person.
        """
        actor = current_actor()
        with self._store.write() as session:
            if actor.user_id != user_id:
                authorize(actor, "people.manage", Resource("user", user_id), session)
            _row(session, user_id)
            end_logins(session, user_id)
            record(session, actor, "login.end", Resource("user", user_id))


def ensure_user(session: Session, identity: Identity) -> UserRow:
    """The row of an identity, made where there is none, its name and address those that the provider says now."""
    if not identity.issuer.strip() or not identity.subject.strip():
        raise BadArguments("a person is known by an issuer and a subject", argument="subject")
    row = _of_identity(session, identity.issuer, identity.subject)
    name = (identity.name.strip() or identity.subject)[:_NAME]
    if row is None:
        row = UserRow(
            id=str(ULID()),
            issuer=identity.issuer,
            subject=identity.subject,
            name=name,
            email=identity.email,
            created_at=datetime.now(UTC),
        )
        session.add(row)
    elif identity.name.strip() and identity.name != identity.subject:
        row.name, row.email = name, identity.email or row.email
    session.flush()
    return row


def user_of(session: Session, issuer: str, subject: str) -> User | None:
    """The person of an identity, None for somebody who was never here."""
    row = _of_identity(session, issuer, subject)
    return None if row is None else _users(session, [row])[0]


def user_by_id(session: Session, user_id: str) -> User:
    """One person.

    Raises:
        NotFound: there is none of this id.
    """
    return _users(session, [_row(session, user_id)])[0]


def distinct_names(session: Session) -> Mapping[str, str]:
    """What to call each person who is known and not shut out, by id, in the order of names.

    People of one name are told apart by their address, else by what their provider calls them.
    """
    rows = session.scalars(select(UserRow).where(UserRow.disabled_at.is_(None)).order_by(UserRow.name, UserRow.id))
    return _distinct(list(rows))


def names_now(session: Session, user_ids: Collection[str | None]) -> Mapping[str, str]:
    """What to call these people now, by id; told apart from others of the same name."""
    wanted = {user_id for user_id in user_ids if user_id is not None}
    if not wanted:
        return {}
    rows = list(session.scalars(select(UserRow).order_by(UserRow.name, UserRow.id)))
    return {user_id: name for user_id, name in _distinct(rows).items() if user_id in wanted}


def _distinct(rows: Sequence[UserRow]) -> dict[str, str]:
    called: dict[str, list[UserRow]] = {}
    for row in rows:
        called.setdefault(row.name.casefold(), []).append(row)
    return {
        row.id: row.name if len(called[row.name.casefold()]) == 1 else f"{row.name} ({row.email or row.subject})"
        for row in rows
    }


def end_logins(session: Session, user_id: str) -> None:
    """End a person's logins in this transaction: those that were seen, and those issued before now."""
    now = datetime.now(UTC)
    session.execute(update(UserRow).where(UserRow.id == user_id).values(logins_end=now))
    session.execute(
        update(LoginRow).where(LoginRow.user_id == user_id, LoginRow.ended_at.is_(None)).values(ended_at=now)
    )


def _grant(session: Session, actor: Actor, user_id: str, role: RoleName) -> None:
    if role not in ROLES:
        raise BadArguments(f"a role is one of {', '.join(ROLES)}", role=role)
    if session.get(RoleGrant, (user_id, role)) is None:
        session.add(RoleGrant(user_id=user_id, role=role, granted_by=actor.name[:_NAME], granted_at=datetime.now(UTC)))
        session.flush()
        record(session, actor, "role.grant", Resource("user", user_id), role=role)


def _refuse_without_admin(session: Session) -> None:
    left = select(RoleGrant.user_id).join(UserRow).where(RoleGrant.role == "admin", UserRow.disabled_at.is_(None))
    if session.scalar(left.limit(1)) is None:
        raise Conflict("nobody would be left who may give roles", reason="last_admin")


def _row(session: Session, user_id: str) -> UserRow:
    row = session.get(UserRow, user_id)
    if row is None:
        raise NotFound(f"no person {user_id}", reference=user_id)
    return row


def _of_identity(session: Session, issuer: str, subject: str) -> UserRow | None:
    return session.scalar(select(UserRow).where(UserRow.issuer == issuer, UserRow.subject == subject))


def _users(session: Session, rows: Sequence[UserRow]) -> list[User]:
    wanted = [row.id for row in rows]
    roles: dict[str, list[RoleName]] = {}
    for grant in session.scalars(select(RoleGrant).where(RoleGrant.user_id.in_(wanted))):
        if grant.role in ROLES:
            roles.setdefault(grant.user_id, []).append(grant.role)
    seen: dict[str, datetime] = {}
    for login in session.scalars(select(LoginRow).where(LoginRow.user_id.in_(wanted)).order_by(LoginRow.seen_at)):
        seen[login.user_id] = login.seen_at
    return [
        User(
            user_id=row.id,
            issuer=row.issuer,
            subject=row.subject,
            name=row.name,
            email=row.email,
            roles=tuple(sorted(roles.get(row.id, ()), key=ROLES.index)),
            is_disabled=row.disabled_at is not None,
            created_at=row.created_at,
            seen_at=seen.get(row.id),
        )
        for row in rows
    ]
