"""Clause types that users define: kept in the store, looked for in all contracts as a job."""

from core.contracts.own_types.known_types import load_own_types
from core.contracts.own_types.own_types_book import FEWEST_EXAMPLES, LONGEST_NAME, MOST_EXAMPLES, OwnTypes

__all__ = ["FEWEST_EXAMPLES", "LONGEST_NAME", "MOST_EXAMPLES", "OwnTypes", "load_own_types"]
