"""Values of numbers in words and figures: English number words, Japanese numerals, digits."""

from __future__ import annotations

_UNITS = {
    w: i
    for i, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen".split()
    )
}
_TENS = {w: 10 * i for i, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
NUMBER_WORDS = frozenset((*_UNITS, *_TENS, *_SCALES))

_LONGEST = 40
# Deeds and receipts write numerals that nobody can change by a stroke: 金壱阡弐百萬円也.
_FORMAL_DIGITS = {
    "零": 0,
    "壱": 1,
    "壹": 1,
    "弐": 2,
    "貳": 2,
    "弍": 2,
    "参": 3,
    "參": 3,
    "伍": 5,
    "陸": 6,
    "漆": 7,
    "捌": 8,
    "玖": 9,
}
_FORMAL_TENS = {"拾": 10, "佰": 100, "陌": 100, "阡": 1_000, "仟": 1_000}
FORMAL_NUMERALS = "".join((*_FORMAL_DIGITS, *_FORMAL_TENS, "萬"))
"""They stand for numbers before 円 or 万; some are parts of other words elsewhere (参加, 陸上)."""
_KANJI_DIGITS = {char: i for i, char in enumerate("〇一二三四五六七八九")} | _FORMAL_DIGITS
_KANJI_TENS = {"十": 10, "百": 100, "千": 1_000} | _FORMAL_TENS
_KANJI_MYRIADS = {"万": 10_000, "萬": 10_000, "億": 100_000_000, "兆": 1_000_000_000_000}
KANJI_NUMERALS = frozenset((*_KANJI_DIGITS, *_KANJI_TENS, *_KANJI_MYRIADS)) - frozenset("参參伍陸漆捌玖佰陌仟阡")


def english_value(words: list[str]) -> int | None:
    """Value of number words such as ["one", "hundred", "twenty", "five"]; None when they make no number."""
    total, group, last = 0, 0, 0
    for word in words:
        if word in _SCALES:
            scale = _SCALES[word]
            if scale == 100:
                group = max(group, 1) * 100
            else:
                total, group = total + max(group, 1) * scale, 0
            last = 0
            continue
        value = _UNITS.get(word, _TENS.get(word))
        if value is None or (last and not (last >= 20 and value < 10)):
            return None
        group, last = group + value, value or 1
    return total + group if words else None


def kanji_value(numeral: str) -> int | None:
    """Value of a Japanese numeral, None when it makes no number: 三十 is 30, 二〇二六 is 2026."""
    if len(numeral) > _LONGEST or not any(char.isdigit() or char in KANJI_NUMERALS for char in numeral):
        return None
    total, group, digits = 0, 0, ""
    for char in numeral:
        if char in _KANJI_DIGITS:
            digits += str(_KANJI_DIGITS[char])
        elif char.isascii() and char.isdigit():
            digits += char
        elif char in _KANJI_TENS:
            group, digits = group + int(digits or "1") * _KANJI_TENS[char], ""
        elif char in _KANJI_MYRIADS:
            total, group, digits = (
                total + (group + int(digits or ("0" if group else "1"))) * _KANJI_MYRIADS[char],
                0,
                "",
            )
        else:
            return None
    return total + group + int(digits or "0")
