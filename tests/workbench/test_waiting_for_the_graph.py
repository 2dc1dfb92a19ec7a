"""Whoever waits for the graph while another thread builds it is told how far that is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import GraphError
from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.graph.retrieval.warming import warm
from core.qa import ask
from core.settings import load_settings
from core.workbench.catch_up import graph_contract
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import small_contract


def test_progress_of_another_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page once stood at nought while the server's own thread built the graph."""
    begun, told = threading.Event(), threading.Event()

    def slow(_library: object, _graph: object, *, on_progress: Callable[[int, int], None], **_more: object) -> None:
        on_progress(3, 7)
        begun.set()
        assert told.wait(20)

    def tell(done: int, total: int) -> None:
        seen.append((done, total))
        told.set()

    seen: list[tuple[int, int]] = []
    with open_workbench(load_settings(data_dir=tmp_path)) as opened:
        monkeypatch.setattr("core.workbench.workbench.sync", slow)
        other = threading.Thread(target=opened.graph)
        other.start()
        assert begun.wait(20)
        monkeypatch.setattr("core.workbench.workbench.sync", lambda *_, **__: None)
        opened.graph(on_progress=tell)
        other.join(20)
        assert not other.is_alive()
    assert seen[0] == (3, 7)


def test_the_graph_is_read_ahead_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []
    with open_workbench(load_settings(data_dir=tmp_path)) as opened:
        monkeypatch.setattr("core.workbench.workbench.warm", lambda graph: warmed.append(graph.backend))
        opened.warm_graph()
        opened.warm_graph()
    # To close is to wait for it.
    assert warmed == ["embedded"]


def test_a_page_does_not_wait_for_the_graph_to_be_read_ahead(tmp_path: Path) -> None:
    """Under uploads each page of questions stood still until the graph had caught up (issue 13, 12)."""
    with open_workbench(load_settings(data_dir=tmp_path)) as opened:
        with opened._lock:
            page = threading.Thread(target=opened.warm_graph)
            page.start()
            page.join(20)
            waiting = page.is_alive()
        page.join()
    assert not waiting


def test_reading_ahead_changes_nothing_and_fails_quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_workbench(load_settings(data_dir=tmp_path)) as opened:
        before = opened.graph().dump()
        warm(opened.graph())
        assert opened.graph().dump() == before
        with monkeypatch.context() as patch:
            patch.setattr(EmbeddedGraph, "rows", refusing)
            opened.warm_graph()
            opened.close()


def refusing(*_: object) -> None:
    raise GraphError("disk full")


def test_a_question_does_not_wait_while_contracts_are_taken_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 60 sessions uploading, questions waited up to 33 s for the lock (issue 12, 14)."""
    begun, answered = threading.Event(), threading.Event()
    take_in = graph_contract

    def slowly(*given: object, **more: object) -> object:
        begun.set()
        assert answered.wait(60)
        return take_in(*given, **more)  # type: ignore[arg-type]

    with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as opened:
        ingest(opened, 1)
        opened.graph()
        ingest(opened, 2)
        monkeypatch.setattr("core.workbench.catch_up.graph_contract", slowly)
        follower = threading.Thread(target=opened.graph)
        follower.start()
        assert begun.wait(20)
        text = ask("How many contracts are there?", opened, language="en", user="Sato").answer.text
        assert "not in this answer: 1" in text
        answered.set()
        follower.join(60)
        text = ask("How many contracts are there?", opened, language="en", user="Sato").answer.text
        assert "not in this answer" not in text
        assert "2 contracts" in text
    assert not follower.is_alive()


def test_a_question_waits_for_a_graph_that_is_made_anew(tmp_path: Path) -> None:
    """An emptied graph would answer of nothing."""
    with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as opened:
        ingest(opened, 1)
        opened.followed = True
        for number in range(2, 7):
            ingest(opened, number)
        assert len(opened.graph_to_ask().rows("MATCH (a:Agreement) RETURN a.contract_id AS id")) == 6


def ingest(workbench: Workbench, number: int) -> None:
    sha256 = workbench.library.receive(small_contract(number), f"{number}.txt")
    workbench.run_until_done(workbench.library.ingest([(sha256, f"{number}.txt")], user="Sato"))
