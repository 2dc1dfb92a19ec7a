"""On or before, on or after, until, 以前, 以降, 未満 and まで take the day in or not, as lawyers mean (issue 12, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.qa.builtin import answer_builtin
from core.questions import understood_with_help
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
