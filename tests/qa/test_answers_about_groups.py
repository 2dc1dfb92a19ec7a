"""What a person reads: two groups, quarters, which of two is more, a fiscal year without a beginning, other names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.graph import GraphAlias, GraphParty
from core.graph.rows import TableRow
from core.qa import ask
from core.qa.aggregate import group_words, notes
from core.settings import load_settings
from core.wording import Language
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import small_contract


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("groups")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        received = [(workbench.library.receive(small_contract(n), f"{n}.txt"), f"{n}.txt") for n in (1, 2)]
        workbench.run_until_done(workbench.library.ingest(received, user="Sato"))
        yield workbench


@pytest.mark.parametrize(
    ("row", "language", "expected"),
    [
        ({"country": "US", "state": "New York", "year": 2021, "contracts": 3}, "en", "New York, United States, 2021"),
        ({"agreement_type": None, "country": "JP", "state": None}, "ja", "（不明）、日本"),
        ({"quarter": 20212, "contracts": 1}, "en", "2021 Q2"),
        ({"quarter": 20212, "contracts": 1}, "ja", "2021年第2四半期"),
        ({"fiscal_year": 2020, "contracts": 1}, "en", "Fiscal year 2020 (April to March)"),
        ({"fiscal_year": 2020, "contracts": 1}, "ja", "2020年度"),
        ({"side": 2, "contracts": 1, "unknown": 0}, "en", "(2)"),
    ],
)
def test_groups_in_words(row: dict[str, Any], language: Language, expected: str) -> None:
    assert group_words(TableRow(tuple(row.items())), language) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((5, 0), (3, 1), "There are more of (1)."),
        ((1, 1), (3, 0), "There are more of (2)."),
        ((3, 0), (3, 0), "Both numbers are the same."),
        ((3, 0), (2, 1), "It cannot be determined which are more: the unknown contracts could change the result."),
        ((3, 2), (3, 0), "It cannot be determined which are more: the unknown contracts could change the result."),
    ],
)
def test_which_is_more_is_said_only_where_it_is_certain(
    first: tuple[int, int], second: tuple[int, int], expected: str
) -> None:
    rows = [
        TableRow((("side", place), ("contracts", sure), ("unknown", unsure)))
        for place, (sure, unsure) in enumerate((first, second), 1)
    ]
    assert notes(rows, "en")[0] == expected


def test_a_comparison_is_answered(opened: Workbench) -> None:
    question = "Are there more contracts under Delaware law than under Nevada law?"
    answer = ask(question, opened, language="en", user="Sato").answer
    assert answer.text.splitlines()[0].replace("\\", "") == (
        "No. Two numbers of contracts: (1) contracts governed by the law of Delaware, United States; "
        "(2) contracts governed by the law of Nevada, United States:"
    )
    assert "- (1): 1 contract\n- (2): 1 contract" in answer.text
    assert answer.text.endswith("Both numbers are the same.")


@pytest.mark.parametrize(
    "question", ["How many contracts expire in FY2026?", "Number of contracts signed by fiscal year"]
)
def test_a_fiscal_year_without_its_beginning_is_asked_back(opened: Workbench, question: str) -> None:
    answer = ask(question, opened, language="en", user="Sato").answer
    assert answer.refused
    assert answer.calls == ()
    assert answer.text.startswith("A fiscal year begins on different days")


@pytest.mark.parametrize(
    ("question", "language", "begin"),
    [
        ("準拠法と年度ごとの契約数は？", "ja", "どの日付でまとめるのかが示されていない"),
        ("月別の契約件数", "ja", "どの日付でまとめるのかが示されていない"),
        ("How many contracts by governing law and year?", "en", "A contract has several dates"),
        ("How many contracts are there per quarter?", "en", "A contract has several dates"),
    ],
)
def test_a_year_of_no_date_is_asked_back(opened: Workbench, question: str, language: Language, begin: str) -> None:
    answer = ask(question, opened, language=language, user="Sato").answer
    assert answer.refused
    assert answer.calls == ()
    assert answer.text.startswith(begin)


def test_a_list_says_that_a_contract_was_found_by_another_name(opened: Workbench) -> None:
    names = ("Northfield Widgets 1 Inc.", "Harbor Retail 2 LLC")
    members = tuple(GraphAlias(name, "stated", 1.0, "Ito", "2021-01-05") for name in names)
    opened.graph().project_parties([GraphParty("p1", names[0], members)])
    try:
        answer = ask("Which contracts are with Northfield Widgets 1 Inc.?", opened, language="en", user="Sato").answer
    finally:
        opened.graph().project_parties([])
    assert "written as “Northfield Widgets 1 Inc.”" in answer.text
    assert "written as “Harbor Retail 2 LLC”, approved as another name of “Northfield Widgets 1 Inc.”" in answer.text


@pytest.mark.parametrize("question", ["契約1と契約2の準拠法は？", "契約1と契約2の保険の条項は？"])
def test_each_contract_begins_a_paragraph_of_its_own(opened: Workbench, question: str) -> None:
    """A name right behind a list is read on in its last line, as if it belonged to the contract before."""
    lines = ask(question, opened, language="ja", user="Sato").answer.text.split("\n")
    names = [place for place, line in enumerate(lines) if line.startswith("契約")]
    assert len(names) == 2
    assert lines[names[1] - 1] == ""
    assert lines[names[1] - 2].lstrip().startswith("- ")
