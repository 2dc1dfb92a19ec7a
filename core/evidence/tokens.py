"""Words, numbers and symbols of a stretch of text, as the near match compares them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from core.evidence.canonical import is_cjk, unfolded
from core.evidence.lexicon import VARIANTS
from core.evidence.numerals import KANJI_NUMERALS, NUMBER_WORDS, english_value, kanji_value

Kind = Literal["word", "number", "cjk", "symbol"]

_KANJI = "".join(sorted(KANJI_NUMERALS))
_TOKEN = re.compile(
    rf"(?P<number>(?:(?<![^\s(\[])-)?\.?\d+(?:[.,]\d+)*(?:[{_KANJI}]+\d*)*|[{_KANJI}]+(?:\d+[{_KANJI}]*)*)"
    rf"|(?P<variant>{'|'.join(sorted(VARIANTS, key=len, reverse=True))})"
    r"|(?P<cjk>[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff])"
    r"|(?P<word>[^\W\d_\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]+(?:'[a-z]+)?)"
    r"|(?P<symbol>[%‰§&@#¶☐☑☒✓✔✗✘■□○●◎△▲\ufffd<>=+×±]|[$¢£¥€₩₹])"
)
_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "‐": "-", "‑": "-", "−": "-", "\u00ad": None, "\ufffe": "-", "\u200b": None}
)


@dataclass(frozen=True, slots=True)
class TextToken:
    """One word, number, Japanese character or symbol; `key` is compared, [start, end) lies in the text given."""

    key: str
    kind: Kind
    surface: str
    start: int
    end: int
    opens: bool = False
    closes: bool = False

    @property
    def capitalised(self) -> bool:
        """Whether it is written as a name or a defined term is."""
        return self.kind == "word" and self.surface[:1].isupper()


def tokens(text: str, start: int = 0, end: int | None = None) -> list[TextToken]:
    """Tokens of text[start:end] in order, number words joined to one number, "thirty (30)" to the number 30."""
    stop = len(text) if end is None else end
    plain: list[str] = []
    places: list[int] = []
    for at in range(start, stop):
        image = _straight(text[at])
        plain.append(image)
        places.extend([at] * len(image))
    flat = "".join(plain)
    found = [_token(match, flat, places) for match in _TOKEN.finditer(flat)]
    return _without_doublets(_join_number_words(found))


@lru_cache(maxsize=65_536)
def _straight(char: str) -> str:
    return unfolded(char).translate(_STRAIGHT)


def _token(match: re.Match[str], flat: str, places: list[int]) -> TextToken:
    surface = match[0]
    kind = match.lastgroup
    opens = flat[max(0, match.start() - 3) : match.start()].rstrip(" \"'“")[-1:] in ("(", "[")
    closes = flat[match.end() : match.end() + 3].lstrip("'\"” ")[:1] in (")", "]")
    start, end = places[match.start()], places[match.end() - 1] + 1
    if kind == "number":
        return TextToken(number_key(surface), "number", surface, start, end, opens, closes)
    if kind == "variant":
        return TextToken(VARIANTS[surface], "cjk", surface, start, end, opens, closes)
    if kind == "cjk":
        return TextToken(surface, "cjk", surface, start, end, opens, closes)
    if kind == "word":
        return TextToken(surface.casefold(), "word", surface, start, end, opens, closes)
    return TextToken(surface, "symbol", surface, start, end, opens, closes)


def number_key(surface: str) -> str:
    """The number as digits: 1,000 is 1000, 三十 is 30; 5.10 stays 5.10, because Section 5.10 is not Section 5.1."""
    if any(is_cjk(char) for char in surface):
        value = kanji_value(surface.replace(",", ""))
        return surface if value is None else str(value)
    return re.sub(r",(?=\d{3}(?!\d))", "", surface)


def _join_number_words(parts: list[TextToken]) -> list[TextToken]:
    joined: list[TextToken] = []
    at = 0
    while at < len(parts):
        stop = at
        while stop < len(parts) and parts[stop].key in NUMBER_WORDS and (stop == at or not parts[stop].opens):
            stop += 1
        value = None
        while stop > at and (value := english_value([t.key for t in parts[at:stop]])) is None:
            stop -= 1
        if value is None:
            joined.append(parts[at])
            at += 1
            continue
        first, last = parts[at], parts[stop - 1]
        surface = " ".join(t.surface for t in parts[at:stop])
        joined.append(TextToken(str(value), "number", surface, first.start, last.end, first.opens, last.closes))
        at = stop
    return joined


def _without_doublets(parts: list[TextToken]) -> list[TextToken]:
    kept: list[TextToken] = []
    for token in parts:
        if kept and token.opens and token.kind == kept[-1].kind == "number" and token.key == kept[-1].key:
            kept[-1] = replace(kept[-1], end=token.end, closes=token.closes)
        else:
            kept.append(token)
    return kept
