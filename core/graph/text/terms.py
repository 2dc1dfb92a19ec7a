"""Words of a text as the search index knows them, in English and Japanese.

English words are cut to a stem by a short suffix rule. Runs of kanji and katakana become overlapping pairs of
characters, which needs no dictionary and finds a two-character word inside a longer one; hiragana only divides.
The stemmer is deliberately light: it joins prices/price and changed/changes, not compete/competition.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.graph.text.stopwords import ENGLISH, JAPANESE
from core.lexicon import Concept, concepts_in

VERSION = "1"
"""Grows when the terms of a text change; an index of another version is rebuilt."""

_TOKEN = re.compile(r"[a-z0-9]+(?:['’][a-z]+)?|[々〇〻\u3400-\u9fff\uf900-\ufaff]+|[ァ-ヺー]+|[^\W_ぁ-ゖa-z0-9]+")
_LATIN = re.compile(r"[a-z0-9]")


@dataclass(frozen=True, slots=True)
class TermAlternatives:
    """Alternatives that mean the same to a search; each is a sequence of terms that must stand side by side."""

    alternatives: tuple[tuple[str, ...], ...]


def terms(text: str) -> list[str]:
    """All terms of a text in their order."""
    found: list[str] = []
    for token in _TOKEN.findall(normal(text)):
        found += _parts(token)
    return found


def query_groups(text: str) -> tuple[TermAlternatives, ...]:
    """What to search for a text: its words without the common ones, and for each legal term also its translation."""
    plain = normal(text)
    groups: dict[tuple[tuple[str, ...], ...], None] = {}
    for concept, words in concepts_in(plain):
        groups[_alternatives(concept)] = None
        # A blank keeps the neighbours apart; the concept's own words are searched through its alternatives.
        plain = plain.replace(words, " ")
    for token in _TOKEN.findall(plain):
        # A lone character is nearly always a verb's stem, such as 触 of 触れる.
        if token in ENGLISH or token in JAPANESE or (len(token) == 1 and not _LATIN.match(token)):
            continue
        parts = _parts(token)
        if _LATIN.match(token):
            groups[(parts,)] = None
        else:
            groups.update({((part,),): None for part in parts if part not in JAPANESE})
    return tuple(TermAlternatives(alternatives) for alternatives in groups)


def normal(text: str) -> str:
    """Text in the form that terms are taken from: NFKC, lower case."""
    return unicodedata.normalize("NFKC", text).casefold()


def _alternatives(concept: Concept) -> tuple[tuple[str, ...], ...]:
    ways = dict.fromkeys(tuple(terms(words)) for words in (*concept.english, *concept.japanese))
    return tuple(way for way in ways if way)


@lru_cache(maxsize=200_000)
def _parts(token: str) -> tuple[str, ...]:
    if _LATIN.match(token):
        return (stem(token),)
    if len(token) == 1:
        return (token,)
    return tuple(token[place : place + 2] for place in range(len(token) - 1))


def stem(word: str) -> str:
    """Stem of a lower-case English word, by suffix alone; words of digits stay."""
    word = re.sub(r"['’].*", "", word)
    if len(word) <= 3 or word.isdigit():
        return word
    for suffix, rest in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
        if word.endswith(suffix) and not word.endswith(("ss", "us", "is")):
            root = word[: -len(suffix)] + rest
            if len(root) >= 3 and re.search(r"[aeiouy]", root):
                word = root
                break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] in "bdgmnprt":
        word = word[:-1]
    return word[:-1] if len(word) > 4 and word.endswith("e") else word
