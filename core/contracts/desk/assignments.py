"""Who is to review which contract."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime

from sqlalchemy import delete, select

from core.access import Resource, authorized, current_actor, distinct_names, names_now, record
from core.contracts.desk.addressees import (
    NAME_LENGTH,
    Addressee,
    chosen_person,
    people_called,
)
from core.errors import BadArguments
from core.matters import hidden_contracts
from core.store import Assignment, Contract, Store


class Assignments:
    """Assignments in the store; a contract is one person's at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def people(self) -> Mapping[str, str]:
        """The present names of the people whom contracts are assigned to, by contract id."""
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = [row for row in session.scalars(select(Assignment)) if row.contract_id not in hidden]
            names = names_now(session, {row.user_id for row in rows})
        return {row.contract_id: names.get(row.user_id or "", row.person) for row in rows}

    def known_people(self) -> Mapping[str, str]:
        """Names by id of those whom work can be given to; nobody without a login."""
        if current_actor().user_id is None:
            return {}
        with self._store.read() as session:
            return distinct_names(session)

    def of_person(self, person: Addressee) -> Mapping[str, date | None]:
        """Due days by contract id, of contracts that are assigned to a person."""
        with self._store.read() as session:
            hidden = hidden_contracts(session)
            rows = session.scalars(select(Assignment))
            return {
                row.contract_id: row.due
                for row in rows
                if row.contract_id not in hidden and Addressee(row.person, row.user_id).is_work_of(person)
            }

    def assign(
        self,
        contract_ids: Collection[str],
        person: str = "",
        *,
        by: str,
        user_id: str | None = None,
        due: date | None = None,
    ) -> None:
        """Give contracts to a person until a day; what is gone is passed over.

        Args:
            contract_ids: the contracts.
            person: a name; empty, and no `user_id`, for nobody.
            by: who assigns.
            user_id: the person's id, which a login knows them by; `person` is not looked at then.
            due: the day.

        Raises:
            BadArguments: with a login: nobody who may see the contracts has this id or name, or several have the name.
            NotAllowed: whoever acts may not assign one of them.
            StoreError: nothing was written.
        """
        name = " ".join(person.split())[:NAME_LENGTH]
        with self._store.write() as session:
            hidden = hidden_contracts(session)
            there = session.scalars(select(Contract.contract_id).where(Contract.contract_id.in_(contract_ids)))
            known = [contract_id for contract_id in there if contract_id not in hidden]
            actors = {key: authorized("contract.assign", Resource("contract", key), session) for key in known}
            whom = None
            if user_id is not None:
                whom = chosen_person(session, user_id, known)
            elif name:
                (whom,) = people_called(session, [name], known, ())
                if whom.user_id is None and current_actor().user_id is not None:
                    raise BadArguments(f"nobody is called {name}", reason="unknown_person", name=name)
            session.execute(delete(Assignment).where(Assignment.contract_id.in_(known)))
            now = datetime.now(UTC)
            if whom is not None:
                session.add_all(
                    Assignment(
                        contract_id=key,
                        person=whom.name,
                        user_id=whom.user_id,
                        assigned_by=by[:NAME_LENGTH],
                        assigned_at=now,
                        due=due,
                    )
                    for key in known
                )
            assignee, their_id = (None, None) if whom is None else (whom.name, whom.user_id)
            for key, actor in actors.items():
                resource = Resource("contract", key)
                record(session, actor, "contract.assign", resource, person=assignee, user=their_id)
