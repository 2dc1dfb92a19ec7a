"""Who is to review which contract."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime

from sqlalchemy import delete, select

from core.access import Resource, authorized, record
from core.matters import hidden_contracts
from core.store import Assignment, Contract, Store

_NAME_LENGTH = 120


class Assignments:
    """Assignments in the store; a contract is one person's at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def people(self) -> Mapping[str, str]:
        """Names by contract id, of contracts that are assigned."""
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = session.scalars(select(Assignment))
            return {row.contract_id: row.person for row in rows if row.contract_id not in hidden}

    def of_person(self, person: str) -> Mapping[str, date | None]:
        """Due days by contract id, of contracts that are assigned to a person."""
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = session.scalars(select(Assignment))
            wanted = person.casefold()
            return {
                row.contract_id: row.due
                for row in rows
                if row.contract_id not in hidden and row.person.casefold() == wanted
            }

    def assign(self, contract_ids: Collection[str], person: str, *, by: str, due: date | None = None) -> None:
        """Give contracts to a person until a day, or with an empty name to nobody; what is gone is passed over.

        Raises:
            StoreError: nothing was written.
        """
        name = person.strip()[:_NAME_LENGTH]
        with self._store.write() as session:
            hidden = hidden_contracts(session)
            there = session.scalars(select(Contract.contract_id).where(Contract.contract_id.in_(contract_ids)))
            known = [contract_id for contract_id in there if contract_id not in hidden]
            actors = {key: authorized("contract.assign", Resource("contract", key), session) for key in known}
            session.execute(delete(Assignment).where(Assignment.contract_id.in_(known)))
            now = datetime.now(UTC)
            if name:
                session.add_all(
                    Assignment(contract_id=key, person=name, assigned_by=by[:_NAME_LENGTH], assigned_at=now, due=due)
                    for key in known
                )
            whom = " ".join(name.split()) or None
            for key, actor in actors.items():
                record(session, actor, "contract.assign", Resource("contract", key), person=whom)
