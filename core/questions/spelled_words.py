"""The lexicon's words for a clause type as plain words, for readers that take no expressions: prompts and lists."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Literal

from core.questions.lexicon import clause_codes, clause_phrases, is_japanese
from core.taxonomy import taxonomy

_MOST_FORMS = 24
_LONGEST = 40
_NOT_PLAIN = re.compile(r"\(\?|\.[{*+]|\\[bBdws]|[+*{}^$]")
"""A phrase with one of these has no plain form."""
_PIECE = re.compile(r"\[(?P<letters>[^\]]+)\]|\\(?P<literal>.)|(?P<gap>-\?_\?|_\?|_)|(?P<letter>[^()|?])")


def concept_vocabulary(most: int = 5) -> str:
    """Codes of the categories, each with words that people have for it in both languages, for a prompt.

    Args:
        most: words of a language for one clause type, beside its name.
    """
    entries = []
    for category in taxonomy().categories:
        words = [*category.texts]
        if category.kind == "clause":
            words += [*clause_type_words(category.code, "en", most), *clause_type_words(category.code, "ja", most)]
        entries.append(f"{category.code} ({', '.join(dict.fromkeys(words))})")
    return "; ".join(entries)


def clause_type_words(code: str, language: Literal["en", "ja"], most: int) -> tuple[str, ...]:
    """Plain words that the lexicon has for a clause type, the shortest first.

    Each is read back as that clause type and no other; of one phrase at most one word is given.
    """
    return _every_word(code, language)[:most]


@cache
def _every_word(code: str, language: Literal["en", "ja"]) -> tuple[str, ...]:
    found: list[str] = []
    for phrase in clause_phrases(code):
        if is_japanese(phrase) != (language == "ja") or _NOT_PLAIN.search(phrase):
            continue
        forms = (form for form in _forms(phrase) if len(form) <= _LONGEST)
        word = next((form for form in forms if clause_codes(form) == (code,)), None)
        if word is not None and word not in found:
            found.append(word)
    return tuple(sorted(found, key=len))


def _forms(phrase: str) -> list[str]:
    """Plain forms of a phrase: each alternative without what may be missing; at most 24."""
    forms, end = _alternatives(phrase, 0)
    return forms if end == len(phrase) else []


def _alternatives(phrase: str, place: int) -> tuple[list[str], int]:
    """Forms of the alternatives from a place on, and where they end: at a bracket that closes, or at the end."""
    ways: list[str] = []
    parts: list[list[str]] = []
    while True:
        if place == len(phrase) or phrase[place] in "|)":
            ways += ["".join(chosen) for chosen, _ in zip(product(*parts), range(_MOST_FORMS), strict=False)]
            parts = []
            if place == len(phrase) or phrase[place] == ")":
                return ways[:_MOST_FORMS], place
            place += 1
            continue
        piece, place = _piece(phrase, place)
        if place < len(phrase) and phrase[place] == "?":
            place += 1
            continue
        parts.append(piece)


def _piece(phrase: str, place: int) -> tuple[list[str], int]:
    """Forms of one letter or bracket, and the place after it."""
    if phrase[place] == "(":
        inner, end = _alternatives(phrase, place + 1)
        return inner, end + 1
    match = _PIECE.match(phrase, place)
    if match is None:
        return [""], place + 1
    if match["gap"]:
        return ["-" if "-" in match["gap"] else " "], match.end()
    return [(match["letters"] or "")[:1] or match["literal"] or match["letter"]], match.end()
