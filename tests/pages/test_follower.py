"""The graph follows the store in the background."""

from __future__ import annotations

import threading
from typing import cast

import pytest

from core.errors import GraphBusy
from core.ui import follower
from core.workbench.workbench import Workbench


class Graphless:
    """A workbench whose graph is busy twice, then there."""

    def __init__(self) -> None:
        self.asked = 0
        self.there = threading.Event()

    def graph(self) -> None:
        self.asked += 1
        if self.asked < 3:
            raise GraphBusy("held elsewhere")
        self.there.set()


def test_it_goes_on_after_a_failure_and_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "_PAUSE_S", 0.01)
    opened = Graphless()
    following = follower.GraphFollower(cast(Workbench, opened))
    assert opened.there.wait(10)
    following.stop()
    after = opened.asked
    assert after >= 3
    assert not any(thread.name == "graph-follower" for thread in threading.enumerate())
