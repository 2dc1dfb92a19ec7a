"""Numbers written in words: English cardinals, ordinals and years, and Japanese numerals."""

from __future__ import annotations

import re

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = {word: number for number, word in enumerate(_UNITS)} | {"fourty": 40, "a": 1, "an": 1}
_SMALL |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
_ORDINAL_UNITS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_ORDINALS = {word: number for number, word in enumerate(_ORDINAL_UNITS)} | {"twelth": 12, "nineth": 9}
_ORDINALS |= {word[:-1] + "ieth": 10 * number for number, word in enumerate(_TENS, 2)}
_KANJI = {character: number for number, character in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "壱": 1,
    "弐": 2,
    "参": 3,
    "肆": 4,
    "伍": 5,
    "陸": 6,
    "捌": 8,
    "玖": 9,
}
_KANJI_TENS = {"十": 10, "拾": 10, "百": 100, "千": 1_000, "廿": 20}

UNIT_WORD = "(?:" + "|".join(sorted(_UNITS[1:] + _TENS + ["fourty"], key=len, reverse=True)) + ")"
TENS_WORD = "(?:" + "|".join(_TENS) + "|fourty)"
CARDINAL = (
    rf"(?:{UNIT_WORD}[\s-]+hundred(?:[\s-]+(?:and[\s-]+)?(?:{TENS_WORD}[\s-]*)?{UNIT_WORD})?|"
    rf"{TENS_WORD}[\s-]+{UNIT_WORD}|{UNIT_WORD})"
)
ORDINAL = (
    rf"(?:{TENS_WORD}[\s-]*(?:"
    + "|".join(_ORDINAL_UNITS[1:10])
    + ")|"
    + "|".join(sorted(_ORDINALS, key=len, reverse=True))
    + ")"
)
YEAR_WORDS = (
    rf"(?:two[\s-]+thousand(?:[\s-]+(?:and[\s-]+)?{CARDINAL})?|"
    rf"(?:nineteen|twenty)(?:[\s-]+hundred(?:[\s-]+and)?)?[\s-]+{CARDINAL})"
)
KANJI_NUMBER = "[〇零一二三四五六七八九十百千壱弐参肆伍陸捌玖拾廿]+"


def cardinal(words: str) -> int | None:
    """The number that English words such as `one hundred and eighty` stand for; None when they are none."""
    total = 0
    for word in re.split(r"[\s-]+", words.strip().lower()):
        if word in ("and", ""):
            continue
        if word == "thousand":
            total = max(total, 1) * 1_000
        elif word == "hundred":
            total = max(total, 1) * 100
        elif word in _SMALL:
            total += _SMALL[word]
        else:
            return None
    return total or None


def ordinal(words: str) -> int | None:
    """The number that an English ordinal such as `twenty-first` stands for; None when it is none."""
    parts = [part for part in re.split(r"[\s-]+", words.strip().lower()) if part]
    if len(parts) == 1 and parts[0] not in _ORDINALS:
        for tens in _TENS:
            if parts[0].startswith(tens):
                parts = [tens, parts[0].removeprefix(tens)]
    if not parts or parts[-1] not in _ORDINALS:
        return None
    return sum(_SMALL.get(part, 0) for part in parts[:-1]) + _ORDINALS[parts[-1]]


def year_in_words(words: str) -> int | None:
    """The year that words such as `nineteen ninety-nine` or `two thousand and six` stand for; None for other words."""
    parts = [part for part in re.split(r"[\s-]+", words.strip().lower()) if part not in ("and", "")]
    if not parts:
        return None
    if parts[0] == "two" and parts[1:2] == ["thousand"]:
        return 2_000 + (cardinal(" ".join(parts[2:])) or 0)
    century = _SMALL.get(parts[0], 0)
    rest = cardinal(" ".join(part for part in parts[1:] if part != "hundred"))
    return century * 100 + rest if century in (19, 20) and rest is not None and rest < 100 else None


def japanese_number(text: str) -> int | None:
    """The number that Japanese numerals or digits stand for: 二十三, 二〇二四, 元 (1), 12; None when they are none."""
    if text.isdecimal():
        return int(text)
    if text == "元":
        return 1
    if not text or any(character not in _KANJI and character not in _KANJI_TENS for character in text):
        return None
    if not any(character in _KANJI_TENS for character in text):
        return int("".join(str(_KANJI[character]) for character in text))
    total = digit = 0
    for character in text:
        if character in _KANJI:
            digit = _KANJI[character]
        else:
            total += max(digit, 1) * _KANJI_TENS[character]
            digit = 0
    return total + digit
