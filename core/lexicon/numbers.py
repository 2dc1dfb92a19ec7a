"""Numbers as people write them in questions: digits, words up to twelve, single Chinese numerals before a counter."""

from __future__ import annotations

_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_TENS = {"twenty": 20, "fifty": 50, "hundred": 100}
_KANJI = {mark: value for value, mark in enumerate("〇一二三四五六七八九")} | {"十": 10}
NUMBER = rf"\d{{1,6}}|(?:{'|'.join((*_WORDS, *_TENS))})\b|[一二三四五六七八九十](?=[つ件社者位個種頁年か人本ヶ])"
"""A pattern without groups for a number in a folded question; `number_of` gives what it matched."""


def number_of(words: str) -> int:
    """The number that `NUMBER` matched."""
    if words.isdigit():
        return int(words)
    if words in _KANJI:
        return _KANJI[words]
    return _WORDS.index(words) if words in _WORDS else _TENS[words]
