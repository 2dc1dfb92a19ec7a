"""A question while contracts arrive, and how a fault of the program is kept (issue 13, 3; issue 12, 14)."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.contracts import ContractRow
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
