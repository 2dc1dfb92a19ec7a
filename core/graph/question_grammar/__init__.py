"""Questions about the whole portfolio as Cypher, by a grammar or by an endpoint."""

from core.graph.question_grammar.generate import Written, write_cypher
from core.graph.question_grammar.grammar import understand
from core.graph.question_grammar.grammar_plan import TIMES, DateIn, Plan

__all__ = [
    "TIMES",
    "DateIn",
    "Plan",
    "Written",
    "understand",
    "write_cypher",
]
