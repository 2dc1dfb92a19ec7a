"""An English text as the words that are laid beside one another: stems, figures as values, modals in one form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.graph.text import stem
from core.qa.support.english_frames.frame_words import PAST
from core.qa.support.figures import placed_figures
from core.qa.support.stems import content_stem, soft_stem

MAY, MUST, NEVER = "<may>", "<must>", "<never>"
BREAKS = frozenset(",;:().|")
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), put)
    for pattern, put in (
        (r"[’`]", "'"),
        (r"[“”\"*_#]", " "),
        (r"\bcannot\b|\bcan't\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"\bhas the right to\b|\bhave the right to\b|\b(?:shall|will) have the right to\b", " <may> "),
        (r"\b(?:is|are|shall be|will be) (?:entitled|permitted|allowed|free) to\b", " <may> "),
        (r"\b(?:is|are|shall be) (?:prohibited|barred) from\b", " <never> "),
        (r"\b(?:shall|will|must|may|can)\s+(?:not|never)\b", " <never> "),
        (r"\b(?:does|do)\s+not\b", " <never> "),
        (r"\b(?:is|are)\s+not\b(?!\s+(?:required|obliged|obligated|only))", " <never> be "),
        (r"\b(?:may|can)\b", " <may> "),
        (r"\b(?:is|are) (?:required|obliged|obligated) to\b|\bagrees? to\b|\bundertakes? to\b", " <must> "),
        (r"\b(?:shall|will|must|has to|have to)\b", " <must> "),
        (r"\b(?:this|the)\s+(?:\w+\s+)?(?:agreement|contract)\b", " agreement "),
        (r"\bif\b(?=[^.;]{0,60}?\bthen\b)", "if"),
        (r"\bin the event(?: that)?\b", "if"),
        (r"\bprior to\b|\bin advance of\b", "before"),
        (r"\bupon\b", "on"),
        (r"\bprovided,?\s*(?:however,?\s*)?that\b", " provided_that "),
        (r"\b(?:has|had)\b", "have"),
        (r"\bparties\b", "party"),
    )
)
_TOKEN = re.compile(r"<\w+>|#\d+#|provided_that|[A-Za-z]+(?:'s|s'(?!\w))?(?:-[A-Za-z]+)*|[.,;:()|]")
_DROPPED = frozenset(
    "a an the this that these those such said hereby hereunder herein hereof hereto thereof thereto therein also then "
    "its their his her respective above below".split()
)
_BE = frozenset("is are was were be been being".split())


@dataclass(frozen=True, slots=True)
class EnglishToken:
    """A word as it is compared, and whether it is a participle or has a form of "be" right before it."""

    key: str
    word: str
    participle: bool = False
    after_be: bool = False


def english_tokens(text: str) -> list[EnglishToken]:
    """The words of a text that are compared; articles and the like are left out, breaks are words of their own."""
    return list(_tokens(text))


@lru_cache(maxsize=1_024)
def _tokens(text: str) -> tuple[EnglishToken, ...]:
    for pattern, put in _FORMS:
        text = pattern.sub(put, text)
    flat, found = placed_figures(text)
    values = [f"{figure.kind}:{figure.value}" for figure in found]
    for number, figure in reversed(list(enumerate(found))):
        flat = f"{flat[: figure.start]} #{number}# {flat[figure.end :]}"
    tokens: list[EnglishToken] = []
    after_be = False
    for word in _TOKEN.findall(flat):
        low = word.lower()
        if word.startswith("#"):
            key = "#" + values[int(word.strip("#"))]
            if not (tokens and _same_figure(tokens, key)):
                tokens.append(EnglishToken(key, word))
        elif low in _BE:
            after_be = True
            continue
        elif low not in _DROPPED:
            genitive = re.sub(r"'s$|s'$", "", low)
            key = low if word in BREAKS or word.startswith("<") else _key(genitive)
            if genitive != low:
                key += "'s"
            participle = low.endswith("ed") or low in PAST
            tokens.append(EnglishToken(key, low, participle, after_be))
            after_be = after_be and low.endswith("ly")
            continue
        after_be = after_be and low in _DROPPED
    return tuple(tokens)


def _key(word: str) -> str:
    """The stem of a word; small words as they are."""
    if (root := content_stem(word)) is not None:
        return root
    return soft_stem(word) or (stem(word) if len(word) > _SMALL else word)


_SMALL = 4


def _same_figure(tokens: list[EnglishToken], key: str) -> bool:
    """Whether a figure repeats the one before it: thirty (30)."""
    before = next((token.key for token in reversed(tokens) if token.key not in BREAKS), "")
    return before.startswith("#") and before.split(":", 1)[1] == key.split(":", 1)[1]
