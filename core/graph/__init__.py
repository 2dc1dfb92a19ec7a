"""The contract graph: a projection of the store, its retrieval functions and the embedders."""

from core.graph.embedded.native_memory import clean_memory
from core.graph.embedding.embedders import CachedEmbedder, Embedder, VectorCache, choose_embedder, nearest_text
from core.graph.opening import drop_set_aside, filled_graph, open_graph, set_aside, temporary_graph
from core.graph.projection.contract import GraphContract
from core.graph.projection.entry import GraphAgreementType, GraphEntry
from core.graph.projection.links import GraphAlias, GraphParty, GraphRelation
from core.graph.schema import NODES
from core.graph.store import GraphStore, Row, Scope

__all__ = [
    "NODES",
    "CachedEmbedder",
    "Embedder",
    "GraphAgreementType",
    "GraphAlias",
    "GraphContract",
    "GraphEntry",
    "GraphParty",
    "GraphRelation",
    "GraphStore",
    "Row",
    "Scope",
    "VectorCache",
    "choose_embedder",
    "clean_memory",
    "drop_set_aside",
    "filled_graph",
    "nearest_text",
    "open_graph",
    "set_aside",
    "temporary_graph",
]
