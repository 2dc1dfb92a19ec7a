"""Which approved entries apply to a contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.knowledge import StoredEntry, applies_to_type


@dataclass(frozen=True, slots=True)
class Applying:
    """Entries for a contract, and those of which nobody can say, because the contract's type is not known."""

    entries: tuple[StoredEntry, ...]
    undecided: tuple[StoredEntry, ...]


def applying(agreement_type: str | None, entries: Sequence[StoredEntry]) -> Applying:
    """The approved ones of some entries that apply to contracts of a type, by number.

    Args:
        agreement_type: the contract's type, a code or a person's own word; None where it is not known.
        entries: entries of any status.
    """
    approved = sorted(
        (stored for stored in entries if stored.entry.status == "approved"), key=lambda stored: stored.number
    )
    if agreement_type is None:
        for_all = tuple(stored for stored in approved if not stored.entry.contract_types)
        return Applying(for_all, tuple(stored for stored in approved if stored.entry.contract_types))
    return Applying(tuple(stored for stored in approved if applies_to_type(stored.entry, agreement_type)), ())
