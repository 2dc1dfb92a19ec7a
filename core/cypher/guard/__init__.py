"""Which queries may run, by rules over the parsed query."""

from core.cypher.guard.limits import MOST_ROWS

__all__ = [
    "MOST_ROWS",
]
