"""What one process holds open: store, library, ledger and graph, their start, and the graph's catching up."""

from core.workbench.day import AHEAD, Deadline, deadlines, to_review
from core.workbench.examination import examine
from core.workbench.related import party_suggestions, relation_evidence, relation_suggestions
from core.workbench.workbench import Workbench, open_workbench

__all__ = [
    "AHEAD",
    "Deadline",
    "Workbench",
    "deadlines",
    "examine",
    "open_workbench",
    "party_suggestions",
    "relation_evidence",
    "relation_suggestions",
    "to_review",
]
