"""Stretches of days that words name, with the words that bound them."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import DateIn, folded, understand
from core.questions.ranges import ranges

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
    days = [
        (stretch.first and stretch.first.isoformat(), stretch.last and stretch.last.isoformat()) for stretch in found
    ]
    assert days == expected


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("contracts that have expired since 2018", "2018-01-01", "2021-02-28"),
        ("2018年以降に満了した契約", "2018-01-01", "2021-02-28"),
        ("contracts that expire after 2018", "2019-01-01", None),
        ("2018年以降に満了する契約", "2018-01-01", None),
    ],
)
def test_what_has_expired_is_past(question: str, first: str, last: str | None) -> None:
    found = understand(question, today=TODAY)
    assert found.readings[0].plan.conditions == (DateIn("expiration_date", first, last),)
    assert found.sure
