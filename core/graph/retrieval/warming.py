"""Reading ahead: what the functions keep in memory is read before anybody asks for it."""

from __future__ import annotations

from contextlib import suppress

from core.errors import BadArguments
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.retrieval.functions import FUNCTIONS
from core.graph.store import GraphStore

_ASKED: dict[str, dict[str, object]] = {
    "list_contracts": {},
    "get_contracts": {"organization_name": "company"},
    "search_knowledge": {"query": "liability 損害賠償"},
    "get_contracts_as_of": {"day": "2000-01-01", "limit": 1},
}
_COUNTED = (
    "How many contracts by governing law and year of the agreement date?",
    "Which contracts have a cap on liability but no exclusivity?",
    "How many contracts expired before 2000-01-01 under Japanese law?",
    "Top 3 parties by number of contracts",
    "What is the average notice period?",
    "What percentage of contracts has an audit right?",
    "契約の種類ごとの契約数は？",
)
"""The engine learns to parse a form of query when it meets it first, which takes longer than the query."""


def warm(graph: GraphStore) -> None:
    """Ask what makes the graph read all that it keeps; vectors only where no endpoint is asked for one.

    Raises:
        GraphError: the graph refused.
    """
    for name, arguments in _ASKED.items():
        FUNCTIONS[name].run(graph, arguments)
    for question in _COUNTED:
        # Where a party is called by one of these words, the question is not understood.
        with suppress(BadArguments):
            FUNCTIONS["answer_aggregation_question"].run(graph, {"question": question})
    if graph.embedder_name == HashedEmbedder.name:
        FUNCTIONS["get_contracts_similar_text"].run(graph, {"text": "limitation of liability", "limit": 1})
    else:
        graph.passages("limitation of liability", 1)
