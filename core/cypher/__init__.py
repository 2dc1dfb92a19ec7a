"""Queries that a model or a person wrote: parsing, the guard that decides what may run, the embedded graph's dialect.

The package knows a graph only through the schema that it is given.
"""

from typing import TYPE_CHECKING

from core.cypher.graph_schema import Backend, GraphSchema, NodeLabel, Relation
from core.cypher.guard.check import GuardVerdict, check
from core.cypher.guard.shown_values import Shown, shown_values
from core.lazy_names import lazy_names

if TYPE_CHECKING:
    from core.cypher.growing import GrowingQuery, first_impossible

__all__ = [
    "Backend",
    "GraphSchema",
    "GrowingQuery",
    "GuardVerdict",
    "NodeLabel",
    "Relation",
    "Shown",
    "check",
    "first_impossible",
    "shown_values",
]

__getattr__ = lazy_names(__name__, growing=("GrowingQuery", "first_impossible"))
