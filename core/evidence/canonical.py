"""Canonical form of text: the characters that carry meaning, each with the place that it came from.

The skeleton of a text holds its letters, digits and meaningful symbols after NFKC and case folding, without white
space and punctuation. Line ends, hyphenation, ligatures, quote styles and full width vanish in it at once, so a quote
is found by one substring search; what the skeleton hides (punctuation, spacing, case) is judged afterwards by
`core.evidence.compare`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_MARKS = "\u0300-\u036f\u3099\u309a\uff9e\uff9f"
_MARK = re.compile(f"[{_MARKS}]")
_MARKED = re.compile(f"[^\\s{_MARKS}][{_MARKS}]+")
_FILLER = "\u200b"
# Check boxes and marks that answer a question in a form; a bullet says nothing and is left out.
_SYMBOLS = frozenset("%‰§&@#¶☐☑☒✓✔✗✘■□○●◎△▲")
_SILENT = frozenset("|~¬−‐‑⁓∼〜～⁄´`^¨¯™℠®©")


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """`key` is the skeleton; `places[i]` is the offset in `text` of the character behind `key[i]`.

    `text` has the length of the original; marks are composed with their letters in it.
    """

    text: str
    key: str
    places: NDArray[np.int32]

    def span(self, first: int, count: int) -> tuple[int, int]:
        """Offsets [start, end) in the text of `count` skeleton characters from `first`."""
        return int(self.places[first]), int(self.places[first + count - 1]) + 1


@lru_cache(maxsize=65_536)
def folded(char: str) -> str:
    """What one character leaves in the skeleton: empty for white space and punctuation."""
    if char in _SILENT:
        return ""
    kept = "".join(c for c in unfolded(char) if c not in _SILENT and _carries_meaning(c))
    return "".join(c for c in kept.casefold() if _carries_meaning(c))


@lru_cache(maxsize=65_536)
def unfolded(char: str) -> str:
    """NFKC of one character, with its case. Superscripts and fractions stay: 10² is not 102, 1½ is not 11/2."""
    if unicodedata.category(char) == "No" and not unicodedata.decomposition(char).startswith("<circle>"):
        return char
    return unicodedata.normalize("NFKC", char)


def _carries_meaning(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LMN" or category in ("Sc", "Sm") or char in _SYMBOLS or char == "\ufffd"


def skeleton(text: str) -> Skeleton:
    """Skeleton of a text, in time linear in its length (about 0.1 s a million characters)."""
    alphabet = set(text)
    composed = text
    if any(_MARK.match(char) for char in alphabet):
        composed = _compose(text)
        alphabet = set(composed)
    codes = np.frombuffer(composed.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    images = {ord(char): folded(char) for char in alphabet}
    top = max(images, default=0) + 1
    counts = np.zeros(top, dtype=np.int8)
    firsts = np.zeros(top, dtype="<u4")
    long: list[tuple[int, str]] = []
    for code, image in images.items():
        counts[code] = len(image)
        if image:
            firsts[code] = ord(image[0])
        if len(image) > 1:
            long.append((code, image))
    repeats = counts[codes]
    places = np.repeat(np.arange(len(codes), dtype=np.int32), repeats)
    behind = codes[places]
    out = firsts[behind]
    if long:
        starts = np.cumsum(repeats, dtype=np.int64) - repeats
        step = np.arange(len(places), dtype=np.int64) - starts[places]
        for code, image in long:
            here = behind == code
            for k, char in enumerate(image[1:], start=1):
                out[here & (step == k)] = ord(char)
    return Skeleton(composed, out.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass"), places)


def _compose(text: str) -> str:
    """The text with marks joined to their letters, padded with fillers so that no offset moves."""

    def join(match: re.Match[str]) -> str:
        cluster = match[0]
        composed = unicodedata.normalize("NFKC", cluster)
        return composed.ljust(len(cluster), _FILLER) if len(composed) <= len(cluster) else cluster

    return _MARKED.sub(join, text)


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script that is written without spaces."""
    return (
        "\u3040" <= char <= "\u30ff"
        or "\u3400" <= char <= "\u9fff"
        or "\uf900" <= char <= "\ufaff"
        or "\uff66" <= char <= "\uff9f"
        or "\U00020000" <= char <= "\U0003134f"
        or char in "々〆〇ヶ"
    )
