"""The contract graph as a projection of the store: records of contracts, entries and links, and their writing."""

from core.graph.projection.links import RelationKind
from core.graph.projection.records import excerpt_texts, organization_id, plain_name

__all__ = [
    "RelationKind",
    "excerpt_texts",
    "organization_id",
    "plain_name",
]
