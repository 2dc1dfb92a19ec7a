"""A question while contracts arrive, and how a fault of the program is kept (issue 13, 3; issue 12, 14)."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.contracts import ContractRow, FactCorrection
from core.contracts.ingestion import contract_id_of
from core.errors import NotFound
from core.qa import ask
from core.qa.contract_names import numbers_of, titles_of
from core.qa.conversations import Conversations
from core.settings import load_settings
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import small_contract


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Workbench]:
    with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as workbench:
        ingest(workbench, 1)
        yield workbench


def ingest(workbench: Workbench, number: int) -> str:
    sha256 = workbench.library.receive(small_contract(number), f"{number}.txt")
    workbench.run_until_done(workbench.library.ingest([(sha256, f"{number}.txt")], user="Sato"))
    return contract_id_of(sha256)


def test_a_contract_that_arrives_while_a_question_is_answered(
    opened: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The graph knew it, the rows did not: a KeyError, kept as if the person had stopped the answer."""
    rows = opened.library.rows
    arrived: list[str] = []

    def rows_before_it_arrives() -> list[ContractRow]:
        before = rows()
        if not arrived:
            arrived.append("")
            arrived[0] = ingest(opened, 2)
            opened.graph()
        return before

    monkeypatch.setattr(opened.library, "rows", rows_before_it_arrives)
    asked = ask("List the contracts.", opened, language="en", user="Sato")
    assert not asked.answer.refused
    assert arrived[0] in set(asked.answer.memory.get("contracts", ()))
    (_, kept) = Conversations(opened.store).messages(asked.conversation_id)
    assert kept.state == "done"


def test_values_of_contracts_that_came_and_went(opened: Workbench) -> None:
    before = opened.library.rows()
    numbers, titles = numbers_of(before, opened.library), titles_of(before, opened.library)
    late = ingest(opened, 2)
    assert late not in numbers
    assert (numbers[late], titles[late]) == (2, opened.library.row(late).summary.title)
    opened.library.delete(late)
    with pytest.raises(NotFound):
        numbers_of(before, opened.library)[late]


def test_a_fault_of_the_program_is_not_kept_as_a_stop(opened: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(importlib.import_module("core.qa.ask"), "answer_builtin", broken)
    with pytest.raises(RuntimeError):
        ask("List the contracts.", opened, language="en", user="Sato")
    (conversation,) = Conversations(opened.store).recent()
    (_, kept) = Conversations(opened.store).messages(conversation.id)
    assert (kept.state, kept.text) == ("failed", "unexpected")


def test_a_contract_that_is_deleted_while_a_question_is_answered(
    opened: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The graph still had it, the store no longer: the question failed."""
    gone = ingest(opened, 2)
    rows = opened.library.rows
    left: list[str] = [gone]

    def rows_after_it_went() -> list[ContractRow]:
        if left:
            opened.library.delete(left.pop())
        return rows()

    opened.graph()
    monkeypatch.setattr(opened.library, "rows", rows_after_it_went)
    answer = ask("Which contracts have insurance?", opened, language="en", user="Sato").answer
    assert not answer.refused
    assert gone not in answer.memory["contracts"]


def _expires_later(opened: Workbench, contract_id: str) -> None:
    """Have a contract decided about anew: its day of expiry becomes another one."""
    opened.library.review(
        contract_id, "fact:expiration_date", "correct", reviewer="Abe", value=FactCorrection("2031-03-02", quote="2026")
    )


def test_a_contract_that_changes_while_a_question_is_answered(
    opened: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its day of expiry came from the graph and its current term from the store: one of before, one of after."""
    (contract_id,) = (row.contract_id for row in opened.library.rows())
    row, changed = opened.library.row, list[str]()

    def row_after_a_decision(key: str) -> ContractRow:
        if not changed:
            changed.append(key)
            _expires_later(opened, key)
        return row(key)

    monkeypatch.setattr(opened.library, "row", row_after_a_decision)
    text = ask("What is the expiration date of contract 1?", opened, language="en", user="Sato").answer.text
    assert changed == [contract_id]
    assert ("2026" in text, "2031" in text) == (False, True)


def test_an_answer_whose_contracts_never_stand_still_says_so(
    opened: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, days = opened.library.row, iter(range(1, 20))

    def row_after_a_decision(key: str) -> ContractRow:
        value = FactCorrection(f"2031-03-{next(days):02}", quote="2026")
        opened.library.review(key, "fact:expiration_date", "correct", reviewer="Abe", value=value)
        return row(key)

    monkeypatch.setattr(opened.library, "row", row_after_a_decision)
    text = ask("What is the expiration date of contract 1?", opened, language="en", user="Sato").answer.text
    assert "changed while this was answered" in text
