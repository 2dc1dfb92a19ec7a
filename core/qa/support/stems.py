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


def alike(one: str, others: frozenset[str]) -> str | None:
    """The stem among some that says the same as one; None where there is none."""
    if one in others:
        return one
    bare = one.removeprefix("non-")
    if bare != one and bare in others:
        return bare
    known = synonyms().get(one, frozenset()) & others
    if known:
        return min(known)
    if len(one) > 4:
        # assign and assignment, terminat and termination: one begins the other.
        near = [
            other for other in others if len(other) > 4 and (other.startswith(one[:-1]) or one.startswith(other[:-1]))
        ]
        if near:
            return min(near)
    return None
