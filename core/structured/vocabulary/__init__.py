"""A model's tokens as byte strings: the vocabulary, its trie, and the byte-pair tokeniser that goes with it."""

from core.structured.vocabulary.tokeniser import Tokeniser
from core.structured.vocabulary.trie import Trie
from core.structured.vocabulary.vocabulary import Vocabulary

__all__ = ["Tokeniser", "Trie", "Vocabulary"]
