"""Dates, lengths of time and numbers in words, in both languages, with the blanks of templates."""

from __future__ import annotations

from datetime import date

import pytest

from core.contracts.builtin.dates.dates import find_dates
from core.contracts.builtin.dates.dates_numbers import cardinal, japanese_number, ordinal, year_in_words
from core.contracts.builtin.facts.facts_text import view
from core.contracts.builtin.terms.terms import find_terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("made this 21st day of June, 1999", [("21st day of June, 1999", date(1999, 6, 21), "date")]),
        ("dated June 21, 1999 and", [("June 21, 1999", date(1999, 6, 21), "date")]),
        ("on 6/21/99.", [("6/21/99", date(1999, 6, 21), "date")]),
        ("as of 21 June 1999,", [("21 June 1999", date(1999, 6, 21), "date")]),
        ("as of this 18t h day of August 2014", [("18t h day of August 2014", date(2014, 8, 18), "date")]),
        ("until March 18. 2021, unless", [("March 18. 2021", date(2021, 3, 18), "date")]),
        (
            "the first day of January, two thousand six",
            [("first day of January, two thousand six", date(2006, 1, 1), "date")],
        ),
        (
            "twenty-first (21st) day of June, nineteen ninety-nine",
            [("twenty-first (21st) day of June, nineteen ninety-nine", date(1999, 6, 21), "date")],
        ),
        ("Date: 2019-03-04", [("2019-03-04", date(2019, 3, 4), "date")]),
        ("31/12/2005", [("31/12/2005", date(2005, 12, 31), "date")]),
        ("as of 1.4.2011", [("1.4.2011", date(2011, 4, 1), "date")]),
        ("February 30, 2001", []),
        ("as of the Effective Date", []),
        ("this ____ day of ____, 20__", [("____ day of ____, 20__", None, "blank")]),
        ("as of March [__], 2018", [("March [__], 2018", None, "blank")]),
        ("made September 14, 200_", [("September 14, 200_", None, "blank")]),
        ("since July 2000", [("July 2000", None, "partial")]),
        ("令和6年4月1日", [("令和6年4月1日", date(2024, 4, 1), "date")]),
        ("令和元年5月1日", [("令和元年5月1日", date(2019, 5, 1), "date")]),
        ("平成３１年４月３０日", [("平成３１年４月３０日", date(2019, 4, 30), "date")]),
        ("昭和六十三年十二月三十一日", [("昭和六十三年十二月三十一日", date(1988, 12, 31), "date")]),
        ("２０２４年４月１日", [("２０２４年４月１日", date(2024, 4, 1), "date")]),
        ("二〇二四年四月一日", [("二〇二四年四月一日", date(2024, 4, 1), "date")]),
        ("2024年（令和6年）4月1日", [("2024年（令和6年）4月1日", date(2024, 4, 1), "date")]),
        ("●年●月●日付で", [("●年●月●日", None, "blank")]),
        ("令和　年　月　日", [("令和　年　月　日", None, "blank")]),
        ("【　】年【　】月【　】日", [("【　】年【　】月【　】日", None, "blank")]),
        ("2024年4月　日", [("2024年4月　日", None, "blank")]),
        ("3年間と6か月", []),
    ],
)
def test_dates_and_blanks(text: str, expected: list[tuple[str, date | None, str]]) -> None:
    found = [(text[mention.start : mention.end], mention.value, mention.form) for mention in find_dates(view(text))]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "value", "ambiguous"),
    [
        ("3/4/2005", date(2005, 3, 4), True),
        ("5/5/2005", date(2005, 5, 5), False),
        ("3/4/2005 and 25/4/2005", date(2005, 4, 3), False),
        ("3/4/2005 and 4/25/2005", date(2005, 3, 4), False),
        ("3/4/2005, 4/25/2005 and 25/4/2005", date(2005, 3, 4), True),
    ],
)
def test_a_numeric_date_is_read_as_the_texts_other_dates(text: str, value: date, ambiguous: bool) -> None:
    first = find_dates(text)[0]
    assert (first.value, first.ambiguous) == (value, ambiguous)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for five (5) years", [("five (5) years", "P5Y", False)]),
        ("one hundred and eighty (180) days", [("one hundred and eighty (180) days", "P180D", False)]),
        ("thirty (60) days", [("thirty (60) days", "P30D", True)]),
        ("a one-year term", [("one-year", "P1Y", False)]),
        ("twelve (12) consecutive calendar months", [("twelve (12) consecutive calendar months", "P12M", False)]),
        ("(30) days", [("(30) days", "P30D", False)]),
        ("an additional year", [("an additional year", "P1Y", False)]),
        ("from year to year", [("year to year", "P1Y", False)]),
        ("renew annually", [("renew annually", "P1Y", False)]),
        ("half a year", [("half a year", "P6M", False)]),
        ("two and one-half (2 1/2) years", []),
        ("ten (10) business days", [("ten (10) business days", None, False)]),
        ("[***] years", [("[***] years", None, False)]),
        ("18 years of age", []),
        ("三か月間", [("三か月間", "P3M", False)]),
        ("１年間", [("１年間", "P1Y", False)]),
        ("満了の60日前", [("60日", "P60D", False)]),
        ("10営業日以内", [("10営業日", None, False)]),
        ("●年間", [("●年間", None, False)]),
        ("2024年4月1日", []),
        ("第3条第2項", []),
    ],
)
def test_lengths_of_time(text: str, expected: list[tuple[str, str | None, bool]]) -> None:
    found = [(text[mention.start : mention.end], mention.iso, mention.mismatch) for mention in find_terms(view(text))]
    assert found == expected


def test_numbers_in_words() -> None:
    assert [cardinal(words) for words in ("ninety", "one hundred and eighty", "twenty-five", "many")] == [
        90,
        180,
        25,
        None,
    ]
    assert [ordinal(words) for words in ("first", "twenty-first", "twentyfirst", "thirtieth", "last")] == [
        1,
        21,
        21,
        30,
        None,
    ]
    assert [year_in_words(words) for words in ("nineteen ninety-nine", "two thousand and six", "twelve")] == [
        1999,
        2006,
        None,
    ]
    assert [japanese_number(text) for text in ("二十三", "二〇二四", "元", "12", "百五十", "甲")] == [
        23,
        2024,
        1,
        12,
        150,
        None,
    ]
