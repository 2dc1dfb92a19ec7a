"""Days, lengths of time, amounts and other numbers of a text, in words and in figures, as values to compare."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, cast

from core.contracts import duration
from core.contracts.builtin.dates import find_dates
from core.contracts.builtin.facts import view
from core.contracts.builtin.terms import find_terms
from core.evidence import FORMAL_NUMERALS, NUMBER_WORDS, english_value, kanji_value

_KANJI = "〇零一二三四五六七八九十百千万億兆"
_NUMBER = re.compile(
    rf"(?P<figure>(?<![A-Za-z0-9_.])\d[\d,]*(?:\.\d+)?)(?P<scale>[{_KANJI[10:]}]+(?:\d[\d,]*[{_KANJI[10:]}]*)*)?"
    rf"|(?P<formal>[{_KANJI}{FORMAL_NUMERALS}]{{1,20}}(?=\s*[円圓]))"
    rf"|(?P<kanji>[{_KANJI}]{{1,20}})"
    rf"|\b(?P<words>(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
    rf"(?:[\s-]+(?:and\s+)?(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))}))*)\b",
    re.IGNORECASE,
)
# Words in which a numeral counts nothing.
_NO_COUNT = re.compile(
    r"[1一](?:事故|請求|回|年|月|日)\s*(?:当たり|あたり|につき|ごと|毎)|[1一]\s*(?:個|件|台|単位|時間|人|枚|本|部)?\s*(?:当たり|あたり|につき)|第三者|一方|一切|一部|一定|一般|万一|万が一|同一|統一|唯一|十分|一括|一体|三者|四半期|二次的|一時|一旦|一律|一環|一身|[1一]度(?!目)|"
    r"\bone (?:of|party|another|or more)\b|\bno one\b|\bat one\b|\bone\b(?!\s*(?:\(|hundred|thousand|million|billion|"
    r"percent|%))",
    re.IGNORECASE,
)
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "bn": 10**9, "mn": 10**6}
_LETTERS = {"k": 10**3, "m": 10**6, "mm": 10**6, "b": 10**9}
_SCALE = re.compile(r"\s*(?P<word>thousand|million|billion|bn|mn)\b|(?P<letter>k|mm?|b)\b", re.IGNORECASE)
_CURRENCIES = (
    (
        "USD",
        re.compile(r"(?:us)?\$\s*$|\busd\s*$|\bu\.s\.\s*\$\s*$", re.I),
        re.compile(r"\s*(?:u\.?s\.?\s+)?dollars?\b|\s*usd\b|\s*(?:米)?ドル", re.I),
    ),
    (
        "JPY",
        re.compile(r"[¥￥]\s*$|\bjpy\s*$|金\s*$", re.I),
        re.compile(r"\s*(?:japanese\s+)?yen\b|\s*jpy\b|\s*円", re.I),
    ),
    ("EUR", re.compile(r"€\s*$|\beur\s*$", re.I), re.compile(r"\s*euros?\b|\s*eur\b|\s*ユーロ", re.I)),
    ("GBP", re.compile(r"£\s*$|\bgbp\s*$", re.I), re.compile(r"\s*pounds?\b|\s*gbp\b|\s*ポンド", re.I)),
    ("%", re.compile(r"(?!)"), re.compile(r"\s*(?:[%％]|per\s?cent\b|パーセント)", re.I)),
)
_YEAR_MONTH = re.compile(
    r"\b(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(?P<year>(?:19|20)\d\d)\b"
    r"|(?P<ja_year>(?:19|20)\d\d)年(?P<ja_month>\d{1,2})月(?!\s*\d)",
    re.IGNORECASE,
)
_HYPHEN = re.compile(r"(?<=[a-z0-9])-(?=(?:business[ -])?(?:day|week|month|year)s?\b)", re.IGNORECASE)
"""In "a 30-day period"."""
_COUNTED = re.compile(r"営業日|日|時間|分|回|人|名|週|株|枚|台|割")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


@dataclass(frozen=True, slots=True)
class Figures:
    """What a text counts and dates.

    `days` are ISO dates, `months` such as 2024-03, `lengths` months and days (business days by themselves), `amounts`
    values with their unit: a currency, % or None.
    """

    days: frozenset[str]
    months: frozenset[str]
    lengths: frozenset[tuple[int, int, int]]
    amounts: frozenset[tuple[Decimal, str | None]]

    def joined(self, other: Figures) -> Figures:
        """Both together."""
        return Figures(
            self.days | other.days,
            self.months | other.months,
            self.lengths | other.lengths,
            self.amounts | other.amounts,
        )

    def missing_from(self, source: Figures) -> str | None:
        """The first figure that a source does not have; None when it has all."""
        for day in sorted(self.days - source.days):
            return day
        known_months = source.months | {day[:7] for day in source.days}
        for month in sorted(self.months - known_months):
            return month
        for length in sorted(self.lengths - source.lengths):
            return "/".join(map(str, length))
        values = {value for value, _ in source.amounts}
        years = {Decimal(day[:4]) for day in (*source.days, *known_months)}
        for value, unit in sorted(self.amounts, key=str):
            known = (value, unit) in source.amounts if unit else value in values | years
            if unit is not None and _COUNTED.match(unit) is not None:
                known = (
                    known or (value, None) in source.amounts or (unit == "日" and (0, int(value), 0) in source.lengths)
                )
            if not known:
                return str(value)
        return None


@dataclass(frozen=True, slots=True)
class PlacedFigure:
    """A figure where it stands in the flat text: its kind (day, month, length, a currency, %, or number) and value."""

    start: int
    end: int
    kind: str
    value: object


def figures(text: str) -> Figures:
    """All figures of a text."""
    found = placed_figures(text)[1]
    of = {kind: [figure.value for figure in found if figure.kind == kind] for kind in ("day", "month", "length")}
    amounts = [
        (figure.value, None if figure.kind == "number" else figure.kind) for figure in found if figure.kind not in of
    ]
    return Figures(*(frozenset(cast(list[Any], values)) for values in (of["day"], of["month"], of["length"], amounts)))


def placed_figures(text: str) -> tuple[str, list[PlacedFigure]]:
    """A text in the form that is read, and its figures with their places in that form, in order."""
    read, found = _placed(text)
    return read, list(found)


@lru_cache(maxsize=1_024)
def _placed(text: str) -> tuple[str, tuple[PlacedFigure, ...]]:
    read = flat = view(_HYPHEN.sub(" ", text))
    found: list[PlacedFigure] = []
    for date in find_dates(flat):
        if date.value is not None and not date.ambiguous:
            found.append(PlacedFigure(date.start, date.end, "day", date.value.isoformat()))
            flat = _blanked(flat, date.start, date.end)
    for match in _YEAR_MONTH.finditer(flat):
        year, month = match["year"] or match["ja_year"], match["month"]
        number = _MONTHS.index(month.lower()) + 1 if month else int(match["ja_month"])
        found.append(PlacedFigure(*match.span(), "month", f"{year}-{number:02}"))
        flat = _blanked(flat, *match.span())
    for term in find_terms(flat):
        if term.iso is not None:
            length = duration(term.iso)
            value = (length.years * 12 + length.months, length.weeks * 7 + length.days, 0)
            found.append(PlacedFigure(term.start, term.end, "length", value))
        elif term.business and (counted := _amounts(flat[term.start : term.end])):
            value = (0, 0, max(_business_days(figure) for figure in counted))
            found.append(PlacedFigure(term.start, term.end, "length", value))
        flat = _blanked(flat, term.start, term.end)
    found += _amounts(flat)
    return read, tuple(sorted(found, key=lambda figure: figure.start))


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _business_days(figure: PlacedFigure) -> int:
    return figure.value[2] if isinstance(figure.value, tuple) else int(cast(Decimal, figure.value))


def _amounts(flat: str) -> list[PlacedFigure]:
    flat = _NO_COUNT.sub(lambda match: " " * len(match[0]), flat)
    found: list[PlacedFigure] = []
    for match in _NUMBER.finditer(flat):
        value = _value(match)
        if value is None or (found and match.start() < found[-1].end):
            continue
        end = match.end()
        scale = _SCALE.match(flat, end)
        # A letter scales money alone: 5 m are metres.
        if scale and match["figure"] and (scale["word"] or _unit(flat, match.start(), end) is not None):
            value *= _SCALES[scale["word"].lower()] if scale["word"] else _LETTERS[scale["letter"].lower()]
            end = scale.end()
        unit = _unit(flat, match.start(), end)
        if unit == "営業日":
            found.append(PlacedFigure(match.start(), end + 3, "length", (0, 0, int(value))))
        else:
            found.append(PlacedFigure(match.start(), end, unit or "number", value))
    return found


def _unit(flat: str, start: int, end: int) -> str | None:
    before, after = flat[max(0, start - 8) : start], flat[end : end + 24]
    # "one million (1,000,000) dollars"
    after = re.sub(r"^\s*\([^)]*\)|^\s*\)", "", after)
    named = next((name for name, left, right in _CURRENCIES if left.search(before) or right.match(after)), None)
    counted = _COUNTED.match(after)
    return named or (counted[0] if counted else None)


def _value(match: re.Match[str]) -> Decimal | None:
    if match["figure"]:
        try:
            number = Decimal(match["figure"].replace(",", ""))
        except InvalidOperation:
            return None
        if not match["scale"]:
            return number
        if "." in match["figure"]:
            scale = kanji_value("一" + match["scale"])
            return None if scale is None else number * scale
        whole = kanji_value(match[0].replace(",", ""))
        return None if whole is None else Decimal(whole)
    if numeral := match["formal"] or match["kanji"]:
        value = kanji_value(numeral)
    else:
        words = [word for word in re.split(r"[\s-]+", match["words"].lower()) if word != "and"]
        value = english_value(words)
    return None if value is None else Decimal(value)
