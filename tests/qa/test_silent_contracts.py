"""What is not found is not said to be missing: yes or no, lists, extremes, days in force."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.contracts import StatedPresence
from core.qa import ask
from core.qa.builtin import answer_builtin
from core.settings import load_settings
from core.wording import Language
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import small_contract

SILENT = b"""CONFIDENTIALITY AGREEMENT

Between Hollis & Crane LLP ("Hollis") and Marrow Foods Limited ("Marrow"). Dated 3 May 2024.

Each of us keeps secret what the other tells it. What the judges in London would say of it is what counts.
We go on until either of us has had enough and says so.
"""
RENEWED = b"""SERVICES AGREEMENT

This Services Agreement is entered into as of January 1, 2022 by and between Orchard Lane Ltd., an English company
("Customer"), and Tamworth Data Inc., a Delaware corporation ("Provider").

1. Term. This Agreement shall continue in effect until January 31, 2023 and shall automatically renew for successive
one-year periods unless either party gives notice of non-renewal at least ten (10) days before the end of the
then-current period.

2. Governing Law. This Agreement is governed by the laws of the State of Nevada.
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """Contract 1 has its term and law, 2 neither that was found, 3 is in a renewed term."""
    folder = tmp_path_factory.mktemp("silence")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        files = (small_contract(1), SILENT, RENEWED)
        for n, data in enumerate(files, 1):
            received = [(workbench.library.receive(data, f"{n}.txt"), f"{n}.txt")]
            workbench.run_until_done(workbench.library.ingest(received, user="Sato"))
        yield workbench


def _answer(opened: Workbench, question: str, language: Language = "en") -> str:
    answer = ask(question, opened, language=language, user="Sato").answer
    assert not answer.refused, answer.text
    return answer.text


@pytest.mark.parametrize(
    ("question", "language", "first"),
    [
        ("Is contract 2 governed by English law?", "en", "This cannot be determined."),
        ("契約2の準拠法は英国法ですか", "ja", "判断できません。"),
        ("Do any contracts expire in 2031?", "en", "This cannot be determined."),
        ("Do all contracts expire before 2031?", "en", "This cannot be determined."),
        ("Does contract 2 expire before 2027?", "en", "This cannot be determined."),
        ("Is there any contract governed by the law of England?", "en", "This cannot be determined."),
        ("Is contract 1 governed by English law?", "en", "No."),
        ("Does contract 1 expire in 2031?", "en", "No."),
        (
            "Has contract 3 expired?",
            "en",
            "This cannot be determined. The initial term ends then; if nobody gave notice",
        ),
        ("契約3は満了していますか", "ja", "判断できません。 当初の期間はその日に満了しますが"),
        ("Is Harbor Retail 1 LLC a party to contract 3?", "en", "No."),
    ],
)
def test_no_is_said_only_of_what_was_found(opened: Workbench, question: str, language: Language, first: str) -> None:
    """Issue 12, 1 and 2: contracts of which no law or end was found were answered with "No"."""
    assert _answer(opened, question, language).startswith(first)


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        ("Which contracts are governed by English law?", "Governing law: not found in 1 of 3 contracts."),
        ("How many contracts are governed by Nevada law?", "Governing law: not found in 1 of 3 contracts."),
        ("Which contract expires last?", "Expiration date: not found in 1 of 3 contracts."),
        ("What is the longest notice period?", "Notice period to terminate renewal: not found in 2 of 3 contracts."),
        ("Which contract has the longest term?", "Effective date: not found in 2 of 3 contracts."),
        ("Which contract expires next?", "Expiration date: not found in 1 of 3 contracts."),
        ("Which contracts are supply agreements?", "Type: not found in 1 of 3 contracts."),
        ("Which contracts are with Harbor Retail 1 LLC?", None),
    ],
)
def test_lists_and_extremes_say_of_how_many_nothing_was_found(
    opened: Workbench, question: str, lacking: str | None
) -> None:
    """Issue 12, 2: only lists by dates did; "which expires last" was answered as if all had an end."""
    text = _answer(opened, question)
    assert (lacking in text) if lacking is not None else ("not found in" not in text)


def test_a_person_who_says_that_there_is_no_law_is_believed(opened: Workbench) -> None:
    """What somebody knows to be absent is no gap."""
    contract_id = opened.library.find(2)
    opened.library.review(
        contract_id, "presence:governing_law", "correct", value=StatedPresence("absent"), reviewer="Sato"
    )
    try:
        assert _answer(opened, "Is contract 2 governed by English law?").startswith("No.")
        assert "not found in" not in _answer(opened, "Which contracts are governed by English law?")
    finally:
        opened.library.review(contract_id, "presence:governing_law", "withdraw", reviewer="Sato")


def test_what_expires_next_names_the_renewed_terms(opened: Workbench) -> None:
    """Issue 12, 7: a contract in a renewed term that ends sooner was left out without a word."""
    assert "whose renewed term ends then, if nobody gave notice: 1." in _answer(opened, "Which contract expires next?")


def test_a_day_in_force_says_not_found_for_not_stated(opened: Workbench) -> None:
    """Issue 12, 1: "no effective date is stated", "its last day is not stated as a day"."""
    text = _answer(opened, "Which contracts were in force on 1 June 2024?")
    assert "stated" not in text
    assert "its last day was not found as a day" in text


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        (
            "List the supply agreements with Hollis",
            "en",
            "1 contract meets every other condition; Type was not found there, so it is not known:",
        ),
        (
            "Hollisとの売買契約の一覧",
            "ja",
            "種類が見つかっていないだけで、ほかの条件はすべて満たす契約（1件）：",
        ),
        ("When does the Hollis supply agreement expire?", "en", "1 contract meets every other condition"),
        ("Does the Hollis supply agreement have an audit clause?", "en", "1 contract meets every other condition"),
    ],
)
def test_a_contract_that_may_be_meant_is_named(opened: Workbench, question: str, language: Language, said: str) -> None:
    """Only "no contract was found" was said, though the one with that party has no type that was found."""
    answer = answer_builtin(question, opened, memory=None, language=language)
    assert said in answer.text
    assert answer.memory["contracts"] in ([opened.library.find(2)], [])


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Which judges does the Hollis contract name?", "en"),
        ("Hollisとの契約でjudgesはどこですか", "ja"),
    ],
)
def test_words_that_are_not_understood_can_be_looked_for_where_they_stand(
    opened: Workbench, question: str, language: Language
) -> None:
    """All that was offered was the question without its words, though they stand in the contract."""
    asked = answer_builtin(question, opened, memory=None, language=language)
    assert asked.refused
    offered = [choice["question"]["kind"] for choice in asked.memory["choices"]]
    assert offered[-1] == "passages"
    picked = answer_builtin(str(len(offered)), opened, memory=asked.memory, language=language)
    assert "judges in London" in picked.text
    assert {citation.contract_id for citation in picked.citations} == {opened.library.find(2)}


def test_words_that_stand_in_no_contract_are_not_offered_to_be_looked_for(opened: Workbench) -> None:
    asked = answer_builtin("Which frobnications does the Hollis contract name?", opened, memory=None, language="en")
    assert asked.refused
    assert "passages" not in [choice["question"]["kind"] for choice in asked.memory.get("choices", ())]


def test_words_are_looked_for_in_the_contract_that_is_named_alone(opened: Workbench) -> None:
    """They stand in another contract, or the contract that is named does not exist: nothing is offered to be read."""
    for question in ("Which judges does contract 1 name?", "Which judges does contract 99 name?"):
        asked = answer_builtin(question, opened, memory=None, language="en")
        assert asked.refused
        assert "passages" not in [choice["question"]["kind"] for choice in asked.memory.get("choices", ())]
    asked = answer_builtin("Which judges does contract 2 name?", opened, memory=None, language="en")
    assert "passages" in [choice["question"]["kind"] for choice in asked.memory["choices"]]
