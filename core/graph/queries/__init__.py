"""Queries for questions about many contracts: of an understood question, or written by a model behind the guard."""

from core.graph.queries.generate import GeneratedQuery, write_cypher
from core.graph.queries.question_query import Generated, PortfolioWords, generate, portfolio_of, query_of

__all__ = ["Generated", "GeneratedQuery", "PortfolioWords", "generate", "portfolio_of", "query_of", "write_cypher"]
