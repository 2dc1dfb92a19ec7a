"""Clause types that users define: kept in the store, looked for in all contracts as a job."""

from core.contracts.own_types.book import FEWEST_EXAMPLES, LONGEST_NAME, MOST_EXAMPLES, OwnTypes
from core.contracts.own_types.stored import load_own_types

__all__ = ["FEWEST_EXAMPLES", "LONGEST_NAME", "MOST_EXAMPLES", "OwnTypes", "load_own_types"]
