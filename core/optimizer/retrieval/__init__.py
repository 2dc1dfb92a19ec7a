"""Contexts for questions: what is tuned is answered from what the workbench's own search finds.

A context is found once for each example, before a run, so that both candidates of a match see the same. A retriever of
one's own takes the search's place by a dotted path; `LangChainRetriever` makes one of any of LangChain's.
"""

from core.optimizer.retrieval.contexts import Recall, Retriever, recall, retriever_at, with_contexts
from core.optimizer.retrieval.langchain_adapter import LangChainRetriever
from core.optimizer.retrieval.workbench_search import WorkbenchSearch

__all__ = [
    "LangChainRetriever",
    "Recall",
    "Retriever",
    "WorkbenchSearch",
    "recall",
    "retriever_at",
    "with_contexts",
]
