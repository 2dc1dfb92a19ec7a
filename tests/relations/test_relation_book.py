"""Decisions on relations between agreements: approve, reject, withdraw, circles, two people at once; both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import delete

from core.contracts.statements import all_statements
from core.errors import BadArguments, NotFound, WorkbenchError
from core.relations import RelationBook, RelationEvidence
from core.store import Store
from core.store.models import Contract

WORDS = RelationEvidence(2, 10, 20, "amends the")


def standing(book: RelationBook, contract_id: str | None = None) -> list[tuple[str, str, str, str]]:
    return [
        (relation.kind, relation.source, relation.target, relation.status) for relation in book.relations(contract_id)
    ]


def test_approve_and_withdraw(store: Store) -> None:
    book = RelationBook(store)
    before = book.change()
    book.approve("AMENDS", "c1", "c0", by="sato", method="stated", score=0.9, evidence=WORDS)
    [relation] = book.approved()
    assert (relation.kind, relation.source, relation.target) == ("AMENDS", "c1", "c0")
    assert (relation.method, relation.score, relation.evidence, relation.decided_by) == ("stated", 0.9, WORDS, "sato")
    book.approve("SUPERSEDES", "c2", "c1", by="ito", note="by mail")
    assert standing(book, "c0") == [("AMENDS", "c1", "c0", "approved")]
    assert standing(book, "c1") == [("AMENDS", "c1", "c0", "approved"), ("SUPERSEDES", "c2", "c1", "approved")]
    book.withdraw("AMENDS", "c1", "c0", by="ito")
    assert standing(book) == [("SUPERSEDES", "c2", "c1", "approved")]
    assert [(row.decision, row.kind, row.decided_by) for row in book.history("c1")] == [
        ("withdraw", "AMENDS", "ito"),
        ("approve", "SUPERSEDES", "ito"),
        ("approve", "AMENDS", "sato"),
    ]
    assert book.history("c1")[1].note == "by mail"
    assert book.change() > before


def test_a_rejection_can_be_turned_round(store: Store) -> None:
    book = RelationBook(store)
    book.reject("AMENDS", "c1", "c0", by="sato", evidence=WORDS)
    assert (standing(book), book.approved()) == ([("AMENDS", "c1", "c0", "rejected")], [])
    book.approve("AMENDS", "c1", "c0", by="ito")
    assert standing(book) == [("AMENDS", "c1", "c0", "approved")]


REFUSED: list[tuple[Any, str, str, type[WorkbenchError], str | None]] = [
    ("AMENDS", "c1", "c1", BadArguments, "relation_to_itself"),
    ("CITES", "c1", "c0", BadArguments, "no_such_relation"),
    ("AMENDS", "c1", "c9", NotFound, None),
    ("AMENDS", "c0", "c2", BadArguments, "relation_circle"),
    ("SUPERSEDES", "c0", "c1", BadArguments, "relation_circle"),
]


@pytest.mark.parametrize(("kind", "source", "target", "error", "reason"), REFUSED)
def test_refused_relations(
    store: Store, kind: Any, source: str, target: str, error: type[WorkbenchError], reason: str | None
) -> None:
    book = RelationBook(store)
    book.approve("AMENDS", "c1", "c0", by="sato")
    book.approve("SUPERSEDES", "c2", "c1", by="sato")
    with pytest.raises(error) as refused:
        book.approve(kind, source, target, by="ito")
    assert refused.value.facts.get("reason") == reason
    assert len(book.relations()) == len(book.history("c1")) == 2


def test_a_rejected_relation_closes_no_circle(store: Store) -> None:
    book = RelationBook(store)
    book.reject("AMENDS", "c1", "c0", by="sato")
    book.approve("AMENDS", "c0", "c1", by="sato")
    with pytest.raises(BadArguments):
        book.approve("AMENDS", "c1", "c0", by="sato")


def test_nothing_to_withdraw(store: Store) -> None:
    with pytest.raises(NotFound):
        RelationBook(store).withdraw("AMENDS", "c1", "c0", by="sato")


def test_two_people_cannot_make_a_circle_together(store: Store) -> None:
    book = RelationBook(store)

    def approve(number: int) -> str:
        try:
            book.approve("AMENDS", f"c{number % 3}", f"c{(number + 1) % 3}", by=f"user {number}")
        except WorkbenchError as error:
            return error.code
        return "done"

    with ThreadPoolExecutor(6) as pool:
        outcomes = list(pool.map(approve, range(18)))
    assert set(outcomes) == {"done", "bad_arguments"}
    assert len(book.approved()) == 2


def test_a_deleted_contract_takes_its_relations_and_words_along(store: Store) -> None:
    book = RelationBook(store)
    book.approve("AMENDS", "c1", "c0", by="sato", evidence=WORDS)
    assert len(all_statements(store)) == 6
    with store.write() as session:
        session.execute(delete(Contract).where(Contract.contract_id == "c1"))
    assert (book.relations(), book.history("c0")) == ([], [])
    assert set(all_statements(store)) == {"c0", "c2", "c3", "c4", "c5"}


def test_statements_are_read_once(store: Store) -> None:
    told: list[tuple[int, int]] = []
    said = all_statements(store, on_progress=lambda done, total: told.append((done, total)))
    assert [reference.title for reference in said["c3"].references] == ["SUPPLY AGREEMENT"]
    assert all_statements(store, on_progress=lambda done, total: told.append((done, total))) == said
    assert told == [(6, 6)]
