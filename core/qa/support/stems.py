"""Stems of English words that say something, and which of them say the same."""

from __future__ import annotations

from core.graph.text import stem
from core.qa.support.claim_words import common, reporting, synonyms

SHORT = 2


def content_stem(word: str) -> str | None:
    """The stem of a word that says something, None for a common or reporting one."""
    if word in common() or not word[0].isalpha() or len(word) < SHORT:
        return None
    root = stem(word)
    return None if root in reporting(japanese=False) or word in reporting(japanese=False) else root


def alike(word: str, others: frozenset[str]) -> str | None:
    """The stem among `others` that says the same as `word`; None where there is none."""
    if word in others:
        return word
    bare = word.removeprefix("non-")
    if bare != word and bare in others:
        return bare
    known = synonyms().get(word, frozenset()) & others
    if known:
        return min(known)
    if len(word) > 4:
        # assign and assignment, terminat and termination: one begins the other.
        near = [
            other for other in others if len(other) > 4 and (other.startswith(word[:-1]) or word.startswith(other[:-1]))
        ]
        if near:
            return min(near)
    return None
