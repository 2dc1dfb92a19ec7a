"""How much each person may upload within an hour, counted in the store for all their logins, tokens and apps."""

from __future__ import annotations

import time

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from core.store import Store, UploadRow

_SLOT_S = 300
_SLOTS = 12
"""Stretches of five minutes in an hour: what is older than that, and part of a stretch more, counts no longer."""


class UploadQuota:
    """Bytes that each may send within an hour. One object serves all threads."""

    def __init__(self, store: Store, *, most: int) -> None:
        """Args:
        store: where it is counted.
        most: bytes an hour.
        """
        self._store = store
        self._most = most

    def spend(self, who: str, size: int) -> int | None:
        """Count what somebody is about to send, and give how much more they may; None where it is too much.

        Raises:
            StoreError: it could not be counted.
        """
        with self._store.write() as session:
            # The row is changed first: who sends through another app at this moment waits for what is counted here.
            slot = _count(session, who, size)
            since = (UploadRow.who == who, UploadRow.slot > slot - _SLOTS)
            total = int(session.scalar(select(func.sum(UploadRow.bytes)).where(*since)) or 0)
            if total > self._most:
                _count(session, who, -size)
                return None
            return self._most - total

    def correct(self, who: str, size: int) -> None:
        """Count what came beyond what had been told, or (below zero) give back what did not come."""
        with self._store.write() as session:
            _count(session, who, size)


def _count(session: Session, who: str, size: int) -> int:
    """Add to what somebody sent in the present stretch of time, and give its number."""
    slot = int(time.time()) // _SLOT_S
    added = (
        update(UploadRow)
        .where(UploadRow.who == who, UploadRow.slot == slot)
        .values(bytes=UploadRow.bytes + size)
        .returning(UploadRow.bytes)
    )
    if session.execute(added).one_or_none() is None:
        session.execute(delete(UploadRow).where(UploadRow.slot <= slot - _SLOTS))
        try:
            with session.begin_nested():
                session.execute(insert(UploadRow).values(who=who, slot=slot, bytes=0))
        except IntegrityError:
            pass  # another app made the row first and has committed
        session.execute(added).one()
    return slot
