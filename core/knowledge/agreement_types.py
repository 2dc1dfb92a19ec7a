"""For which kinds of agreement an entry is."""

from __future__ import annotations

from collections.abc import Sequence

from core.knowledge.entry import EntryDraft
from core.lexicon import agreement_code


def applies_to_type(entry: EntryDraft, contract_type: str) -> bool:
    """Whether an entry is for contracts of a type, given by code or name; one without types is for all."""
    wanted = agreement_code(contract_type) or contract_type.strip().casefold()
    return not entry.contract_types or wanted in type_codes(entry.contract_types)


def type_codes(names: Sequence[str]) -> tuple[str, ...]:
    """Codes of agreement types by any of their names; a word that names none stands for itself."""
    return tuple(dict.fromkeys(agreement_code(name) or name.strip().casefold() for name in names))
