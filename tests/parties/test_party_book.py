"""Decisions on names of parties: approve, reject, detach, undo, and two people at once; on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.errors import BadArguments, Conflict, NotFound, WorkbenchError
from core.parties import PartyBook


def names(book: PartyBook) -> list[tuple[str, tuple[str, ...]]]:
    return [(group.name, group.names) for group in book.groups()]


def history(book: PartyBook) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(change.decision, change.names, change.undone) for change in book.history()]


def test_approve_join_and_undo(book: PartyBook) -> None:
    before = book.change()
    first = book.approve(["Acme  Inc.", "ACME Inc."], by="sato", method="same_name", score=0.97)
    assert names(book) == [("Acme Inc.", ("ACME Inc.", "Acme Inc."))]
    assert [(m.method, m.score, m.approved_by) for m in first.members] == [("same_name", 0.97, "sato")] * 2
    book.approve(["Beta", "Beta Co"], by="sato")
    joined = book.approve(["Beta", "Acme Inc."], by="ito", note="same register number")
    assert names(book) == [(joined.name, ("ACME Inc.", "Acme Inc.", "Beta", "Beta Co"))]
    newest = book.history()[0]
    assert (newest.decision, newest.names, newest.note) == ("approve", ("Beta", "Acme Inc."), "same register number")
    book.undo(newest.id, by="ito")
    assert names(book) == [("Acme Inc.", ("ACME Inc.", "Acme Inc.")), ("Beta", ("Beta", "Beta Co"))]
    assert [m.approved_by for group in book.groups() for m in group.members] == ["sato"] * 4
    assert book.history()[1].undone
    assert book.change() > before
    with pytest.raises(BadArguments):
        book.undo(newest.id, by="ito")


def test_the_same_again_changes_nothing(book: PartyBook) -> None:
    book.approve(["A1", "A2"], by="sato")
    kept = book.groups()
    book.approve(["A2", "A1"], by="ito")
    assert book.groups() == kept
    assert len(book.history()) == 1


def test_detach_and_take_that_back(book: PartyBook) -> None:
    book.approve(["A", "B", "C"], by="sato")
    book.detach("A", by="ito")
    assert names(book) == [("B", ("B", "C"))]
    detached = book.history()[0].id
    book.detach("B", by="ito")
    assert names(book) == []
    with pytest.raises(Conflict):
        book.undo(detached, by="ito")
    book.undo(book.history()[0].id, by="ito")
    book.undo(detached, by="ito")
    assert names(book) == [("A", ("A", "B", "C"))]
    assert [kind for kind, _, _ in history(book)] == ["undo", "undo", "detach", "detach", "approve"]


def test_a_rejection_stands_until_it_is_taken_back(book: PartyBook) -> None:
    book.reject("A", "B", by="sato")
    book.reject("B", "A", by="ito")
    assert [(rejection.first, rejection.second, rejection.rejected_by) for rejection in book.rejections()] in (
        [("A", "B", "sato")],
        [("B", "A", "sato")],
    )
    with pytest.raises(Conflict) as refused:
        book.approve(["A", "B"], by="ito")
    assert (refused.value.facts["reason"], refused.value.facts["by"]) == ("called_different", "sato")
    book.approve(["B", "C"], by="ito")
    with pytest.raises(Conflict):
        book.approve(["A", "C"], by="ito")
    book.ask_again("B", "A", by="ito")
    book.approve(["A", "C"], by="ito")
    assert names(book) == [("B", ("A", "B", "C"))]
    with pytest.raises(Conflict):
        book.reject("A", "B", by="sato")


def test_an_undo_does_not_put_together_what_was_called_different_since(book: PartyBook) -> None:
    book.approve(["A", "B", "C"], by="sato")
    book.detach("A", by="sato")
    detached = book.history()[0].id
    book.reject("A", "B", by="ito")
    with pytest.raises(Conflict):
        book.undo(detached, by="sato")
    assert names(book) == [("B", ("B", "C"))]


@pytest.mark.parametrize("given", [["A"], ["A", " A "], ["A", ""], []])
def test_one_name_is_no_group(book: PartyBook, given: list[str]) -> None:
    with pytest.raises(BadArguments):
        book.approve(given, by="sato")
    assert (book.groups(), book.history()) == ([], [])


def test_what_is_not_there_cannot_be_decided_on(book: PartyBook) -> None:
    for decide in (
        lambda: book.detach("A", by="sato"),
        lambda: book.ask_again("A", "B", by="sato"),
        lambda: book.undo("nothing", by="sato"),
    ):
        with pytest.raises(NotFound):
            decide()


def test_two_people_at_once(book: PartyBook) -> None:
    """Overlapping approvals and a rejection end in one order or the other, never with a name in two groups."""

    def decide(number: int) -> str:
        try:
            if number % 5 == 4:
                book.reject("n0", "n3", by="ito")
            else:
                book.approve([f"n{number % 5}", f"n{(number + 1) % 5}"], by=f"user {number}")
        except WorkbenchError as error:
            return error.code
        return "done"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(decide, range(40)))
    assert set(outcomes) <= {"done", "conflict"}
    members = [member.name for group in book.groups() for member in group.members]
    assert len(members) == len(set(members))
    apart = {frozenset((rejection.first, rejection.second)) for rejection in book.rejections()}
    together = [frozenset((a, b)) for group in book.groups() for a in group.names for b in group.names if a != b]
    assert not apart & set(together)
    decided = sum(outcome == "done" for outcome in outcomes)
    assert len(book.history()) <= decided
