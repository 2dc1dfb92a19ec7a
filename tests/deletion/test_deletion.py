"""A deleted contract leaves no word: all bytes of the data folder, all rows of both databases, a crash half-way."""

from __future__ import annotations

import contextlib
import os
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest
from sqlalchemy import text, update

from core.contracts import Comments, party_subject
from core.contracts.ingestion import contract_id_of
from core.deletion import Deletions, deletions
from core.extraction.files import read_task
from core.extraction.runs import ExtractionBook, LabSettings
from core.graph import CachedEmbedder
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.projection import excerpt_texts
from core.llm.call_log import StoredCache
from core.optimizer.files import decided_examples, read_material
from core.optimizer.runs import RunBook, RunSettings
from core.qa import Conversations, ask
from core.settings import Settings, load_settings
from core.store import OptimizerCached, OptimizerMatch, Store, StoredVectors
from core.store.models import Base
from core.workbench import Workbench, graph_contract, open_workbench
from servers import fresh_database
from servers_neo4j import shared_neo4j
from small_contracts import small_contract

WORDS = ("Zorblaxian", "Quuxwidgets", "Flumptious", "grintlewort", "Brumblefax", "藪蛇坊", "snorkelpuff", "蓬莱鶴亀")
"""Words that only the contract that goes has: parties, body, file name, title and reviews, in two scripts."""
FILE = "Brumblefax 蓬莱鶴亀.txt"
TABLES = {
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
    "party_decisions",
    "party_groups",
    "party_members",
    "reviews",
    "units",
}
"""Tables of the store that hold one of the words before."""
QUESTIONS = ("Tell me about Zorblaxian Quuxwidgets Inc.", "How many contracts are there?", "藪蛇坊とは？", "contract 1")


def _body() -> bytes:
    plain = small_contract(30).decode()
    for old, new in (
        ("Northfield Widgets 30 Inc.", "Zorblaxian Quuxwidgets Inc."),
        ("SUPPLY AGREEMENT NO. 30", "FLUMPTIOUS SUPPLY AGREEMENT"),
        ("3. Insurance. Supplier", "3. Insurance. 藪蛇坊の保険 The grintlewort Supplier"),
    ):
        assert old in plain
        plain = plain.replace(old, new)
    return plain.encode()


def _filled(opened: Workbench) -> str:
    """Fill a workbench with three contracts, of which one is to go, and with everything that is made of it."""
    library = opened.library
    files = [(library.receive(small_contract(number), f"{number}.txt"), f"{number}.txt") for number in (1, 2)]
    sha256 = library.receive(_body(), FILE)
    runs = RunBook(opened.store, opened.settings, opened.ledger)
    book = ExtractionBook(opened.store, opened.settings, opened.ledger)
    opened.start_jobs()
    library.ingest([(sha256, FILE), *files], user="Sato")
    _wait(opened)
    contract_id = contract_id_of(sha256)
    library.ingest([(sha256, "again Brumblefax.txt")], user="Sato")
    (name,) = (party for party in library.row(contract_id).summary.parties if "Zorblaxian" in party)
    library.review(contract_id, party_subject(name), "approve", reviewer="Ito", note="snorkelpuff")
    library.review(contract_id, "fact:governing_law", "approve", reviewer="Ito")
    Comments(opened.store).add(contract_id, "fact:governing_law", "@Sato snorkelpuff", by="Ito")
    opened.parties.approve([name, "Harbor Retail 1 LLC"], by="Ito")
    opened.graph()
    for question in QUESTIONS:
        ask(question, opened, language="en", user="Ito")
    StoredCache(opened.store).put("1" * 64, "the grintlewort Supplier shall insure")
    texts = excerpt_texts(graph_contract(library, contract_id, today=opened.clock()))
    CachedEmbedder(HashedEmbedder(), StoredVectors(opened.store)).embed(texts)
    _start_runs(opened, contract_id, runs, book)
    _wait(opened)
    now = datetime.now(UTC)
    with opened.store.write() as session:
        session.add(OptimizerCached(key="3" * 64, kind="answer", body={"text": "grintlewort"}, created_at=now))
        session.execute(update(OptimizerMatch).values(body={"text": "grintlewort"}))
    return contract_id


def _wait(opened: Workbench) -> None:
    """Until no work waits."""
    limit = time.monotonic() + 120
    while opened.ledger.active():
        assert time.monotonic() < limit, "the jobs do not end"
        time.sleep(0.05)


def _start_runs(opened: Workbench, contract_id: str, runs: RunBook, book: ExtractionBook) -> None:
    """Start a run of the optimizer on what was decided of the contract, and two of the lab that read its text."""
    shipped = read_material("contract_answer", "contract_answers")
    material = replace(shipped, dataset=decided_examples(opened.library))
    runs.start(material, RunSettings(steps=4, kept_apart=0.0), user="Ito")
    task = read_task("customer_inquiry")
    words = opened.library.document(contract_id).text
    case = task.cases[0].model_copy(update={"id": "contract", "text": words})
    for cases in ((case, task.cases[0]), (case,)):
        book.start(replace(task, cases=cases), LabSettings(strategies={"zero_shot": {}}), user="Ito")


def _bytes_with(folder: Path) -> dict[str, list[str]]:
    """Files of a folder that hold one of the words, as UTF-8, as UTF-16 or within a zlib stream."""
    found: dict[str, list[str]] = {}
    for file in folder.rglob("*"):
        if not file.is_file():
            continue
        body = file.read_bytes()
        bodies = [body, *_unpacked(body)]
        hits = [
            word
            for word in WORDS
            if any(
                form.lower() in each.lower()
                for each in bodies
                for form in (word.encode(), word.encode("utf-16-le"), word.encode("utf-16-be"))
            )
        ]
        if hits:
            found[file.name] = hits
    return found


def _unpacked(body: bytes) -> Iterator[bytes]:
    for mark in (b"\x78\x9c", b"\x78\xda", b"\x78\x01"):
        start = body.find(mark)
        while start >= 0:
            with contextlib.suppress(zlib.error):
                yield zlib.decompressobj().decompress(body[start:], 1 << 22)
            start = body.find(mark, start + 1)


@pytest.fixture
def chosen(tmp_path: Path) -> Settings:
    """Settings of an empty folder."""
    return load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")


def test_no_byte_of_the_data_folder_holds_a_word_of_a_deleted_contract(chosen: Settings) -> None:
    with open_workbench(chosen) as opened:
        contract_id = _filled(opened)
        assert {word for words in _bytes_with(chosen.data_dir).values() for word in words} == set(WORDS)
        work = Deletions(opened)
        assert work.delete([contract_id, "c" + "0" * 15], user="Ito") == 1
        assert work.finish()
        assert _bytes_with(chosen.data_dir) == {}, "while the workbench is open"
        assert work.pending() == []
        assert [row.number for row in opened.library.rows()] == [2, 3]
        assert not opened.graph().passages("grintlewort", 5)
        states = [
            [(message.role, message.state) for message in Conversations(opened.store).messages(saved.id)]
            for saved in reversed(Conversations(opened.store).recent())
        ]
        assert states[0] == [("user", "withdrawn"), ("assistant", "withdrawn")]
        assert states[2][0] == ("user", "withdrawn")
        assert states[1][0] == states[3][0] == ("user", "done"), "a question that names nothing of it stays"
    assert _bytes_with(chosen.data_dir) == {}, "after it was closed"


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
        sha256 = library.receive(_body(), FILE)
        opened.run_until_done(library.ingest([(sha256, FILE)], user="Sato"))
        work = Deletions(opened)
        with opened.store.read() as session:
            session.execute(text("SELECT count(*) FROM contracts"))
            work.delete([contract_id_of(sha256)], user="Ito")
            assert not work.finish()
        assert work.finish()
        assert _bytes_with(chosen.data_dir) == {}


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
            contract_id = _filled(opened)
            assert _rows_with(opened) == {"neo4j", *TABLES}
            work = Deletions(opened)
            assert work.delete([contract_id], user="Ito") == 1
            assert work.finish()
            assert _rows_with(opened) == set()
            opened.graph().clear()
    assert not _bytes_with(chosen.data_dir)


def _rows_with(opened: Workbench) -> set[str]:
    """Tables of the store with one of the words in a row, and `neo4j` where a node or relation has one."""
    found = set()
    with opened.store.read() as session:
        for table in Base.metadata.sorted_tables:
            for row in session.execute(text(f"SELECT * FROM {table.name}")):
                said = " ".join(_words_of(cell) for cell in row).lower()
                if any(word.lower() in said for word in WORDS):
                    found.add(table.name)
    for query in ("MATCH (n) RETURN properties(n) AS p", "MATCH ()-[r]->() RETURN properties(r) AS p"):
        said = " ".join(str(row["p"]) for row in opened.graph().rows(query)).lower()
        if any(word.lower() in said for word in WORDS):
            found.add("neo4j")
    return found


def _words_of(cell: object) -> str:
    if isinstance(cell, bytes | memoryview):
        return bytes(cell).decode("utf-8", "ignore")
    return orjson.dumps(cell, default=str).decode() if isinstance(cell, dict | list) else str(cell)
