"""What stands directly before and after the words that a quote matches.

A quote may be cut at a place where the cut itself misleads: inside a word or a number, directly after a "not",
directly before an "except". The first is no match at all; for the others the reader must see the source's sentence.
"""

from __future__ import annotations

import re
from typing import Literal

from core.evidence.canonical import is_cjk, unfolded
from core.evidence.numerals import KANJI_NUMERALS, NUMBER_WORDS

_SCALE_AFTER = re.compile(
    r"[\s\u00a0]*(?:(?:hundred|thousand|million|billion|trillion|percent|per[\s\u00a0]+cent)\b|[%％‰万億兆千百])",
    re.IGNORECASE,
)
_WORD_AFTER = re.compile(r"[\s\u00a0-]*([A-Za-z]+)")
_WORD_BEFORE = re.compile(r"([A-Za-z]+)[\s\u00a0-]*$")
_LAST_WORD = re.compile(r"([A-Za-z]+)$")
_FIRST_WORD = re.compile(r"[A-Za-z]+")
_ARTICLE_BRANCH = re.compile(r"[\s]*の[\s]*[0-9０-９一二三四五六七八九十]")
_JOINTS = frozenset("-‐‑–\u00ad\ufffe\u0002/~〜～")

_NEGATIVE_WORDS = (
    r"not|never|no|nor|neither|none|cannot|without|unless|except|excepting|excluding|\w+n['’]t|refrain|refrains"
    r"|prohibited|forbidden|precluded|unable|than|hardly|barely|fails?|failure"
)
_NEGATIVE_BEFORE = re.compile(
    rf"(?:^|[\s\u00a0(“\"])(?:{_NEGATIVE_WORDS})(?![\s\u00a0]+(?:limited|only|limitation))"
    r"(?:[\s\u00a0]+[A-Za-z]+){0,2}[\s\u00a0\"“]*$",
    re.IGNORECASE,
)
_NEGATIVE_AFTER = re.compile(
    r"[\s\u00a0\"”’]*[,;:(]?[\s\u00a0]*(?:and[\s\u00a0]+|but[\s\u00a0]+)?"
    r"(?:not|never|nor|except|excepting|excluding|unless|other[\s\u00a0]+than|provided|save|only|but)\b"
    r"(?![\s\u00a0]+limited)",
    re.IGNORECASE,
)
_NEGATIVE_PREFIX_JA = re.compile(r"[非不無未]$")
_NEGATIVE_AFTER_JA = re.compile(r"ない|なかっ|なけれ|なく|ません|ざる|ぬ(?![ぐけ])|ず(?![れら])|禁|除[くきい]|限り|否")
_CLAUSE_JA = re.compile(r"[^、。，．（）()]*")


Cut = Literal["none", "end", "inside"]
_Joined = Literal["none", "word", "number"]
_LONGEST_WORD = 64


def cut(text: str, start: int, end: int) -> Cut:
    """Whether a span begins or ends inside a word, so that its words are not the source's words.

    "end" when only its last word breaks off, "inside" when a number or the beginning of a word does: "either" is not
    to be read out of "neither", nor "limited" out of "unlimited".
    """
    left, right = _inside_left(text, start, end), _inside_right(text, start, end)
    if left != "none" or right == "number":
        return "inside"
    return "none" if right == "none" else "end"


def end_of_word(text: str, end: int) -> int:
    """End of the word that a span ending at `end` cuts."""
    stop = min(len(text), end + _LONGEST_WORD)
    while end < stop and _one_word(unfolded(text[end - 1]), unfolded(text[end])) == "word":
        end += 1
    return end


def misleads(text: str, start: int, end: int, sentence: tuple[int, int]) -> bool:
    """Whether a negation or an exception stands directly outside the span, in its own sentence."""
    before, after = text[sentence[0] : start], text[end : sentence[1]]
    if _joint(before[::-1]) or _joint(after):
        return True
    if _NEGATIVE_BEFORE.search(before[-80:]) or _NEGATIVE_AFTER.match(after[:80]):
        return True
    if _NEGATIVE_PREFIX_JA.search(before):
        return True
    last = text[end - 1]
    if not is_cjk(last) or not after:
        return False
    clause = _CLAUSE_JA.match(after)
    return clause is not None and _NEGATIVE_AFTER_JA.search(clause[0]) is not None


def _joint(outside: str) -> bool:
    """Whether the nearest characters outside are a hyphen or a slash with a letter or digit behind it."""
    if not outside or outside[0] not in _JOINTS:
        return False
    rest = outside[1:].lstrip("\r\n\f \u00a0") if outside[1:2] in ("\r", "\n") else outside[1:]
    return bool(rest) and rest[0].isalnum()


def _inside_left(text: str, start: int, end: int) -> _Joined:
    if start == 0:
        return "none"
    first, before = unfolded(text[start]), unfolded(text[start - 1])
    if (joined := _one_word(before, first)) != "none":
        return joined
    if first[0].isdigit() and before in ".,-−":
        further = unfolded(text[start - 2])[-1] if start >= 2 else " "
        part = further.isdigit() if before in ".," else not (further.isalnum() or further in ")-−")
        return "number" if part or (before == "." and further.isspace()) else "none"
    word = _FIRST_WORD.match(text, start, end)
    if word and word[0].casefold() in NUMBER_WORDS:
        previous = _WORD_BEFORE.search(text, max(0, start - 24), start)
        return "number" if previous and previous[1].casefold() in NUMBER_WORDS else "none"
    return "none"


def _inside_right(text: str, start: int, end: int) -> _Joined:
    if end >= len(text):
        return "none"
    last, after = unfolded(text[end - 1]), unfolded(text[end])
    if (joined := _one_word(last, after)) != "none":
        return joined
    if last[-1].isdigit():
        if after in ".," and end + 1 < len(text) and unfolded(text[end + 1])[0].isdigit():
            return "number"
        return "number" if _SCALE_AFTER.match(text, end) else "none"
    if last[-1] in "条項号章" and _ARTICLE_BRANCH.match(text, end):
        return "number"
    word = _LAST_WORD.search(text, max(start, end - 24), end)
    if word and word[0].casefold() in NUMBER_WORDS:
        following = _WORD_AFTER.match(text, end)
        return "number" if following and following[1].casefold() in NUMBER_WORDS else "none"
    return "none"


def _one_word(left: str, right: str) -> _Joined:
    """What two neighbouring characters are part of together."""
    a, b = left[-1], right[0]
    if (a in KANJI_NUMERALS or a.isdigit()) and (b in KANJI_NUMERALS or b.isdigit()):
        return "number"
    if _katakana(a) and _katakana(b):
        return "word"
    if is_cjk(a) or is_cjk(b):
        return "none"
    if (a.isalnum() or a in "&@") and (b.isalnum() or b in "&@"):
        return "number" if a.isdigit() or b.isdigit() else "word"
    return "none"


def _katakana(char: str) -> bool:
    return "\u30a1" <= char <= "\u30fa" or char == "ー"
