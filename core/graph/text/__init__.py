"""Words of contracts as the graph searches them: terms, stop words, passages, ranking."""

from core.graph.text.terms import normal, query_groups, stem, terms

__all__ = [
    "normal",
    "query_groups",
    "stem",
    "terms",
]
