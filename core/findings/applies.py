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
    approved = sorted((one for one in entries if one.entry.status == "approved"), key=lambda one: one.number)
    if agreement_type is None:
        for_all = tuple(one for one in approved if not one.entry.contract_types)
        return Applying(for_all, tuple(one for one in approved if one.entry.contract_types))
    return Applying(tuple(one for one in approved if applies_to_type(one.entry, agreement_type)), ())
