"""Tokens by which programs speak to `/api/v1`: only a hash of the secret is kept, and it is shown once."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session
from ulid import ULID

from core.access.actor import SCOPES, Actor, Scope
from core.access.audit import record
from core.access.people import user_by_id
from core.access.permissions import Resource, authorized
from core.errors import BadArguments, NotAllowed, NotFound
from core.store import ApiTokenRow, Store

PREFIX = "shinsa_"
_NAME = 80
_USED_EVERY = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token as it is listed; `owner` is the id of the person whose rights it has, None for those of a workbench
    without login."""

    token_id: str
    name: str
    owner: str | None
    scopes: tuple[Scope, ...]
    created_by: str
    created_at: datetime
    expires_at: datetime | None
    used_at: datetime | None
    revoked_at: datetime | None

    def is_valid(self, now: datetime) -> bool:
        """Whether it opens anything."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


class ApiTokens:
    """Tokens in the store. One object serves all threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> list[ApiToken]:
        """Every token, newest first.

        Raises:
            NotAllowed: whoever acts may not.
        """
        authorized("people.manage")
        with self._store.read() as session:
            return [_token(row) for row in session.scalars(select(ApiTokenRow).order_by(ApiTokenRow.id.desc()))]

    def create(
        self, name: str, scopes: Collection[Scope], *, owner: str | None, days: int | None = None
    ) -> tuple[ApiToken, str]:
        """A new token and its secret, which cannot be had again.

        Args:
            name: what it is for.
            scopes: what it may do of what its owner may do.
            owner: id of the person whose rights it has; None only where there is no login.
            days: how long it is valid; for good where None.

        Raises:
            NotAllowed: whoever acts may not.
            NotFound: no such person.
            BadArguments: no name, no scope or an unknown one, or no days.
        """
        name = " ".join(name.split())[:_NAME]
        if not name:
            raise BadArguments("a token needs a name", place="name")
        if not scopes or not set(scopes) <= set(SCOPES):
            raise BadArguments(f"a token's scopes are {', '.join(SCOPES)}", place="scopes")
        if days is not None and days < 1:
            raise BadArguments("a token is valid for a day at least", place="days")
        secret = PREFIX + secrets.token_urlsafe(32)
        now = datetime.now(UTC)
        chosen = [scope for scope in SCOPES if scope in scopes]
        with self._store.write() as session:
            actor = authorized("people.manage", None, session)
            if owner is None and not actor.is_trusted:
                raise BadArguments("a token has the rights of a person", place="owner")
            if owner is not None:
                user_by_id(session, owner)
            row = ApiTokenRow(
                id=str(ULID()),
                user_id=owner,
                name=name,
                secret_sha256=_hash(secret),
                scopes=list(chosen),
                created_by=actor.name[:120],
                created_at=now,
                expires_at=None if days is None else now + timedelta(days=days),
            )
            session.add(row)
            session.flush()
            record(session, actor, "token.create", Resource("token", row.id), scopes=", ".join(chosen), user=owner)
            return _token(row), secret

    def revoke(self, token_id: str) -> None:
        """Let a token open nothing any more.

        Raises:
            NotAllowed: whoever acts may not.
            NotFound: there is no such token.
        """
        with self._store.write() as session:
            actor = authorized("people.manage", Resource("token", token_id), session)
            row = session.get(ApiTokenRow, token_id)
            if row is None:
                raise NotFound(f"no token {token_id}", reference=token_id)
            if row.revoked_at is None:
                row.revoked_at = datetime.now(UTC)
                session.flush()
                record(session, actor, "token.revoke", Resource("token", token_id))

    def actor_of(self, secret: str, *, login_is_on: bool) -> Actor:
        """Whoever a secret lets act.

        Raises:
            NotAllowed: it is none, was revoked or has expired, or its owner is gone or shut out (`reason` is token).
        """
        now = datetime.now(UTC)
        with self._store.read() as session:
            row = session.scalar(select(ApiTokenRow).where(ApiTokenRow.secret_sha256 == _hash(secret)))
            actor = None if row is None or not _token(row).is_valid(now) else _actor(session, row, login_is_on)
        if row is None or actor is None:
            raise NotAllowed("no valid token", reason="token")
        if row.used_at is None or now - row.used_at > _USED_EVERY:
            with self._store.write() as session:
                session.get_one(ApiTokenRow, row.id).used_at = now
        return actor


def _actor(session: Session, row: ApiTokenRow, login_is_on: bool) -> Actor | None:
    scopes = frozenset(scope for scope in SCOPES if scope in row.scopes)
    if row.user_id is None:
        # Made while there was no login: it has nobody's rights where there is one.
        return (
            None
            if login_is_on
            else Actor("token", row.name, roles=frozenset({"admin"}), scopes=scopes, token_id=row.id)
        )
    owner = user_by_id(session, row.user_id)
    if owner.is_disabled:
        return None
    whose = owner.as_actor()
    return Actor("token", owner.name, owner.user_id, owner.issuer, owner.subject, whose.roles, scopes, row.id)


def _hash(secret: str) -> str:
    # The secret has 256 random bits: nothing slower than SHA-256 would make it harder to guess.
    return hashlib.sha256(secret.encode()).hexdigest()


def _token(row: ApiTokenRow) -> ApiToken:
    return ApiToken(
        token_id=row.id,
        name=row.name,
        owner=row.user_id,
        scopes=tuple(scope for scope in SCOPES if scope in row.scopes),
        created_by=row.created_by,
        created_at=row.created_at,
        expires_at=row.expires_at,
        used_at=row.used_at,
        revoked_at=row.revoked_at,
    )
