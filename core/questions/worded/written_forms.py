"""Where words stand in a contract's text, however they are written there.

Width, case and line breaks make no difference; a length may be written in figures or in words ("sixty (60) days",
「六十日」). Words are never part of a longer word or number: ICC is not in "MICCO", 60 days are not in "160 days".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from core.questions.worded.wording_file import clause_wording_file

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_FIGURES = "〇一二三四五六七八九"
_MONTHS = "[かカヵヶケ箇個]月"
_UNITS_EN = {"day": "days?", "week": "weeks?", "month": "months?", "year": "years?"}
_UNITS_JA = {"day": "日", "week": "週間?", "month": _MONTHS, "year": "年"}
LENGTH_EN = re.compile(r"(?P<n>\d{1,4}) (?P<unit>day|week|month|year)s?")
LENGTH_JA = re.compile(rf"(?P<n>\d{{1,4}})(?P<unit>日|週間|{_MONTHS}|年)")
_NO_NUMBER_BEFORE = r"(?<![\d.,０-９，．])(?<![〇一二三四五六七八九十百千])"
_CJK = re.compile(r"[ぁ-ゖァ-ヺー一-龠々]")
_TURNED_ABOUT = r"(?<![非不無未])"


def place_in_words(text: str, words: Iterable[str]) -> tuple[int, int] | None:
    """Where the first of some words stands in a text, start and end; None where none does.

    A place in the name of an institution ("Singapore International Arbitration Centre") or of a law ("the laws of
    Singapore") is not where anything is held.
    """
    called = [match.span() for match in _body_names().finditer(text)]
    places = [match.span() for each in words for match in _pattern(each).finditer(text)]
    return min((span for span in places if not _is_part_of_name(text, *span, called)), default=None)


def _is_part_of_name(text: str, start: int, end: int, called: Iterable[tuple[int, int]]) -> bool:
    if any(first <= start and end <= last and last - first > end - start for first, last in called):
        return True
    return _OF_LAW.search(text, 0, start) is not None or _LAW_BEHIND.match(text, end) is not None


_OF_LAW = re.compile(
    r"\blaws?\s+of\s+(?:the\s+)?(?:(?:state|commonwealth|republic|people's\s+republic|province)\s+of\s+)?$",
    re.IGNORECASE,
)
_LAW_BEHIND = re.compile(r"(?:'s|’s)?\s+laws?\b|(?:州|国)?法(?![院廷域])", re.IGNORECASE)


@cache
def _body_names() -> re.Pattern[str]:
    names = sorted((name for group in clause_wording_file().bodies for name in group), key=len, reverse=True)
    return re.compile("|".join(_spelled(name) for name in names), re.IGNORECASE)


def number_in_words(number: int) -> str:
    """A number below 100 in English words; its figures otherwise."""
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    if number > 99:
        return str(number)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def number_of_words(words: str) -> int | None:
    """The number that figures, English words or Japanese numerals below 100 stand for; None for other words."""
    plain = words.strip()
    if plain.isdigit():
        return int(plain)
    spelled = {number_in_words(number): number for number in range(100)}
    if (number := spelled.get(re.sub(r"\s+", "-", plain))) is not None:
        return number
    match = re.fullmatch(rf"(?P<tens>[{_FIGURES}]?十)?(?P<ones>[{_FIGURES}])?", plain)
    if match is None or not plain:
        return None
    tens = match["tens"]
    value = 0 if tens is None else 10 * (_FIGURES.index(tens[0]) if len(tens) == 2 else 1)
    return value + (_FIGURES.index(match["ones"]) if match["ones"] else 0)


def _in_numerals(number: int) -> str:
    if number > 99 or number < 1:
        return str(number)
    tens, ones = divmod(number, 10)
    return ("" if not tens else ("" if tens == 1 else _FIGURES[tens]) + "十") + (_FIGURES[ones] if ones else "")


@lru_cache(maxsize=256)
def _pattern(words: str) -> re.Pattern[str]:
    if (length := LENGTH_EN.fullmatch(words)) is not None:
        return re.compile(_length_en(int(length["n"]), length["unit"]), re.IGNORECASE)
    if (length := LENGTH_JA.fullmatch(words)) is not None:
        return re.compile(_length_ja(int(length["n"]), length["unit"]))
    forms = next((group for group in clause_wording_file().month_ends if words in group[:2]), None)
    if forms is not None:
        english = words.isascii()
        return re.compile("|".join(_spelled(form) for form in forms if form.isascii() == english), re.IGNORECASE)
    return re.compile(_spelled(words), re.IGNORECASE)


def _length_en(number: int, unit: str) -> str:
    value = rf"(?:{_figures(number)}|{_spelled_number(number)})"
    return rf"{_NO_NUMBER_BEFORE}(?<![a-z]){value}(?:\s*[(（]\s*{value}\s*[)）])?[\s-]*{_UNITS_EN[unit]}(?![a-z])"


def _spelled_number(number: int) -> str:
    return re.escape(number_in_words(number)).replace(r"\-", r"[\s-]+")


def _length_ja(number: int, unit: str) -> str:
    name = "month" if unit.endswith("月") else {"日": "day", "週間": "week", "年": "year"}[unit]
    value = rf"(?:{_figures(number)}|{_in_numerals(number)})"
    return rf"{_NO_NUMBER_BEFORE}(?<!第){value}\s*{_UNITS_JA[name]}(?!\d|[月度条])"


def _figures(number: int) -> str:
    return "".join(f"[{figure}{chr(ord(figure) + 0xFEE0)}]" for figure in str(number))


def _spelled(words: str) -> str:
    """Words as an expression: either width, any blanks between them, no letter or figure of their own kind beside."""
    made: list[str] = []
    before = ""
    for letter in words:
        if letter.isspace():
            made.append(r"[\s-]+")
        elif "!" <= letter <= "~":
            wide = chr(ord(letter) + 0xFEE0)
            made.append(f"[{re.escape(letter)}{wide}]")
        else:
            made.append((r"\s*" if _CJK.match(before) else "") + re.escape(letter))
        before = letter
    begins = r"(?<![A-Za-z0-9Ａ-Ｚａ-ｚ０-９-])" if words[:1].isascii() else _TURNED_ABOUT
    ends = r"(?![A-Za-z0-9Ａ-Ｚａ-ｚ０-９])" if words[-1:].isascii() else ""
    return begins + "".join(made) + ends
