"""Everything a process holds open: store, library, ledger, dispatcher and graph, opened once and closed together."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from functools import partial
from types import TracebackType
from typing import get_args

from core import logs
from core.access import SYSTEM, Actor, acting_as, current_actor
from core.contracts import Library, summarise_again
from core.errors import (
    GraphBusy,
    GraphDamaged,
    GraphForeign,
    ModelError,
    StoreError,
    StoreFull,
    WorkbenchError,
)
from core.graph import (
    Embedder,
    GraphStore,
    choose_embedder,
    clean_memory,
    drop_set_aside,
    nearest_text,
    open_graph,
    set_aside,
    temporary_graph,
)
from core.graph.retrieval import warm
from core.jobs import Dispatcher, Ledger, Progress, open_engine, run_worker
from core.knowledge import KnowledgeBase
from core.llm import endpoint, endpoint_name
from core.matters import Matters, hidden_contracts, known_matters
from core.parties import PartyBook
from core.relations import RelationBook
from core.settings import Role, Settings
from core.store import Store, StoredVectors, open_store
from core.workbench.catch_up import agreements_of_other_stores, behind, fits, rebuild, sync, sync_knowledge, sync_links
from core.workbench.graph_mark import leave_mark, was_last_to_write
from core.workbench.limited_graphs import LimitedGraphs, joined_within

_log = logs.log(__name__)
_TELL_S = 0.5
_PATIENCE_S = 0.3
_FEW = 3


_CONTRACTS_OF_GRAPH = "MATCH (a:Agreement) RETURN count(a) AS n"


class _GraphGiven(threading.local):
    """What the graph lacked when a thread was given it."""

    lacking = 0


class Workbench:
    """The open workbench of one process; safe to use from many threads.

    The graph is a projection: it is opened when first asked for, brought up to date each time, and rebuilt from the
    store when its file is damaged. Where another process holds its file, this one answers from a private copy; a graph
    on a Neo4j server is shared. While that server cannot be reached, everything but the graph goes on; the next
    `graph()` catches up.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.library = Library(store, settings)
        self.knowledge = KnowledgeBase(store)
        self.parties = PartyBook(store)
        self.relations = RelationBook(store)
        self.ledger = Ledger(store, settings)
        self.matters = Matters(store, summarise_again)
        self._limited = LimitedGraphs(settings)
        self.clock: Callable[[], date] = date.today
        """The user's own day, to which terms are reckoned."""
        self.notices: list[str] = []
        self._graph: GraphStore | None = None
        self._graph_is_private = False
        self._graph_is_ours = False
        self._private = ExitStack()
        self._graph_is_whole = False
        self.followed = False
        """Whether a thread of this process brings the graph up to date by itself."""
        self._lock = threading.RLock()
        self._done: tuple[int, int] | None = None
        self._began_at = 0
        self._given = _GraphGiven()
        self._background: Dispatcher | None = None
        self._warming: dict[str, threading.Thread] = {}
        self._warming_lock = threading.Lock()

    def graph(self, *, on_progress: Callable[[int, int], None] | None = None) -> GraphStore:
        """The graph of what whoever acts may see, up to date with the store.

        Args:
            on_progress: told of contracts done and of how many, also while another thread does the work.

        Raises:
            ConfigError, GraphError: it could neither be opened nor rebuilt; `GraphUnavailable` while a server is away.
        """
        limited = self._limited_graph(on_progress)
        if limited is not None:
            return limited
        with self._turn(on_progress), acting_as(SYSTEM):
            graph = self._graph or self._open_graph()
            self._refuse_other_stores(graph)
            if not fits(self.library, self.knowledge, graph):
                _log.warning("the graph follows another course of the store, rebuilding", revision=graph.revision())
                self.notices.append("graph_of_other_store")
                self._graph_is_whole = False
                with graph.writing():
                    graph.clear()
            if graph.backend == "embedded" or behind(
                self.library, self.knowledge, self.parties, self.relations, graph, today=self.clock()
            ):
                with graph.writing():
                    try:
                        self._follow(graph, on_progress)
                    except GraphDamaged:
                        # Its search index was; an empty one has taken its place.
                        self.notices.append("graph_rebuilt")
                        self._follow(graph, on_progress)
            self._graph_is_whole = True
            return graph

    def graph_to_ask(self, *, on_progress: Callable[[int, int], None] | None = None) -> GraphStore:
        """The graph for a question: up to date, or as it is where another thread is taking contracts in.

        Each contract in it is whole. `left_out` says how many were not in it yet.

        Raises:
            ConfigError, GraphError: as `graph` does.
        """
        self._given.lacking = 0
        graph = self._graph
        if graph is None or not self._graph_is_whole or self.is_limited():
            return self.graph(on_progress=on_progress)
        if not self._lock.acquire(timeout=_PATIENCE_S):
            self._given.lacking = self.arriving()
            return graph
        try:
            if self.followed and self._graph is graph and (lacking := self.arriving()) > _FEW:
                self._given.lacking = lacking
                return graph
            return self.graph(on_progress=on_progress)
        finally:
            self._lock.release()

    def is_limited(self) -> bool:
        """Whether there are contracts that whoever acts must not see."""
        with self.store.read() as session:
            return bool(hidden_contracts(session))

    def seen(self) -> str:
        """What tells what whoever acts may see from what others may; the same for all who see everything."""
        with self.store.read() as session:
            if not hidden_contracts(session):
                return ""
            return "only " + " ".join(sorted(known_matters(session, current_actor()) or ()))

    def _limited_graph(self, on_progress: Callable[[int, int], None] | None) -> GraphStore | None:
        """The graph of who may not see everything; None for who may."""
        with self.store.read() as session:
            matters = known_matters(session, current_actor()) if hidden_contracts(session) else None
        if matters is None:
            return None

        def follow(graph: GraphStore) -> None:
            if not fits(self.library, self.knowledge, graph):
                graph.clear()
            if not behind(self.library, self.knowledge, self.parties, self.relations, graph, today=self.clock()):
                return
            sync(self.library, graph, today=self.clock(), on_progress=on_progress)
            sync_knowledge(self.knowledge, graph)
            sync_links(self.parties, self.relations, graph, within=lambda groups: joined_within(groups, graph))

        return self._limited.of(matters, self._embedder, follow)

    @property
    def caught_up(self) -> bool:
        """Whether the graph, as it is open now, has once been up to date with the store."""
        return self._graph is not None and self._graph_is_whole

    def arriving(self) -> int:
        """How many contracts of the store the graph has not taken in yet; 0 where there is no graph."""
        done, graph = self._done, self._graph
        if graph is None:
            return 0
        # While another thread takes contracts in, the graph is not asked: it may be writing.
        changes = self.library.changes_since(graph.revision() if done is None else self._began_at)
        waiting = len(changes.changed) + len(changes.deleted)
        if done is None:
            return waiting
        # What was handed over may still be on its way: a server takes contracts in by the batch.
        taken_in = int(str(graph.rows(_CONTRACTS_OF_GRAPH)[0]["n"]))
        return max(0, waiting - done[0], self.library.count() - taken_in)

    def left_out(self) -> int:
        """How many contracts the graph lacked when this thread was last given it to ask."""
        return self._given.lacking

    def _follow(self, graph: GraphStore, on_progress: Callable[[int, int], None] | None) -> None:
        """Bring the graph up to the store."""
        self._began_at = graph.revision()
        sync(self.library, graph, today=self.clock(), on_progress=partial(self._note, on_progress))
        sync_knowledge(self.knowledge, graph)
        sync_links(self.parties, self.relations, graph)
        if graph.backend != "embedded":
            leave_mark(self.settings, graph)

    @contextmanager
    def _turn(self, on_progress: Callable[[int, int], None] | None) -> Iterator[None]:
        """Hold the lock; tell how far the thread is that holds it before."""
        while not self._lock.acquire(timeout=_TELL_S):
            if on_progress is not None and self._done is not None:
                on_progress(*self._done)
        try:
            yield
        finally:
            self._done = None
            self._lock.release()

    def _note(self, on_progress: Callable[[int, int], None] | None, done: int, total: int) -> None:
        self._done = (done, total)
        if on_progress is not None:
            on_progress(done, total)

    def _refuse_other_stores(self, graph: GraphStore) -> None:
        """See once that a server's graph is not that of another workbench: answers would mix two portfolios.

        Contracts that this store never had are no other one's where its data folder was the last to write them: then
        the store was lost or put back, and the graph is made anew.

        Raises:
            GraphForeign: it is; `rebuild_graph` makes it this one's.
        """
        if graph.backend == "embedded" or self._graph_is_ours:
            return
        found = agreements_of_other_stores(self.library, graph)
        if found and not was_last_to_write(self.settings, graph):
            raise GraphForeign(
                f"{graph.where} holds {found} contracts of another workbench; give this one a database of its own with "
                "NEO4J_DATABASE, or take it over: python -m core rebuild-graph",
                reason="other_contracts",
                count=found,
            )
        self._graph_is_ours = True

    def _open_graph(self) -> GraphStore:
        embedder = self._embedder()
        if self.settings.neo4j_uri:
            # A server's graph is nobody's alone: there is no copy of one's own, and no file to set aside.
            self._graph = open_graph(self.settings, embedder=embedder)
            return self._graph
        try:
            self._graph = open_graph(self.settings, embedder=embedder)
        except GraphBusy:
            self._graph = self._private.enter_context(temporary_graph(self.settings, embedder=embedder))
            self._graph_is_private = True
        except GraphDamaged:
            moved = set_aside(self.settings)
            _log.warning("graph damaged, rebuilding", moved_to=[file.name for file in moved])
            self.notices.append("graph_rebuilt")
            self._graph = open_graph(self.settings, embedder=embedder)
        return self._graph

    def _embedder(self) -> Embedder:
        model = endpoint("embeddings", self.settings)
        return choose_embedder(self.settings, endpoint=model, cache=StoredVectors(self.store))

    def nearest_in_meaning(self, words: str, texts: Sequence[str]) -> int | None:
        """The place of the text that is nearest to some words in meaning; None where no embedder tells meaning.

        An endpoint that is down is logged: there are the words' letters to go by.
        """
        try:
            return nearest_text(self._embedder(), words, texts)
        except ModelError as error:
            _log.warning("no vectors for a question's words", code=error.code)
            return None

    def rebuild_graph(self, *, on_progress: Callable[[int, int], None] | None = None) -> int:
        """Make the graph anew from the store; gives the number of contracts in it.

        Raises:
            GraphBusy: another process holds the graph; it follows the store by itself.
            StoreFull: the data folder is read-only.
        """
        with self._lock, acting_as(SYSTEM):
            if self._graph is None:
                self._open_graph()
            if self._graph_is_private and not os.access(self.settings.data_dir, os.W_OK):
                raise StoreFull("The graph cannot be written: the data folder is read-only")
            if self._graph is None or self._graph_is_private:
                raise GraphBusy("another process holds the graph; close it, or rebuild there")
            self._graph_is_whole = False
            self._begin_anew()
            with self._graph.writing():
                contracts = rebuild(self.library, self._graph, today=self.clock(), on_progress=on_progress)
                sync_knowledge(self.knowledge, self._graph)
                sync_links(self.parties, self.relations, self._graph)
            if self._graph.backend != "embedded":
                leave_mark(self.settings, self._graph)
            self._graph_is_ours = True
            return contracts

    def _begin_anew(self) -> None:
        """Where nothing else of this process has the embedded graph open, put new files in the place of its own."""
        if self._graph is None or self._graph.backend != "embedded":
            return
        self._graph.close()
        self._graph = None
        try:
            for file in set_aside(self.settings):
                file.unlink()
        except GraphBusy:
            _log.info("the graph's file is in use here, it is emptied instead")
        self._open_graph()

    def renew_graph(self) -> bool:
        """Let the graph hold nothing of deleted contracts, neither as rows nor in free pages of its files.

        A server's graph follows the store. The embedded one's files are made anew: its engine keeps deleted text in
        them. False where another process has them open.

        Raises:
            GraphError: the graph could not be brought up to date.
        """
        self._limited.close()
        with self._lock, acting_as(SYSTEM):
            if self.settings.neo4j_uri:
                self.graph()
                return True
            if self._graph_is_private:
                return False
            if self._graph is not None:
                self._graph.close()
                self._graph = None
            self._graph_is_whole = False
            try:
                moved = set_aside(self.settings)
            except GraphBusy:
                return False
            drop_set_aside(self.settings)
            if moved:
                with clean_memory():
                    self.graph()
            return True

    def run_until_done(self, batch_id: str, *, on_progress: Callable[[Progress], None] | None = None) -> Progress:
        """Have a job done, where `JOBS_ENGINE` says, until it has ended; gives how it ended."""
        engine = open_engine(self.settings, self.store)
        try:
            return Dispatcher(self.ledger, engine, self.settings).run_until_done(batch_id, on_progress)
        finally:
            engine.close()

    def start_jobs(self) -> None:
        """See to jobs in the background of this process, until `close`; does nothing when that runs already.

        Raises:
            ConfigError: what `JOBS_ENGINE` names cannot be used with these settings.
        """
        with self._lock:
            if self._background is None:
                engine = open_engine(self.settings, self.store)
                self._limit_endpoints()
                self._background = Dispatcher(self.ledger, engine, self.settings)
                self._background.start()
                self._sweep()
                _log.info("jobs are seen to", pid=os.getpid(), engine=self.settings.jobs_engine)

    def work(self, *, on_ready: Callable[[], None] | None = None) -> None:
        """Take units from the ledger, as a worker does, until SIGTERM or SIGINT; call it from the main thread.

        Raises:
            ConfigError: the store is on SQLite, which only one program works on.
        """
        self._limit_endpoints()
        run_worker(self.ledger, self.settings, on_ready=on_ready)

    def _limit_endpoints(self) -> None:
        names = (endpoint_name(role, self.settings) for role in get_args(Role))
        self.ledger.limit_all({name for name in names if name is not None})

    @property
    def jobs_trouble(self) -> str | None:
        """Code of the refusal, or of the engine's trouble, for which jobs stand still; None while they go on."""
        return self._background.trouble if self._background is not None else None

    def _sweep(self) -> None:
        """Let go of uploads that nobody submitted; where that is refused, the next start does it."""
        try:
            swept = self.library.sweep()
        except StoreError as error:
            _log.info("uploads not swept", reason=str(error))
        else:
            if swept:
                _log.info("uploads that were never submitted are gone", files=swept)

    def warm_graph(self) -> None:
        """Let what questions need be read in the background, once for all who see the same, so that the first one is
        answered sooner; for whoever is kept out of a matter a graph of their own is made."""
        actor, seen = current_actor(), self.seen()
        # A lock of its own: every page of questions comes by here, also while the graph takes in an upload.
        with self._warming_lock:
            if seen not in self._warming:
                who = (actor if seen else SYSTEM,)
                self._warming[seen] = threading.Thread(target=self._warm, args=who, name="graph-warming", daemon=True)
                self._warming[seen].start()

    def _warm(self, actor: Actor) -> None:
        try:
            with acting_as(actor):
                warm(self.graph())
        except WorkbenchError as error:
            # Who asks is told; nobody has asked yet.
            _log.info("graph not read ahead", reason=str(error))

    def close(self) -> None:
        """Stop background work and let go of graph and store."""
        with self._warming_lock:
            warming = list(self._warming.values())
        for thread in warming:
            thread.join()
        with self._lock:
            if self._background is not None:
                self._background.close()
                self._background = None
            if self._graph is not None and not self._graph_is_private:
                self._graph.close()
            self._private.close()
            self._limited.close()
            self._graph = None
            self.store.close()

    def __enter__(self) -> Workbench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_workbench(settings: Settings) -> Workbench:
    """The workbench of these settings, its folder and tables made where there are none.

    Raises:
        ConfigError, StoreError: it cannot be opened; says why.
    """
    return Workbench(settings, open_store(settings))
