"""Rows of all contracts in memory: only those that changed are read and parsed again.

Every page of lists and questions begins with all rows, and a contract changes seldom. Whatever changes a row takes a
new revision, which the graph follows as well, so an unchanged revision means an unchanged row.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from pydantic import TypeAdapter
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contracts.own_types.known_types import load_own_types
from core.contracts.row import ContractRow, Summary
from core.store import REVISION, Contract, Counter, DocumentRow

_SUMMARY: TypeAdapter[Summary] = TypeAdapter(Summary)
_MOST_BY_ID = 200
_Mark = tuple[int, datetime]


@dataclass(frozen=True, slots=True)
class _CachedRows:
    """Rows as of a revision of the store, in the order of their numbers, by contract."""

    newest: int
    rows: dict[str, tuple[_Mark, ContractRow]]


class RowCache:
    """Safe for several threads: what is known is replaced as a whole."""

    def __init__(self) -> None:
        self._known = _CachedRows(-1, {})

    def rows(self, session: Session) -> list[ContractRow]:
        """All contracts in the order of their numbers, as the session's transaction sees them."""
        # Read first: what changes after it has a later revision and is read next time.
        newest = session.scalar(select(Counter.value).where(Counter.name == REVISION)) or 0
        known = self._known
        if known.newest != newest:
            load_own_types(session)
            self._known = known = _CachedRows(newest, _changed(session, known.rows))
        return [row for _, row in known.rows.values()]


def _changed(session: Session, known: dict[str, tuple[_Mark, ContractRow]]) -> dict[str, tuple[_Mark, ContractRow]]:
    marks: dict[str, _Mark] = {
        changed.contract_id: (changed.revision, changed.updated_at)
        for changed in session.execute(
            select(Contract.contract_id, Contract.revision, Contract.updated_at).order_by(Contract.number)
        )
    }
    stale = [contract_id for contract_id, mark in marks.items() if not _fits(known, contract_id, mark)]
    read = {row.contract_id: row for row in _read(session, stale)}
    return {
        contract_id: (mark, read[contract_id]) if contract_id in read else known[contract_id]
        for contract_id, mark in marks.items()
        # One that was deleted between the two queries is in neither.
        if contract_id in read or contract_id in known
    }


def _fits(known: dict[str, tuple[_Mark, ContractRow]], contract_id: str, mark: _Mark) -> bool:
    return contract_id in known and known[contract_id][0] == mark


def _read(session: Session, contract_ids: Collection[str]) -> list[ContractRow]:
    if not contract_ids:
        return []
    query = select(Contract, DocumentRow.file_name, DocumentRow.kind, DocumentRow.language)
    query = query.join(DocumentRow, DocumentRow.sha256 == Contract.sha256)
    if len(contract_ids) <= _MOST_BY_ID:
        query = query.where(Contract.contract_id.in_(contract_ids))
    found = session.execute(query)
    return [contract_row(contract, name, kind, language) for contract, name, kind, language in found]


def contract_row(contract: Contract, file_name: str, kind: str, language: str) -> ContractRow:
    """A stored contract as lists show it."""
    return ContractRow(
        number=contract.number,
        contract_id=contract.contract_id,
        file_name=file_name,
        kind=kind,
        language=language,
        engine=contract.engine,
        created_by=contract.created_by,
        created_at=contract.created_at,
        updated_at=contract.updated_at,
        summary=_SUMMARY.validate_python(contract.summary),
        engine_version=contract.engine_version,
    )
