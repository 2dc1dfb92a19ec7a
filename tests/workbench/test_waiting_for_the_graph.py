"""Whoever waits for the graph while another thread builds it is told how far that is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import GraphError
from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.graph.retrieval.warming import warm
from core.settings import load_settings
from core.workbench.workbench import open_workbench


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
