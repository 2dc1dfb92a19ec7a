"""Opening the graph: on a server, or one embedded graph a process and one process a file; and what to do when it is
damaged."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from core.errors import GraphBusy
from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.graph.embedded.native_memory import give_memory_back
from core.graph.embedding.embedders import Embedder
from core.graph.embedding.hashed import HashedEmbedder
from core.graph.store import GraphStore
from core.settings import Settings

_OPEN: dict[Path, SharedGraph] = {}
_GUARD = threading.Lock()
_FILES = (
    "graph.lbug",
    "graph.lbug.wal",
    "graph.lbug.shadow",
    "search.sqlite",
    "search.sqlite-wal",
    "search.sqlite-shm",
)


class SharedGraph(EmbeddedGraph):
    """The process's one graph on a file: every opening shares it, the last close lets go of file and lock."""

    def __init__(
        self, path: Path, embedder: Embedder, lock: FileLock, *, timeout_s: float, memory_mb: int | None
    ) -> None:
        """Open the graph's file; the lock is held already.

        Raises:
            GraphDamaged: the file cannot be opened or read.
        """
        super().__init__(path, embedder, timeout_s=timeout_s, memory_mb=memory_mb)
        self._path = path
        self._file_lock = lock
        self._users = 1

    def join(self) -> None:
        """Count one more user."""
        self._users += 1

    def close(self) -> None:
        """Count one user less; the last one closes."""
        with _GUARD:
            self._users -= 1
            if self._users > 0 or _OPEN.get(self._path) is not self:
                return
            del _OPEN[self._path]
            super().close()
            self._file_lock.release()


def open_graph(settings: Settings, *, embedder: Embedder | None = None, wait_s: float = 0.0) -> GraphStore:
    """The graph of these settings, created when it is not there: on the Neo4j server when `NEO4J_URI` names one, else
    the embedded graph of the data folder, which is one and the same within a process.

    Args:
        settings: where the data folder is, and how long a query may take.
        embedder: gives the vectors, the built-in one when None; a graph with another one's vectors is emptied.
        wait_s: how long to wait for another process to let go of it, in seconds.

    Raises:
        GraphBusy: another process holds it, or its folder cannot be written; read from a `temporary_graph` instead.
        GraphDamaged: it cannot be opened; `set_aside` moves it away, then it can be rebuilt from the store.
        ConfigError, GraphUnavailable: the Neo4j server cannot be used; says why.
    """
    chosen = embedder or HashedEmbedder()
    if settings.neo4j_uri:
        # Most have no server, and the driver takes its time to load.
        from core.graph.neo4j.neo4j_graph import Neo4jGraph

        return Neo4jGraph(settings, chosen)
    path = settings.graph_path
    with _GUARD:
        if path in _OPEN:
            _OPEN[path].join()
            return _OPEN[path]
        lock = FileLock(f"{path}.lock", timeout=wait_s)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout:
            raise GraphBusy("Another process has the graph open", file=path.name) from None
        except OSError as error:
            raise GraphBusy(f"The graph's folder cannot be written: {error.strerror}", file=path.name) from error
        try:
            _drop_leftovers(path)
            graph = SharedGraph(
                path, chosen, lock, timeout_s=settings.graph_timeout_s, memory_mb=settings.graph_memory_mb
            )
        except BaseException:  # an interrupt too must not leave the graph locked
            lock.release()
            raise
        _OPEN[path] = graph
        return graph


def set_aside(settings: Settings) -> list[Path]:
    """Move a damaged graph's files aside, so that the next opening makes an empty one; gives their new paths.

    Raises:
        GraphBusy: the graph is open, here or in another process.
    """
    folder = settings.graph_path.parent
    with _GUARD:
        if settings.graph_path in _OPEN:
            raise GraphBusy("The graph is open in this process", file=settings.graph_path.name)
        lock = FileLock(f"{settings.graph_path}.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise GraphBusy("Another process has the graph open", file=settings.graph_path.name) from None
        except OSError as error:
            raise GraphBusy(f"The graph's folder cannot be written: {error.strerror}") from error
        try:
            mark = f"damaged-{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
            present = [folder / name for name in _FILES if (folder / name).exists()]
            return [file.rename(file.with_name(f"{file.name}.{mark}")) for file in present]
        finally:
            lock.release()


def drop_set_aside(settings: Settings) -> int:
    """Remove the files of graphs that were set aside as damaged, and give their number."""
    folder = settings.graph_path.parent
    found = [file for name in _FILES for file in folder.glob(f"{name}.damaged-*")]
    for file in found:
        file.unlink(missing_ok=True)
    return len(found)


@contextmanager
def temporary_graph(settings: Settings, *, embedder: Embedder | None = None) -> Iterator[EmbeddedGraph]:
    """A private, empty graph that is gone afterwards: for tests, and for reading while another process writes."""
    with tempfile.TemporaryDirectory(prefix="shinsa-graph-") as folder:
        graph = EmbeddedGraph(
            Path(folder) / "graph.lbug",
            embedder or HashedEmbedder(),
            timeout_s=settings.graph_timeout_s,
            memory_mb=settings.graph_memory_mb,
        )
        try:
            yield graph
        finally:
            graph.close()


@contextmanager
def filled_graph(
    settings: Settings, fill: Callable[[EmbeddedGraph], None], *, embedder: Embedder | None = None
) -> Iterator[EmbeddedGraph]:
    """A private graph that is filled and opened anew, and gone afterwards.

    Filling leaves 200 MB in the engine's memory for as long as its files are open, however small the graph is, and the
    C library keeps some of it even then.
    """
    chosen = embedder or HashedEmbedder()
    with tempfile.TemporaryDirectory(prefix="shinsa-graph-") as folder:

        def opened() -> EmbeddedGraph:
            return EmbeddedGraph(
                Path(folder) / "graph.lbug",
                chosen,
                timeout_s=settings.graph_timeout_s,
                memory_mb=settings.graph_memory_mb,
            )

        with closing(opened()) as graph:
            fill(graph)
        give_memory_back()
        with closing(opened()) as graph:
            yield graph


def _drop_leftovers(path: Path) -> None:
    # A log without its database is of no use, and would keep a fresh database from opening.
    if not path.exists():
        for suffix in (".wal", ".shadow"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
