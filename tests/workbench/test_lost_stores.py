"""The graph knows its store: a database that was deleted or put back is followed anew; damaged files are replaced."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from core.errors import GraphError, StoreError
from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.qa.builtin import answer_builtin
from core.settings import Settings, load_settings
from core.workbench.examination import examine
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import add


def in_graph(workbench: Workbench) -> set[str]:
    rows = workbench.graph().rows("MATCH (a:Agreement) RETURN a.contract_id AS id")
    return {str(row["id"]) for row in rows}


def question(workbench: Workbench, words: str = "How many contracts are there?") -> str:
    return answer_builtin(words, workbench, memory=None, language="en", today=date(2026, 1, 1)).text


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(data_dir=tmp_path / "data", env_file=Path("no.env"))


def store_files(settings: Settings) -> list[Path]:
    return sorted(settings.data_dir.glob("shinsa.sqlite*"))


def test_a_deleted_database_with_an_old_graph(settings: Settings) -> None:
    """Answers counted the old contracts, and the new one never appeared (issue 13, 2)."""
    with open_workbench(settings) as workbench:
        for number in (1, 2, 3):
            add(workbench, number)
        assert len(in_graph(workbench)) == 3
    for file in store_files(settings):
        file.unlink()
    with open_workbench(settings) as workbench:
        new = [add(workbench, 4), add(workbench, 5), add(workbench, 6)]  # as many revisions as before
        assert in_graph(workbench) == set(new)
        assert "3 contracts" in question(workbench)


def test_an_older_backup_that_went_on(settings: Settings, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    backup.mkdir()
    with open_workbench(settings) as workbench:
        first = add(workbench, 1)
        workbench.graph()
    for file in store_files(settings):
        shutil.copy(file, backup)
    with open_workbench(settings) as workbench:
        add(workbench, 2)
        add(workbench, 3)
        assert len(in_graph(workbench)) == 3
    for file in store_files(settings):
        file.unlink()
    for file in backup.iterdir():
        shutil.copy(file, settings.data_dir)
    with open_workbench(settings) as workbench:
        assert in_graph(workbench) == {first}
        third = add(workbench, 4)
        assert in_graph(workbench) == {first, third}


def test_an_older_backup_with_as_many_changes_as_the_graph_has_seen(settings: Settings, tmp_path: Path) -> None:
    with open_workbench(settings) as workbench:
        first = add(workbench, 1)
    backup = tmp_path / "shinsa.sqlite"
    shutil.copy(settings.data_dir / "shinsa.sqlite", backup)
    with open_workbench(settings) as workbench:
        add(workbench, 2)
        workbench.graph()
    for file in store_files(settings):
        file.unlink()
    shutil.copy(backup, settings.data_dir)
    with open_workbench(settings) as workbench:
        second = add(workbench, 3)
        assert in_graph(workbench) == {first, second}


def test_the_same_store_is_not_built_twice(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_workbench(settings) as workbench:
        add(workbench, 1)
        workbench.graph()
    with open_workbench(settings) as workbench:
        monkeypatch.setattr(EmbeddedGraph, "clear", lambda self: pytest.fail("emptied"))
        add(workbench, 2)
        assert len(in_graph(workbench)) == 2
        assert workbench.notices == []


def test_a_contract_that_arrives_while_a_question_is_answered(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was in the graph and not among the rows: a KeyError ended the answer (issue 13, 3)."""
    with open_workbench(settings) as workbench:
        add(workbench, 10)
        follow = workbench.graph
        waiting = [18]

        def graph(**options: object) -> object:
            if waiting:
                add(workbench, waiting.pop())
            return follow(**options)  # type: ignore[arg-type]

        monkeypatch.setattr(workbench, "graph", graph)
        text = question(workbench, "Which contracts are governed by Delaware law?")
        assert [f"NO. {number}" in text for number in (10, 18)] == [True, True]


def spoil(file: Path, *, share: float) -> None:
    """Overwrite a page in the midst of a file."""
    size = file.stat().st_size
    with file.open("r+b") as stream:
        stream.seek(int(size * share) // 4096 * 4096)
        stream.write(b"\xa5" * 8192)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9])
def test_a_damaged_search_file_is_replaced(settings: Settings, share: float) -> None:
    """`ask` and `rebuild-graph` failed for good while `doctor` said ok (issue 13, 4)."""
    with open_workbench(settings) as workbench:
        for number in (1, 2, 3):
            add(workbench, number)
        whole = workbench.graph().dump()
    spoil(settings.data_dir / "search.sqlite", share=share)
    with open_workbench(settings) as workbench:
        assert "NO. 2" in question(workbench, "Which contracts are governed by Delaware law?")
        assert workbench.graph().dump() == whole


def test_damage_that_comes_while_it_is_open(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.graph.embedded.passage_search._CHECKED_BYTES", 0)
    with open_workbench(settings) as workbench:
        for number in (1, 2, 3):
            add(workbench, number)
        whole = workbench.graph().dump()
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        spoil(settings.data_dir / "search.sqlite", share=share)
    assert [finding.state for finding in examine(settings) if finding.part == "graph"] == ["failed"]
    with open_workbench(settings) as workbench:
        workbench.rebuild_graph()
        assert workbench.graph().dump() == whole
    assert [finding.state for finding in examine(settings) if finding.part == "graph"] == ["ok"]


@pytest.mark.parametrize("share", [0.2, 0.35, 0.5, 0.65, 0.8, 0.95])
def test_a_graph_damaged_in_its_midst_is_rebuilt_or_named(settings: Settings, share: float) -> None:
    with open_workbench(settings) as workbench:
        for number in range(1, 9):
            add(workbench, number)
        whole = workbench.graph().dump()
    spoil(settings.graph_path, share=share)
    (finding,) = (finding for finding in examine(settings) if finding.part == "graph")
    if finding.state == "ok":  # opened anew, or the damage lies where nothing is kept
        with open_workbench(settings) as workbench:
            assert workbench.graph().dump() == whole
        return
    with open_workbench(settings) as workbench:
        workbench.rebuild_graph()
        assert workbench.graph().dump() == whole


@pytest.mark.parametrize("file_name", ["graph.lbug", "search.sqlite"])
def test_a_letter_that_became_another_one_is_noticed(settings: Settings, file_name: str) -> None:
    """Eleven of fifty flipped bits changed what the graph says and were noticed by nobody: it has no checksums."""
    with open_workbench(settings) as workbench:
        for number in range(1, 5):
            add(workbench, number)
        whole = workbench.graph().dump()
    assert [finding.state for finding in examine(settings) if finding.part == "graph"] == ["ok"]
    file = settings.graph_path.with_name(file_name)
    body = file.read_bytes()
    for place in reversed([found.start() for found in re.finditer(rb"SUPPLY AGREEMENT NO\.", body)]):
        file.write_bytes(body[:place] + b"X" + body[place + 1 :])
        (finding,) = (finding for finding in examine(settings) if finding.part == "graph")
        if finding.state == "failed":
            break
        with open_workbench(settings) as workbench:  # a page that the file has left free keeps an old copy
            assert workbench.graph().dump() == whole
        file.write_bytes(body)
    assert finding.state == "failed"
    assert finding.remedy == "python -m core rebuild-graph"
    with open_workbench(settings) as workbench:
        workbench.rebuild_graph()
        assert workbench.graph().dump() == whole
    assert [finding.state for finding in examine(settings) if finding.part == "graph"] == ["ok"]


def test_a_rebuild_needs_no_readable_graph(settings: Settings) -> None:
    with open_workbench(settings) as workbench:
        add(workbench, 1)
        whole = workbench.graph().dump()
    settings.graph_path.write_bytes(b"no graph" * 4_000)
    with open_workbench(settings) as workbench:
        assert workbench.rebuild_graph() == 1
        assert workbench.graph().dump() == whole
        with pytest.raises(GraphError):
            workbench.graph().rows("MATCH (n:Nothing) RETURN n")


def test_a_store_that_lost_all_its_bytes_is_no_new_one(settings: Settings) -> None:
    """A store's file of no bytes was taken for a new one: doctor said ok, and answers that there is no contract."""
    with open_workbench(settings) as workbench:
        add(workbench, 1)
    first, *others = store_files(settings)
    for file in others:
        file.unlink()
    first.write_bytes(b"")
    (settings.data_dir / "audit.key").touch()
    with pytest.raises(StoreError, match="empty"):
        open_workbench(settings)
    first.unlink()
    open_workbench(settings).close()


@pytest.mark.parametrize(("old", "new"), [(b'{"engine"', b'{"eng\xffne"'), (b'"facts":[', b'"facts":(')])
def test_the_doctor_names_a_store_whose_text_is_damaged(settings: Settings, old: bytes, new: bytes) -> None:
    """Bytes that are no text ended the doctor in a traceback."""
    with open_workbench(settings) as workbench:
        add(workbench, 1)
    first, *others = store_files(settings)
    with closing(sqlite3.connect(first)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for file in others:
        file.unlink(missing_ok=True)
    assert old in first.read_bytes()
    first.write_bytes(first.read_bytes().replace(old, new))
    said = [finding for finding in examine(settings) if finding.part in ("store", "graph")]
    assert any(finding.state == "failed" and "damaged" in finding.detail for finding in said)
