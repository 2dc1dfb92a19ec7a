"""A workbench with a contract whose words no other one has, everything that is made of it, and the search for them."""

from __future__ import annotations

import contextlib
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import orjson
from sqlalchemy import text, update

from core.contracts import Comments, OwnTypes, party_subject
from core.contracts.ingestion import contract_id_of
from core.extraction.files import read_task
from core.extraction.runs import ExtractionBook, LabSettings
from core.graph import CachedEmbedder
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.projection import excerpt_texts
from core.llm.call_log import StoredCache
from core.optimizer.files import decided_examples, read_material
from core.optimizer.runs import RunBook, RunSettings
from core.qa import ask
from core.relations import RelationEvidence
from core.store import OptimizerCached, OptimizerMatch, StoredVectors
from core.store.models import Base
from core.workbench import Workbench, graph_contract
from small_contracts import small_contract

WORDS = ("Zorblaxian", "Quuxwidgets", "Flumptious", "grintlewort", "Brumblefax", "藪蛇坊", "snorkelpuff", "蓬莱鶴亀")
"""Words that only the contract that goes has: parties, body, file name, title and reviews, in two scripts."""
PASSAGE = "The grintlewort Supplier shall maintain commercial general liability insurance of at least $1,000,000"
PASSAGES_OF_OTHERS = (
    "The Seller insures the goods against all risks until they have been handed over.",
    "Goods are insured by the Vendor at its own cost for their full value.",
)
FILE = "Brumblefax 蓬莱鶴亀.txt"
QUESTIONS = ("Tell me about Zorblaxian Quuxwidgets Inc.", "How many contracts are there?", "藪蛇坊とは？", "contract 1")


def body_to_go() -> bytes:
    plain = small_contract(30).decode()
    for old, new in (
        ("Northfield Widgets 30 Inc.", "Zorblaxian Quuxwidgets Inc."),
        ("SUPPLY AGREEMENT NO. 30", "FLUMPTIOUS SUPPLY AGREEMENT"),
        ("3. Insurance. Supplier", "3. Insurance. 藪蛇坊の保険 The grintlewort Supplier"),
    ):
        assert old in plain
        plain = plain.replace(old, new)
    return plain.encode()


def filled_workbench(opened: Workbench) -> str:
    """Fill a workbench with three contracts, of which one is to go, and with everything that is made of it."""
    library = opened.library
    files = [(library.receive(small_contract(number), f"{number}.txt"), f"{number}.txt") for number in (1, 2)]
    sha256 = library.receive(body_to_go(), FILE)
    runs = RunBook(opened.store, opened.settings, opened.ledger)
    book = ExtractionBook(opened.store, opened.settings, opened.ledger)
    own = OwnTypes(opened.store, opened.settings)
    code = own.define("Goods insured", "Who insures the goods.", (PASSAGE, *PASSAGES_OF_OTHERS), user="Ito")
    opened.start_jobs()
    library.ingest([(sha256, FILE), *files], user="Sato")
    _wait(opened)
    contract_id = contract_id_of(sha256)
    library.ingest([(sha256, "again Brumblefax.txt")], user="Sato")
    (name,) = (party for party in library.row(contract_id).summary.parties if "Zorblaxian" in party)
    library.review(contract_id, party_subject(name), "approve", reviewer="Ito", note="snorkelpuff")
    library.review(contract_id, "fact:governing_law", "approve", reviewer="Ito")
    Comments(opened.store).add(contract_id, "fact:governing_law", "@Sato snorkelpuff", by="Ito")
    other = contract_id_of(files[0][0])
    quoted = RelationEvidence(page=1, start=0, end=31, quote="the Flumptious Supply Agreement")
    opened.relations.approve("AMENDS", other, contract_id, by="Ito", evidence=quoted, note="snorkelpuff")
    opened.parties.approve([name, "Harbor Retail 1 LLC"], by="Ito")
    opened.graph()
    for question in QUESTIONS:
        ask(question, opened, language="en", user="Ito")
    StoredCache(opened.store).put("1" * 64, "the grintlewort Supplier shall insure")
    texts = excerpt_texts(graph_contract(library, contract_id, today=opened.clock()))
    CachedEmbedder(HashedEmbedder(), StoredVectors(opened.store)).embed(texts)
    _accept_passage(opened, contract_id, code)
    own.look_for([code], user="Ito", title="Goods insured")
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


def _accept_passage(opened: Workbench, contract_id: str, code: str) -> None:
    """Take a passage of the contract for one of a clause type, which makes it an example for the next search."""
    clause = opened.library.detail(contract_id).shown.clause(code)
    place = next(found for found in (*clause.excerpts, *clause.candidates) if "grintlewort" in found.text).evidence
    subject = f"excerpt:{code}:{place.start}-{place.end}"
    opened.library.review(contract_id, subject, "approve", reviewer="Ito")


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


def bytes_with(folder: Path) -> dict[str, list[str]]:
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


def rows_with(opened: Workbench) -> set[str]:
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
