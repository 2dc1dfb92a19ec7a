"""A deleted contract leaves no word: all bytes of the data folder, all rows of both databases, a crash half-way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy import text
from words_to_go import FILE, PASSAGES_OF_OTHERS, WORDS, body_to_go, bytes_with, filled_workbench, rows_with

from core.contracts import OwnTypes
from core.contracts.ingestion import contract_id_of
from core.deletion import Deletions, deletions
from core.qa import Conversations
from core.settings import Settings, load_settings
from core.store import Store
from core.workbench import open_workbench
from servers import fresh_database
from servers_neo4j import shared_neo4j
from small_contracts import small_contract

TABLES = {
    "agreement_relations",
    "batches",
    "blobs",
    "comments",
    "contracts",
    "conversations",
    "documents",
    "llm_cache",
    "messages",
    "optimizer_cache",
    "optimizer_matches",
    "own_types",
    "party_decisions",
    "party_groups",
    "party_members",
    "relation_decisions",
    "reviews",
    "units",
}
"""Tables of the store that hold one of the words before."""


@pytest.fixture
def chosen(tmp_path: Path) -> Settings:
    """Settings of an empty folder."""
    return load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")


def test_no_byte_of_the_data_folder_holds_a_word_of_a_deleted_contract(chosen: Settings) -> None:
    with open_workbench(chosen) as opened:
        contract_id = filled_workbench(opened)
        assert {word for words in bytes_with(chosen.data_dir).values() for word in words} == set(WORDS)
        work = Deletions(opened)
        assert work.delete([contract_id, "c" + "0" * 15], user="Ito") == 1
        assert work.finish()
        assert bytes_with(chosen.data_dir) == {}, "while the workbench is open"
        assert work.pending() == []
        assert [row.number for row in opened.library.rows()] == [2, 3]
        assert not opened.graph().passages("grintlewort", 5)
        (own,) = OwnTypes(opened.store, opened.settings).types()
        assert own.examples == PASSAGES_OF_OTHERS, "what people wrote themselves stays"
        assert own.accepted == ()
        states = [
            [(message.role, message.state) for message in Conversations(opened.store).messages(saved.id)]
            for saved in reversed(Conversations(opened.store).recent())
        ]
        assert states[0] == [("user", "withdrawn"), ("assistant", "withdrawn")]
        assert states[2][0] == ("user", "withdrawn")
        assert states[1][0] == states[3][0] == ("user", "done"), "a question that names nothing of it stays"
    assert bytes_with(chosen.data_dir) == {}, "after it was closed"


def test_a_deletion_that_was_cut_off_goes_on(chosen: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_workbench(chosen) as opened:
        library = opened.library
        files = [(library.receive(small_contract(n), f"{n}.txt"), f"{n}.txt") for n in (1, 2, 3)]
        opened.run_until_done(library.ingest(files, user="Sato"))
        first, second, third = (row.contract_id for row in library.rows())
        opened.graph()

        def cut_off(*_arguments: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as dying:
            dying.setattr(deletions, "remove_traces", cut_off)
            with pytest.raises(KeyboardInterrupt):
                Deletions(opened).delete([first, second], user="Ito")
        assert library.count() == 3, "nothing of one contract goes without the rest of it"
        assert [record.removed_at for record in Deletions(opened).pending()] == [None, None]
    with open_workbench(chosen) as opened:
        work = Deletions(opened)
        with monkeypatch.context() as dying:
            dying.setattr(Store, "scrub", cut_off)
            with pytest.raises(KeyboardInterrupt):
                work.finish()
        assert [row.contract_id for row in opened.library.rows()] == [third]
        assert len(work.pending()) == 2
    with open_workbench(chosen) as opened:
        assert Deletions(opened).finish()
        (done, *_others) = Deletions(opened).records()
        assert (done.number, done.requested_by, done.erased_at is not None) == (1, "Ito", True)
        assert [row["id"] for row in opened.graph().rows("MATCH (a:Agreement) RETURN a.contract_id AS id")] == [third]
        again = opened.library.receive(small_contract(1), "1.txt")
        opened.run_until_done(opened.library.ingest([(again, "1.txt")], user="Sato"))
        assert opened.library.find(4) == first, "the same file may come back"


def test_a_reader_of_an_older_state_lets_the_erasure_wait(chosen: Settings) -> None:
    with open_workbench(chosen) as opened:
        library = opened.library
        sha256 = library.receive(body_to_go(), FILE)
        opened.run_until_done(library.ingest([(sha256, FILE)], user="Sato"))
        work = Deletions(opened)
        with opened.store.read() as session:
            session.execute(text("SELECT count(*) FROM contracts"))
            work.delete([contract_id_of(sha256)], user="Ito")
            assert not work.finish()
        assert work.finish()
        assert bytes_with(chosen.data_dir) == {}


@pytest.mark.postgres
@pytest.mark.neo4j
@pytest.mark.xdist_group("neo4j")
def test_no_row_of_postgresql_or_neo4j_holds_a_word(
    chosen: Settings, postgres_url: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = tmp_path_factory.getbasetemp()
    with (
        fresh_database(postgres_url) as url,
        shared_neo4j(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as server,
    ):
        monkeypatch.setenv("DATABASE_URL", url)
        for name, value in (("URI", server.uri), ("USERNAME", server.username), ("PASSWORD", server.password)):
            monkeypatch.setenv(f"NEO4J_{name}", value)
        elsewhere = load_settings(data_dir=chosen.data_dir, env_file=chosen.data_dir / "none")
        with open_workbench(elsewhere) as opened:
            opened.rebuild_graph()
            contract_id = filled_workbench(opened)
            assert rows_with(opened) == {"neo4j", *TABLES}
            work = Deletions(opened)
            assert work.delete([contract_id], user="Ito") == 1
            assert work.finish()
            assert rows_with(opened) == set()
            opened.graph().clear()
    assert not bytes_with(chosen.data_dir)
