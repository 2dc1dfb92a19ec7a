"""Words looked for in a text as people type them: width, case, quotes, dashes and line breaks do not matter."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

_SAME = ("'’‘`´", '"“”„', "-‐‑‒–—―−－", "〜～~")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_MOST = 500


def _variants(character: str) -> str:
    """A character and those that mean the same, as a part of a pattern."""
    for same in _SAME:
        if character in same:
            return f"[{re.escape(same)}]"
    wide = chr(ord(character) + 0xFEE0) if "!" <= character <= "~" else ""
    return f"(?:{re.escape(character)}|{re.escape(wide)})" if wide else re.escape(character)


@lru_cache(maxsize=64)
def words_pattern(words: str) -> re.Pattern[str] | None:
    """Pattern for words in this order, one after the other; None where nothing is looked for."""
    parts = unicodedata.normalize("NFKC", words).split()
    if not parts:
        return None
    # A Japanese word runs over a line's end without a hyphen, an English one only between words.
    return re.compile(r"\s+".join(_part(part) for part in parts), re.IGNORECASE)


def _part(part: str) -> str:
    pieces = [_variants(part[0])]
    for before, after in pairwise(part):
        pieces.append((r"\s*" if _CJK.match(before) and _CJK.match(after) else "") + _variants(after))
    return "".join(pieces)


def find_words(text: str, words: str, *, limit: int = _MOST) -> list[tuple[int, int]]:
    """Where words stand in a text, as spans of characters in reading order, at most so many."""
    pattern = words_pattern(words)
    found: list[tuple[int, int]] = []
    if pattern is None:
        return found
    for match in pattern.finditer(text):
        found.append(match.span())
        if len(found) == limit:
            break
    return found
