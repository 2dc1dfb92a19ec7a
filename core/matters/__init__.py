"""Matters: which contracts belong to one, who its members are, and what everybody else must not see."""

from core.matters.matters import Matter, Matters
from core.matters.visibility import (
    hidden_batches,
    hidden_contracts,
    hidden_units,
    known_matters,
    names_hidden_contract,
    needs_two_approvers,
    put_into_matter,
    sees_contracts,
)

__all__ = [
    "Matter",
    "Matters",
    "hidden_batches",
    "hidden_contracts",
    "hidden_units",
    "known_matters",
    "names_hidden_contract",
    "needs_two_approvers",
    "put_into_matter",
    "sees_contracts",
]
