"""On or before, on or after, until, 以前, 以降, 未満 and まで take the day in or not, as lawyers mean (issue 12, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.qa.builtin import answer_builtin
from core.questions import DateIn, NumberIs, understood_with_help
from core.settings import load_settings
from core.workbench.workbench import Workbench, open_workbench
from oracles.questions.edge_days import APART, DEVELOPED, TODAY, Edge, outcome
from oracles.questions.gold import Case, day, ids, judge
from oracles.questions.portfolio import fill

ASKED_BACK = frozenset(
    {
        "Which contracts expire on or before the end of next month?",
        "Which contracts have a last notice day before 31 January 2027?",
        "月末までに満了する契約はどれですか。",
        "満了の60日前までに通知しなければならない契約はどれですか。",
    }
)
"""Cases of the half kept apart that are asked back, though they mean the days of the table."""


@pytest.mark.parametrize("edge", [*DEVELOPED, *APART], ids=lambda edge: edge.question)
def test_the_edge_is_read_as_meant_or_asked_back(edge: Edge) -> None:
    understood = understood_with_help(edge.question, today=TODAY)
    met = {"right", "asked back"} if edge.question in ASKED_BACK else {"right"}
    assert outcome(edge, understood) in met, understood.readings


@pytest.mark.parametrize(
    ("question", "last"),
    [
        ("満了日が2027年3月31日を超えない契約はどれですか。", "2027-03-31"),
        ("満了日が2027年3月31日を過ぎない契約", "2027-03-31"),
        ("満了日が2027年3月31日を超えず、保険条項がある契約", "2027-03-31"),
        ("満了日が2027年3月31日に満たない契約", "2027-03-30"),
        ("Which contracts expire not beyond 31 March 2027?", "2027-03-31"),
    ],
)
def test_a_day_that_is_not_passed_is_the_last(question: str, last: str) -> None:
    understood = understood_with_help(question, today=TODAY)
    assert understood.sure
    assert DateIn("expiration_date", None, last) in understood.readings[0].plan.conditions


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        ("契約期間が2年を超えない契約はどれですか", NumberIs("term_days", None, 2, "year")),
        ("契約期間が2年を超えず自動更新される契約", NumberIs("term_days", None, 2, "year")),
        ("契約期間が2年を上回らない契約", NumberIs("term_days", None, 2, "year")),
        ("契約期間が2年を下回らない契約", NumberIs("term_days", 2, None, "year")),
        ("契約期間が2年を超える契約", NumberIs("term_days", 2, None, "year", strict=True)),
        ("Contracts with a term not over two years", NumberIs("term_days", None, 2, "year")),
        ("Contracts with a term not exceeding two years", NumberIs("term_days", None, 2, "year")),
        ("Contracts with a notice period not under 30 days", NumberIs("notice_days", 30, None)),
    ],
)
def test_a_length_that_is_not_passed_is_the_greatest(question: str, bound: NumberIs) -> None:
    understood = understood_with_help(question, today=TODAY)
    assert understood.sure
    assert bound in understood.readings[0].plan.conditions


@pytest.mark.parametrize(
    "question",
    [
        "Which contracts expire before 0001-01-01?",
        "0001年1月1日の前日までに満了する契約",
        "9999年12月31日の翌日以降に満了する契約",
        "9999年12月31日の999年後までに満了する契約",
    ],
)
def test_days_beyond_the_calendar_are_its_first_or_last(question: str) -> None:
    (condition,) = understood_with_help(question, today=TODAY).readings[0].plan.conditions
    assert isinstance(condition, DateIn)
    assert {condition.first, condition.last} & {"0001-01-01", "9999-12-31"}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder: Path = tmp_path_factory.mktemp("edges")
    settings = load_settings(data_dir=folder, env_file=folder / "none")
    fill(settings)
    with open_workbench(settings) as opened:
        yield opened


LISTED = (
    ("Which contracts expire on or before {}?", "last", True),
    ("Which agreements end on {} at the latest?", "last", True),
    ("Which contracts expire ahead of {}?", "last", False),
    ("Which contracts expire up to but not including {}?", "last", False),
    ("Which contracts expire on {} at the earliest?", "first", True),
    ("{}以前に満了する契約はどれですか。", "last", True),
    ("{}の前日までに満了する契約はどれですか。", "last", False),
    ("早くとも{}に満了する契約はどれですか。", "first", True),
    ("{}の翌日以降に満了する契約はどれですか。", "first", False),
    ("満了日が{}を超える契約はどれですか。", "first", False),
)
AROUND = (("2027-03-30", "2027-03-29", "2027-03-31"), ("2027-03-31", "2027-03-30", "2027-04-01"),
          ("2027-04-01", "2027-03-31", "2027-04-02"))  # fmt: skip
"""The day before the one on which three contracts end, the day itself and the day after; each with its neighbours."""


@pytest.mark.parametrize(("named", "before", "after"), AROUND)
@pytest.mark.parametrize(("question", "side", "included"), LISTED)
def test_contracts_that_end_on_the_edge_are_listed_or_not(
    question: str, side: str, included: bool, named: str, before: str, after: str, workbench: Workbench
) -> None:
    last = named if included else before
    first = named if included else after
    gold = ids(day("expires", last=last) if side == "last" else day("expires", first=first))
    numbers = {row.contract_id: row.number for row in workbench.library.rows()}
    case = Case((question.format(named),), gold)
    answer = answer_builtin(case.turns[0], workbench, memory=None, language=case.language, today=TODAY)
    assert judge(gold, answer, numbers) == "right", answer.text
