"""Questions about a day: recognised in both languages, answered through relations, each sentence with its words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from core.qa.builtin import answer_builtin
from core.questions import Names, PartyIs, understand
from core.settings import load_settings
from core.workbench.related import relation_evidence, relation_suggestions
from core.workbench.workbench import Workbench, open_workbench
from related_contracts import fill

TODAY = date(2026, 11, 21)
PARTIES = ("Harbor Retail LLC", "株式会社山田商店")
ASKED = [
    ("Which contracts were in force on 1 June 2020?", None, ()),
    ("Which terms on insurance apply as of June 1, 2020?", None, ("insurance",)),
    ("contracts with Harbor Retail in force as of 2020-06-01", "Harbor Retail LLC", ()),
    ("2020年6月1日時点で有効な契約", None, ()),
    ("令和2年6月1日時点の保険の条項を教えて", None, ("insurance",)),
    ("2020年6月1日時点で株式会社山田商店との有効な契約は？", "株式会社山田商店", ()),
]
OTHER = [
    "agreements dated as of June 1, 2020",
    "contracts signed on June 1, 2020",
    "Which contracts expire in 2020?",
    "which contracts were in force in June 2020",
    "2020年6月1日に締結した契約",
    "2020年に満了する契約",
]


@pytest.mark.parametrize(("question", "organization", "clauses"), ASKED)
def test_questions_about_a_day(question: str, organization: str | None, clauses: tuple[str, ...]) -> None:
    found = understand(question, today=TODAY, names=Names(PARTIES))
    assert found.sure
    (reading,) = found.readings
    parties = [name for c in reading.plan.conditions if isinstance(c, PartyIs) for name in c.names]
    assert (reading.day, parties, reading.clauses) == ("2020-06-01", [organization] if organization else [], clauses)


@pytest.mark.parametrize("question", OTHER)
def test_other_questions(question: str) -> None:
    assert all(reading.day is None for reading in understand(question, today=TODAY, names=Names(PARTIES)).readings)


def test_words_that_nothing_accounts_for_are_told() -> None:
    found = understand("contracts above 5,000,000 dollars in force on 1 June 2020", today=TODAY, names=Names(PARTIES))
    assert not found.sure or found.readings[0].kind == "refused"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """A workbench with the related contracts and their relations approved."""
    folder = tmp_path_factory.mktemp("related")
    fill(folder)
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as opened:
        for suggestion in relation_suggestions(opened):
            evidence = relation_evidence(opened, suggestion)
            opened.relations.approve(
                suggestion.kind,
                suggestion.source,
                suggestion.target,
                by="sato",
                method="stated",
                score=suggestion.score,
                evidence=evidence,
            )
        yield opened


def test_the_words_of_the_amendment_apply(workbench: Workbench) -> None:
    answer = answer_builtin(
        "Which terms on insurance apply with Harbor Retail LLC as of June 1, 2020?",
        workbench,
        memory=None,
        language="en",
        today=TODAY,
    )
    assert "As of 2020-06-01: 1 in force, 0 unknown." in answer.text
    assert "Amended by Contract 2" in answer.text
    assert "$5,000,000" in answer.text.replace("\\", "")
    assert "1,000,000 per" not in answer.text
    assert {citation.contract_id for citation in answer.citations} == {
        workbench.library.find(1),
        workbench.library.find(2),
    }


def test_superseded_contracts_are_named(workbench: Workbench) -> None:
    answer = answer_builtin("2021年7月1日時点で有効な契約", workbench, memory=None, language="ja", today=TODAY)
    assert "取って代わられたため除いた契約" in answer.text
    assert "2021-06-01 から" in answer.text
    assert workbench.library.find(1) not in answer.memory["contracts"]
