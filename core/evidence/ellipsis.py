"""Quotes with an ellipsis: fragments that stand in order in one place, and what may be left out between them.

An ellipsis can lie: "Company … pay" out of "Company shall not pay", or one sentence's subject with another's verb.
So the words left out may hold no negation and no exception, no second verb before a modal, and a gap runs over the
end of a sentence only when both sides of it are whole sentences.
"""

from __future__ import annotations

import re

from core.evidence.canonical import Skeleton
from core.evidence.lexicon import MODALS, NEGATIONS, NEGATIONS_JA
from core.evidence.sentences import sentence_span
from core.evidence.tokens import tokens

_STARS = r"[\[(（]?\s*(?<!\*)\*\s?\*\s?\*(?!\*)\s*[\])）]?"
_REDACTED = re.compile(r"\*\s?\*\s?\*")
_DOTS = (
    r"[\[(（〔【]\s*(?:\.\s*){2,}[\])）〕】]|[\[(（〔【]?\s*[…‥]+\s*[\])）〕】]?|(?:\.[ \u00a0]?){3,}"
    r"|[〔（(\[]\s*(?:中略|略|前略|後略|省略|以下略|omitted|snip)\s*[〕）)\]]"
)
_ELLIPSIS = re.compile(_DOTS, re.IGNORECASE)
_ELLIPSIS_OR_STARS = re.compile(f"{_DOTS}|{_STARS}", re.IGNORECASE)
MAX_FRAGMENTS = 12
LONGEST_GAP = 1_500
_SHORTEST_KEY = 8
_SHORTEST_KEY_CJK = 4
_VERBS = MODALS | frozenset("is are was were has have had does do did".split())
_DOUBTS = frozenset("shall may must will should can if when where provided subject only until solely".split())
_DOUBTS_JA = ("場合", "限り", "とき", "条件", "ただし", "但し")
_OTHER_PARTY_JA = re.compile(r"[甲乙丙丁者社][はが]")
_EXCEPTIONS = frozenset("but provided other than only if".split())


def redacts(text: str) -> bool:
    """Whether a document marks its confidential parts with stars; stars in a quote are then no ellipsis."""
    return _REDACTED.search(text) is not None


def fragments(quote: str, *, stars: bool) -> list[str]:
    """The quote's pieces between its ellipses, without empty ones; the quote itself where it has none.

    Args:
        quote: the quote.
        stars: whether `* * *` counts as an ellipsis.
    """
    flat = " ".join(quote.split())
    pieces = (_ELLIPSIS_OR_STARS if stars else _ELLIPSIS).split(flat)
    return [piece for piece in pieces if any(char.isalnum() for char in piece)]


def long_enough(fragment: Skeleton) -> bool:
    """Whether a fragment says enough to be looked for on its own."""
    return len(fragment.key) >= (_SHORTEST_KEY if fragment.key.isascii() else _SHORTEST_KEY_CJK)


def gap_veto(text: str, before: tuple[int, int], after: tuple[int, int]) -> str:
    """Why the words between two fragments may not be left out; empty when they may."""
    start, end = before[1], after[0]
    if end - start > LONGEST_GAP:
        return "veto_ellipsis"
    left = sentence_span(text, max(before[0], start - 1), start)
    if left[1] < end:
        right = sentence_span(text, end, min(after[1], end + 1))
        whole = not any(c.isalnum() for c in text[start : left[1]]) and not any(
            c.isalnum() for c in text[right[0] : end]
        )
        return "" if whole else "veto_ellipsis"
    omitted = tokens(text, start, end)
    keys = [token.key for token in omitted]
    said_japanese = "".join(token.surface for token in omitted if token.kind == "cjk")
    if set(keys) & NEGATIONS or any(k.endswith("n't") for k in keys) or any(n in said_japanese for n in NEGATIONS_JA):
        return "veto_negation"
    if _OTHER_PARTY_JA.search(said_japanese):
        return "veto_ellipsis"
    if set(keys[:2]) & _EXCEPTIONS - {"if", "only"} or set(keys[-1:]) & {"if", "only", "than"}:
        return "veto_ellipsis"
    following = tokens(text, end, min(after[1], end + 80))
    leading = tokens(text, max(before[0], start - 400), start)
    # A fragment that begins with its verb has its subject in the gap or before it; with another verb there, whose?
    if following and following[0].key in _VERBS and {*keys, *(t.key for t in leading)} & _VERBS:
        return "veto_ellipsis"
    # "Company shall … pay": a party and its own verb in between make it the other's duty.
    if leading and leading[-1].key in MODALS and set(keys) & MODALS:
        return "veto_ellipsis"
    return ""


def gap_doubt(text: str, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether the words left out hold a condition or a duty, so that the reader should be shown them as repaired."""
    omitted = tokens(text, before[1], after[0])
    said_japanese = "".join(token.surface for token in omitted if token.kind == "cjk")
    return bool({token.key for token in omitted} & _DOUBTS) or any(word in said_japanese for word in _DOUBTS_JA)
