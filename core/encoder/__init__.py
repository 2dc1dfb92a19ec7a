"""Short texts as vectors of meaning: a small multilingual sentence encoder whose weights ship with the product."""

from core.encoder.adapter import Adapter, read_adapter, stored_adapter
from core.encoder.sentence_encoder import (
    DIMENSION,
    MOST_PIECES,
    part_vectors,
    piece_count,
    sentence_vectors,
    word_vectors,
)

__all__ = [
    "DIMENSION",
    "MOST_PIECES",
    "Adapter",
    "part_vectors",
    "piece_count",
    "read_adapter",
    "sentence_vectors",
    "stored_adapter",
    "word_vectors",
]
