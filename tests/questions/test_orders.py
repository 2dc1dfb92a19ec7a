"""All contracts of a list in the order of a date."""

from __future__ import annotations

import pytest
from test_understand import read, sure

from core.questions import ClauseIs, DateIn, LawIs, TypeIs, followed, restated
from core.questions.plan import EVERY_CONTRACT


@pytest.mark.parametrize(
    ("question", "by_date", "ascending", "kinds"),
    [
        ("List contracts by expiry date.", "expiration_date", True, set()),
        ("Sort contracts by signing date", "agreement_date", True, set()),
        ("NDAs sorted by signing date, newest first", "agreement_date", False, {TypeIs}),
        ("List hosting agreements by expiration date, soonest first", "expiration_date", True, {TypeIs, DateIn}),
        ("Show our license agreements in order of effective date", "effective_date", True, {TypeIs}),
        ("contracts with insurance sorted by notice deadline", "last_notice_day", True, {ClauseIs}),
        (
            "List the leases under Japanese law ordered by expiry date, latest first",
            "expiration_date",
            False,
            {TypeIs, LawIs},
        ),
        ("契約を満了日が近い順に並べて", "expiration_date", True, {DateIn}),
        ("契約を締結日の近い順に並べて", "agreement_date", False, set()),
        ("契約を満了日順に並べて", "expiration_date", True, set()),
        ("ライセンス契約を締結日の新しい順に一覧にして", "agreement_date", False, {TypeIs}),
        ("保険がある契約を満了日順で", "expiration_date", True, {ClauseIs}),
    ],
)
def test_an_order_of_all(question: str, by_date: str, ascending: bool, kinds: set[type]) -> None:
    plan = sure(question).plan
    assert (plan.by_date, plan.ascending, plan.top) == (by_date, ascending, EVERY_CONTRACT)
    assert {type(condition) for condition in plan.every_condition} == kinds


@pytest.mark.parametrize(
    "question",
    [
        "number of contracts by signing date",
        "Top 3 contracts by expiration date",
        "満了日順に5件",
        "Sort our zorgblat contracts by signing date",
    ],
)
def test_what_is_no_order_of_all(question: str) -> None:
    assert not read(question).sure


@pytest.mark.parametrize("language", ["ja", "en"])
def test_no_number_of_contracts_is_made_up(language: str) -> None:
    words = restated(sure("List contracts by expiry date.").plan, language)  # type: ignore[arg-type]
    assert "1000000" not in words


@pytest.mark.parametrize("question", ["満了日順に並べて", "sort by expiry date", "sorted by expiry date, please"])
def test_an_order_alone_is_of_the_list_before(question: str) -> None:
    before = sure("Which contracts have insurance?")
    reading = followed(read(question, follows=True), before, ["c1", "c2"], "those").readings[0]
    assert (reading.plan.by_date, reading.plan.conditions) == ("expiration_date", before.plan.conditions)
