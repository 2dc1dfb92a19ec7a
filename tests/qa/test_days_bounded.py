"""A statement that bounds a day otherwise than its source is marked: "before" for "on or before", 以前 for より前."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from core.qa.support import CallRows, Cited, judge, judge_call, window_off
from core.qa.support.days import day_bound_differs

Cases = tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
# words of a contract, statements that they carry, statements that they do not
READ: Cases = (
    (
        "Either party may object on or before March 31, 2026.",
        ("Either party may object on or before March 31, 2026.", "Objections may be made by March 31, 2026."),
        (
            "Either party may object before March 31, 2026.",
            "Either party may object after March 31, 2026.",
            "Either party may object on or after March 31, 2026.",
        ),
    ),
    (
        "The Buyer shall pay the price no later than 30 June 2026.",
        (
            "The Buyer must pay the price by 30 June 2026 at the latest.",
            "The Buyer must pay the price on or before 30 June 2026.",
        ),
        (
            "The Buyer must pay the price before 30 June 2026.",
            "The Buyer must pay the price no earlier than 30 June 2026.",
            "The Buyer must pay the price after 30 June 2026.",
        ),
    ),
    (
        "The option may not be exercised before 1 May 2026.",
        ("The option may be exercised on or after 1 May 2026.", "The option may not be exercised before 1 May 2026."),
        (
            "The option may be exercised after 1 May 2026 only.",
            "The option may be exercised before 1 May 2026.",
            "The option may not be exercised on or before 1 May 2026.",
        ),
    ),
    (
        "This Agreement remains in force until and including 30 September 2026.",
        ("This Agreement remains in force through 30 September 2026.",),
        (
            "This Agreement remains in force until but not including 30 September 2026.",
            "This Agreement ends before 30 September 2026.",
        ),
    ),
    (
        "The Supplier shall deliver the goods before 15 July 2026.",
        ("The Supplier must deliver the goods before 15 July 2026.",),
        (
            "The Supplier must deliver the goods on or before 15 July 2026.",
            "The Supplier must deliver the goods by 15 July 2026 at the latest.",
            "The Supplier must deliver the goods after 15 July 2026.",
        ),
    ),
    (
        "Claims may be made only after 1 January 2027.",
        ("Claims may be made after 1 January 2027.",),
        (
            "Claims may be made on or after 1 January 2027.",
            "Claims may be made from 1 January 2027, that day included.",
        ),
    ),
    (
        "甲は、2026年3月31日以前に異議を述べることができる。",
        ("甲は2026年3月31日までに異議を述べることができます。",),
        (
            "甲は2026年3月31日より前に異議を述べることができます。",
            "甲は2026年3月31日以降に異議を述べることができます。",
            "甲は2026年3月31日の前日までに異議を述べることができます。",
        ),
    ),
    (
        "乙は、2026年6月30日までに代金を支払う。",
        ("乙は2026年6月30日までに代金を支払います。", "乙は遅くとも2026年6月30日までに代金を支払います。"),
        (
            "乙は2026年6月30日より前に代金を支払います。",
            "乙は2026年6月30日以降に代金を支払います。",
            "乙は2026年6月30日の前日までに代金を支払います。",
        ),
    ),
    (
        "乙は、2026年7月15日より前に商品を納入する。",
        ("乙は2026年7月15日より前に商品を納入します。",),
        (
            "乙は2026年7月15日以前に商品を納入します。",
            "乙は2026年7月15日までに商品を納入します。",
            "乙は2026年7月15日より後に商品を納入します。",
        ),
    ),
    (
        "甲は、2026年5月1日以降に選択権を行使することができる。",
        (
            "甲は2026年5月1日以後に選択権を行使することができます。",
            "甲は2026年5月1日から選択権を行使することができます。",
        ),
        (
            "甲は2026年5月1日より後に選択権を行使することができます。",
            "甲は2026年5月1日以前に選択権を行使することができます。",
            "甲は2026年5月1日の翌日から選択権を行使することができます。",
        ),
    ),
)
# written when the rule stood, before it was run on them
APART: Cases = (
    (
        "The offer lapses unless it is accepted prior to 1 June 2027.",
        ("The offer must be accepted before 1 June 2027.",),
        (
            "The offer may still be accepted on 1 June 2027 and lapses after 1 June 2027.",
            "The offer must be accepted on or before 1 June 2027.",
        ),
    ),
    (
        "Tenant may sublet the premises starting 1 April 2026.",
        (
            "Tenant may sublet the premises from 1 April 2026.",
            "Tenant may sublet the premises on or after 1 April 2026.",
        ),
        ("Tenant may sublet the premises after 1 April 2026.", "Tenant may sublet the premises until 1 April 2026."),
    ),
    (
        "The price is fixed through December 2026.",
        ("The price is fixed until December 2026.",),
        ("The price is fixed before December 2026.", "The price is fixed from December 2026."),
    ),
    (
        "No royalties are due after June 30, 2028.",
        ("After June 30, 2028 no royalties are due.",),
        ("No royalties are due on or after June 30, 2028.", "No royalties are due before June 30, 2028."),
    ),
    (
        "Licensee shall submit the report not later than January 31, 2027.",
        ("Licensee shall submit the report by January 31, 2027.",),
        (
            "Licensee shall submit the report prior to January 31, 2027.",
            "Licensee shall submit the report following January 31, 2027.",
        ),
    ),
    (
        "The Seller shall not disclose the price before October 15, 2026.",
        ("The Seller shall not disclose the price prior to October 15, 2026.",),
        (
            "The Seller shall not disclose the price until after October 15, 2026.",
            "The Seller shall not disclose the price after October 15, 2026.",
        ),
    ),
    (
        "甲は、令和8年9月30日を超えて本物件を使用してはならない。",
        ("甲は令和8年9月30日を超えて本物件を使用することはできません。",),
        ("甲は令和8年9月30日以降本物件を使用することはできません。",),
    ),
    (
        "本サービスは、2027年1月1日より前に解約することができない。",
        ("2027年1月1日より前に本サービスを解約することはできません。",),
        (
            "2027年1月1日以前に本サービスを解約することはできません。",
            "2027年1月1日より後に本サービスを解約することはできません。",
        ),
    ),
    (
        "乙は、2026年11月末日までに報告書を提出する。",
        ("乙は2026年11月末日までに報告書を提出します。",),
        ("乙は2026年11月末日より前に報告書を提出します。", "乙は2026年11月末日以降に報告書を提出します。"),
    ),
    (
        "料金は2026年10月1日から改定される。",
        ("料金は2026年10月1日以降改定されます。",),
        ("料金は2026年10月1日より後に改定されます。", "料金は2026年10月1日まで改定されます。"),
    ),
)


@pytest.mark.parametrize(("words", "text"), [(words, text) for words, _, false in READ + APART for text in false])
def test_another_bound_is_marked(words: str, text: str) -> None:
    assert not judge(text, [Cited(words)]).carried


@pytest.mark.parametrize(("words", "text"), [(words, text) for words, true, _ in READ + APART for text in true])
def test_the_same_bound_in_other_words_is_no_other(words: str, text: str) -> None:
    assert not day_bound_differs(text, words)


def test_most_that_is_true_is_carried() -> None:
    carried = [judge(text, [Cited(words)]).carried for words, true, _ in READ + APART for text in true]
    assert sum(carried) >= 0.7 * len(carried) > 15


def test_a_day_without_a_bound_on_either_side_is_not_judged() -> None:
    assert not day_bound_differs("The contract ends before 31 March 2026.", "The meeting is held on 31 March 2026.")
    assert not day_bound_differs("The contract ends on 31 March 2026.", "It continues until 31 March 2026.")


TODAY = date(2026, 1, 10)
UNTIL_THE_31ST = {"field": "expiration_date", "to_day": "2026-03-31"}
FROM_THE_31ST = {"field": "expiration_date", "from_day": "2026-03-31"}


@pytest.mark.parametrize(
    ("question", "arguments", "argument", "meant"),
    [
        ("Which contracts expire before March 31, 2026?", UNTIL_THE_31ST, "to_day", "2026-03-30"),
        ("2026年3月31日より前に満了する契約は？", UNTIL_THE_31ST, "to_day", "2026-03-30"),
        ("2026年3月31日未満に満了する契約は？", UNTIL_THE_31ST, "to_day", "2026-03-30"),
        ("2026年3月末より前に満了する契約は？", UNTIL_THE_31ST, "to_day", "2026-03-30"),
        ("Which contracts expire on or before April 1, 2026?", UNTIL_THE_31ST, "to_day", "2026-04-01"),
        ("Which contracts expire after March 31, 2026?", FROM_THE_31ST, "from_day", "2026-04-01"),
        ("2026年4月1日以降に満了する契約は？", FROM_THE_31ST, "from_day", "2026-04-01"),
        ("Which contracts expire in March 2026?", {"to_day": "2026-04-01"}, "to_day", "2026-03-31"),
        (
            "How many contracts expire before March 31, 2026?",
            {"question": "How many contracts expire on or before March 31, 2026?"},
            "question",
            "2026-03-30",
        ),
    ],
)
def test_a_window_that_is_one_day_off_the_question(
    question: str, arguments: dict[str, Any], argument: str, meant: str
) -> None:
    edge = window_off(question, arguments, today=TODAY)
    assert edge is not None
    assert (edge.argument, edge.meant.isoformat()) == (argument, meant)


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("Which contracts expire on or before March 31, 2026?", UNTIL_THE_31ST),
        ("Which contracts expire by March 31, 2026?", UNTIL_THE_31ST),
        ("Which contracts expire until March 31, 2026?", UNTIL_THE_31ST),
        ("Which contracts expire before April 1, 2026?", UNTIL_THE_31ST),
        ("Which contracts expire before April 2026?", UNTIL_THE_31ST),
        ("Which contracts expire before the end of March 2026?", UNTIL_THE_31ST),
        ("2026年3月31日以前に満了する契約は？", UNTIL_THE_31ST),
        ("2026年3月31日までに満了する契約は？", UNTIL_THE_31ST),
        ("2026年4月より前に満了する契約は？", UNTIL_THE_31ST),
        ("Which contracts expire on or after March 31, 2026?", FROM_THE_31ST),
        ("2026年3月31日以降に満了する契約は？", FROM_THE_31ST),
        ("2026年3月30日より後に満了する契約は？", FROM_THE_31ST),
        ("Which contracts were signed before 1 January 2020 and expire on or before March 31, 2026?", UNTIL_THE_31ST),
        ("Which contracts expire before March 31, 2026?", {"field": "expiration_date", "to_day": "2027-01-01"}),
        ("Which contracts expire before March 31, 2026?", {"clause_type": "Insurance"}),
        ("Which contracts expire before March 31, 2026?", {"to_day": "soon"}),
        ("Which contracts are insured?", UNTIL_THE_31ST),
    ],
)
def test_a_window_as_the_question_says(question: str, arguments: dict[str, Any]) -> None:
    assert window_off(question, arguments, today=TODAY) is None


@pytest.mark.parametrize(
    ("statement", "carried"),
    [
        ("1 contract expires by March 31, 2026: Supply Agreement.", True),
        ("1 contract expires on or before March 31, 2026: Supply Agreement.", True),
        ("1 contract expires before April 1, 2026: Supply Agreement.", True),
        ("1 contract expires by March 31, 2026: Supply Agreement (until March 30, 2026).", True),
        ("1 contract expires before March 31, 2026: Supply Agreement.", False),
        ("1 contract expires after March 31, 2026: Supply Agreement.", False),
        ("1 contract expires in April 2026: Supply Agreement.", False),
        ("1 contract expires by April 2026: Supply Agreement.", False),
        ("1 contract expires after April 2026: Supply Agreement.", False),
        ("1 contract expires from April 2026: Supply Agreement.", False),
        ("1 contract expires on April 1, 2026: Supply Agreement.", False),
        ("2026年4月に満了する契約は1件です：Supply Agreement。", False),
        ("1 contract expires in March 2026: Supply Agreement.", True),
        ("1 contract expires on or before April 1, 2026: Supply Agreement.", False),
        ("2026年3月31日以前に満了する契約は1件です：Supply Agreement。", True),
        ("2026年4月1日より前に満了する契約は1件です：Supply Agreement。", True),
        ("2026年3月31日より前に満了する契約は1件です：Supply Agreement。", False),
    ],
)
def test_a_statement_about_a_list_bounds_its_days_as_they_were_asked_for(statement: str, carried: bool) -> None:
    """ "Before 31 March" was said of a list that holds the 31st; true ones were marked for the month's name."""
    rows = [{"contract_id": "c1", "title": "Supply Agreement", "number": 1, "expiration_date": "2026-03-30"}]
    call = CallRows("get_contracts_by_date", UNTIL_THE_31ST, 1, rows)
    assert judge_call(statement, call, portfolio=5).carried is carried
