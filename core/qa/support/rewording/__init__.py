"""Statements laid beside the cited words, word by word.

A statement that only leaves out what limits nothing, or puts a clause in another place, is carried; one in which a word
stands where the source has another one is not.
"""

from core.qa.support.rewording.english_rewording import leaves_out_condition, rewords_in_english, widens_scope
from core.qa.support.rewording.japanese_rewording import (
    leaves_out_condition_in_japanese,
    replaced_in_japanese,
    rewords_in_japanese,
)
from core.qa.support.rewording.replaced_words import replaced

__all__ = [
    "leaves_out_condition",
    "leaves_out_condition_in_japanese",
    "replaced",
    "replaced_in_japanese",
    "rewords_in_english",
    "rewords_in_japanese",
    "widens_scope",
]
