"""Whom work is given to: a person who logs in, told by who they are and not by what they are called, or a name alone.

Names change, and two people may have the same one. With a login, an assignment and a mention keep the person's id and
show the name that they have now. Without a login there is only a name, and it stays what was typed; so do names from
before there was a login, and those of people who never log in.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from core.access import current_actor
from core.errors import BadArguments
from core.matters import sees_contracts
from core.store import UserRow

NAME_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Addressee:
    """Somebody whom work is given to; `user_id` is None for a name alone."""

    name: str
    user_id: str | None = None

    def is_work_of(self, person: Addressee) -> bool:
        """Whether what is kept for this one is the work of a person: by id where both have one, else by name."""
        if self.user_id is not None and person.user_id is not None:
            return self.user_id == person.user_id
        return self.name.casefold() == person.name.casefold()


def chosen_person(session: Session, user_id: str, contract_ids: Collection[str]) -> Addressee:
    """The person of an id, who is to be given work on some contracts.

    Raises:
        BadArguments: there is nobody of this id, they are shut out, or they may not see one of the contracts.
    """
    row = session.get(UserRow, user_id)
    if row is None or row.disabled_at is not None:
        raise BadArguments(f"no person {user_id} to give work to", reason="unknown_person", name=user_id)
    if not sees_contracts(session, user_id, contract_ids):
        raise BadArguments(f"{row.name} is no member of the matter", reason="not_a_member", name=row.name)
    return Addressee(row.name[:NAME_LENGTH], row.id)


def people_called(
    session: Session, names: Sequence[str], contract_ids: Collection[str], chosen: Sequence[Addressee]
) -> tuple[Addressee, ...]:
    """The people whom names in a text mean; people who were chosen come first.

    With a login a name that one person has means that person; a name that nobody has stays a name.

    Raises:
        BadArguments: several people who may see the contract are called so, and none of them was chosen.
    """
    found = {(person.user_id, person.name.casefold()): person for person in chosen}
    by_login = current_actor().user_id is not None
    for name in names:
        named = Addressee(name[:NAME_LENGTH])
        if any(named.is_work_of(Addressee(person.name)) for person in chosen):
            continue
        if by_login:
            rows = session.scalars(select(UserRow).where(UserRow.disabled_at.is_(None)))
            same = [row for row in rows if row.name.casefold() == name.casefold()]
            able = [row for row in same if sees_contracts(session, row.id, contract_ids)]
            if len(able) > 1:
                raise BadArguments(f"several people are called {name}", reason="several_of_one_name", name=name)
            if same and not able:
                raise BadArguments(f"{name} is no member of the matter", reason="not_a_member", name=name)
            if able:
                named = Addressee(able[0].name[:NAME_LENGTH], able[0].id)
        found.setdefault((named.user_id, named.name.casefold()), named)
    return tuple(found.values())
