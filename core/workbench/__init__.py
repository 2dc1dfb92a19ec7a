"""What one process holds open: store, library, ledger and graph, their start, and the graph's catching up."""

from core.workbench.catch_up import graph_contract
from core.workbench.day import AHEAD, Deadline, deadlines, to_review
from core.workbench.examination import ROLES, EngineCheck, check_engine, engine_host, examine
from core.workbench.related import party_suggestions, relation_evidence, relation_suggestions
from core.workbench.workbench import Workbench, open_workbench

__all__ = [
    "AHEAD",
    "ROLES",
    "Deadline",
    "EngineCheck",
    "Workbench",
    "check_engine",
    "deadlines",
    "engine_host",
    "examine",
    "graph_contract",
    "open_workbench",
    "party_suggestions",
    "relation_evidence",
    "relation_suggestions",
    "to_review",
]
