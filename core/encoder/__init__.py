"""What short texts mean as vectors: a small multilingual sentence encoder whose weights ship with the product."""

from core.encoder.sentence_encoder import DIMENSION, sentence_vectors, word_vectors

__all__ = ["DIMENSION", "sentence_vectors", "word_vectors"]
