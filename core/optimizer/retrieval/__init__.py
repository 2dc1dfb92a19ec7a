"""Contexts for questions: what is tuned is answered from what the workbench's own search finds.

A context is found once for each example, before a run, so that both candidates of a match see the same.
"""

from core.optimizer.retrieval.contexts import Recall, Retriever, recall, with_contexts
from core.optimizer.retrieval.workbench_search import WorkbenchSearch

__all__ = ["Recall", "Retriever", "WorkbenchSearch", "recall", "with_contexts"]
