"""Generated contracts for the graph's tests, and graphs on every backend to put them into."""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from core.documents import Page
from core.evidence import Evidence
from core.graph import GraphContract, GraphStore, open_graph
from core.record import Clause, Excerpt, Extraction, Fact, Party, Presence
from core.settings import Settings, load_settings
from core.taxonomy import taxonomy
from graph_shelf import EmbeddedShelf, ServerShelf, Shelf
from servers import NoServer, missing
from servers_neo4j import Neo4jServer, shared_neo4j

FIRMS = (
    "Mount Kowledge Holdings, Inc.",
    "Birch First Global Investments Inc.",
    "株式会社山田商店",
    "山本商事株式会社",
    'O\'Neil "Quote" \\ Back\\slash LLC',
    "🍣 Sushi GmbH",
    "Acme Fund II, L.P.",
    "Acme Fund III, L.P.",
)
LAWS = (("US", "New York"), ("US", "Delaware"), ("JP", None), ("GB", None), (None, None))


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings with a data folder of the test's own."""
    return load_settings(data_dir=tmp_path_factory.mktemp("data"), env_file=Path("no.env"))


@pytest.fixture
def own_settings(tmp_path: Path) -> Settings:
    """Settings with a data folder of one test."""
    return load_settings(data_dir=tmp_path / "data", env_file=Path("no.env"))


@pytest.fixture(scope="session")
def neo4j_settings(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings that name a Neo4j server; its one database is shared by all tests, which run one after the other."""
    base = tmp_path_factory.getbasetemp()
    try:
        with shared_neo4j(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as server:
            yield on_server(settings, server)
    except NoServer as error:
        missing(str(error))


def on_server(settings: Settings, server: Neo4jServer) -> Settings:
    """The same settings with the graph on a server."""
    named = {"neo4j_uri": server.uri, "neo4j_username": server.username, "neo4j_password": SecretStr(server.password)}
    return settings.model_copy(update=named)


@pytest.fixture(
    scope="session",
    params=[
        "embedded",
        pytest.param("neo4j", marks=[pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")]),
    ],
)
def shelf(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Shelf]:
    """Where a test gets its graphs from; what uses it runs on every backend."""
    if request.param == "embedded":
        with ExitStack() as opened:
            yield EmbeddedShelf(settings, opened)
        return
    served = request.getfixturevalue("neo4j_settings")
    graph = open_graph(served)
    yield ServerShelf(served, graph)
    graph.clear()
    graph.close()


@pytest.fixture
def graph(shelf: Shelf) -> Iterator[GraphStore]:
    """An empty graph, on every backend."""
    with shelf.new() as opened:
        yield opened


@pytest.fixture(scope="session")
def make() -> Callable[..., GraphContract]:
    """Makes a contract: `make(number, text=…, present={type: [words]}, …)`."""
    return make_contract


@pytest.fixture(scope="session")
def generated() -> tuple[GraphContract, ...]:
    """Forty contracts of every kind: without parties, without countries, with unknown clauses, without dates."""
    return tuple(random_contract(number) for number in range(40))


def evidence(sha256: str, words: str, start: int | None = None, page: int = 1) -> Evidence:
    """Verified evidence at a place, unverified without one."""
    if start is None:
        return Evidence(sha256, "unverified", "not_found", words)
    return Evidence(sha256, "verified", "exact", words, words, start, start + len(words), (page,))


def make_contract(
    number: int,
    *,
    title: str | None = None,
    text: str = "",
    parties: tuple[Party, ...] = (),
    facts: tuple[Fact, ...] = (),
    present: dict[str, list[str]] | None = None,
    unknown: tuple[str, ...] = (),
    candidates: dict[str, list[str]] | None = None,
    language: str = "en",
    last_notice_day: str | None = None,
    page_length: int = 1_000,
) -> GraphContract:
    """A contract whose clause types are absent unless said otherwise; words are looked up in `text`."""
    sha256 = hashlib.sha256(f"contract {number}".encode()).hexdigest()
    found = present or {}
    near = candidates or {}

    def excerpts(words: list[str]) -> tuple[Excerpt, ...]:
        places = [(item, text.find(item)) for item in words]
        return tuple(
            Excerpt(item, 0.8, evidence(sha256, item, start if start >= 0 else None, start // page_length + 1))
            for item, start in places
        )

    def verdict(code: str) -> Clause:
        presence: Presence = "present" if code in found else "unknown" if code in unknown else "absent"
        return Clause(code, presence, 0.8, excerpts(found.get(code, [])), excerpts(near.get(code, [])))

    starts = range(0, max(len(text), 1), page_length)
    pages = [
        Page(place + 1, start, min(start + page_length, len(text)), 612, 792, "text")
        for place, start in enumerate(starts)
    ]
    return GraphContract(
        contract_id="c" + sha256[:15],
        sha256=sha256,
        title=title if title is not None else f"Contract {number}",
        file_name=f"{number}.pdf",
        language=language,
        extraction=Extraction(
            "test", facts, parties, tuple(verdict(category.code) for category in taxonomy().categories)
        ),
        last_notice_day=last_notice_day,
        text=text,
        pages=tuple(pages),
    )


def random_contract(number: int) -> GraphContract:
    """A contract drawn by its number."""
    draw = random.Random(number)
    text = f"This Agreement number {number}. " + "The Supplier shall deliver. " * draw.randint(0, 60)
    sha256 = hashlib.sha256(f"contract {number}".encode()).hexdigest()
    country, state = draw.choice(LAWS)
    parties = tuple(
        Party(
            name,
            draw.choice(["Supplier", "Buyer", None]),
            draw.choice(["US", "JP", None]),
            draw.choice(["Delaware", None]),
            0.7,
            evidence(sha256, name, draw.choice([None, 5])),
        )
        for name in draw.sample(FIRMS, draw.randint(0, 3))
    )
    facts = [Fact("document_name", f"Agreement {number}", None, 0.9, evidence(sha256, f"number {number}", 15))]
    if country is not None:
        facts.append(Fact("governing_law", country, state, 0.9, evidence(sha256, "law", 3)))
    for name in ("agreement_date", "effective_date", "expiration_date"):
        day = date(2020, 1, 1) + timedelta(days=draw.randint(0, 900))
        kind = draw.choice(["day", "none", "month"])
        value = {"day": day.isoformat(), "none": None, "month": f"{day:%Y-%m}"}[kind]
        facts.append(Fact(name, value, "as written", 0.9, evidence(sha256, f"{name} of {number}", 7)))
    codes = [category.code for category in taxonomy().clauses]
    present = {
        code: [f"{code} {part} of {number}" for part in range(draw.randint(0, 2))] for code in draw.sample(codes, 8)
    }
    return make_contract(
        number,
        text=text,
        parties=parties,
        facts=tuple(facts),
        present=present,
        unknown=tuple(draw.sample(codes, 5)),
        candidates={code: [f"near {code} of {number}"] for code in draw.sample(codes, 3)},
        last_notice_day=draw.choice([None, "2021-03-01", "2021-09-30"]),
        title=draw.choice(["Same title", f"Title {number}", "契約書"]),
    )
