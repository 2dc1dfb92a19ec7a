"""A Neo4j server that is away, says no, is too old, or is used by others as well: named, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import neo4j
import pytest
from neo4j.exceptions import TransientError
from pydantic import SecretStr

from breakable_proxy import BreakableProxy
from core.cli.following import follow
from core.errors import ConfigError, GraphForeign, GraphLogin, GraphServerOld, GraphUnavailable
from core.graph import GraphContract, GraphStore, open_graph
from core.graph.neo4j.connection import Neo4jConnection
from core.graph.projection.writing import Run
from core.settings import Settings
from core.workbench.examination import examine
from core.workbench.workbench import open_workbench
from servers import free_port
from small_contracts import small_contract

pytestmark = [pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")]
Generated = tuple[GraphContract, ...]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits long for a server that does not come back."""
    monkeypatch.setattr("core.graph.neo4j.connection.PAUSES_S", (0.01, 0.05))


@pytest.fixture
def proxy(neo4j_settings: Settings) -> Iterator[BreakableProxy]:
    assert neo4j_settings.neo4j_uri is not None
    with BreakableProxy(int(neo4j_settings.neo4j_uri.rsplit(":", 1)[1])) as opened:
        yield opened


@pytest.fixture
def through(neo4j_settings: Settings, proxy: BreakableProxy, tmp_path: Path) -> Settings:
    """Settings whose server stands behind the proxy."""
    return neo4j_settings.model_copy(
        update={"neo4j_uri": f"bolt://127.0.0.1:{proxy.port}", "data_dir": tmp_path / "data"}
    )


@pytest.fixture
def graph(neo4j_settings: Settings) -> Iterator[GraphStore]:
    """The server's graph, empty."""
    opened = open_graph(neo4j_settings)
    opened.clear()
    yield opened
    opened.clear()
    opened.close()


@pytest.fixture
def direct(neo4j_settings: Settings) -> Iterator[Callable[[str], list[dict[str, object]]]]:
    """What runs a statement on the server past the product."""
    assert neo4j_settings.neo4j_uri is not None
    assert neo4j_settings.neo4j_password is not None
    password = neo4j_settings.neo4j_password.get_secret_value()
    with neo4j.GraphDatabase.driver(neo4j_settings.neo4j_uri, auth=("neo4j", password)) as driver:
        yield lambda statement: [dict(row) for row in driver.execute_query(statement).records]


def test_down_at_the_start(neo4j_settings: Settings) -> None:
    away = neo4j_settings.model_copy(update={"neo4j_uri": f"bolt://127.0.0.1:{free_port()}"})
    with pytest.raises(GraphUnavailable, match="does not answer") as caught:
        open_graph(away)
    assert caught.value.code == "graph_unavailable"


def test_a_wrong_password(neo4j_settings: Settings) -> None:
    wrong = neo4j_settings.model_copy(update={"neo4j_password": SecretStr("wrong password")})
    with pytest.raises(GraphLogin, match="does not let us in"):
        open_graph(wrong)


@pytest.mark.parametrize(
    ("update", "name"),
    [
        ({"neo4j_uri": "localhost:7687"}, "NEO4J_URI"),
        ({"neo4j_uri": "gopher://localhost"}, "NEO4J_URI"),
        ({"neo4j_database": "nosuchdatabase"}, "NEO4J_DATABASE"),
    ],
)
def test_settings_that_cannot_be_right(neo4j_settings: Settings, update: dict[str, str], name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        open_graph(neo4j_settings.model_copy(update=update))
    assert caught.value.facts["name"] == name


@pytest.mark.parametrize("scheme", ["neo4j+s", "bolt+s", "neo4j+ssc", "bolt+ssc"])
def test_encrypted_addresses_are_passed_on(neo4j_settings: Settings, scheme: str) -> None:
    address = f"{scheme}://127.0.0.1:{free_port()}"
    connection = Neo4jConnection(neo4j_settings.model_copy(update={"neo4j_uri": address}))
    with pytest.raises(GraphUnavailable, match="does not answer"):
        connection.check()
    connection.close()


def test_doctor_says_where_the_graph_is_or_what_to_do(neo4j_settings: Settings, tmp_path: Path) -> None:
    there = neo4j_settings.model_copy(update={"data_dir": tmp_path / "data"})
    away = there.model_copy(update={"neo4j_uri": f"bolt://127.0.0.1:{free_port()}"})
    with open_workbench(there) as workbench:
        workbench.rebuild_graph()  # whatever another test has left in the database
    found, lost = (next(finding for finding in examine(chosen) if finding.part == "graph") for chosen in (there, away))
    assert (found.state, found.remedy) == ("ok", None)
    assert found.detail.startswith("Neo4j 5.") or found.detail.startswith("Neo4j 20")
    assert lost.state == "failed"
    assert lost.remedy is not None
    assert lost.remedy.startswith("start the server")


def test_the_command_line_says_that_the_graph_follows_later(
    neo4j_settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"bolt://127.0.0.1:{free_port()}"
    with open_workbench(neo4j_settings.model_copy(update={"data_dir": tmp_path, "neo4j_uri": address})) as workbench:
        follow(workbench)
    assert capsys.readouterr().err.startswith("The contracts are stored. The graph follows when it can be reached")


def test_an_old_server_is_told_what_is_needed(neo4j_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def old(run: Run) -> list[dict[str, object]]:
        return [{"version": "4.4.29"}]

    real = Neo4jConnection.read
    monkeypatch.setattr(Neo4jConnection, "read", lambda self, work, **more: real(self, lambda run: old(run), **more))
    with pytest.raises(GraphServerOld, match=r"4\.4\.29 is too old, 5\.26 is needed") as caught:
        open_graph(neo4j_settings)
    assert caught.value.facts == {"found": "4.4.29", "needed": "5.26"}


def test_stopped_and_started_again_during_use(through: Settings, proxy: BreakableProxy, generated: Generated) -> None:
    graph = open_graph(through)
    graph.clear()
    graph.project_many(generated[:2])
    before = graph.dump()
    proxy.cut()
    for act in (graph.revision, lambda: graph.project(generated[2]), lambda: graph.passages("deliver", 5)):
        with pytest.raises(GraphUnavailable):
            act()
    proxy.mend()
    assert graph.dump() == before
    assert graph.project(generated[2])
    graph.clear()
    graph.close()


def test_contracts_are_stored_while_it_is_down_and_the_graph_catches_up(
    through: Settings, proxy: BreakableProxy
) -> None:
    proxy.cut()
    with open_workbench(through) as workbench:
        first = _ingest(workbench, 1)
        with pytest.raises(GraphUnavailable):
            workbench.graph()
        assert [row.file_name for row in workbench.library.rows()] == ["1.txt"]
        proxy.mend()
        ids = "MATCH (a:Agreement) RETURN a.contract_id AS id ORDER BY id"
        workbench.rebuild_graph()
        assert [row["id"] for row in workbench.graph().rows(ids)] == first
        workbench.graph().clear()
        with open_workbench(through) as other, ThreadPoolExecutor(2) as pool:
            # Two programs follow the store at once.
            seen = list(pool.map(lambda opened: opened.graph().rows(ids), (workbench, other)))
        assert seen == [[{"id": first[0]}]] * 2
        proxy.cut()
        workbench.library.delete(first[0])
        with pytest.raises(GraphUnavailable):
            workbench.graph()
        proxy.mend()
        assert workbench.graph().rows(ids) == []
        workbench.rebuild_graph()
        assert workbench.graph().rows(ids) == []
        workbench.graph().clear()


def test_two_workbenches_do_not_mix_in_one_database(neo4j_settings: Settings, tmp_path: Path) -> None:
    ids = "MATCH (a:Agreement) RETURN a.contract_id AS id ORDER BY id"
    with (
        open_workbench(neo4j_settings.model_copy(update={"data_dir": tmp_path / "one"})) as one,
        open_workbench(neo4j_settings.model_copy(update={"data_dir": tmp_path / "other"})) as other,
    ):
        first, second = _ingest(one, 1), _ingest(other, 2)
        one.rebuild_graph()
        with pytest.raises(GraphForeign, match="1 contracts of another workbench"):
            other.graph()
        assert [row["id"] for row in one.graph().rows(ids)] == first
        other.rebuild_graph()
        assert [row["id"] for row in other.graph().rows(ids)] == second
        other.library.delete(second[0])
        assert other.graph().rows(ids) == []


def _ingest(workbench: object, number: int) -> list[str]:
    library = workbench.library  # type: ignore[attr-defined]
    known = {row.contract_id for row in library.rows()}
    sha256 = library.receive(small_contract(number), f"{number}.txt")
    workbench.run_until_done(library.ingest([(sha256, f"{number}.txt")], user="Ito"))  # type: ignore[attr-defined]
    return sorted({row.contract_id for row in library.rows()} - known)


@pytest.mark.parametrize("failures", [1, 2])
def test_a_passing_failure_is_tried_again(neo4j_settings: Settings, failures: int) -> None:
    connection = Neo4jConnection(neo4j_settings)
    tried: list[int] = []

    def work(run: Run) -> int:
        tried.append(1)
        run("CREATE (:Trial)", {})
        if len(tried) <= failures:
            raise TransientError("deadlock")
        return int(str(run("MATCH (t:Trial) WITH count(t) AS n MATCH (t:Trial) DELETE t RETURN n", {})[0]["n"]))

    assert connection.write(work) == 1
    assert len(tried) == failures + 1
    connection.close()


def test_a_failure_that_stays_is_given_up(neo4j_settings: Settings) -> None:
    connection = Neo4jConnection(neo4j_settings)
    tried: list[int] = []

    def work(run: Run) -> None:
        tried.append(1)
        raise TransientError("out of memory")

    with pytest.raises(Exception, match="Neo4j refused"):
        connection.write(work)
    assert len(tried) == 3
    connection.close()


def test_what_is_not_ours_survives(
    graph: GraphStore, generated: Generated, direct: Callable[[str], list[dict[str, object]]]
) -> None:
    direct("CREATE (:Invoice {number: 1})-[:PAID_BY]->(:Customer {name: 'Them'})")
    try:
        graph.project_many(generated[:2])
        graph.clear()
        found = "MATCH (i:Invoice)-[:PAID_BY]->(c:Customer) RETURN i.number AS number, c.name AS name"
        assert direct(found) == [{"number": 1, "name": "Them"}]
    finally:
        direct("MATCH (n:Invoice|Customer) DETACH DELETE n")


def test_a_database_with_somebody_elses_organizations_is_left_alone(
    graph: GraphStore, neo4j_settings: Settings, direct: Callable[[str], list[dict[str, object]]]
) -> None:
    direct("MATCH (n:Meta|ClauseType) DETACH DELETE n")
    direct("CREATE (:Organization {id: 'theirs', name: 'Them'})")
    try:
        with pytest.raises(GraphForeign) as caught:
            open_graph(neo4j_settings)
        assert caught.value.facts == {"label": "Organization", "database": "neo4j"}
        assert direct("MATCH (n) RETURN n.id AS id") == [{"id": "theirs"}]
    finally:
        direct("MATCH (n:Organization) DETACH DELETE n")
        open_graph(neo4j_settings).close()


def test_a_database_emptied_under_our_feet_is_filled_again(
    graph: GraphStore, generated: Generated, direct: Callable[[str], list[dict[str, object]]]
) -> None:
    graph.project_many(generated[:2])
    graph.set_revision(9)
    before = graph.dump()
    direct("MATCH (n) DETACH DELETE n")
    assert graph.revision() == 0
    graph.project_many(generated[:2])
    assert graph.dump() == before


@dataclass(frozen=True)
class _Nothing:
    """An embedder of another length."""

    name: str = "four"
    dimension: int = 4
    weight: float = 1.0

    def embed(self, texts: Sequence[str], *, query: bool = False) -> object:
        import numpy as np

        return np.tile(np.array([1, 0, 0, 0], np.float32), (len(texts), 1))


def test_another_embedder_empties_the_graph(graph: GraphStore, neo4j_settings: Settings, generated: Generated) -> None:
    graph.project_many(generated[:2])
    graph.set_revision(2)
    other = open_graph(neo4j_settings, embedder=_Nothing())  # type: ignore[arg-type]
    assert (other.embedder_name, other.revision()) == ("four", 0)
    assert other.rows("MATCH (a:Agreement) RETURN count(a) AS n") == [{"n": 0}]
    other.project_many(generated[:2])
    assert len(other.nearest_excerpts("anything", 3)) == 3
    with pytest.raises(Exception, match="other settings"):
        graph.revision()
    other.close()
    open_graph(neo4j_settings).close()
