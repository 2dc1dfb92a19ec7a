"""A Neo4j graph knows its store: after one was deleted or put back no answer comes from the old graph (issue 13, 2).

A server's graph may be another workbench's: where it holds contracts that this store never had, and somebody else was
the last to write into it, it is refused with what to do, and taken over by `rebuild-graph`. Else it is built again by
itself.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import GraphForeign
from core.graph import open_graph
from core.settings import Settings
from core.workbench.examination import examine
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import add

pytestmark = [pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")]


@pytest.fixture
def served(neo4j_settings: Settings, tmp_path: Path) -> Iterator[Settings]:
    """A data folder of the test's own, with its graph on the server; the graph is empty before and after."""
    own = neo4j_settings.model_copy(update={"data_dir": tmp_path / "data"})
    for empty in (True, False):
        graph = open_graph(own)
        graph.clear()
        graph.close()
        if empty:
            yield own


def _in_graph(workbench: Workbench) -> set[str]:
    return {str(row["id"]) for row in workbench.graph().rows("MATCH (a:Agreement) RETURN a.contract_id AS id")}


def _files(settings: Settings) -> list[Path]:
    return sorted(settings.data_dir.glob("shinsa.sqlite*"))


def test_a_deleted_store_and_a_backup_that_was_put_back(served: Settings, tmp_path: Path) -> None:
    backup = tmp_path / "shinsa.sqlite"
    with open_workbench(served) as workbench:
        first = add(workbench, 1)
        assert _in_graph(workbench) == {first}
    shutil.copy(served.data_dir / "shinsa.sqlite", backup)
    with open_workbench(served) as workbench:
        add(workbench, 2)
        add(workbench, 3)
        assert len(_in_graph(workbench)) == 3

    for file in _files(served):
        file.unlink()
    with open_workbench(served) as workbench:  # a new store, with as many changes as the old one had
        new = {add(workbench, number) for number in (4, 5, 6)}
        assert _in_graph(workbench) == new
    for file in _files(served):
        file.unlink()
    shutil.copy(backup, served.data_dir)
    (told,) = (part for part in examine(served) if part.part == "graph")
    assert told.state == "ok"
    assert "a store that is gone or was put back" in told.detail
    with open_workbench(served) as workbench:  # an older one, which goes on
        assert _in_graph(workbench) == {first}
        seventh = add(workbench, 7)
        assert _in_graph(workbench) == {first, seventh}


def test_the_graph_of_a_colleague_is_refused(served: Settings, tmp_path: Path) -> None:
    """Also where one wrote into it oneself before."""
    theirs = served.model_copy(update={"data_dir": tmp_path / "theirs"})
    with open_workbench(theirs) as workbench:
        hers = add(workbench, 1)
        assert _in_graph(workbench) == {hers}
    with open_workbench(served) as workbench:
        mine = add(workbench, 2)
        with pytest.raises(GraphForeign, match=r"1 contracts of another workbench.*rebuild-graph"):
            workbench.graph()
        workbench.rebuild_graph()
        assert _in_graph(workbench) == {mine}
    with open_workbench(theirs) as workbench:
        with pytest.raises(GraphForeign):
            workbench.graph()
        workbench.rebuild_graph()
    with open_workbench(served) as workbench, pytest.raises(GraphForeign):
        workbench.graph()


def test_an_older_store_with_the_same_contracts_is_followed_anew(served: Settings, tmp_path: Path) -> None:
    backup = tmp_path / "shinsa.sqlite"
    with open_workbench(served) as workbench:
        kept, gone = add(workbench, 1), add(workbench, 2)
        assert _in_graph(workbench) == {kept, gone}
    shutil.copy(served.data_dir / "shinsa.sqlite", backup)
    with open_workbench(served) as workbench:
        workbench.library.delete(gone)
        assert _in_graph(workbench) == {kept}
    for file in _files(served):
        file.unlink()
    shutil.copy(backup, served.data_dir)
    with open_workbench(served) as workbench:
        assert _in_graph(workbench) == {kept, gone}
