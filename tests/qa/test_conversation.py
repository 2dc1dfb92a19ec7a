"""The reference's conversation on its three contracts with its own extractions, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.contracts.ingestion import contract_id_of
from core.contracts.samples import FOLDER
from core.qa import Answer, ask
from core.qa.builtin import answer_builtin
from core.qa.conversations import Conversations
from core.settings import ROOT, load_settings
from core.wording import Language
from core.workbench.workbench import Workbench, open_workbench

NAMES = ("AtnInternational", "CybergyHoldingsInc", "SimplicityEsportsGamingCompany")
ATN, CYBERGY, SIMPLICITY = range(3)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, list[str]]]:
    """The three contracts with the reference's extractions, and their ids in order."""
    folder = tmp_path_factory.mktemp("conversation")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        ids = []
        for name in NAMES:
            sha256 = workbench.library.receive((FOLDER / f"{name}.pdf").read_bytes(), f"{name}.pdf")
            extraction = (ROOT / "tests" / "data" / "reference" / f"{name}.json").read_bytes()
            batch = workbench.library.ingest([(sha256, f"{name}.pdf")], user="Sato", extraction=extraction)
            workbench.run_until_done(batch)
            ids.append(contract_id_of(sha256))
        assert workbench.library.count() == len(NAMES)
        yield workbench, ids


def _named(answer: Answer) -> set[str]:
    """Contracts of an answer: those of its memory."""
    return set(answer.memory.get("contracts", ()))


@pytest.mark.parametrize(
    ("language", "first", "more", "prices", "count", "party", "third", "without"),
    [
        (
            "en",
            "contracts with price restrictions but without insurance",
            "yes, more details",
            "does any contract mention prices being changed from time to time?",
            "how many contracts are there?",
            "contracts for Mount Knowledge",
            "contract 3",
            "contracts without non-compete",
        ),
        (
            "ja",
            "価格制限はあるが保険がない契約は？",
            "はい、詳しく教えてください",
            "価格が随時変更されることに触れている契約はありますか",
            "契約は何件ありますか",
            "Mount Knowledgeの契約",
            "契約3",
            "競業避止のない契約",
        ),
    ],
)
def test_the_references_conversation(
    opened: tuple[Workbench, list[str]],
    language: Language,
    first: str,
    more: str,
    prices: str,
    count: str,
    party: str,
    third: str,
    without: str,
) -> None:
    workbench, ids = opened
    conversation: str | None = None

    def answer(question: str) -> Answer:
        nonlocal conversation
        asked = ask(question, workbench, language=language, user="Sato", conversation_id=conversation)
        conversation = asked.conversation_id
        assert not asked.answer.refused
        return asked.answer

    found = answer(first)
    assert _named(found) == {ids[CYBERGY]}
    (citation,) = found.citations
    assert (citation.contract_id, citation.page, citation.state) == (ids[CYBERGY], 8, "verified")
    assert "from time to time" in citation.quote
    details = answer(more)
    assert _named(details) == {ids[CYBERGY]}
    assert "Birch First" in details.text
    mentions = answer(prices)
    assert ids[CYBERGY] in {citation.contract_id for citation in mentions.citations}
    assert "3" in answer(count).text
    assert _named(answer(party)) == {ids[CYBERGY]}
    assert _named(answer(third)) == {ids[SIMPLICITY]}
    assert _named(answer(without)) == set(ids)
    assert conversation is not None
    saved = Conversations(workbench.store).messages(conversation)
    assert [message.role for message in saved] == ["user", "assistant"] * 7
    assert saved[1].answer == found


@pytest.mark.parametrize("question", ["What is the weather in Tokyo?", "明日の天気は？", "   "])
def test_what_is_not_understood_gets_no_answer(opened: tuple[Workbench, list[str]], question: str) -> None:
    answer = ask(question, opened[0], language="en", user="Sato").answer
    assert answer.refused
    assert answer.citations == ()
    assert answer.calls == ()


def test_a_condition_that_was_not_understood_is_asked_back(opened: tuple[Workbench, list[str]]) -> None:
    """It was dropped with a note below the answer: a number that looks right and is not what was asked."""
    answer = ask("contracts with insurance above 5 million", opened[0], language="en", user="Sato").answer
    assert answer.refused
    assert "million" in answer.text
    labels = [choice["label"] for choice in answer.memory["choices"]]
    assert labels == ["List: contracts with Insurance", "Passages to read, not an answer: all contracts"]


def test_a_reading_is_picked_by_its_number_or_its_line(opened: tuple[Workbench, list[str]]) -> None:
    for pick in ("1", "List: contracts with Insurance"):
        first = ask("contracts with insurance above 5 million", opened[0], language="en", user="Sato")
        picked = ask(pick, opened[0], language="en", user="Sato", conversation_id=first.conversation_id).answer
        plain = ask("contracts with insurance", opened[0], language="en", user="Sato").answer
        assert not picked.refused
        assert picked.text == plain.text


def test_a_contract_that_is_not_there_is_said_so(opened: tuple[Workbench, list[str]]) -> None:
    assert ask("contract 99", opened[0], language="en", user="Sato").answer.text == "There is no contract 99."


def test_a_scope_limits_every_answer(opened: tuple[Workbench, list[str]], tmp_path: Path) -> None:
    workbench, ids = opened
    asked = ask("contracts without non-compete", workbench, language="en", user="Sato", scope=[ids[ATN]])
    assert _named(asked.answer) == {ids[ATN]}


def test_a_question_asked_back_between_is_told(opened: tuple[Workbench, list[str]]) -> None:
    """ "The governing law?" after a question that was not answered is of the answer before it, which is said."""
    workbench, _ = opened
    listed = answer_builtin("list all contracts", workbench, memory=None, language="en")
    asked_back = answer_builtin(
        "only those that renew themselves monthly", workbench, memory=listed.memory, language="en"
    )
    assert asked_back.refused
    then = answer_builtin("what law governs them?", workbench, memory=asked_back.memory, language="en")
    assert not then.refused
    assert then.text.startswith("Your last question was not answered")
    again = answer_builtin("what law governs them?", workbench, memory=listed.memory, language="en")
    assert "was not answered" not in again.text
