"""Reading ahead: what the functions keep in memory is read before anybody asks for it."""

from __future__ import annotations

from core.graph.hashed import HashedEmbedder
from core.graph.retrieval import FUNCTIONS
from core.graph.store import GraphStore

_ASKED: dict[str, dict[str, object]] = {
    "list_contracts": {},
    "get_contracts": {"organization_name": "company"},
    "search_knowledge": {"query": "liability 損害賠償"},
    "get_contracts_as_of": {"day": "2000-01-01", "limit": 1},
}


def warm(graph: GraphStore) -> None:
    """Ask what makes the graph read all that it keeps; vectors only where no endpoint is asked for one.

    Raises:
        GraphError: the graph refused.
    """
    for name, arguments in _ASKED.items():
        FUNCTIONS[name].run(graph, arguments)
    if graph.embedder_name == HashedEmbedder.name:
        FUNCTIONS["get_contracts_similar_text"].run(graph, {"text": "limitation of liability", "limit": 1})
    else:
        graph.passages("limitation of liability", 1)
