"""Logins: which person a provider's claims stand for, for how long, and whether somebody has ended it before.

The cookie that Streamlit sets holds the provider's claims, signed. What they are worth is decided here, at each request
anew: a login has an age, can be ended by the person or an administrator, and gives no more than the person's roles.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.access.actor import NOBODY, Actor
from core.access.audit import record
from core.access.people import Identity, User, ensure_user, user_of
from core.access.permissions import Resource
from core.store import LoginRow, Store, UserRow

SKEW = timedelta(minutes=2)
"""How far the provider's clock may be ahead of ours."""
_SEEN_EVERY = timedelta(minutes=5)
_REMEMBERED_S = 2.0
_REMEMBERED = 10_000

Refusal = Literal["none", "incomplete", "future", "too_old", "ended"]


@dataclass(frozen=True, slots=True)
class Login:
    """What claims are worth now: who acts by them, or why nobody does.

    Args:
        id: a hash of the claims that one login has and no other; empty where they are not complete.
        actor: the person; `NOBODY` where `refusal` is set.
        refusal: none (no claims), incomplete, future (issued by a clock ahead of ours), too_old, ended.
    """

    id: str
    actor: Actor
    refusal: Refusal | None = None


NO_LOGIN = Login("", NOBODY, "none")


class Logins:
    """Logins in the store. One object serves all threads; an answer is remembered for two seconds."""

    def __init__(
        self, store: Store, *, hours: float, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Args:
        store: where people and logins are.
        hours: how old a login may get.
        clock: gives the time.
        """
        self._store = store
        self._age = timedelta(hours=hours)
        self._clock = clock
        self._lock = threading.Lock()
        self._remembered: dict[str, tuple[float, Login]] = {}

    def check(self, claims: Mapping[str, object] | None) -> Login:
        """What claims of a provider, already known to be genuine, are worth now. The first time a login is seen, it and
        the person are written down.

        Raises:
            StoreError: the store cannot be asked.
        """
        if not claims:
            return NO_LOGIN
        issuer, subject, issued = claims.get("iss"), claims.get("sub"), claims.get("iat")
        if not (isinstance(issuer, str) and issuer and isinstance(subject, str) and subject):
            return Login("", NOBODY, "incomplete")
        if isinstance(issued, bool) or not isinstance(issued, int | float):
            return Login("", NOBODY, "incomplete")
        key = login_id(claims)
        with self._lock:
            when, known = self._remembered.get(key, (0.0, NO_LOGIN))
        if time.monotonic() - when < _REMEMBERED_S:
            return known
        login = self._ask_store(key, Identity(issuer, subject, _name(claims), _email(claims)), float(issued))
        with self._lock:
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = (time.monotonic(), login)
        return login

    def end(self, claims: Mapping[str, object] | None) -> None:
        """End one login: its cookie is worth nothing any more, wherever a copy of it is."""
        login = self.check(claims)
        if login.refusal is not None:
            return
        with self._store.write() as session:
            row = session.get(LoginRow, login.id)
            if row is not None and row.ended_at is None:
                row.ended_at = self._clock()
                record(session, login.actor, "login.end", Resource("user", row.user_id))
        self.forget()

    def forget(self) -> None:
        """Ask the store again for every login."""
        with self._lock:
            self._remembered.clear()

    def _ask_store(self, key: str, identity: Identity, issued: float) -> Login:
        now = self._clock()
        try:
            issued_at = datetime.fromtimestamp(issued, UTC)
        except (OverflowError, OSError, ValueError):
            return Login("", NOBODY, "incomplete")
        if issued_at > now + SKEW:
            return Login(key, NOBODY, "future")
        if now - issued_at > self._age:
            return Login(key, NOBODY, "too_old")
        with self._store.read() as session:
            login, row = self._judged(session, key, identity, issued_at)
            fresh = row is not None and now - row.seen_at < _SEEN_EVERY
        if login.refusal is not None or fresh:
            return login
        with self._store.write() as session:
            self._note(session, key, identity, issued_at, now)
            return self._judged(session, key, identity, issued_at)[0]

    def _judged(
        self, session: Session, key: str, identity: Identity, issued_at: datetime
    ) -> tuple[Login, LoginRow | None]:
        user: User | None = user_of(session, identity.issuer, identity.subject)
        row = session.get(LoginRow, key)
        if user is None:
            return Login(key, NOBODY), row
        over = session.scalar(select(UserRow.logins_end).where(UserRow.id == user.user_id))
        if (row is not None and row.ended_at is not None) or (over is not None and issued_at <= over):
            return Login(key, NOBODY, "ended"), row
        return Login(key, user.as_actor()), row

    def _note(self, session: Session, key: str, identity: Identity, issued_at: datetime, now: datetime) -> None:
        row = session.get(LoginRow, key)
        if row is not None:
            row.seen_at = now
            return
        user = ensure_user(session, identity)
        session.add(LoginRow(id=key, user_id=user.id, issued_at=issued_at, seen_at=now))
        session.flush()
        actor = user_of(session, identity.issuer, identity.subject)
        record(session, actor.as_actor() if actor else NOBODY, "login.begin", Resource("user", user.id))


def login_id(claims: Mapping[str, object]) -> str:
    """A hash of what one login's claims have and no other's: who, issued when, and in answer to what."""
    parts = [str(claims.get(name, "")) for name in ("iss", "sub", "iat", "nonce", "sid", "at_hash")]
    return hashlib.sha256(orjson.dumps(parts)).hexdigest()


def _name(claims: Mapping[str, object]) -> str:
    for name in ("name", "preferred_username", "email"):
        value = claims.get(name)
        if isinstance(value, str) and value.strip():
            return " ".join(value.split())
    return str(claims["sub"])


def _email(claims: Mapping[str, object]) -> str | None:
    value = claims.get("email")
    return value[:255] if isinstance(value, str) and value else None
