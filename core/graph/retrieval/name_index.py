"""Which of many names can be the one that was asked for, in milliseconds, before each of those is compared with care.

What `by_party.name_score` gives points for has one of four causes, each of which is looked up here: all
words are there, each as it is or with one letter more, less or other; one name begins the other; joined they differ by
one letter at most; or, in scripts without blanks, the one holds the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from core.lexicon import same_kana

_LEAST_LETTERS = 5
"""A word shorter than this is another word when a letter differs."""
Places = NDArray[np.int64]


class _OneLetterIndex:
    """Strings by length, for finding those that differ by at most one letter."""

    def __init__(self, texts: Sequence[str]) -> None:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        self._order = np.argsort(lengths, kind="stable")
        self._lengths = lengths[self._order]
        self._texts = [texts[place] for place in self._order.tolist()]

    def within_one(self, text: str) -> Places:
        """Places of the strings that differ by at most one letter more, less, other or swapped."""
        first, last = np.searchsorted(self._lengths, (len(text) - 1, len(text) + 2)).tolist()
        if first == last:
            return np.empty(0, np.int64)
        far = process.cdist([text], self._texts[first:last], scorer=OSA.distance, score_cutoff=1, dtype=np.uint8)[0]
        found: Places = self._order[first:last][far <= 1]
        return found


class NameIndex:
    """An index of names in their comparing form (`core.lexicon.party_names.normal_name`), which never changes."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take in names; places count from 0 in their order."""
        parts = pc.split_pattern(pa.array(names, pa.large_string()), " ")
        words = parts.flatten().dictionary_encode()
        vocabulary: list[str] = words.dictionary.to_pylist()
        codes = words.indices.to_numpy(zero_copy_only=False)
        place = np.repeat(np.arange(len(names), dtype=np.int64), np.diff(parts.offsets.to_numpy()))
        self._places = place[np.argsort(codes, kind="stable")]
        self._ends = np.concatenate(([0], np.cumsum(np.bincount(codes, minlength=len(vocabulary)))))
        self._code = {word: at for at, word in enumerate(vocabulary)}
        self._near_words = _OneLetterIndex(vocabulary)
        self._by_kana: dict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(vocabulary):
            if not word.isascii():
                self._by_kana[same_kana(word)].append(at)
        self._by_name: dict[str, list[int]] = defaultdict(list)
        for at, name in enumerate(names):
            self._by_name[name].append(at)
        joined = [name.replace(" ", "") for name in names]
        self._near_joined = _OneLetterIndex(joined)
        self._blankless = [(at, same_kana(name)) for at, name in enumerate(joined) if not name.isascii()]

    def candidates(self, query: str) -> list[int]:
        """Places of the names that may be the one asked for, in their order; few, and no likely one is missing.

        Args:
            query: what was asked for, in the form of the names.
        """
        words = query.split()
        if not words:
            return []
        found = set(self._with_words(words).tolist())
        for count in range(1, len(words)):
            found.update(self._by_name.get(" ".join(words[:count]), ()))
        joined = "".join(words)
        found.update(self._near_joined.within_one(joined).tolist())
        if not joined.isascii():
            kana = same_kana(joined)
            found.update(at for at, name in self._blankless if kana in name)
        return sorted(found)

    def _with_words(self, words: Sequence[str]) -> Places:
        """Places of the names that have each of some words, or one near it."""
        left: Places | None = None
        for word in words:
            holding = [self._places[self._ends[code] : self._ends[code + 1]] for code in self._alike(word)]
            there = np.unique(np.concatenate(holding)) if holding else np.empty(0, np.int64)
            left = there if left is None else left[np.isin(left, there, assume_unique=True)]
            if not len(left):
                break
        return np.empty(0, np.int64) if left is None else left

    def _alike(self, word: str) -> list[int]:
        codes = {self._code[word]} if word in self._code else set()
        if len(word) >= _LEAST_LETTERS:
            codes.update(self._near_words.within_one(word).tolist())
        if not word.isascii():
            codes.update(self._by_kana.get(same_kana(word), ()))
        return sorted(codes)
