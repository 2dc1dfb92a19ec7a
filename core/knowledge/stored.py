"""An entry with what the store knows of it."""

from __future__ import annotations

from dataclasses import dataclass

from core.knowledge.entry import Entry, entry_name
from core.store import EntryRow


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry with its number, and the value of the counter `knowledge` at its last change."""

    number: int
    entry: Entry
    change: int

    @property
    def name(self) -> str:
        """What people call it: K12."""
        return entry_name(self.number)


def stored_entry(row: EntryRow) -> StoredEntry:
    """The entry that a row holds."""
    return StoredEntry(row.number, Entry.model_validate(row.body), row.change)
