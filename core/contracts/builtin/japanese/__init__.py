"""Japanese contracts read by rules: their articles and sentences, and the clauses that stand in them.

The words that the rules look for are data: `configs/taxonomy.yaml` by clause type, `configs/ja_clauses.yaml` for all.
"""

from core.contracts.builtin.japanese.clauses import score_japanese
from core.contracts.builtin.japanese.structure import Article, Sentence, articles, binding_sentences
from core.contracts.builtin.japanese.words import confidences, plain_words, rule_book

__all__ = [
    "Article",
    "Sentence",
    "articles",
    "binding_sentences",
    "confidences",
    "plain_words",
    "rule_book",
    "score_japanese",
]
