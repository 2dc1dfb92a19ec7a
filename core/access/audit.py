"""The audit log: who did what to which thing and when, appended in the transaction of the change itself.

Each entry carries a keyed hash of itself and of the entry before it, and the head a keyed hash of where the log ends:
whoever can write to the database but does not have the key can neither change, remove, reorder nor cut off entries
without `core.access.audit_check` telling. An entry names things by their ids and codes. Words of contracts, questions
and knowledge are never in it: facts are only taken under the names and in the forms of `FACTS`.

The last entry of a day is written to the process's log once, when the next day begins (`audit anchor`): a database that
was put back as a whole, key and all, does not fit the anchors.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson
from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from core import logs
from core.access.actor import Actor
from core.access.audit_words import is_action
from core.access.permissions import Resource
from core.errors import ConfigError, StoreError
from core.store import AUDIT_KEY, AuditHead, AuditRow

_log = logs.log(__name__)

Fact = str | int | bool
_CODE = re.compile(r"[a-z0-9_]{1,40}")
_KEY = re.compile(r"[A-Za-z0-9_.:-]{1,120}")
FACTS: dict[str, re.Pattern[str] | type[int] | type[bool]] = {
    "after": _CODE,
    "before": _CODE,
    "count": int,
    "decision": _CODE,
    "duplicate": bool,
    "form": _CODE,
    "job": _KEY,
    "kind": _CODE,
    "method": _CODE,
    "other": _KEY,
    "person": re.compile(r"[^\r\n]{1,120}"),
    "prompt": _CODE,
    "reason": _CODE,
    "revision": int,
    "role": _CODE,
    "run": _KEY,
    "scopes": re.compile(r"[a-z, ]{1,80}"),
    "subject": _KEY,
    "token": _KEY,
    "user": _KEY,
    "version": _KEY,
}
"""What an entry may say beside who, what and when: codes, ids, numbers, and the name of a person."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One entry as it is stored, its hashes included."""

    seq: int
    at: datetime
    actor_kind: str
    actor_id: str | None
    actor: str
    action: str
    resource_kind: str | None
    resource_id: str | None
    facts: Mapping[str, object]
    key_id: str
    mac: str

    def expected_mac(self, key: bytes, before: str) -> str:
        """Keyed hash of the entry after the one whose hash is `before`."""
        signed = [
            self.seq,
            self.at.astimezone(UTC).isoformat(timespec="microseconds"),
            self.actor_kind,
            self.actor_id,
            self.actor,
            self.action,
            self.resource_kind,
            self.resource_id,
            dict(self.facts),
            self.key_id,
            before,
        ]
        return _mac(key, orjson.dumps(signed, option=orjson.OPT_SORT_KEYS))


def record(session: Session, actor: Actor, action: str, resource: Resource | None = None, **facts: Fact | None) -> int:
    """Append an entry in this write transaction and give its number; the last thing that the transaction does.

    Args:
        session: the transaction of the change, from `Store.write`.
        actor: who did it.
        action: what, such as `contract.delete`; one that `core/wording/audit.yaml` has words for.
        resource: to what.
        facts: see `FACTS`; None is left out.

    Raises:
        ValueError: an action without words, or a fact that may not be there: a fault in the program.
        ConfigError: the key is not the one that the log goes on with.
        StoreError: the log has lost its head.
    """
    facts = {name: fact for name, fact in facts.items() if fact is not None}
    _check(action, facts)
    key = _key(session)
    head = session.execute(
        select(AuditHead.seq, AuditHead.at, AuditHead.key_id, AuditHead.mac).with_for_update()
    ).one_or_none()
    if head is None:
        raise StoreError("the audit log has lost its head; see: python -m core audit verify", reason="audit_head")
    if head.seq and head.key_id != key_id(key):
        raise ConfigError(
            "The audit log goes on with another key than this one: put audit.key back into the data folder, set "
            "SHINSA_AUDIT_KEY to the same on every host, or begin a new stretch with: python -m core audit new-key",
            name="SHINSA_AUDIT_KEY",
        )
    at = datetime.now(UTC)
    if head.at is not None and head.at.date() < at.date():
        log_anchor(head.seq, head.at, head.mac)
    return append(session, key, head.seq, head.mac, at=at, actor=actor, action=action, resource=resource, facts=facts)


def append(
    session: Session,
    key: bytes,
    seq: int,
    before: str,
    *,
    at: datetime,
    actor: Actor,
    action: str,
    resource: Resource | None,
    facts: Mapping[str, object],
) -> int:
    """Write the entry after number `seq`, whose hash is `before`, and move the head; the head is locked already."""
    entry = AuditEntry(
        seq=seq + 1,
        at=at,
        actor_kind=actor.kind,
        actor_id=actor.token_id or actor.user_id,
        actor=actor.name[:120],
        action=action,
        resource_kind=None if resource is None else resource.kind,
        resource_id=None if resource is None else resource.id[:80],
        facts=facts,
        key_id=key_id(key),
        mac="",
    )
    mac = entry.expected_mac(key, before)
    session.execute(
        insert(AuditRow).values(
            seq=entry.seq,
            at=entry.at,
            actor_kind=entry.actor_kind,
            actor_id=entry.actor_id,
            actor=entry.actor,
            action=entry.action,
            resource_kind=entry.resource_kind,
            resource_id=entry.resource_id,
            facts=dict(facts),
            key_id=entry.key_id,
            mac=mac,
        )
    )
    moved = {
        "seq": entry.seq,
        "at": at,
        "key_id": entry.key_id,
        "mac": mac,
        "head_mac": head_mac(key, entry.seq, mac),
    }
    session.execute(update(AuditHead).values(moved))
    return entry.seq


def head_mac(key: bytes, seq: int, mac: str) -> str:
    """Keyed hash of where the log ends."""
    return _mac(key, f"head {seq} {mac}".encode())


def key_id(key: bytes) -> str:
    """What tells one key from another without telling what it is."""
    return _mac(key, b"key id")[:16]


def log_anchor(seq: int, at: datetime, mac: str) -> None:
    """Write an entry's number and hash into the process's log, where the database's owner cannot change it."""
    _log.info("audit anchor", seq=seq, entry_at=at.isoformat(), mac=mac)


def _mac(key: bytes, message: bytes) -> str:
    return hmac.new(key, message, hashlib.sha256).hexdigest()


def _key(session: Session) -> bytes:
    ask: Callable[[], bytes] = session.info[AUDIT_KEY]
    return ask()


def _check(action: str, facts: Mapping[str, object]) -> None:
    if not is_action(action):
        raise ValueError(f"{action!r} is no name of an action")
    for name, fact in facts.items():
        form = FACTS.get(name)
        fits = (
            isinstance(fact, str) and form.fullmatch(fact) is not None
            if isinstance(form, re.Pattern)
            else form is not None and type(fact) is form
        )
        if not fits:
            raise ValueError(f"the audit log does not take {name} in this form")
