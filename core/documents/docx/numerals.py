"""Word's number formats: the count of a numbered paragraph as it is printed."""

from __future__ import annotations

from collections.abc import Callable

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"
_HALF = {
    chr(0xFF66 + index): character
    for index, character in enumerate(
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
    )
}
_TO_HALF = {full: half for half, full in _HALF.items()}
_DIGITS = "〇一二三四五六七八九"
_LEGAL = "零壱弐参四五六七八九"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"


def numeral(count: int, number_format: str) -> str:
    """`count` in one of Word's formats (`upperRoman`, `decimalEnclosedCircle`, `japaneseCounting`, …).

    A format that we do not know is printed as a decimal number.
    """
    return _FORMATS.get(number_format, str)(count)


def _roman(count: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        text += letters * (count // value)
        count %= value
    return text


def _letter(count: int) -> str:
    """a … z, aa, bb, …: Word repeats the letter."""
    return chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1) if count > 0 else str(count)


def _ordinal(count: int) -> str:
    suffix = "th" if count % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{suffix}"


def _row(characters: str) -> Callable[[int], str]:
    return lambda count: characters[(count - 1) % len(characters)] if count > 0 else str(count)


def _circled(count: int) -> str:
    for first, last, start in ((1, 20, 0x2460), (21, 35, 0x3251), (36, 50, 0x32B1)):
        if first <= count <= last:
            return chr(start + count - first)
    return str(count)


def _upto20(start: int, plain: str) -> Callable[[int], str]:
    return lambda count: chr(start + count - 1) if 1 <= count <= 20 else plain.format(count)


def _full_width(count: int) -> str:
    return "".join(chr(ord(digit) + 0xFEE0) for digit in str(count))


def _digits(digits: str) -> Callable[[int], str]:
    return lambda count: "".join(digits[int(digit)] for digit in str(count))


def _counting(digits: str, units: str, *, leading_one: bool) -> Callable[[int], str]:
    """一, 十, 百二十三; with `leading_one` 壱拾 as in legal amounts."""

    def spell(count: int) -> str:
        if not 0 < count < 10_000:
            return str(count)
        text = ""
        for power, unit in ((1000, units[2]), (100, units[1]), (10, units[0]), (1, "")):
            digit, count = divmod(count, power)
            if digit:
                text += (digits[digit] if digit > 1 or leading_one or power == 1 else "") + unit
        return text

    return spell


def _half(characters: str) -> str:
    return "".join(_TO_HALF.get(character, character) for character in characters)


_FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalHalfWidth": str,
    "decimalZero": lambda count: f"{count:02d}",
    "lowerRoman": _roman,
    "upperRoman": lambda count: _roman(count).upper(),
    "lowerLetter": _letter,
    "upperLetter": lambda count: _letter(count).upper(),
    "ordinal": _ordinal,
    "none": lambda count: "",
    "decimalFullWidth": _full_width,
    "decimalFullWidth2": _full_width,
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "decimalEnclosedParen": _upto20(0x2474, "({})"),
    "decimalEnclosedFullstop": _upto20(0x2488, "{}."),
    "aiueoFullWidth": _row(_AIUEO),
    "aiueo": _row(_half(_AIUEO)),
    "irohaFullWidth": _row(_IROHA),
    "iroha": _row(_half(_IROHA)),
    "japaneseCounting": _counting(_DIGITS, "十百千", leading_one=False),
    "chineseCounting": _counting(_DIGITS, "十百千", leading_one=False),
    "chineseCountingThousand": _counting(_DIGITS, "十百千", leading_one=False),
    "japaneseLegal": _counting(_LEGAL, "拾百千", leading_one=True),
    "japaneseDigitalTenThousand": _digits(_DIGITS),
    "ideographDigital": _digits(_DIGITS),
    "ideographTraditional": _row(_STEMS),
    "ideographZodiac": _row(_BRANCHES),
}
