"""A fact is asked of one contract: none, or several of them, is asked back; whether there are more is said first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.qa.answer import Answer
from core.qa.builtin import answer_builtin
from core.settings import load_settings
from core.wording import Language
from core.workbench.workbench import Workbench, open_workbench
from oracles.questions.portfolio import TODAY, fill


@pytest.fixture(scope="module")
def portfolio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("which")
    settings = load_settings(data_dir=folder, env_file=folder / "none")
    fill(settings)
    with open_workbench(settings) as workbench:
        yield workbench


def _ask(question: str, portfolio: Workbench, language: Language = "en", last: Answer | None = None) -> Answer:
    memory = None if last is None else last.memory
    return answer_builtin(question, portfolio, memory=memory, language=language, today=TODAY)


def test_which_of_several_contracts_is_asked_and_one_press_answers(portfolio: Workbench) -> None:
    asked = _ask("What is the notice period of the Velo agreement?", portfolio)
    assert asked.refused
    assert asked.text.splitlines()[0] == "3 contracts may be meant. Which one is this about?"
    assert not asked.citations
    picked = _ask("2", portfolio, last=asked)
    assert not picked.refused
    assert len(picked.memory["contracts"]) == 1
    every = _ask("4", portfolio, last=asked)
    assert len(every.memory["contracts"]) == 3


def test_several_contracts_are_answered_where_several_are_meant(portfolio: Workbench) -> None:
    answer = _ask("What are the notice periods of the Velo agreements?", portfolio)
    assert not answer.refused
    assert len(answer.memory["contracts"]) == 3


def test_a_fact_of_no_contract_is_no_answer(portfolio: Workbench) -> None:
    answer = _ask("When does the Velo lease expire?", portfolio)
    assert answer.refused
    assert answer.text.startswith("No contract was found")


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Are there more Japanese law contracts than Singapore law contracts?", "Yes. Two numbers"),
        ("Are there fewer Japanese law contracts than Singapore law contracts?", "No. Two numbers"),
        # Two contracts name no law: they could change the result.
        ("Are there more Texas law contracts than California law contracts?", "Two numbers"),
    ],
)
def test_whether_there_are_more_is_said_first(question: str, begins: str, portfolio: Workbench) -> None:
    assert _ask(question, portfolio).text.startswith(begins)


def test_a_kind_left_out_behind_narrows_the_last_list(portfolio: Workbench) -> None:
    first = _ask("Kestrelとの契約", portfolio, "ja")
    narrowed = _ask("合弁以外で", portfolio, "ja", last=first)
    assert set(narrowed.memory["contracts"]) < set(first.memory["contracts"])
