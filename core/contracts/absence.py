"""What is said where a contract's fact has no value: reading every page is not knowing."""

from __future__ import annotations

from typing import Literal

from core.contracts.extract import BUILTIN
from core.record import Extraction, Presence

Missing = Literal["absent", "not_found", "not_read", "unknown"]
"""absent: it is not stated. not_found: the built-in engine found nothing. not_read: there are words for it, and no
value was read from them. unknown: nobody can tell."""


def missing(extraction: Extraction, name: str) -> Missing:
    """Why a fact has no value, from the verdict on its category.

    Args:
        extraction: the contract's, as shown after reviews.
        name: a fact's name; `agreement_type` has no category of its own.
    """
    presence: Presence | None = next((clause.presence for clause in extraction.clauses if clause.type == name), None)
    if presence is None:
        return "not_found" if extraction.engine == BUILTIN else "unknown"
    return "not_read" if presence == "present" else presence
