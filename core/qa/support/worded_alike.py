"""Texts with the everyday words of answers put as contracts put them, in both languages."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from core.qa.support.claim_words import paraphrases

_ROWS = {
    "う": "わいえ", "く": "かきけ", "ぐ": "がぎげ", "す": "さしせ", "つ": "たちて", "ぬ": "なにね", "ぶ": "ばびべ",
    "む": "まみめ", "る": "らりれ",
}  # fmt: skip
"""The rows of a verb's last kana: before a denial, before a noun or comma, before what can be."""
_JOINED = {"う": "っ", "つ": "っ", "る": "っ", "く": "い", "ぐ": "い", "ぬ": "ん", "ぶ": "ん", "む": "ん", "す": "し"}
_E_AND_I = "えけげせてでねべめれいきぎしじちにびみり"


@lru_cache(maxsize=512)
def worded_alike(text: str) -> str:
    """A text with everyday words put as contracts put them; what has no such words is unchanged."""
    for pattern, replacement in _forms():
        text = pattern.sub(replacement, text)
    return text


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    words = paraphrases()
    found = [(re.compile(pattern, re.IGNORECASE), put) for pattern, put in words.english_forms]
    found += [(re.compile(pattern), put) for pattern, put in words.japanese_forms]
    for verb in sorted(words.japanese_verbs, key=len, reverse=True):
        found += _of_verb(verb, words.japanese_verbs[verb])
    return tuple(found)


def _of_verb(verb: str, compound: str) -> list[tuple[re.Pattern[str], str]]:
    """The forms of a verb with the same forms of a compound and する (返さない, 返還しない)."""
    root, last = verb[:-1], verb[-1]
    if last == "る" and root[-1] in _E_AND_I and len(root) > 1:
        forms = [("れば", "すれば"), ("られ", "され"), ("る", "する"), ("ず", "せず"), ("(?=[なまたて、よ])", "し")]
    else:
        denied, noun, able = tuple(_ROWS[last])
        forms = [
            (f"{denied}(?=[なぬ])", "し"), (f"{denied}ず", "せず"), (f"{denied}れ", "され"), (f"{denied}せ", "させ"),
            (f"{able}ば", "すれば"), (f"{able}(?=[るなま])", "でき"), (f"{_JOINED[last]}[ただ]", "した"),
            (f"{_JOINED[last]}[てで]", "して"), (last, "する"), (noun, "し"),
        ]  # fmt: skip
    return [(re.compile(rf"(?<![一-龯々]){root}{form}"), f"{compound}{put}") for form, put in forms]


def says_the_contrary(text: str, source: str) -> bool:
    """Whether a text has one of two contrary words where its source has the other alone (the lower, the higher)."""
    return any(
        (first.search(text) and not second.search(text) and second.search(source) and not first.search(source))
        or (second.search(text) and not first.search(text) and first.search(source) and not second.search(source))
        for first, second in _contraries()
    )


@cache
def _contraries() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((_whole_word(first), _whole_word(second)) for first, second in paraphrases().antonyms)


def _whole_word(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b" if words.isascii() else words, re.IGNORECASE)
