"""One graph a process, one process a file; damage is named, and a killed process loses nothing acknowledged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import GraphBusy, GraphDamaged, GraphError
from core.graph import GraphContract, open_graph, set_aside, temporary_graph
from core.settings import ROOT, Settings
from core.taxonomy import taxonomy

Generated = tuple[GraphContract, ...]

HOLDER = """
import sys, time
from pathlib import Path
from core.graph import open_graph
from core.settings import load_settings
graph = open_graph(load_settings(data_dir=Path(sys.argv[1]), env_file=Path("no.env")))
print("open", flush=True)
time.sleep(60)
"""
PROJECTOR = """
import sys
from pathlib import Path
sys.path[:0] = [sys.argv[2], str(Path(sys.argv[2]).parent)]
from conftest import random_contract
from core.graph import open_graph
from core.settings import load_settings
graph = open_graph(load_settings(data_dir=Path(sys.argv[1]), env_file=Path("no.env")))
print("open", flush=True)
for number in range(40):
    graph.project(random_contract(number))
    print(number, flush=True)
"""


def child(program: str, *arguments: str) -> subprocess.Popen[str]:
    """A Python process of ours that has opened the graph."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def test_a_process_has_one_graph_and_the_last_to_close_lets_go(own_settings: Settings, generated: Generated) -> None:
    first = open_graph(own_settings)
    second = open_graph(own_settings)
    assert first is second
    first.close()
    second.project(generated[0])
    with pytest.raises(GraphBusy):
        set_aside(own_settings)
    second.close()
    with pytest.raises(GraphError, match="closed"):
        second.revision()
    third = open_graph(own_settings)
    assert third is not first
    assert third.rows("MATCH (a:Agreement) RETURN count(a) AS n") == [{"n": 1}]
    third.close()


def test_another_process_is_kept_out_until_it_ends(own_settings: Settings) -> None:
    holder = child(HOLDER, str(own_settings.data_dir))
    try:
        with pytest.raises(GraphBusy):
            open_graph(own_settings)
        with pytest.raises(GraphBusy):
            set_aside(own_settings)
        with temporary_graph(own_settings) as private:
            assert private.revision() == 0
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    open_graph(own_settings, wait_s=10).close()


@pytest.mark.parametrize("damage", ["empty", "garbage", "truncated", "no_main_file", "index"])
def test_damage_is_named_and_set_aside(own_settings: Settings, generated: Generated, damage: str) -> None:
    graph = open_graph(own_settings)
    graph.project_many(generated[:3])
    graph.set_revision(3)
    expected = graph.dump()
    graph.close()
    path = own_settings.graph_path
    index = path.with_name("search.sqlite")
    if damage == "no_main_file":
        path.unlink()
    elif damage == "index":
        index.write_bytes(b"no database at all" * 1_000)
    else:
        size = path.stat().st_size
        body = {"empty": b"x", "garbage": os.urandom(size), "truncated": path.read_bytes()[: size // 2]}[damage]
        path.write_bytes(body)
    if damage != "no_main_file":
        with pytest.raises(GraphDamaged):
            open_graph(own_settings)
        moved = set_aside(own_settings)
        assert moved
        assert all(file.exists() and ".damaged-" in file.name for file in moved)
        assert not path.exists()
    graph = open_graph(own_settings)
    assert graph.revision() == 0
    graph.project_many(generated[:3])
    assert graph.dump() == expected
    graph.close()


def test_a_deleted_index_means_that_everything_is_projected_again(own_settings: Settings, generated: Generated) -> None:
    graph = open_graph(own_settings)
    graph.project_many(generated[:3])
    graph.set_revision(3)
    expected = graph.dump()
    graph.close()
    for file in own_settings.data_dir.glob("search.sqlite*"):
        file.unlink()
    graph = open_graph(own_settings)
    assert graph.revision() == 0
    assert graph.project_many(generated[:3]) == 3
    assert graph.dump() == expected
    graph.close()


class OtherEmbedder:
    """Four numbers a text: its length and nothing else."""

    name = "length"
    dimension = 4
    weight = 1.0

    def embed(self, texts: Sequence[str], *, query: bool = False) -> NDArray[np.float32]:
        return np.tile(np.array([1, 0, 0, 0], np.float32), (len(texts), 1))


def test_another_embedder_empties_the_graph(own_settings: Settings, generated: Generated) -> None:
    graph = open_graph(own_settings)
    graph.project_many(generated[:2])
    graph.set_revision(2)
    graph.close()
    graph = open_graph(own_settings, embedder=OtherEmbedder())
    assert (graph.embedder_name, graph.revision()) == ("length", 0)
    assert graph.rows("MATCH (a:Agreement) RETURN count(a) AS n") == [{"n": 0}]
    graph.project_many(generated[:2])
    graph.set_revision(2)
    graph.close()
    graph = open_graph(own_settings, embedder=OtherEmbedder())
    assert graph.revision() == 2
    graph.close()


@pytest.mark.parametrize("patience", [2, 9])
def test_a_killed_process_loses_nothing_acknowledged(
    own_settings: Settings, generated: Generated, patience: int
) -> None:
    projector = child(PROJECTOR, str(own_settings.data_dir), str(Path(__file__).parent))
    assert projector.stdout is not None
    acknowledged = [int(projector.stdout.readline()) for _ in range(patience)]
    time.sleep(0.01 * patience)
    projector.send_signal(signal.SIGKILL)
    rest, _ = projector.communicate()
    acknowledged += [int(line) for line in rest.split()]
    graph = open_graph(own_settings, wait_s=10)
    present = {row["id"] for row in graph.rows("MATCH (a:Agreement) RETURN a.contract_id AS id")}
    assert {generated[number].contract_id for number in acknowledged} <= present
    chosen = [contract for contract in generated if contract.contract_id in present]
    assert len(chosen) - len(acknowledged) <= 1
    graph.project_many(chosen)
    found = graph.dump()
    # The index is written first: a contract killed between the two is found by no row of the graph.
    found["passages"] = [row for row in found["passages"] if any(c.contract_id in row for c in chosen)]
    graph.close()
    with temporary_graph(own_settings) as fresh:
        fresh.project_many(chosen)
        assert fresh.dump() == found


@pytest.mark.parametrize("torn", [1, 200, 20_000])
def test_a_torn_end_of_the_log_costs_only_what_it_held(own_settings: Settings, generated: Generated, torn: int) -> None:
    """A kill within a write to the log made the engine refuse the whole graph."""
    projector = child(PROJECTOR, str(own_settings.data_dir), str(Path(__file__).parent))
    assert projector.stdout is not None
    acknowledged = [int(projector.stdout.readline()) for _ in range(6)]
    projector.send_signal(signal.SIGKILL)
    projector.communicate()
    log = Path(f"{own_settings.graph_path}.wal")
    log.write_bytes(log.read_bytes()[:-torn])
    graph = open_graph(own_settings, wait_s=10)
    present = {row["id"] for row in graph.rows("MATCH (a:Agreement) RETURN a.contract_id AS id")}
    known = [contract for contract in generated if contract.contract_id in present]
    assert known == list(generated[: len(known)])
    assert len(known) >= len(acknowledged) - 2
    graph.project_many(generated[:10])
    found = graph.dump()
    graph.close()
    again = open_graph(own_settings)
    assert again.dump() == found
    again.close()
    with temporary_graph(own_settings) as fresh:
        fresh.project_many(generated[:10])
        assert fresh.dump() == found


def test_readers_and_a_writer_in_many_threads(own_settings: Settings, generated: Generated) -> None:
    graph = open_graph(own_settings)
    graph.project_many(generated[:4])
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for _ in range(20):
                with graph.snapshot():
                    agreements = graph.rows("MATCH (a:Agreement) RETURN count(a) AS n")[0]["n"]
                    verdicts = graph.rows("MATCH ()-[k:CHECKED_FOR]->(:ClauseType) RETURN count(k) AS n")[0]["n"]
                assert isinstance(agreements, int)
                assert verdicts == len(taxonomy().categories) * agreements
        except BaseException as error:  # noqa: BLE001  # carried to the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for contract in generated[4:8]:
        graph.project(contract)
        graph.project(replace(contract, title="again"))
    for thread in threads:
        thread.join()
    graph.close()
    assert failures == []


def test_writing_has_no_time_limit_and_reading_has(own_settings: Settings, generated: Generated) -> None:
    """A COMMIT that carried a checkpoint was broken off by the queries' time limit."""
    hasty = own_settings.model_copy(update={"graph_timeout_s": 0.03})
    with temporary_graph(hasty) as graph:
        assert graph.project_many(generated[:3]) == 3
        with pytest.raises(GraphError, match="Interrupted"):
            graph.rows("UNWIND range(1, 20000) AS x UNWIND range(1, 20000) AS y RETURN sum(x * y) AS n")
        assert graph.remove(generated[0].contract_id)
