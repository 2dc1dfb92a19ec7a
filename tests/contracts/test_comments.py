"""Comments: who is named, whose work that is, and who may neither see nor finish it."""

from __future__ import annotations

from datetime import date

import pytest

from core.access import Actor, acting_as
from core.contracts import Assignments, Comments
from core.contracts.desk.comments import MOST_WORDS, named_people
from core.contracts.ingestion import ingest_file, store_contract
from core.errors import BadArguments, NotAllowed, NotFound
from core.workbench import Workbench
from small_contracts import small_contract


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
    assert [comment.id for comment in comments.waiting_for("ITO")] == [soon, late]
    comments.finish(soon, by="Ito")
    comments.finish(soon, by="Ueda")
    assert [comment.done_by for comment in comments.of(second)] == ["Ito"], "who was first"
    assert [comment.id for comment in comments.waiting_for("Ito")] == [late]
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
        assert comments.of(first) == comments.waiting_for("Ito") == []
        assert Assignments(workbench.store).of_person("Ito") == {second: date(2026, 12, 1)}
        for attempt in (
            lambda: comments.finish(late, by="Ito"),
            lambda: comments.add(first, "fact:title", "x", by="Ito"),
        ):
            with pytest.raises((NotFound, NotAllowed)):
                attempt()
    assert [comment.done_by for comment in comments.of(first, "fact:governing_law")] == [None, None]
