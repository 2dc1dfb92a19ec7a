"""The same file in a matter and from a stranger: the stranger gets a contract of their own and learns nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from core.access import Actor, acting_as
from core.contracts.ingestion import contract_id_of, ingest_file, store_contract
from core.deletion import Deletions
from core.settings import load_settings
from core.workbench import Workbench, open_workbench
from known_people import make_people
from servers import fresh_database
from small_contracts import small_contract

MEMBER = Actor("user", "Ito", user_id="u" * 26, roles=frozenset({"reviewer"}))
STRANGER = Actor("user", "Ueda", user_id="v" * 26, roles=frozenset({"reviewer", "admin"}))
OTHER = Actor("user", "Endo", user_id="w" * 26, roles=frozenset({"reviewer"}))
FILE = small_contract(5)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def opened(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    """A workbench on each database, with a matter of one member that has a contract."""

    def made() -> Iterator[Workbench]:
        with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as workbench:
            make_people(workbench, MEMBER, STRANGER, OTHER)
            yield workbench

    if request.param == "sqlite":
        yield from made()
        return
    with fresh_database(request.getfixturevalue("postgres_url")) as url:
        monkeypatch.setenv("DATABASE_URL", url)
        yield from made()


def _submit(opened: Workbench, actor: Actor, name: str, *, matter: str | None = None, **more: bytes) -> str:
    with acting_as(actor):
        library = opened.library
        return library.ingest([(library.receive(FILE, name), name)], user=actor.name, matter=matter, **more)


def _finish(opened: Workbench, batch: str, actor: Actor) -> dict[str, object]:
    """Do a job as the dispatcher would, and give what its submitter sees of the result."""
    (unit,) = opened.ledger.units(batch)
    result = ingest_file(unit.payload, FILE, lambda _stage: None)
    with opened.store.write() as session:
        outcome = store_contract(session, unit, result)
    with acting_as(actor):
        assert [mine.id for mine in opened.ledger.units(batch)] == [unit.id], "one sees one's own upload"
    return outcome


def _matter_with_file(opened: Workbench) -> tuple[str, str]:
    with acting_as(MEMBER):
        matter = opened.matters.create("Merger", user="Ito")
    outcome = _finish(opened, _submit(opened, MEMBER, "secret.txt", matter=matter), MEMBER)
    return matter, str(outcome["contract_id"])


def test_a_stranger_gets_a_contract_of_their_own(opened: Workbench) -> None:
    matter, secret = _matter_with_file(opened)
    outcome = _finish(opened, _submit(opened, STRANGER, "mine.txt"), STRANGER)
    own = str(outcome["contract_id"])
    assert outcome["state"] == "done"
    assert own != secret
    with acting_as(STRANGER):
        (row,) = opened.library.rows()
        assert (row.contract_id, row.file_name, row.created_by) == (own, "mine.txt", "Ueda")
        assert opened.library.file(own) == FILE
        assert opened.library.document(own).text == FILE.decode()
        assert opened.library.detail(own).shown.facts
        quoted = [fact.evidence for fact in opened.library.detail(own).shown.facts if fact.evidence]
        assert {evidence.sha256 for evidence in quoted} == {opened.library.document(own).sha256}
    again = _finish(opened, _submit(opened, STRANGER, "mine again.txt"), STRANGER)
    assert (again["state"], again["contract_id"]) == ("duplicate", own), "their own is known to them"
    third = _finish(opened, _submit(opened, OTHER, "other.txt"), OTHER)
    assert (third["state"], third["contract_id"]) == ("duplicate", own), "a contract of everybody's is known to all"
    with acting_as(STRANGER):
        opened.matters.put([own], opened.matters.create("Other matter", user="Ueda"), user="Ueda")
    fourth = _finish(opened, _submit(opened, OTHER, "other.txt"), OTHER)
    assert fourth["state"] == "done"
    assert fourth["contract_id"] not in (own, secret), "two matters have it, and neither shows"
    with acting_as(MEMBER):
        assert {row.contract_id for row in opened.library.rows()} == {secret, fourth["contract_id"]}
        known = _submit(opened, MEMBER, "secret again.txt", matter=matter)
    assert _finish(opened, known, MEMBER)["contract_id"] == secret


def test_nothing_that_is_said_of_the_upload_differs_from_a_file_that_nobody_has(opened: Workbench) -> None:
    def told(batch: str) -> str:
        with acting_as(STRANGER):
            progress = opened.ledger.progress(batch)
            units = opened.ledger.units(batch)
        said = orjson.dumps([progress.counts, [[unit.state, unit.label, unit.error] for unit in units]])
        return said.decode()

    fresh = _submit(opened, STRANGER, "mine.txt")
    assert "duplicate_of" not in opened.ledger.units(fresh)[0].payload
    opened.ledger.cancel(fresh)
    waiting = told(_submit(opened, STRANGER, "mine.txt"))
    _matter_with_file(opened)
    assert told(_submit(opened, OTHER, "mine.txt")) == waiting


def test_an_extraction_that_comes_with_the_file_does_not_reach_the_matters_contract(opened: Workbench) -> None:
    _matter, secret = _matter_with_file(opened)
    before = opened.library.detail(secret)
    batch = _submit(opened, STRANGER, "mine.txt", extraction=b'{"agreement": {}}')
    (unit,) = opened.ledger.units(batch)
    assert unit.blob_sha256 is not None
    assert contract_id_of(unit.blob_sha256) != secret
    assert opened.library.detail(secret).machine == before.machine


def test_a_file_that_is_still_on_its_way_into_a_matter_is_not_known_either(opened: Workbench) -> None:
    with acting_as(MEMBER):
        matter = opened.matters.create("Merger", user="Ito")
    first, second = _submit(opened, MEMBER, "secret.txt", matter=matter), _submit(opened, STRANGER, "mine.txt")
    mine, secret = _finish(opened, second, STRANGER), _finish(opened, first, MEMBER)
    assert (mine["state"], secret["state"]) == ("done", "done")
    assert mine["contract_id"] != secret["contract_id"]
    with acting_as(STRANGER):
        assert [row.contract_id for row in opened.library.rows()] == [mine["contract_id"]]


@pytest.mark.parametrize("stranger_is_first", [True, False])
def test_whoever_is_read_first_two_that_are_on_their_way_are_two(opened: Workbench, stranger_is_first: bool) -> None:
    with acting_as(MEMBER):
        matter = opened.matters.create("Merger", user="Ito")
    mine = _submit(opened, STRANGER, "mine.txt")
    secret = _submit(opened, MEMBER, "secret.txt", matter=matter)
    order = [(mine, STRANGER), (secret, MEMBER)]
    for batch, actor in order if stranger_is_first else reversed(order):
        assert _finish(opened, batch, actor)["state"] == "done"
    assert _seen_by(opened, STRANGER) == 1
    assert _seen_by(opened, MEMBER) == 2


def test_two_who_submit_at_the_same_moment_get_two_contracts(opened: Workbench) -> None:
    with acting_as(MEMBER):
        matter = opened.matters.create("Merger", user="Ito")
    begin, batches = threading.Barrier(2), {}

    def submit(actor: Actor, into: str | None) -> None:
        begin.wait()
        batches[actor.name] = _submit(opened, actor, f"{actor.name}.txt", matter=into)

    both = [threading.Thread(target=submit, args=args) for args in ((MEMBER, matter), (STRANGER, None))]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    for actor in (MEMBER, STRANGER):
        assert _finish(opened, batches[actor.name], actor)["state"] == "done"
    assert _seen_by(opened, STRANGER) == 1


def _seen_by(opened: Workbench, actor: Actor) -> int:
    with acting_as(actor):
        return opened.library.count()


def test_each_is_deleted_without_the_other(opened: Workbench) -> None:
    _matter, secret = _matter_with_file(opened)
    own = str(_finish(opened, _submit(opened, STRANGER, "mine.txt"), STRANGER)["contract_id"])
    waiting = _submit(opened, STRANGER, "more.txt")
    assert Deletions(opened).delete([secret], user="Sato") == 1
    with acting_as(STRANGER):
        assert [row.contract_id for row in opened.library.rows()] == [own]
        assert [unit.label for unit in opened.ledger.units(waiting)] == ["more.txt"]
        assert opened.library.file(own) == FILE
    assert Deletions(opened).delete([own], user="Sato") == 1
    assert opened.library.count() == 0
