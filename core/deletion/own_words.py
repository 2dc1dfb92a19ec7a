"""Which texts speak of a contract in words that no other contract has.

A question is a person's own text and stays when a contract goes, except where it holds words that were in that
contract alone: these are the contract's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

_WORD = re.compile(r"\w{3,}")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〇]+")
_SHORTEST = 3
"""Letters of the shortest run of Japanese that is looked up: shorter ones are in every contract."""
_STRIDE = 8
"""Words in a row that make a text the same as another in one place."""


def plain_form(text: str) -> str:
    """A text with one form for each letter, in lower case, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


class OwnWords:
    """The words of one contract, and whether a text holds any that no other contract has."""

    def __init__(self, words: str, elsewhere: Callable[[str], bool]) -> None:
        """Args:
        words: everything that the contract says: its text, names and corrections.
        elsewhere: whether another contract has a word, given in lower case.
        """
        self._words = plain_form(words)
        self._elsewhere = elsewhere
        self._known: dict[str, bool] = {}
        self._rows = frozenset(_in_a_row(self._words))

    def in_text(self, text: str) -> bool:
        """Whether a text holds a word that this contract has and no other one."""
        return any(self._own(word) for word in dict.fromkeys(self._shared(plain_form(text))))

    def are(self, text: str) -> bool:
        """Whether a text was taken from the contract: at least half of its words stand there in the same order."""
        plain = plain_form(text)
        rows = set(_in_a_row(plain))
        if not rows:
            return bool(plain) and plain in self._words
        return 2 * len(rows & self._rows) >= len(rows)

    def _own(self, word: str) -> bool:
        if word not in self._known:
            self._known[word] = not self._elsewhere(word)
        return self._known[word]

    def _shared(self, words: str) -> Iterator[str]:
        """Words of a text that the contract has, too; of Japanese the longest runs that both have."""
        for run in _CJK.findall(words):
            start = 0
            while start < len(run):
                length = _longest(run[start:], self._words)
                if length >= _SHORTEST:
                    yield run[start : start + length]
                start += max(1, length)
        for word in _WORD.findall(_CJK.sub(" ", words)):
            if word in self._words:
                yield word


def _longest(run: str, words: str) -> int:
    length = 0
    while length < len(run) and run[: length + 1] in words:
        length += 1
    return length


def _in_a_row(text: str) -> Iterator[str]:
    words = re.findall(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+", text)
    for start in range(len(words) - _STRIDE + 1):
        yield " ".join(words[start : start + _STRIDE])
