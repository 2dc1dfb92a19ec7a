"""The graph follows the store in the background of the server, so that no question waits for a bulk upload."""

from __future__ import annotations

import threading

from core.access import SYSTEM, acting_as
from core.deletion import Deletions
from core.errors import WorkbenchError
from core.logs import log
from core.ui.assets import page_is_loading
from core.workbench import Workbench

_log = log(__name__)
_PAUSE_S = 2.0
_LONGEST_PAUSE_S = 10.0


class GraphFollower:
    """A thread that brings the graph up to date whenever the store has moved on, and ends what is being deleted.

    It waits while a page is being loaded, some seconds at most.
    """

    def __init__(self, opened: Workbench) -> None:
        self._workbench = opened
        self._deletions = Deletions(opened)
        self._stopping = threading.Event()
        opened.followed = True
        self._thread = threading.Thread(target=self._follow, name="graph-follower", daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        with acting_as(SYSTEM):
            self._follow_on()

    def _follow_on(self) -> None:
        failed: str | None = None
        waited = 0.0
        while not self._stopping.wait(_PAUSE_S):
            # Who opens a page is not kept waiting by a graph that nobody has asked for yet.
            waited += _PAUSE_S
            if page_is_loading(_PAUSE_S) and waited < _LONGEST_PAUSE_S:
                continue
            waited = 0.0
            try:
                self._workbench.graph()
                if self._deletions.settled():
                    self._deletions.finish()
                failed = None
            except WorkbenchError as error:
                # Said once, not every two seconds: a question that needs the graph says it to the person who asks.
                if failed != error.code:
                    _log.warning("graph does not follow", code=error.code, message=str(error))
                failed = error.code

    def stop(self) -> None:
        """End the thread after the step that it is at."""
        self._stopping.set()
        self._thread.join()
        self._workbench.followed = False
