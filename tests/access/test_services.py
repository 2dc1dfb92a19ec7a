"""Services ask who acts, whatever a page shows; what they change is in the audit log, without a contract's words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from core.access import Actor, RoleName, acting_as, verify_audit
from core.contracts import Assignments, FactCorrection, Library, StatedPresence
from core.contracts.ingestion import ingest_file, store_contract
from core.errors import BadArguments, NotAllowed
from core.interview import Interviews
from core.jobs import Ledger
from core.knowledge import EntryDraft, KnowledgeBase
from core.parties import PartyBook
from core.prompting import PromptShelf
from core.relations import RelationBook
from core.settings import Settings
from core.store import AuditRow, Store, open_store
from small_contracts import small_contract


def person(user_id: str, *roles: RoleName) -> Actor:
    return Actor("user", f"Name of {user_id}", user_id, "https://idp.example", user_id, frozenset(roles))


REVIEWER, EDITOR = person("u-reviewer", "reviewer"), person("u-editor", "editor")
ENGINEER, ADMIN = person("u-engineer", "prompt_engineer"), person("u-admin", "admin")
DRAFT = EntryDraft(
    title="責任の上限",
    contract_types=["service"],
    problem_pattern="上限がない",
    risk="賠償が無限になる",
    recommended_clause="賠償額は委託料を上限とする。",
    note=None,
    severity="high",
)


@pytest.fixture
def store(settings: Settings) -> Store:
    return open_store(settings)


@pytest.fixture
def contract(store: Store, settings: Settings) -> tuple[Library, str]:
    library = Library(store, settings)
    data = small_contract(1)
    batch = library.ingest([(library.receive(data, "a.txt"), "a.txt")], user="sato")
    (unit,) = library._ledger.units(batch)
    result = ingest_file(unit.payload, data, lambda _stage: None)
    with store.write() as session:
        return library, str(store_contract(session, unit, result)["contract_id"])


def actions(store: Store) -> list[str]:
    with store.read() as session:
        return list(session.scalars(select(AuditRow.action).order_by(AuditRow.seq)))


def test_each_service_refuses_whom_it_does_not_concern(
    store: Store, settings: Settings, contract: tuple[Library, str]
) -> None:
    library, key = contract
    knowledge, ledger = KnowledgeBase(store), Ledger(store, settings)
    refused: list[tuple[Actor, Callable[[], object]]] = [
        (EDITOR, lambda: library.receive(b"x", "x.txt")),
        (EDITOR, lambda: library.ingest([("0" * 64, "x.txt")], user="x")),
        (EDITOR, lambda: library.extract_again([key], user="x")),
        (EDITOR, lambda: library.review(key, "fact:title", "approve", reviewer="x")),
        (REVIEWER, lambda: library.delete(key)),
        (EDITOR, lambda: library.delete(key)),
        (EDITOR, lambda: Assignments(store).assign([key], "x", by="x")),
        (ENGINEER, lambda: knowledge.create(DRAFT, author="x")),
        (ENGINEER, lambda: Interviews(store).open(user="x")),
        (ENGINEER, lambda: PartyBook(store).approve(["A Inc.", "A, Inc."], by="x", method="person")),
        (ENGINEER, lambda: RelationBook(store).reject("AMENDS", key, key, by="x")),
        (REVIEWER, lambda: PromptShelf(store).promote("better_words", None, author="x")),
        (person("u-none"), lambda: ledger.cancel("any")),
    ]
    before = actions(store)
    for actor, change in refused:
        with acting_as(actor), pytest.raises(NotAllowed):
            change()
    # A refused change leaves nothing, in the log neither.
    assert actions(store) == before
    assert library.count() == 1
    with acting_as(ADMIN):
        library.delete(key)
    assert library.count() == 0


def test_what_was_written_is_approved_by_somebody_else(store: Store) -> None:
    knowledge = KnowledgeBase(store)
    both = person("u-both", "reviewer", "editor")
    with acting_as(both):
        made = knowledge.create(DRAFT, author=both.name)
        asked = knowledge.set_status(made.entry.id, "in_review", base_revision=1, author=both.name)
        with pytest.raises(NotAllowed) as refusal:
            knowledge.set_status(made.entry.id, "approved", base_revision=2, author=both.name)
        assert refusal.value.facts["reason"] == "proposer"
        with pytest.raises(NotAllowed):
            knowledge.create(DRAFT, author=both.name, status="approved")
    with acting_as(REVIEWER), pytest.raises(NotAllowed):
        knowledge.set_status(made.entry.id, "approved", base_revision=2, author="x")
    with acting_as(EDITOR):
        done = knowledge.set_status(made.entry.id, "approved", base_revision=asked.entry.revision, author=EDITOR.name)
        # Nor does a change of approved words stand without another's approval.
        changed = DRAFT.model_copy(update={"risk": "別のリスク"})
        same = knowledge.edit(made.entry.id, changed, base_revision=done.entry.revision, author=EDITOR.name)
        assert same.entry.risk == DRAFT.risk
        with pytest.raises(NotAllowed) as refusal:
            knowledge.accept_proposal(made.entry.id, 1, by=EDITOR.name)
        assert refusal.value.facts["reason"] == "proposer"
        knowledge.put_proposal_aside(made.entry.id, 1)
        back = knowledge.set_status(made.entry.id, "in_review", base_revision=done.entry.revision, author=EDITOR.name)
        edited = knowledge.edit(made.entry.id, changed, base_revision=back.entry.revision, author=EDITOR.name)
        with pytest.raises(NotAllowed):
            knowledge.set_status(made.entry.id, "approved", base_revision=edited.entry.revision, author=EDITOR.name)
    with acting_as(both):
        knowledge.set_status(made.entry.id, "approved", base_revision=edited.entry.revision, author=both.name)
    assert knowledge.get(made.entry.id).entry.status == "approved"


def test_without_a_login_the_one_person_approves_what_they_wrote(store: Store) -> None:
    knowledge = KnowledgeBase(store)
    made = knowledge.create(DRAFT, author="sato")
    assert knowledge.set_status(made.entry.id, "approved", base_revision=1, author="sato").entry.status == "approved"


def test_no_words_of_a_contract_or_of_knowledge_are_in_the_log(store: Store, contract: tuple[Library, str]) -> None:
    library, key = contract
    quote = next(line for line in small_contract(1).decode().splitlines() if len(line) > 60).strip()
    library.review(
        key,
        "presence:cap_on_liability",
        "correct",
        reviewer="sato",
        value=StatedPresence("absent"),
        note=f"note with words: {quote}",
    )
    Assignments(store).assign([key], "鈴木", by="sato")
    KnowledgeBase(store).create(DRAFT, author="sato", note="because of secret words")
    PartyBook(store).approve(["Alpha Inc.", "Alpha, Inc."], by="sato", method="person", note="same firm")
    library.delete(key)
    assert actions(store) == [
        "contract.add",
        "contract.review",
        "contract.assign",
        "knowledge.save",
        "party.approve",
        "contract.delete",
    ]
    with store.read() as session:
        rows = session.scalars(select(AuditRow)).all()
        told = "\n".join(
            str({column.key: getattr(row, column.key) for column in AuditRow.__mapper__.column_attrs}) for row in rows
        )
        assert rows[-1].resource_id == key
    words = {word for line in small_contract(1).decode().splitlines() for word in [line.strip()] if len(word) > 12}
    assert words
    for secret in (*words, quote, "Alpha", "secret words", "same firm", "責任の上限", "a.txt"):
        assert secret not in told
    assert verify_audit(store).is_whole


def test_a_change_that_fails_leaves_no_entry(store: Store, contract: tuple[Library, str]) -> None:
    library, key = contract
    before = actions(store)
    with pytest.raises(BadArguments, match="not in the contract"):
        library.review(
            key, "fact:title", "correct", reviewer="sato", value=FactCorrection(None, quote="words that are not there")
        )
    assert actions(store) == before
