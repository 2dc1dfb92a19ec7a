"""Quarters, halves, fiscal years and words for times past, as days."""

from __future__ import annotations

from datetime import date

import pytest

from core.lexicon.calendar import fiscal_year_without_start
from core.questions.date_windows import Window, ranges, window
from core.questions.mentions import folded

TODAY = date(2021, 3, 1)
Days = tuple[str | None, str | None]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("in Q2 2021", [("2021-04-01", "2021-06-30")]),
        ("in 2021 Q4", [("2021-10-01", "2021-12-31")]),
        ("in the third quarter of 2019", [("2019-07-01", "2019-09-30")]),
        ("in the second half of 2021", [("2021-07-01", "2021-12-31")]),
        ("between Q1 2021 and Q3 2021", [("2021-01-01", "2021-09-30")]),
        ("before Q3 2021", [(None, "2021-06-30")]),
        ("this quarter", [("2021-01-01", "2021-03-31")]),
        ("last quarter", [("2020-10-01", "2020-12-31")]),
        ("in Q3", []),
        ("2021年第2四半期", [("2021-04-01", "2021-06-30")]),
        ("2021年第二四半期", [("2021-04-01", "2021-06-30")]),
        ("2021年下半期", [("2021-07-01", "2021-12-31")]),
        ("2019年度", [("2019-04-01", "2020-03-31")]),
        ("令和2年度", [("2020-04-01", "2021-03-31")]),
        ("2020年度第4四半期", [("2021-01-01", "2021-03-31")]),
        ("2021年度上期", [("2021-04-01", "2021-09-30")]),
        ("2018年度から2020年度まで", [("2018-04-01", "2021-03-31")]),
        ("今年度", [("2020-04-01", "2021-03-31")]),
        ("来年度", [("2021-04-01", "2022-03-31")]),
        ("昨年度", [("2019-04-01", "2020-03-31")]),
        ("in fiscal year 2021", []),
        ("in FY2021", []),
        ("in Japanese fiscal year 2020", [("2020-04-01", "2021-03-31")]),
        ("in the fiscal year 2019 (April to March)", [("2019-04-01", "2020-03-31")]),
        ("in the fiscal year beginning on 1 July 2021", [("2021-07-01", "2022-06-30")]),
        ("since last year", [("2020-01-01", None)]),
        ("by the end of next year", [(None, "2022-12-31")]),
        ("昨年以降", [("2020-01-01", None)]),
        ("2021年末までに", [(None, "2021-12-31")]),
        ("2021年1月から3月まで", [("2021-01-01", "2021-03-31")]),
        ("more than ten years ago", [(None, "2011-02-28")]),
        ("at least ten years ago", [(None, "2011-03-01")]),
        ("10年以上前", [(None, "2011-03-01")]),
        ("2020年より前", [(None, "2019-12-31")]),
        ("2021-13", []),
        ("31 February 2021", []),
    ],
)
def test_days_that_words_name(question: str, expected: list[Days]) -> None:
    found = ranges(folded(question), today=TODAY)
    days = [(one.first and one.first.isoformat(), one.last and one.last.isoformat()) for one in found]
    assert days == expected


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("contracts that expire in fiscal year 2021", True),
        ("contracts signed in FY2019", True),
        ("contracts by fiscal year", True),
        ("contracts that expire in fiscal Q2 2021", True),
        ("contracts by fiscal year (April to March)", False),
        ("contracts signed in the fiscal year 2019 (April to March)", False),
        ("contracts that expire in the fiscal year beginning on 1 July 2021", False),
        ("Japanese fiscal year 2020", False),
        ("2020年度に締結した契約", False),
    ],
)
def test_a_fiscal_year_needs_its_beginning(question: str, missing: bool) -> None:
    assert fiscal_year_without_start(folded(question)) is missing


@pytest.mark.parametrize(
    ("question", "last"),
    [
        ("contracts that have expired since 2018", date(2021, 2, 28)),
        ("2018年以降に満了した契約", date(2021, 2, 28)),
        ("contracts that expire after 2018", None),
        ("2018年以降に満了する契約", None),
    ],
)
def test_what_has_expired_is_past(question: str, last: date | None) -> None:
    first = date(2019, 1, 1) if "after" in question else date(2018, 1, 1)
    assert window(folded(question), today=TODAY) == Window("expiration_date", first, last)
