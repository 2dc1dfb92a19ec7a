"""A matter that asks for a second approver: what one person decides changes nothing until another decides the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.access import Actor, AuditFilter, AuditList, acting_as
from core.contracts import FactCorrection, ReviewRecord, decisions_table, facts_table
from core.contracts.effective_reviews import effective_reviews
from core.errors import BadArguments, Conflict, NotAllowed, WorkbenchError
from core.findings.report_sections import fact_lines
from core.knowledge import EntryDraft
from core.record import Fact
from core.settings import load_settings
from core.workbench import Workbench, open_workbench
from known_people import make_people
from servers import fresh_database
from small_contracts import add

FIRST = Actor("user", "Ito", user_id="a" * 26, roles=frozenset({"reviewer", "editor"}))
SECOND = Actor("user", "Ueda", user_id="b" * 26, roles=frozenset({"reviewer", "editor"}))
ADMIN = Actor("user", "Endo", user_id="c" * 26, roles=frozenset({"admin"}))
LAW = "fact:governing_law"
JAPAN = FactCorrection("JP")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def opened(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    """A workbench on each database with people."""

    def made() -> Iterator[Workbench]:
        with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as workbench:
            make_people(workbench, FIRST, SECOND, ADMIN)
            yield workbench

    if request.param == "sqlite":
        yield from made()
        return
    with fresh_database(request.getfixturevalue("postgres_url")) as url:
        monkeypatch.setenv("DATABASE_URL", url)
        yield from made()


def _matter(opened: Workbench, *, two: bool = True) -> tuple[str, str]:
    """A matter of all three with a contract."""
    contract_id = add(opened, 3)
    with acting_as(FIRST):
        matter = opened.matters.create("Merger", user="Ito")
        for actor in (SECOND, ADMIN):
            opened.matters.add_member(matter, str(actor.user_id), user="Ito")
        opened.matters.put([contract_id], matter, user="Ito")
        opened.matters.ask_for_two(matter, two, user="Ito")
    return matter, contract_id


def _law(opened: Workbench, contract_id: str) -> str | None:
    """The law in the list, which the graph and exports follow."""
    with acting_as(ADMIN):
        return opened.library.row(contract_id).summary.governing_law


def _reason(work: object) -> object:
    assert callable(work)
    with pytest.raises(WorkbenchError) as error:
        work()
    return error.value.facts.get("reason")


def test_a_correction_counts_when_a_second_person_makes_the_same(opened: Workbench) -> None:
    _, contract_id = _matter(opened)
    library = opened.library
    with acting_as(FIRST):
        library.review(contract_id, LAW, "correct", value=JAPAN, reviewer="Ito")
        assert _law(opened, contract_id) == "US"
        assert library.row(contract_id).summary.one_of_two == 1
        to_review = library.row(contract_id).summary.to_review
        detail = library.detail(contract_id)
        assert LAW not in detail.reviews
        assert detail.decisions.waiting[LAW].value == Fact("governing_law", "JP")
        assert any("one of two" in words for *_others, words in fact_lines(detail, "en"))
        assert "one of two" in facts_table(detail, "en").to_csv()
        history = library.history(contract_id)
        assert "one of two" in decisions_table(history, "en", waiting=detail.decisions.waiting).to_csv()
        assert _reason(lambda: library.second(contract_id, LAW, reviewer="Ito")) == "second_person"
        again = lambda: library.review(contract_id, LAW, "correct", value=JAPAN, reviewer="Ito 2")  # noqa: E731
        assert _reason(again) == "second_person"
        assert len(library.history(contract_id)) == 1, "what was refused is not kept"
    with acting_as(SECOND):
        library.review(contract_id, LAW, "correct", value=FactCorrection("FR"), reviewer="Ueda")
        assert _law(opened, contract_id) == "US", "another value begins anew"
    with acting_as(FIRST):
        library.review(contract_id, LAW, "correct", value=JAPAN, reviewer="Ito")
    with acting_as(SECOND):
        library.second(contract_id, LAW, reviewer="Ueda", note="seen")
    assert _law(opened, contract_id) == "JP"
    with acting_as(FIRST):
        detail = library.detail(contract_id)
        assert detail.decisions.waiting == {}
        assert detail.row.summary.to_review == to_review - 1
        assert any("Ito and Ueda" in words for *_others, words in fact_lines(detail, "en"))
        assert "one of two" not in facts_table(detail, "en").to_csv()
        assert _reason(lambda: library.second(contract_id, LAW, reviewer="Ito")) == "nothing_waits"
        library.review(contract_id, LAW, "withdraw", reviewer="Ito")
    assert _law(opened, contract_id) == "US", "taking back needs nobody else"
    listed, _count = AuditList(opened.store).entries(AuditFilter(actions=("contract.review",)))
    assert [entry.facts.get("after") for entry in reversed(listed)] == [
        "one_of_two", "one_of_two", "one_of_two", "two_of_two", None,
    ]  # fmt: skip


def test_what_one_person_decided_before_is_one_of_two_when_the_matter_asks(opened: Workbench) -> None:
    matter, contract_id = _matter(opened, two=False)
    with acting_as(FIRST):
        opened.library.review(contract_id, LAW, "correct", value=JAPAN, reviewer="Ito")
        assert _law(opened, contract_id) == "JP"
        revision = opened.library.changes_since(0).newest
        opened.matters.ask_for_two(matter, True, user="Ito")
        assert _law(opened, contract_id) == "US"
        assert opened.library.changes_since(revision).changed == (contract_id,), "the graph follows"
        # Who wants a way around it: neither the switch nor another place for the contract.
        assert _reason(lambda: opened.matters.ask_for_two(matter, False, user="Ito")) == "role"
        assert _reason(lambda: opened.matters.put([contract_id], None, user="Ito")) == "role"
        other = opened.matters.create("Other", user="Ito")
        assert _reason(lambda: opened.matters.put([contract_id], other, user="Ito")) == "role"
    assert _law(opened, contract_id) == "US"
    with acting_as(SECOND):
        opened.library.second(contract_id, LAW, reviewer="Ueda")
        assert _law(opened, contract_id) == "JP"
        opened.library.review(contract_id, LAW, "reject", reviewer="Ueda")
        assert _law(opened, contract_id) == "JP", "a rejection by one of two takes nothing away"
    with acting_as(ADMIN):
        opened.matters.ask_for_two(matter, False, user="Endo")
        assert _law(opened, contract_id) is None, "where one is enough the newest counts"
    actions = [entry.action for entry in AuditList(opened.store).entries(AuditFilter())[0]]
    assert "matter.two_approvers" in actions
    assert "matter.one_approver" in actions


def test_a_contract_read_again_keeps_what_waits(opened: Workbench) -> None:
    _, contract_id = _matter(opened)
    with acting_as(FIRST):
        opened.library.review(contract_id, LAW, "approve", reviewer="Ito")
        opened.library.extract_again([contract_id], user="Ito")
    opened.run_until_done(opened.ledger.recent(1)[0].batch_id)
    with acting_as(SECOND):
        assert opened.library.row(contract_id).summary.one_of_two == 1
        assert opened.library.row(contract_id).summary.reviewed == 0


def test_without_a_login_nobody_is_a_second_person(opened: Workbench) -> None:
    matter = opened.matters.create("Merger", user="Ito")
    with pytest.raises(BadArguments) as error:
        opened.matters.ask_for_two(matter, True, user="Ito")
    assert error.value.facts["reason"] == "two_need_login"
    _, contract_id = _matter(opened)
    for name in ("Ito", "Ueda"):
        opened.library.review(contract_id, LAW, "approve", reviewer=name)
    assert opened.library.detail(contract_id).reviews == {}


def _said(who: str | None, decision: str, value: str | None = None, machine: str = "m") -> ReviewRecord:
    from datetime import UTC, datetime

    corrected = None if value is None else Fact("s", value)
    now = datetime.now(UTC)
    return ReviewRecord("s", decision, corrected, Fact("s", machine), None, who or "?", now, who)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("history", "counts", "waits"),
    [
        ([("a", "approve"), ("b", "approve")], "approve", None),
        ([("a", "approve"), ("a", "approve")], None, "approve"),
        ([("a", "approve"), (None, "approve")], None, "approve"),
        ([(None, "approve"), (None, "approve")], None, "approve"),
        ([(None, "approve"), ("a", "approve"), ("b", "approve")], "approve", None),
        ([("a", "approve"), ("b", "reject"), ("a", "approve")], None, "approve"),
        ([("a", "approve"), ("b", "reject"), ("a", "reject")], "reject", None),
        ([("a", "approve"), ("b", "withdraw"), ("b", "approve")], "withdraw", "approve"),
        ([("a", "correct", "x"), ("b", "correct", "y")], None, "correct"),
        ([("a", "correct", "x"), ("b", "correct", "x")], "correct", None),
        ([("a", "approve", None, "old"), ("b", "approve", None, "new")], None, "approve"),
        ([("a", "approve"), ("b", "approve"), ("a", "reject")], "approve", "reject"),
        ([("a", "approve"), ("b", "approve"), ("a", "reject"), ("b", "approve")], "approve", None),
        ([("a", "approve"), ("b", "approve"), ("a", "reject"), ("c", "reject")], "reject", None),
    ],
)
def test_what_counts(history: list[tuple[str | None, str]], counts: str | None, waits: str | None) -> None:
    found = effective_reviews([_said(*said) for said in history], two=True)
    assert (found.counting["s"].decision if found.counting else None) == counts
    assert (found.waiting["s"].decision if found.waiting else None) == waits
    assert effective_reviews([_said(*said) for said in history], two=False).counting["s"].decision == history[-1][1]


DRAFT = EntryDraft(
    title="t", contract_types=(), problem_pattern="p", risk="r", recommended_clause="c", note=None
)  # fmt: skip


def test_an_entry_of_the_matter_is_approved_by_two(opened: Workbench) -> None:
    matter, _ = _matter(opened)
    knowledge = opened.knowledge
    author = Actor("user", "Mori", user_id="d" * 26, roles=frozenset({"editor"}))
    make_people(opened, author)
    with acting_as(ADMIN):
        opened.matters.add_member(matter, "d" * 26, user="Endo")
    with acting_as(author):
        entry = knowledge.create(DRAFT, author="Mori")
        knowledge.put_into_matter(entry.entry.id, matter)

    def approve(actor: Actor) -> str:
        with acting_as(actor):
            stored = knowledge.get(entry.entry.id)
            return knowledge.set_status(
                entry.entry.id, "approved", base_revision=stored.entry.revision, author=actor.name
            ).entry.status

    assert _reason(lambda: approve(author)) == "proposer"
    assert approve(FIRST) == "draft"
    first = knowledge.first_approval(entry.entry.id)
    assert first is not None
    assert (first.name, knowledge.approved()) == ("Ito", [])
    assert _reason(lambda: approve(FIRST)) == "second_person"
    with pytest.raises(NotAllowed):
        knowledge.set_status(entry.entry.id, "approved", base_revision=1, author="local")
    with acting_as(author):
        changed = knowledge.edit(
            entry.entry.id, DRAFT.model_copy(update={"risk": "other"}), base_revision=1, author="Mori"
        )
    assert knowledge.first_approval(entry.entry.id) is None, "other words are approved anew"
    assert approve(SECOND) == "draft"
    with acting_as(FIRST):
        assert _reason(lambda: knowledge.put_into_matter(entry.entry.id, None)) == "role"
    assert approve(FIRST) == "approved"
    assert knowledge.first_approval(entry.entry.id) is None
    assert changed.entry.revision == 2

    # A proposed revision of what is approved needs two as well; until then the old words are in force.
    with acting_as(author):
        knowledge.edit(entry.entry.id, DRAFT, base_revision=3, author="Mori")
    with acting_as(FIRST):
        assert knowledge.accept_proposal(entry.entry.id, 1, by="Ito").entry.risk == "other"
        assert knowledge.proposal(entry.entry.id) is not None
        assert _reason(lambda: knowledge.accept_proposal(entry.entry.id, 1, by="Ito")) == "second_person"
    with acting_as(SECOND):
        assert knowledge.accept_proposal(entry.entry.id, 1, by="Ueda").entry.risk == "r"
        assert knowledge.proposal(entry.entry.id) is None
    _firsts, count = AuditList(opened.store).entries(AuditFilter(actions=("knowledge.approve",)))
    assert count == 3


def test_a_stranger_binds_no_entry_to_a_matter(opened: Workbench) -> None:
    matter, _ = _matter(opened)
    stranger = Actor("user", "Abe", user_id="e" * 26, roles=frozenset({"reviewer", "editor"}))
    with acting_as(stranger):
        entry = opened.knowledge.create(DRAFT, author="Abe")
        assert _reason(lambda: opened.knowledge.put_into_matter(entry.entry.id, matter)) == "matter"
    with pytest.raises(Conflict), acting_as(FIRST):
        opened.library.second(add(opened, 4), LAW, reviewer="Ito")
