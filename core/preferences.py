"""What people chose about the interface, kept in the store: their name, the columns of a list."""

from __future__ import annotations

from typing import Any

from core.store import PreferenceRow, Store

EVERYBODY = ""
"""The person of what holds for everybody who works with this store."""
_NAME_LENGTH = 120


class Preferences:
    """Choices in the store, by person and name. One object serves all threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, name: str, *, person: str = EVERYBODY) -> Any:
        """What a person chose, as JSON; None where nothing was."""
        with self._store.read() as session:
            row = session.get(PreferenceRow, (person[:_NAME_LENGTH], name))
            return None if row is None else row.value

    def put(self, name: str, value: Any, *, person: str = EVERYBODY) -> None:
        """Keep a choice; None forgets it.

        Raises:
            StoreError: it could not be written.
        """
        key = (person[:_NAME_LENGTH], name)
        with self._store.write() as session:
            row = session.get(PreferenceRow, key)
            if value is None:
                if row is not None:
                    session.delete(row)
            elif row is None:
                session.add(PreferenceRow(person=key[0], name=name, value=value))
            else:
                row.value = value
