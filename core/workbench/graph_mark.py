"""Was this data folder the last to write into a server's graph?

A store that was lost, or put back from an older backup, does not know the contracts in the graph any more; then only
this mark tells the graph of one's own from that of a colleague. It is what the graph notes of the revision that it has
reached: whoever writes next leaves another one.
"""

from __future__ import annotations

from core import logs
from core.graph import GraphStore
from core.settings import Settings

_log = logs.log(__name__)
_FILE = "graph.mark"


def leave_mark(settings: Settings, graph: GraphStore) -> None:
    """Note in the data folder what its workbench has last written into a graph; not where the folder is read-only."""
    mark, file = graph.token(), settings.data_dir / _FILE
    try:
        if mark and not (file.exists() and file.read_text(encoding="utf-8") == mark):
            file.write_text(mark, encoding="utf-8")
    except OSError as error:
        _log.info("no mark of the graph left", reason=error.strerror)


def was_last_to_write(settings: Settings, graph: GraphStore) -> bool:
    """Whether nobody wrote into a graph after this data folder's workbench did."""
    try:
        mark = (settings.data_dir / _FILE).read_text(encoding="utf-8")
    except OSError:
        return False
    return bool(mark) and mark == graph.token()
