"""Two texts as one, with the words that went and came.

English is taken word by word, Japanese character by character, figures whole. What stays between two changes and is
too short to be read by itself (a blank, a comma, "of", one character) goes and comes with them: a reader takes in
phrases, not crumbs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from rapidfuzz.distance import Indel

Mark = Literal["same", "removed", "added"]
_TOKENS = re.compile(
    r"[A-Za-zÀ-ɏ'’]+|[0-9\uff10-\uff19]+(?:[.,\uff0c\uff0e][0-9\uff10-\uff19]+)*|[\u30a1-\u30fa\u30fc]+|\s+|.",
    re.DOTALL,
)
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-"})
_SHORT_WORD = 3
_SHORT_RUN = 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that stayed, went or came."""

    mark: Mark
    text: str


def word_changes(before: str, after: str, *, exact: bool = True) -> tuple[Piece, ...]:
    """Two texts as one, with the words that went and came; joined, same and added pieces give `after`.

    Args:
        before: the text that words went from.
        after: the text that they came to.
        exact: otherwise the width of characters, the shape of quotation marks and the length of blanks do not matter.
    """
    old, new = _tokens(before), _tokens(after)
    first, second = (old, new) if exact else (_loose(old), _loose(new))
    steps = _joined(SequenceMatcher(None, first, second, autojunk=False).get_opcodes(), new)
    pieces: list[Piece] = []
    for same, a, b, c, d in steps:
        if same:
            _add(pieces, "same", new[c:d])
        else:
            _add(pieces, "removed", old[a:b])
            _add(pieces, "added", new[c:d])
    return tuple(pieces)


def common_share(first: str, second: str) -> float:
    """How much two texts have in common, 0–1: words in the same order, by both lengths; 1 where neither has a word."""
    words = [[token for token in _loose(_tokens(text)) if not token.isspace()] for text in (first, second)]
    return float(Indel.normalized_similarity(*words))


def _tokens(text: str) -> list[str]:
    return _TOKENS.findall(text)


def _loose(tokens: Sequence[str]) -> list[str]:
    return [" " if token.isspace() else unicodedata.normalize("NFKC", token).translate(_QUOTES) for token in tokens]


_Step = tuple[bool, int, int, int, int]


def _joined(opcodes: Sequence[tuple[str, int, int, int, int]], new: Sequence[str]) -> list[_Step]:
    """Steps in which changes are parted only by what can be read by itself."""
    steps: list[_Step] = []
    for place, (tag, a, b, c, d) in enumerate(opcodes):
        between = 0 < place < len(opcodes) - 1
        same = tag == "equal" and not (between and _is_crumb(new[c:d]))
        if steps and not same and not steps[-1][0]:
            _, first, _, begin, _ = steps[-1]
            steps[-1] = (False, first, b, begin, d)
        else:
            steps.append((same, a, b, c, d))
    return steps


def _is_crumb(tokens: Sequence[str]) -> bool:
    telling = [token for token in tokens if any(ch.isalnum() for ch in token)]
    if any(token[0].isdigit() for token in telling):
        return False
    letters = sum(len(token) for token in telling)
    return len(telling) < _SHORT_RUN and letters <= (_SHORT_WORD if all(map(str.isascii, telling)) else 1)


def _add(pieces: list[Piece], mark: Mark, words: Sequence[str]) -> None:
    if words:
        pieces.append(Piece(mark, "".join(words)))
