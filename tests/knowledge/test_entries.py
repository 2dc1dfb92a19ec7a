"""Entries: made, edited by two people at once, moved from status to status, every revision kept."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from core.errors import BadArguments, Conflict, NotFound
from core.knowledge import Entry, EntryDraft, KnowledgeBase, missing_fields
from core.knowledge.base import WAYS
from core.knowledge.entry_writing import save_revision
from core.store import EntryRow, Store

Make = Callable[..., EntryDraft]


def test_an_entry_is_a_document(knowledge: KnowledgeBase, draft: Make) -> None:
    stored = knowledge.create(draft(), author="山田")
    document = stored.entry.to_document()
    assert (stored.number, stored.name, stored.change) == (1, "K1", 1)
    assert {
        name: document[name] for name in ("partitionKey", "type", "schemaVersion", "status", "revision", "author")
    } == {
        "partitionKey": "knowledge",
        "type": "knowledge_entry",
        "schemaVersion": "1.0",
        "status": "draft",
        "revision": 1,
        "author": "山田",
    }
    assert document["createdAt"] == document["updatedAt"]
    assert Entry.model_validate(document) == stored.entry


@pytest.mark.parametrize(
    "wrong",
    [
        {"extra": 1},
        {"severity": "grave"},
        {"clause_types": ["no_such_clause"]},
        {"fallback_positions": [{"level": 0, "position": "p", "clause": "c"}]},
        {"fallback_positions": [{"level": n, "position": "p", "clause": "c"} for n in (2, 1)]},
        {"law_references": [{"law": "民法"}]},
        {"title": 5},
    ],
)
def test_a_draft_is_closed(draft: Make, wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        draft(**wrong)


def test_the_six_keys_are_needed() -> None:
    with pytest.raises(ValidationError):
        EntryDraft.model_validate({"title": "t"})


def test_no_contract_type_means_every_type(draft: Make) -> None:
    assert missing_fields(draft(contract_types=())) == ()
    assert missing_fields(draft(contract_types=None, risk=" ")) == ("contract_types", "risk")


def test_an_entry_is_called_by_its_number(knowledge: KnowledgeBase, draft: Make) -> None:
    made = knowledge.create(draft(), author="a")
    assert [knowledge.get(name) for name in ("K1", "k1", 1, "1", " K1 ", made.entry.id)] == [made] * 6
    for reference in ("K2", 0, "", "K", "x" * 500, "K1 OR 1=1", "K" + "9" * 40):
        with pytest.raises(NotFound):
            knowledge.get(reference)


def test_two_people_edit_at_once_and_nothing_is_lost(knowledge: KnowledgeBase, draft: Make) -> None:
    first = knowledge.create(draft(), author="山田").entry
    knowledge.edit(first.id, draft(risk="佐藤の直し"), base_revision=1, author="佐藤", note="明確にした")
    with pytest.raises(Conflict) as caught:
        knowledge.edit(first.id, draft(risk="鈴木の直し"), base_revision=1, author="鈴木")
    assert caught.value.facts == {"revision": 2, "author": "佐藤"}
    assert [
        (revision.revision, revision.author, revision.entry.risk, revision.note)
        for revision in knowledge.revisions(first.id)
    ] == [
        (1, "山田", "事業の展開が止まる。", None),
        (2, "佐藤", "佐藤の直し", "明確にした"),
    ]


def test_the_same_content_again_makes_no_revision(knowledge: KnowledgeBase, draft: Make) -> None:
    made = knowledge.create(draft(), author="a")
    assert knowledge.edit("K1", draft(), base_revision=1, author="b") == made
    assert knowledge.newest_change() == 1


def test_of_many_writers_on_one_revision_one_wins(knowledge: KnowledgeBase, draft: Make) -> None:
    key = knowledge.create(draft(), author="a").entry.id
    won: list[int] = []
    lost: list[int] = []

    def write(number: int) -> None:
        try:
            knowledge.edit(key, draft(risk=f"risk {number}"), base_revision=1, author=str(number))
        except Conflict:
            lost.append(number)
        else:
            won.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(won), len(lost)) == (1, 5)
    assert knowledge.get(key).entry.risk == f"risk {won[0]}"
    assert len(knowledge.revisions(key)) == 2


def test_statuses_go_their_ways(knowledge: KnowledgeBase, draft: Make) -> None:
    key = knowledge.create(draft(), author="a").entry.id
    ways = ("in_review", "draft", "in_review", "approved", "in_review", "approved", "retired", "draft")
    for revision, status in enumerate(ways, start=1):
        knowledge.set_status(key, status, base_revision=revision, author="b")  # type: ignore[arg-type]
    assert [revision.status for revision in knowledge.revisions(key)] == ["draft", *ways]


@pytest.mark.parametrize(
    ("start", "way"), [(s, w) for s in WAYS for w in WAYS if w not in WAYS[s] and s in ("draft", "retired")]
)
def test_no_other_way(lite: Store, draft: Make, start: str, way: str) -> None:
    knowledge = KnowledgeBase(lite)
    knowledge.create(draft(), author="a")
    revision = 1
    if start == "retired":
        revision = knowledge.set_status("K1", "retired", base_revision=1, author="a").entry.revision
    with pytest.raises(BadArguments) as caught:
        knowledge.set_status("K1", way, base_revision=revision, author="a")  # type: ignore[arg-type]
    assert caught.value.facts["reason"] == "no_such_way"


def test_what_is_not_whole_is_not_approved(knowledge: KnowledgeBase, draft: Make) -> None:
    knowledge.create(draft(risk=None, recommended_clause=" "), author="a")
    with pytest.raises(BadArguments) as caught:
        knowledge.set_status("K1", "approved", base_revision=1, author="a")
    assert caught.value.facts["missing"] == ["risk", "recommended_clause"]
    assert knowledge.get("K1").entry.status == "draft"


def test_an_approved_entry_stays_whole(knowledge: KnowledgeBase, draft: Make) -> None:
    knowledge.create(draft(), author="a", status="approved")
    with pytest.raises(BadArguments):
        knowledge.edit("K1", draft(risk=None), base_revision=1, author="a")


def test_an_approved_entry_stays_in_force_until_a_revision_is_approved(knowledge: KnowledgeBase, draft: Make) -> None:
    made = knowledge.create(draft(), author="a", status="approved")
    newest = knowledge.newest_change()
    assert knowledge.edit("K1", draft(risk="first"), base_revision=1, author="b", note="clearer") == made
    assert (knowledge.get("K1"), knowledge.newest_change()) == (made, newest)
    with pytest.raises(Conflict):  # somebody who has not seen that proposal
        knowledge.edit("K1", draft(risk="second"), base_revision=1, author="c")
    knowledge.edit("K1", draft(risk="second"), base_revision=1, base_proposal=1, author="c")
    with pytest.raises(Conflict):  # approval of words that were not read
        knowledge.accept_proposal("K1", 1, by="d")
    with pytest.raises(BadArguments) as caught:
        knowledge.set_status("K1", "retired", base_revision=1, author="d")
    assert caught.value.facts["reason"] == "proposal_waits"
    done = knowledge.accept_proposal("K1", 2, by="d").entry
    assert (done.status, done.revision, done.risk, done.author) == ("approved", 2, "second", "c")
    assert [revision.author for revision in knowledge.revisions("K1")] == ["a", "d"]
    assert knowledge.proposals() == {}
    with pytest.raises(NotFound):
        knowledge.accept_proposal("K1", 2, by="d")


def test_a_proposed_revision_is_put_aside(knowledge: KnowledgeBase, draft: Make) -> None:
    made = knowledge.create(draft(), author="a", status="approved")
    knowledge.edit("K1", draft(risk="first"), base_revision=1, author="b")
    knowledge.put_proposal_aside("K1", 1)
    assert (knowledge.proposal("K1"), knowledge.get("K1")) == (None, made)
    # Writing the words that are in force does the same.
    knowledge.edit("K1", draft(risk="first"), base_revision=1, author="b")
    knowledge.edit("K1", draft(), base_revision=1, base_proposal=1, author="b")
    assert (knowledge.proposals(), len(knowledge.revisions("K1"))) == ({}, 1)


def test_a_proposal_over_a_revision_that_is_gone_is_not_approved(knowledge: KnowledgeBase, draft: Make) -> None:
    made = knowledge.create(draft(), author="a", status="approved")
    knowledge.edit("K1", draft(risk="first"), base_revision=1, author="b")
    with knowledge._store.write() as session:
        row = session.get_one(EntryRow, made.entry.id)
        save_revision(session, row, made.entry.model_copy(update={"revision": 2, "note": "x"}), note=None)
    with pytest.raises(Conflict):
        knowledge.accept_proposal("K1", 1, by="c")
    assert knowledge.proposal("K1") is not None
    knowledge.edit("K1", draft(risk="again"), base_revision=2, base_proposal=1, author="b")
    assert knowledge.accept_proposal("K1", 2, by="c").entry.revision == 3


def test_nothing_is_no_entry(knowledge: KnowledgeBase) -> None:
    nothing = dict.fromkeys(("title", "contract_types", "problem_pattern", "risk", "recommended_clause", "note"))
    with pytest.raises(BadArguments):
        knowledge.create(EntryDraft.model_validate(nothing), author="a")
    assert knowledge.entries() == []


def test_a_clock_that_goes_back(knowledge: KnowledgeBase, draft: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    made = knowledge.create(draft(), author="a").entry

    class Earlier(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime(2020, 1, 1, tzinfo=UTC) + timedelta(0)

    monkeypatch.setattr("core.knowledge.entry_writing.datetime", Earlier)
    assert knowledge.edit(made.id, draft(risk="x"), base_revision=1, author="a").entry.updated_at == made.updated_at


def test_followers_see_changes_in_order(knowledge: KnowledgeBase, draft: Make) -> None:
    for number in range(3):
        knowledge.create(draft(title=f"t{number}"), author="a")
    knowledge.edit("K1", draft(title="again"), base_revision=1, author="a")
    changes = knowledge.changes_since(1)
    assert ([stored.name for stored in changes.entries], changes.newest) == (["K2", "K3", "K1"], 4)
    assert knowledge.changes_since(4).entries == ()


def test_filters(store: Store, draft: Make) -> None:
    knowledge = KnowledgeBase(store)
    knowledge.create(draft(severity="high"), author="a")
    knowledge.create(draft(contract_types=("ライセンス契約",), clause_types=("audit_rights",)), author="a")
    knowledge.create(draft(contract_types=()), author="a", status="approved")

    def named(**narrowed: object) -> list[str]:
        return [stored.name for stored in knowledge.entries(**narrowed)]  # type: ignore[arg-type]

    assert named(status="approved") == ["K3"]
    assert named(severity="high") == ["K1"]
    assert named(clause_type="audit_rights") == ["K2"]
    assert (
        named(contract_type="nda")
        == named(contract_type="NDA")
        == named(contract_type="秘密保持契約書")
        == ["K1", "K3"]
    )
    assert named(contract_type="License Agreement") == ["K2", "K3"]
