"""Comments: who is named, whose work that is, and who may neither see nor finish it."""

from __future__ import annotations

from datetime import date

import pytest

from core.access import Actor, acting_as
from core.contracts import Addressee, Assignments, Comments
from core.contracts.desk.comments import MOST_WORDS, named_people
from core.contracts.ingestion import ingest_file, store_contract
from core.errors import BadArguments, NotAllowed, NotFound
from core.store import UserRow
from core.workbench import Workbench
from known_people import make_people
from small_contracts import add, small_contract


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("@佐藤さん、確認してください", ("佐藤さん",)),
        ("please look, @Ito. And ＠Ueda!", ("Ito", "Ueda")),
        ("@Mary Ann Smith: is this ours? @Ito", ("Mary Ann Smith", "Ito")),
        ("@mary ann smith", ("Mary Ann Smith",)),
        ("mail to a@b.example is no name", ()),
        ("nobody", ()),
        ("@Ito @Ito", ("Ito",)),
    ],
)
def test_people_are_named_by_the_sign(text: str, people: tuple[str, ...]) -> None:
    assert named_people(text, ["Mary Ann Smith", "Mary Ann"]) == people


def test_comments_are_work_until_they_are_done(workbench: Workbench) -> None:
    library, comments = workbench.library, Comments(workbench.store)
    made = []
    for number in (1, 2):
        data = small_contract(number)
        batch = library.ingest([(library.receive(data, f"{number}.txt"), f"{number}.txt")], user="Sato")
        (unit,) = workbench.ledger.units(batch)
        with workbench.store.write() as session:
            made.append(store_contract(session, unit, ingest_file(unit.payload, data, print))["contract_id"])
    first, second = made
    late = comments.add(first, "fact:governing_law", "@Ito later", by="Sato", due=date(2027, 1, 2))
    soon = comments.add(second, "finding:K1", "@ito soon, @Ueda", by="Sato", due=date(2026, 1, 2))
    plain = comments.add(first, "fact:governing_law", "only said", by="Ueda")
    assert [comment.id for comment in comments.of(first, "fact:governing_law")] == [late, plain]
    assert [comment.id for comment in comments.waiting_for(Addressee("ITO"))] == [soon, late]
    comments.finish(soon, by="Ito")
    comments.finish(soon, by="Ueda")
    assert [comment.done_by for comment in comments.of(second)] == ["Ito"], "who was first"
    assert [comment.id for comment in comments.waiting_for(Addressee("Ito"))] == [late]
    for words in (" ", "x" * (MOST_WORDS + 1)):
        with pytest.raises(BadArguments):
            comments.add(first, "fact:title", words, by="Sato")
    with pytest.raises(NotFound):
        comments.add("c" + "0" * 15, "fact:title", "x", by="Sato")
    with pytest.raises(NotFound):
        comments.finish("none", by="Sato")

    Assignments(workbench.store).assign([first, second], "Ito", by="Sato", due=date(2026, 12, 1))
    matter = workbench.matters.create("Merger", user="Sato")
    workbench.matters.put([first], matter, user="Sato")
    stranger = Actor("user", "Ito", user_id="v" * 26, roles=frozenset({"reviewer"}))
    with acting_as(stranger):
        assert comments.of(first) == comments.waiting_for(Addressee("Ito")) == []
        assert Assignments(workbench.store).of_person(Addressee("Ito")) == {second: date(2026, 12, 1)}
        for attempt in (
            lambda: comments.finish(late, by="Ito"),
            lambda: comments.add(first, "fact:title", "x", by="Ito"),
        ):
            with pytest.raises((NotFound, NotAllowed)):
                attempt()
    assert [comment.done_by for comment in comments.of(first, "fact:governing_law")] == [None, None]


def test_work_is_given_to_people_and_not_to_names(workbench: Workbench) -> None:
    """Two people of one name, one who is renamed, one who may not see the contract, and names without a login."""
    contract_id = add(workbench, 3)
    comments, assignments = Comments(workbench.store), Assignments(workbench.store)
    first = Actor("user", "Sato Hanako", user_id="a" * 26, roles=frozenset({"reviewer"}))
    second = Actor("user", "Sato Hanako", user_id="b" * 26, roles=frozenset({"reviewer"}))
    third = Actor("user", "Ueda", user_id="c" * 26, roles=frozenset({"reviewer"}))
    make_people(workbench, first, second, third)
    typed = comments.add(contract_id, "fact:title", "@Ueda from before", by="Ito")
    with acting_as(third):
        with pytest.raises(BadArguments) as error:
            comments.add(contract_id, "fact:title", "@Sato Hanako please", by="Ueda")
        assert error.value.facts["reason"] == "several_of_one_name"
        meant = comments.add(contract_id, "fact:title", "@Sato Hanako please", by="Ueda", addressees=["a" * 26])
        own = comments.add(contract_id, "fact:title", "@ueda and @Outsider", by="Ueda")
        with pytest.raises(BadArguments):
            assignments.assign([contract_id], "Sato Hanako", by="Ueda")
        with pytest.raises(BadArguments):
            assignments.assign([contract_id], "Nobody", by="Ueda")
        assignments.assign([contract_id], by="Ueda", user_id="b" * 26)
        people = assignments.known_people()
        assert people == {
            "a" * 26: f"Sato Hanako ({'a' * 26})", "b" * 26: f"Sato Hanako ({'b' * 26})", "c" * 26: "Ueda",
        }  # fmt: skip
        assert assignments.people() == {contract_id: people["b" * 26]}
    assert [comment.id for comment in comments.waiting_for(Addressee("Sato Hanako", "a" * 26))] == [meant]
    assert comments.waiting_for(Addressee("Sato Hanako", "b" * 26)) == []
    assert assignments.of_person(Addressee("Sato Hanako", "a" * 26)) == {}
    assert set(assignments.of_person(Addressee("Sato Hanako", "b" * 26))) == {contract_id}

    with workbench.store.write() as session:
        session.get_one(UserRow, "b" * 26).name = "Yamada Hanako"
        session.get_one(UserRow, "c" * 26).name = "Endo"
    assert assignments.people() == {contract_id: "Yamada Hanako"}
    assert set(assignments.of_person(Addressee("Yamada Hanako", "b" * 26))) == {contract_id}
    waiting = comments.waiting_for(Addressee("Endo", "c" * 26))
    assert [comment.id for comment in waiting] == [own], "what names a person follows them"
    assert [person.name for person in waiting[0].people] == ["Endo", "Outsider"]
    assert [comment.id for comment in comments.waiting_for(Addressee("Ueda", "d" * 26))] == [typed], "a name stays one"
    assert [comment.id for comment in comments.waiting_for(Addressee("Ueda"))] == [typed, own], "without a login"

    with acting_as(third):
        matter = workbench.matters.create("Merger", user="Endo")
        workbench.matters.put([contract_id], matter, user="Endo")
        for attempt in (
            lambda: assignments.assign([contract_id], by="Endo", user_id="a" * 26),
            lambda: assignments.assign([contract_id], "Yamada Hanako", by="Endo"),
            lambda: comments.add(contract_id, "fact:title", "see", by="Endo", addressees=["a" * 26]),
            lambda: comments.add(contract_id, "fact:title", "@Yamada Hanako", by="Endo"),
        ):
            with pytest.raises(BadArguments) as error:
                attempt()
            assert error.value.facts["reason"] == "not_a_member"
        workbench.matters.add_member(matter, "a" * 26, user="Endo")
        assignments.assign([contract_id], "sato hanako", by="Endo")
        assert set(assignments.of_person(Addressee("x", "a" * 26))) == {contract_id}
