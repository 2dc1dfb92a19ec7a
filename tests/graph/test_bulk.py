"""Contracts put into new tables in one portion give the graph that they give one by one, whatever happens then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest

from core.errors import GraphError
from core.graph import GraphContract, open_graph, temporary_graph
from core.graph.embedded.connection import EmbeddedConnection
from core.settings import Settings

Generated = tuple[GraphContract, ...]
LOADER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from conftest import random_contract
from core.graph import open_graph
from core.settings import load_settings
graph = open_graph(load_settings(data_dir=Path(sys.argv[1]), env_file=Path("no.env")))
contracts = [random_contract(number) for number in range(40)]
print("open", flush=True)
graph.project_many(contracts)
print("done", flush=True)
"""


@pytest.fixture(scope="session")
def one_by_one(settings: Settings, generated: Generated) -> dict[str, list[str]]:
    """The graph of the generated contracts, each projected by itself."""
    with temporary_graph(settings) as graph:
        for contract in generated:
            graph.project(contract)
        return graph.dump()


@pytest.fixture
def loaded_tables(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the tables that were loaded in portions, as they are."""
    names: list[str] = []
    put = EmbeddedConnection.put

    def noted(connection: EmbeddedConnection, table: str, frame: pa.Table) -> None:
        names.append(table)
        put(connection, table, frame)

    monkeypatch.setattr(EmbeddedConnection, "put", noted)
    return names


def test_portions_and_single_contracts_give_the_same(
    settings: Settings,
    generated: Generated,
    loaded_tables: list[str],
    one_by_one: dict[str, list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.graph.embedded.embedded_graph._PORTION", 17)
    with temporary_graph(settings) as graph:
        # Two portions of 17; the six that are left come one by one, and so does what stands twice.
        assert graph.project_many([generated[0], *generated]) == 40
        assert loaded_tables.count("Agreement") == 2
        assert graph.dump() == one_by_one
        for contract in generated[:5]:
            assert graph.remove(contract.contract_id)
        assert graph.project_many(generated) == 5
        assert loaded_tables.count("Agreement") == 2
        assert graph.dump() == one_by_one
        graph.clear()
        assert graph.project_many(generated) == 40
        assert loaded_tables.count("Agreement") > 2
        assert graph.dump() == one_by_one


def test_few_contracts_are_not_worth_a_portion(
    settings: Settings, generated: Generated, loaded_tables: list[str], one_by_one: dict[str, list[str]]
) -> None:
    with temporary_graph(settings) as graph:
        graph.project_many(generated[:5])
        graph.project_many(generated)
        assert loaded_tables == []
        assert graph.dump() == one_by_one


@pytest.mark.parametrize("table", ["IS_PARTY_TO", "HAS_FACT"])
def test_a_portion_that_fails_leaves_nothing_and_can_be_repeated(
    settings: Settings,
    generated: Generated,
    one_by_one: dict[str, list[str]],
    monkeypatch: pytest.MonkeyPatch,
    table: str,
) -> None:
    put = EmbeddedConnection.put

    def failing(connection: EmbeddedConnection, name: str, frame: pa.Table) -> None:
        if name == table:
            raise GraphError("disk full")
        put(connection, name, frame)

    with temporary_graph(settings) as graph:
        with monkeypatch.context() as patched:
            patched.setattr(EmbeddedConnection, "put", failing)
            with pytest.raises(GraphError, match="disk full"):
                graph.project_many(generated)
        assert graph.rows("MATCH (a) WHERE a.contract_id IS NOT NULL RETURN count(a) AS n") == [{"n": 0}]
        assert graph.project_many(generated) == 40
        assert graph.dump() == one_by_one


@pytest.mark.parametrize("delay", [0.0, 0.2, 0.5])
def test_a_process_killed_in_a_portion_leaves_a_graph_that_can_be_completed(
    own_settings: Settings, generated: Generated, one_by_one: dict[str, list[str]], delay: float
) -> None:
    root = Path(__file__).resolve().parents[2]
    loader = subprocess.Popen(
        [sys.executable, "-c", LOADER, str(own_settings.data_dir), str(Path(__file__).parent)],
        cwd=root,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(root), str(root / "tests")])},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert loader.stdout is not None
    began = loader.stdout.readline()
    time.sleep(delay)
    loader.send_signal(signal.SIGKILL)
    said, _ = loader.communicate()
    assert began == "open\n"
    graph = open_graph(own_settings, wait_s=10)
    present = graph.rows("MATCH (a:Agreement) RETURN count(a) AS n")[0]["n"]
    assert present == 40 if said == "done\n" else present in (0, 40)
    graph.project_many(generated)
    assert graph.dump() == one_by_one
    graph.close()
