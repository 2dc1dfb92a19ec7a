"""The workbench's own contract search as retriever."""

from __future__ import annotations

from collections.abc import Sequence

from core.graph import GraphStore, Scope
from core.optimizer.files import ContextPassage


class WorkbenchSearch:
    """Passages of contracts by the words of a query, as the Q&A page finds them.

    An id is the contract's with the place in its text: the same passage has the same id in every run.
    """

    def __init__(self, graph: GraphStore, scope: Scope = None) -> None:
        self._graph = graph
        self._scope = scope

    def retrieve(self, query: str, limit: int) -> Sequence[ContextPassage]:
        """At most `limit` passages, best first."""
        passages = self._graph.passages(query, limit, self._scope)
        return [
            ContextPassage(id=f"{passage.contract_id}:{passage.start}", text=passage.text)
            for passage in passages
            if passage.text.strip()
        ]
