"""The audit log as administrators look at it: narrowed, newest first, and as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson
from sqlalchemy import ColumnElement, func, or_, select

from core.access.audit import AuditEntry, record
from core.access.audit_check import entry_of
from core.access.audit_words import action_words, fact_words, resource_words
from core.access.permissions import authorized
from core.spreadsheets import csv_file
from core.store import AuditRow, Store
from core.wording import Language

_MOST = 100_000
_COLUMNS = ("seq", "at", "actor", "actor_kind", "actor_id", "action", "resource_kind", "resource_id", "facts")
_IN_WORDS = ("action_words", "resource_words", "facts_words")


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which entries are wanted; what is None or empty does not narrow.

    Args:
        actions: names of actions, such as `contract.delete`.
        actor: part of a name, whatever its case.
        resource_ids: ids of what it was done to, any of them.
        resource_end: the end of such an id; beside `resource_ids`, either will do.
        since: from this time on.
        until: before this time.
    """

    actions: tuple[str, ...] = ()
    actor: str = ""
    resource_ids: tuple[str, ...] = ()
    resource_end: str = ""
    since: datetime | None = None
    until: datetime | None = None


class AuditList:
    """The log for those who may read it. One object serves all threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def actions(self) -> list[str]:
        """Names of the actions that the log has.

        Raises:
            NotAllowed: whoever acts may not read it.
        """
        authorized("audit.read")
        with self._store.read() as session:
            return list(session.scalars(select(AuditRow.action).distinct().order_by(AuditRow.action)))

    def entries(
        self, narrowed: AuditFilter = AuditFilter(), *, limit: int = 100, offset: int = 0
    ) -> tuple[list[AuditEntry], int]:
        """Entries, newest first, and how many there are in all.

        Raises:
            NotAllowed: whoever acts may not read it.
        """
        authorized("audit.read")
        where = _where(narrowed)
        query = select(AuditRow).where(*where).order_by(AuditRow.seq.desc()).limit(limit).offset(offset)
        with self._store.read() as session:
            total = session.scalar(select(func.count()).select_from(AuditRow).where(*where)) or 0
            return [entry_of(row) for row in session.scalars(query)], total

    def export(self, narrowed: AuditFilter = AuditFilter(), *, language: Language = "en") -> bytes:
        """Entries as CSV in UTF-8 with a mark, newest first, at most 100,000; that they were taken is an entry itself.

        Args:
            narrowed: which entries.
            language: of the words that stand beside the codes.

        Raises:
            NotAllowed: whoever acts may not read it.
        """
        found, _ = self.entries(narrowed, limit=_MOST)
        with self._store.write() as session:
            record(session, authorized("audit.read", None, session), "audit.export", None, count=len(found))
        return _csv(found, language)


def _where(narrowed: AuditFilter) -> list[ColumnElement[bool]]:
    where: list[ColumnElement[bool]] = []
    if narrowed.actions:
        where.append(AuditRow.action.in_(narrowed.actions))
    if narrowed.actor.strip():
        where.append(func.lower(AuditRow.actor).contains(narrowed.actor.strip().lower(), autoescape=True))
    things: list[ColumnElement[bool]] = []
    if narrowed.resource_ids:
        things.append(AuditRow.resource_id.in_(narrowed.resource_ids))
    if narrowed.resource_end.strip():
        things.append(AuditRow.resource_id.endswith(narrowed.resource_end.strip(), autoescape=True))
    if things:
        where.append(or_(*things))
    if narrowed.since is not None:
        where.append(AuditRow.at >= narrowed.since)
    if narrowed.until is not None:
        where.append(AuditRow.at < narrowed.until)
    return where


def _csv(entries: Sequence[AuditEntry], language: Language) -> bytes:
    lines: list[Sequence[str]] = [(*_COLUMNS, *_IN_WORDS)]
    for entry in entries:
        values = [_cell(getattr(entry, name)) for name in _COLUMNS]
        values.append(action_words(entry.action, language))
        values.append(resource_words(entry.resource_kind, language))
        values.append(fact_words(entry.facts, language))
        lines.append(values)
    return csv_file(lines)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="seconds")
    return orjson.dumps(value).decode() if isinstance(value, dict) else str(value)
