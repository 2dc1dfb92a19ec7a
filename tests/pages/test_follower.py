"""The graph follows the store in the background."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from core.errors import GraphBusy
from core.settings import load_settings
from core.ui import follower
from core.workbench import open_workbench


class BusyGraph:
    """A graph that is busy twice, then there."""

    def __init__(self) -> None:
        self.asked = 0
        self.there = threading.Event()

    def graph(self) -> None:
        self.asked += 1
        if self.asked < 3:
            raise GraphBusy("held elsewhere")
        self.there.set()


def test_it_waits_while_a_page_is_loading_but_not_for_ever(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(follower, "_PAUSE_S", 0.01)
    monkeypatch.setattr(follower, "page_is_loading", lambda _within_s: True)
    busy = BusyGraph()
    with open_workbench(load_settings(data_dir=tmp_path)) as opened:
        monkeypatch.setattr(opened, "graph", busy.graph)
        following = follower.GraphFollower(opened)
        assert not busy.there.wait(0.1)
        assert busy.asked == 0
        monkeypatch.setattr(follower, "_LONGEST_PAUSE_S", 0.03)
        assert busy.there.wait(10)
        following.stop()


def test_it_goes_on_after_a_failure_and_stops(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(follower, "_PAUSE_S", 0.01)
    busy = BusyGraph()
    with open_workbench(load_settings(data_dir=tmp_path)) as opened:
        monkeypatch.setattr(opened, "graph", busy.graph)
        following = follower.GraphFollower(opened)
        assert busy.there.wait(10)
        following.stop()
        after = busy.asked
    assert after >= 3
    assert not any(thread.name == "graph-follower" for thread in threading.enumerate())
