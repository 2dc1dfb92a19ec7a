"""One word replaced among words that are otherwise the contract's: "total" for "remaining", Agent for Merchant.

A statement is laid beside its source, word by word. Where another word stands between the same neighbours, or a word
that denies or limits is gone from between them, the statement says something else, whatever words its source has
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from core.qa.support.rewording.english_tokens import BREAKS, MUST, NEVER, EnglishToken, english_tokens
from core.qa.support.rewording.omitted_words import left_out_beside
from core.qa.support.stems import alike

_REACH = 3
_BESIDE = 3
_ONE_SIDED = 4
_DENIES = frozenset(("no", "not", NEVER, "neither", "nor", "never"))
_BOUNDS = _DENIES | {"only", "solely", "substantially"}


def replaced(text: str, source: str) -> Literal["opposite", "polarity", "limit"] | None:
    """Why an English statement says otherwise than the words that it follows; None where it does not."""
    claimed, written = (
        [t for t in english_tokens(part) if t.key not in BREAKS and t.key != MUST] for part in (text, source)
    )
    if any(True for _ in _swapped(claimed, written)):
        return "opposite"
    keys, known = [token.key for token in claimed], [token.key for token in written]
    return _lost(keys, known) or _denied(keys, known)


def _swapped(claimed: Sequence[EnglishToken], written: Sequence[EnglishToken]) -> Iterator[tuple[str, str]]:
    keys, known = [token.key for token in claimed], [token.key for token in written]
    for place, word in enumerate(claimed):
        if not _tells(word.key):
            continue
        found: tuple[str, str] | None = None
        for at, other in enumerate(known):
            left = _left(keys, place, known, at)
            right = _right(keys, place, known, at)
            if other == word.key:
                if (
                    (left and right)
                    or (left or right) >= _ONE_SIDED
                    or (left and place == len(keys) - 1)
                    or (right and not place)
                ):
                    found = None
                    break
                continue
            if not _tells(other) or not _contentful(
                [*keys[place - left : place], *keys[place + 1 : place + 1 + right]]
            ):
                continue
            if (
                (left and right and left + right >= _BESIDE)
                and not _alike(word.key, other)
                and not left_out_beside(keys, place, known, at, _beside, _tells)
            ):
                found = (word.key, other)
        if found:
            yield found


_SMALL = frozenset(
    "a an the of to in on at by for from with under upon within between among as than that which who whom whose or and "
    "if unless when where while it they its their his her any all each every either both no not nor neither other only "
    "same be so then there be such also about into over against during before after until without per via".split()
)


def _beside(keys: Sequence[str], place: int, known: Sequence[str], at: int, step: int) -> int:
    return _right(keys, place, known, at) if step > 0 else _left(keys, place, known, at)


def _tells(key: str) -> bool:
    return key[:1].isalpha() and len(key) > 2 and key not in _SMALL


def _alike(word: str, other: str) -> bool:
    return alike(word.removesuffix("'s"), frozenset((other.removesuffix("'s"),))) is not None


def _contentful(keys: Sequence[str]) -> bool:
    return any(_tells(key) or key.startswith("#") for key in keys)


def _left(keys: Sequence[str], place: int, known: Sequence[str], at: int) -> int:
    same = 0
    while (
        same < _REACH
        and place - same - 1 >= 0
        and at - same - 1 >= 0
        and keys[place - same - 1] == known[at - same - 1]
    ):
        same += 1
    return same


def _right(keys: Sequence[str], place: int, known: Sequence[str], at: int) -> int:
    same = 0
    while (
        same < _ONE_SIDED
        and place + same + 1 < len(keys)
        and at + same + 1 < len(known)
        and keys[place + same + 1] == known[at + same + 1]
    ):
        same += 1
    return same


def _lost(keys: Sequence[str], known: Sequence[str]) -> Literal["polarity", "limit"] | None:
    """A word that denies or limits gone from between two words that stand side by side in the statement."""
    for place in range(1, len(keys)):
        first, second = keys[place - 1], keys[place]
        if any(first == a and second == b for a, b in pairwise(known)):
            continue
        for at in range(1, len(known) - 1):
            if known[at] in _DENIES and known[at - 1] == first and known[at + 1] == second and not _DENIES & set(keys):
                return "polarity"
    return None


def _denied(keys: Sequence[str], known: Sequence[str]) -> Literal["polarity"] | None:
    """A denial put before words that follow one another in the source with none before them."""
    for place, key in enumerate(keys):
        if key not in (NEVER, "not"):
            continue
        follows = keys[place + 1 : place + 4]
        if len(follows) < 3 or not _contentful(follows):
            continue
        starts = [at for at in range(len(known) - 2) if known[at : at + 3] == follows]
        if starts and not any(_DENIES & set(known[max(0, at - 14) : at]) for at in starts):
            return "polarity"
    return None
