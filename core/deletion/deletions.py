"""The work of deleting: asked for, rows gone, pages and files without the words; each step is taken up again.

1. `requested`: a row says that a contract is to go. From then on the deletion happens, whatever becomes of the process.
2. `removed`: one transaction takes the contract and its words out of every table.
3. `erased`: the store's free pages and log, the graph, and files that were set aside hold nothing of it any more.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update

from core import logs
from core.access import SYSTEM, Resource, acting_as, authorize, current_actor, local_actor, record
from core.deletion.contract_traces import read_traces
from core.deletion.removal import remove_traces
from core.errors import NotFound
from core.store import DeletionRow
from core.workbench import Workbench

_log = logs.log(__name__)
_PAUSE = timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class DeletionRecord:
    """A deletion. `removed_at` is None while the contract is still to be taken out of the tables, `erased_at` while
    files and free pages may still hold words of it."""

    contract_id: str
    number: int
    requested_by: str
    requested_at: datetime
    removed_at: datetime | None
    erased_at: datetime | None


class Deletions:
    """Deletions of one workbench; safe from several threads, and for several processes on one store."""

    _turn = threading.Lock()

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store

    def delete(self, contract_ids: Sequence[str], *, user: str) -> int:
        """Take contracts out of every table, and give how many there were; `finish` does the rest.

        Raises:
            NotAllowed: who asks may not delete one of them; nothing is deleted.
            StoreError: the store refused; what was asked for before goes on by itself.
        """
        actor = current_actor()
        library = self._workbench.library
        numbers = library.numbers(contract_ids)
        now = datetime.now(UTC)
        with self._store.write() as session:
            for contract_id in numbers:
                authorize(actor, "contract.delete", Resource("contract", contract_id), session)
            for contract_id, number in numbers.items():
                session.merge(
                    DeletionRow(
                        contract_id=contract_id,
                        number=number,
                        requested_by=user[:120],
                        requested_at=now,
                        removed_at=None,
                        erased_at=None,
                    )
                )
            session.flush()
            by = local_actor(user) if actor.kind == "local" else actor
            for contract_id in numbers:
                record(session, by, "contract.delete", Resource("contract", contract_id))
        self._remove()
        return len(numbers)

    def pending(self) -> list[DeletionRecord]:
        """Deletions that are not through, oldest first."""
        return [record for record in self.records() if record.erased_at is None]

    def records(self) -> list[DeletionRecord]:
        """All deletions, oldest first."""
        with self._store.read() as session:
            rows = session.scalars(select(DeletionRow).order_by(DeletionRow.requested_at, DeletionRow.number))
            return [
                DeletionRecord(
                    row.contract_id, row.number, row.requested_by, row.requested_at, row.removed_at, row.erased_at
                )
                for row in rows
            ]

    def settled(self, *, pause: timedelta = _PAUSE) -> bool:
        """Whether there is something to erase and nobody has deleted anything for a while: several deletions after one
        another are erased together."""
        waiting = self.pending()
        return bool(waiting) and waiting[-1].requested_at < datetime.now(UTC) - pause

    def finish(self) -> bool:
        """Take up what was left undone, and erase what pages and files still hold; gives whether nothing is left.

        What is in use by another process waits for the next call.

        Raises:
            StoreError, GraphError: something refused; the next call goes on there.
        """
        with self._turn:
            waiting = self.pending()
            if not waiting:
                return True
            self._remove()
            erased = [record.contract_id for record in waiting]
            if not (self._workbench.renew_graph() and self._store.scrub()):
                _log.info("words of deleted contracts are still in files that are in use", contracts=len(erased))
                return False
            with self._store.write() as session:
                session.execute(
                    update(DeletionRow)
                    .where(
                        DeletionRow.contract_id.in_(erased),
                        DeletionRow.removed_at.is_not(None),
                        DeletionRow.erased_at.is_(None),
                    )
                    .values(erased_at=datetime.now(UTC))
                )
            _log.info("deleted contracts are erased", contracts=len(erased))
            return not self.pending()

    def _remove(self) -> None:
        """Take every contract that is to go out of the tables, whoever asked for it."""
        with acting_as(SYSTEM):
            self._remove_all()

    def _remove_all(self) -> None:
        query = select(DeletionRow.contract_id).where(DeletionRow.removed_at.is_(None))
        with self._store.read() as session:
            waiting = list(session.scalars(query.order_by(DeletionRow.number)))
        for contract_id in waiting:
            try:
                traces = read_traces(self._workbench.library, self._store, contract_id, today=self._workbench.clock())
            except NotFound:
                traces = None  # another process was quicker
            with self._store.write() as session:
                if traces is not None:
                    remove_traces(session, traces)
                    self._workbench.library.remove_within(session, contract_id)
                session.execute(
                    update(DeletionRow)
                    .where(DeletionRow.contract_id == contract_id, DeletionRow.removed_at.is_(None))
                    .values(removed_at=datetime.now(UTC))
                )
