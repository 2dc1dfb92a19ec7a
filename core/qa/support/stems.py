"""Stems of English words that say something, and which of them say the same."""

from __future__ import annotations

from functools import lru_cache

from core.graph.text import stem
from core.qa.support.claim_words import common, reporting, synonyms, verbs

SHORT = 2
_ALIKE = 7
_IRREGULAR = {
    "paid": "pay", "gave": "give", "given": "give", "made": "make", "borne": "bear", "sold": "sell", "sent": "send",
    "using": "use", "used": "use", "giving": "give", "making": "make", "taking": "take", "having": "have",
    "owed": "owe",
        "became": "become", "came": "come", "ran": "run", "drew": "draw", "drawn": "draw", "arose": "arise",
    "arisen": "arise", "broke": "break", "broken": "break", "grew": "grow", "grown": "grow", "laid": "lay",
    "told": "tell", "stood": "stand", "undertook": "undertake", "undertaken": "undertake", "tied": "tie",
    "held": "hold", "kept": "keep",
    "bought": "buy", "took": "take", "taken": "take", "wrote": "write",
    "chose": "choose", "chosen": "choose", "met": "meet", "left": "leave", "withheld": "withhold", "lent": "lend",
    "began": "begin", "begun": "begin", "sought": "seek", "brought": "bring", "built": "build", "bound": "bind",
    "lost": "lose",
    "spent": "spend", "shown": "show", "known": "know", "rose": "rise", "risen": "rise", "fell": "fall", "led": "lead",
}  # fmt: skip


@lru_cache(maxsize=100_000)
def content_stem(word: str) -> str | None:
    """The stem of a word that says something, None for a common or reporting one."""
    word = word.removeprefix("then-")
    if word in common() or not word[0].isalpha() or len(word) < SHORT:
        return None
    root = stem(_IRREGULAR.get(word, word))
    return None if root in reporting(japanese=False) or word in reporting(japanese=False) else root


def soft_stem(word: str) -> str | None:
    """The stem of a verb that carries nothing by itself (apply, give) and yet is done by somebody or not done."""
    root = stem(_IRREGULAR.get(word, word))
    return root if root in verbs() and word not in common() and len(word) > SHORT else None


def is_soft(root: str) -> bool:
    """Whether a stem carries nothing by itself."""
    return root in reporting(japanese=False)


def alike(word: str, others: frozenset[str], *, everyday: bool = True) -> str | None:
    """The stem among some that says the same as one, `everyday` words included; None where there is none."""
    if word in others:
        return word
    bare = word.removeprefix("non-")
    if bare != word:
        return alike(bare, others, everyday=everyday)
    known = synonyms(everyday=everyday).get(word, frozenset()) & others
    if known:
        return min(known)
    if len(word) > 4:
        # assign and assignment, irrevocabl and irrevocably: one begins the other, or they begin alike.
        close = [
            other
            for other in others
            if len(other) > 4 and (other.startswith(word) or word.startswith(other) or other[:_ALIKE] == word[:_ALIKE])
        ]
        if close:
            return min(close)
    return None
