"""Queries for questions about many contracts: of an understood question, or written by a model behind the guard."""

from core.graph.queries.generate import Written, write_cypher
from core.graph.queries.question_query import Generated, Portfolio, generate, portfolio_of, query_of

__all__ = ["Generated", "Portfolio", "Written", "generate", "portfolio_of", "query_of", "write_cypher"]
