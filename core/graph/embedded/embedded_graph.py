"""The embedded graph: `ladybug` in this process, with a full-text index beside it.

One lock serialises readers and the writer: two databases or two writers in a process lose rows silently, and a
reader can make a checkpoint wait in vain. Reads take milliseconds, a projection about 25.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

from core.cypher import Backend
from core.errors import GraphDamaged, GraphError
from core.graph.embedded.bounded_reading import BoundedReader
from core.graph.embedded.bulk import load
from core.graph.embedded.column_lists import ColumnLists
from core.graph.embedded.columns import Columns
from core.graph.embedded.columns_reading import GraphColumns
from core.graph.embedded.connection import EmbeddedConnection
from core.graph.embedded.passage_search import PassageIndex, is_damage
from core.graph.embedding.embedders import Embedder, Vectors
from core.graph.embedding.nearest import SPARE, nearest
from core.graph.projection.contract import GraphContract
from core.graph.projection.dump import dump
from core.graph.projection.entry import GraphEntry
from core.graph.projection.entry_writing import erase_entry, write_entry
from core.graph.projection.link_writing import write_parties, write_relations
from core.graph.projection.links import GraphParty, GraphRelation
from core.graph.projection.records import Records, clean, placed, records
from core.graph.projection.writing import erase, write, write_clause_types
from core.graph.schema import NODES, RELATIONS, VERSION, embedded_ddl
from core.graph.store import ExcerptKind, Parameters, Placed, QueryTable, RetrievedPassage, Row, Scope, SimilarExcerpt
from core.graph.text.passages import passages

_T = TypeVar("_T")
_PORTION = 1_000
_LEAST_PORTION = 16
_MOST_ROWS = 100_000
"""Rows of a portion from which on no contract is added: what is loaded is in memory until the transaction ends."""


class EmbeddedGraph:
    """`GraphStore` on a file of this machine. Use `core.graph.open_graph`, which sees that there is only one."""

    def __init__(
        self, path: Path | None, embedder: Embedder, *, timeout_s: float, memory_mb: int | None = None
    ) -> None:
        """Open or create the graph; one of another schema or embedder is emptied.

        Args:
            path: the graph's file, None for a graph in memory.
            embedder: gives the vectors of excerpts and questions.
            timeout_s: longest time of one query in seconds.
            memory_mb: most memory for the file's pages, None for half of the machine's.

        Raises:
            GraphDamaged: the file cannot be opened or read.
        """
        self._embedder = embedder
        self._lock = threading.RLock()
        self._changes = 0
        self._columns = GraphColumns()
        self._untouched = False
        """Whether the tables were made by this process and hold nothing but what was loaded in large portions."""
        self._reader = None if path is None else BoundedReader(path)
        self._reading = threading.Lock()
        self._connection = EmbeddedConnection(path, timeout_s=timeout_s, memory_mb=memory_mb)
        self._run = self._connection.run
        try:
            self._index = PassageIndex(None if path is None else path.with_name("search.sqlite"))
        except GraphDamaged:
            self._connection.close()
            raise
        try:
            self._prepare()
        except GraphError as error:
            self.close()
            raise GraphDamaged(f"The graph cannot be read: {error}", file=str(path)) from error
        self._connection.limit_time()

    def _prepare(self) -> None:
        expected = {node.label for node in NODES} | {relation.type for relation in RELATIONS}
        if self._tables() != expected or any(self._meta(key) != value for key, value in self._identity().items()):
            self._create()
        elif self._index.fresh:
            # Without its index a contract is only half there: let everything be projected again.
            self.set_revision(0)

    def _tables(self) -> set[str]:
        return {str(row["name"]) for row in self._run("CALL show_tables() RETURN name", {})}

    def _identity(self) -> dict[str, str]:
        """What a graph must have been made with to be used as it is."""
        return {"schema": VERSION, "embedder": self._embedder.name, "dimension": str(self._embedder.dimension)}

    def _create(self) -> None:
        """Make the tables anew, empty but for the taxonomy."""
        relations = [relation.type for relation in RELATIONS]
        with self._transaction():
            for name in sorted(self._tables(), key=lambda name: name not in relations):
                self._run(f"DROP TABLE {name}", {})
            for statement in embedded_ddl(self._embedder.dimension):
                self._run(statement, {})
        # In a transaction of its own: rows put into a table that the same transaction has dropped and made again are
        # lost at times. After a crash in between, the identity is missing and the tables are made anew.
        with self._transaction():
            write_clause_types(self._run)
            for key, value in self._identity().items():
                self._set_meta(key, value)
        self._index.clear()
        self._columns.forget()
        self._untouched = True

    @property
    def backend(self) -> Backend:
        """Which engine holds the graph."""
        return "embedded"

    @property
    def where(self) -> str:
        """Where the graph is."""
        return "embedded"

    def unbounded(self) -> tuple[str, ...]:
        """None: every query that is not ours runs in a process with limits."""
        return ()

    @property
    def embedder_name(self) -> str:
        """Name of the embedder whose vectors the graph holds."""
        return self._embedder.name

    @property
    def vector_weight(self) -> float:
        """What a rank by those vectors counts against a rank by words, which counts 1."""
        return self._embedder.weight

    def project(self, contract: GraphContract) -> bool:
        """Replace a contract's part of the graph in one transaction; False when nothing had changed.

        Raises:
            GraphError: the graph refused; it is as it was.
            ModelError: the endpoint that gives the vectors is not usable; the graph is as it was.
        """
        found = records(contract)
        digest = str(found.agreement["digest"])
        with self._lock:
            known = self._digest(contract.contract_id)
            in_graph = known == digest
            with self._whole_index():
                in_index = self._index.digest(contract.contract_id) == digest
        if not (in_graph and in_index):
            vectors = self._embedder.embed([str(excerpt["text"]) for excerpt in found.excerpts])
            for excerpt, vector in zip(found.excerpts, vectors, strict=True):
                # As text: a list of floats costs the driver far more, because it looks at the type of each.
                excerpt["embedding"] = str(vector.tolist())
        with self._lock:
            if not in_index:
                with self._whole_index():
                    self._put_into_index(contract, found, digest, vectors)
            if not in_graph:
                self._columns.changed(contract.contract_id)
                with self._transaction():
                    if known is not None:
                        erase(self._run, contract.contract_id)
                    vector = f"CAST(row.embedding AS FLOAT[{self._embedder.dimension}])"
                    write(self._run, found, vector=vector, number="CAST(row.confidence AS DOUBLE)")
        return not (in_graph and in_index)

    def project_many(self, contracts: Iterable[GraphContract]) -> int:
        """Project contracts, each in its own transaction, into new tables in large portions; the number that changed.

        Raises:
            GraphError: the graph refused; every contract is as it was or projected whole.
            ModelError: the endpoint that gives the vectors is not usable; the same.
        """
        waiting = iter(contracts)
        changed = 0
        while self._untouched:
            first = list(islice(waiting, _LEAST_PORTION))
            if len(first) < _LEAST_PORTION:
                waiting = iter(first)
                break
            # A portion that has rows enough leaves the rest in `waiting`, but never one of its first.
            changed += self._load(chain(first, islice(waiting, _PORTION - len(first))))
        return changed + sum(self.project(contract) for contract in waiting)

    def _load(self, portion: Iterable[GraphContract]) -> int:
        """Put contracts into tables that nothing but this has changed."""
        found: list[Records] = []
        again: list[GraphContract] = []
        with self._lock:
            organizations = self._keys("Organization", "id")
            countries = self._keys("Country", "code")
            known = self._keys("Agreement", "contract_id")
            rows = 0
            for contract in portion:
                if contract.contract_id in known:
                    again.append(contract)
                    continue
                known.add(contract.contract_id)
                self._columns.changed(contract.contract_id)
                contract_records = records(contract)
                vectors = self._embedder.embed([str(excerpt["text"]) for excerpt in contract_records.excerpts])
                for excerpt, vector in zip(contract_records.excerpts, vectors, strict=True):
                    excerpt["embedding"] = vector.tolist()
                digest = str(contract_records.agreement["digest"])
                if self._index.digest(contract.contract_id) != digest:
                    self._put_into_index(contract, contract_records, digest, vectors)
                found.append(contract_records)
                rows += contract_records.rows
                if rows >= _MOST_ROWS and len(found) >= _LEAST_PORTION:
                    break
            with self._transaction():
                load(
                    found,
                    self._embedder.dimension,
                    self._connection.put,
                    organizations=organizations,
                    countries=countries,
                )
            # Whatever else changes the tables leaves this False, a transaction that was rolled back as well.
            self._untouched = True
        return len(found) + sum(self.project(contract) for contract in again)

    def _put_into_index(self, contract: GraphContract, written: Records, digest: str, vectors: Vectors) -> None:
        by_id = {str(excerpt["id"]): vector for excerpt, vector in zip(written.excerpts, vectors, strict=True)}
        places: dict[ExcerptKind, Sequence[Placed]] = {
            "finding": placed(written.excerpts),
            "candidate": placed(written.candidates),
        }
        parts = passages(contract.text, contract.pages)
        self._index.replace(contract.contract_id, parts, digest, by_id, places)

    def _keys(self, label: str, key: str) -> set[str]:
        return {str(row["key"]) for row in self._run(f"MATCH (n:{label}) RETURN n.{key} AS key", {})}

    def remove(self, contract_id: str) -> bool:
        """Remove a contract and what nothing else needs; False when it was not there."""
        with self._lock:
            known = self._digest(contract_id) is not None
            with self._whole_index():
                self._index.remove(contract_id)
            if known:
                self._columns.changed(contract_id)
                with self._transaction():
                    erase(self._run, contract_id)
        return known

    def revision(self) -> int:
        """The store's revision that the graph has reached, 0 for an empty graph."""
        with self._lock:
            return int(self._meta("revision") or 0)

    def set_revision(self, revision: int, token: str = "") -> None:
        """Note the store's revision that the graph has reached, and what tells it from that of another store."""
        with self._lock, self._transaction(meta=True):
            self._set_meta("revision", str(revision))
            self._set_meta("token", token)

    def token(self) -> str:
        """What was noted of the revision that the graph has reached, empty for nothing."""
        with self._lock:
            return self._meta("token") or ""

    def project_entry(self, entry: GraphEntry) -> None:
        """Replace an approved knowledge entry's part of the graph in one transaction.

        Raises:
            GraphError: the graph refused; it is as it was.
        """
        with self._lock, self._transaction():
            erase_entry(self._run, entry.id)
            write_entry(self._run, entry)

    def remove_entry(self, entry_id: str) -> bool:
        """Remove a knowledge entry and what nothing else needs; False when it was not there."""
        with self._lock, self._transaction():
            return erase_entry(self._run, entry_id)

    def knowledge_change(self) -> int:
        """The store's counter of changes of knowledge that the graph has reached, 0 for an empty graph."""
        with self._lock:
            return int(self._meta("knowledge_change") or 0)

    def set_knowledge_change(self, change: int) -> None:
        """Note the store's counter of changes of knowledge that the graph has reached."""
        with self._lock, self._transaction(meta=True):
            self._set_meta("knowledge_change", str(change))

    def project_parties(self, groups: Sequence[GraphParty]) -> None:
        """Make the parties, each a grouping of organizations, exactly these, in one transaction."""
        with self._lock, self._transaction():
            write_parties(self._run, groups)

    def project_relations(self, relations: Sequence[GraphRelation]) -> None:
        """Make the relations between agreements exactly these, in one transaction."""
        with self._lock, self._transaction():
            write_relations(self._run, relations)

    def linked(self) -> str:
        """Mark of the state of the store whose parties and relations the graph holds, empty for none."""
        with self._lock:
            return self._meta("linked") or ""

    def set_linked(self, mark: str) -> None:
        """Note the state of the store whose parties and relations the graph holds."""
        with self._lock, self._transaction(meta=True):
            self._set_meta("linked", mark)

    def clear(self) -> None:
        """Empty the graph and set its revision and its change of knowledge to 0."""
        with self._lock:
            self._create()

    def writing(self) -> AbstractContextManager[None]:
        """Nothing: this process alone has the file."""
        return nullcontext()

    def changes(self) -> int:
        """A number that differs after every change of the graph, for who keeps something that was read from it."""
        with self._lock:
            return self._changes

    def in_one_state(self, work: Callable[[], _T]) -> _T:
        """What some reading of the graph gives, all of it of one state."""
        with self._lock:
            return work()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """While held, several reads see one state of the graph."""
        with self._lock:
            yield

    def columns(self) -> Columns:
        """What lists need of all agreements, kept in memory.

        Raises:
            GraphError: the graph refused or took too long.
        """
        with self._lock:
            return self._columns.columns(self._connection.table)

    def lists(self) -> ColumnLists:
        """Lists of agreements, from the columns."""
        return ColumnLists(self.columns, self.rows)

    def rows(self, query: str, parameters: Parameters | None = None) -> list[Row]:
        """Rows of one of our reading queries, by column name; dates as `datetime.date`.

        Raises:
            GraphError: the query failed or took too long.
        """
        with self._lock:
            return self._run(query, parameters or {})

    def read_untrusted(
        self,
        query: str,
        parameters: Parameters | None = None,
        *,
        timeout_s: float,
        max_rows: int,
        isolated: bool = True,
    ) -> QueryTable:
        """Rows of a query that somebody else wrote and the guard let through; the graph cannot be changed by it.

        It runs on a copy of the file, in a process of its own; a graph in memory has no file, and reads here.

        Raises:
            GraphError: the query failed; GraphTimeout, GraphTooLarge when it took longer or more memory than it may.
        """
        if self._reader is None or not isolated:
            with self._lock:
                return self._connection.read_untrusted(query, parameters or {}, timeout_s=timeout_s, max_rows=max_rows)
        with self._reading:
            with self._lock:
                if self._connection.closed:
                    raise GraphError("The graph is closed")
                if self._reader.version != self._changes:
                    self._reader.copy(self._changes)
            return self._reader.read(query, parameters or {}, timeout_s=timeout_s, max_rows=max_rows)

    def nearest_excerpts(self, text: str, limit: int, scope: Scope = None) -> list[SimilarExcerpt]:
        """Excerpts by nearness of meaning, nearest first: equal to computing every cosine."""
        vector = self._embedder.embed([clean(text) or ""], query=True)[0]
        if not vector.any() or limit <= 0:
            return []
        with self._lock, self._whole_index():
            proposed = self._index.nearest_to(vector, limit, scope)
            if proposed is not None:
                return nearest(vector, proposed, limit)
        where = "" if scope is None else "WHERE e.contract_id IN $scope "
        found = self.rows(
            f"MATCH (e:Excerpt) {where}"
            f"RETURN e.id AS id, array_dot_product(e.embedding, CAST($vector AS FLOAT[{self._embedder.dimension}]))"
            " AS similarity ORDER BY similarity DESC, id LIMIT $limit",
            {"vector": vector.tolist(), "limit": limit + SPARE, **({} if scope is None else {"scope": list(scope)})},
        )
        # By themselves: a query that gives vectors carries those of all excerpts through its sorting.
        vectors = self.rows(
            "UNWIND $ids AS id MATCH (e:Excerpt {id: id}) RETURN e.id AS id, e.embedding AS embedding",
            {"ids": [row["id"] for row in found]},
        )
        return nearest(vector, ((str(row["id"]), row["embedding"]) for row in vectors), limit)

    def passages(self, text: str, limit: int, scope: Scope = None) -> list[RetrievedPassage]:
        """Passages of all contracts that share words with a text, best first."""
        with self._lock, self._whole_index():
            return self._index.search(text, limit, scope)

    def placed(self, contract_id: str, kind: ExcerptKind, spans: Sequence[tuple[int, int]]) -> list[Placed]:
        """The findings or candidates of a contract that share letters with one of some spans, by type and position."""
        with self._lock, self._whole_index():
            return self._index.placed(contract_id, kind, spans)

    def check(self) -> None:
        """Read everything that the graph and its index hold.

        Raises:
            GraphDamaged: some of it cannot be read.
        """
        with self._lock:
            try:
                dump(self._run)
            except (GraphError, UnicodeDecodeError) as error:
                raise GraphDamaged(f"The graph cannot be read: {error}") from error
            self._index.check()

    def dump(self) -> dict[str, list[str]]:
        """The whole graph in one canonical form: equal graphs give equal dumps, whatever the order of writing."""
        with self._lock:
            return {**dump(self._run), "passages": self._index.dump()}

    def close(self) -> None:
        """Let go of the graph's file; further use is an error."""
        with self._lock:
            if not self._connection.closed:
                self._connection.close()
                self._index.close()
                if self._reader is not None:
                    self._reader.close()

    @contextmanager
    def _whole_index(self) -> Iterator[None]:
        """Where the index turns out to be damaged, an empty one takes its place, to be filled from the store."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise GraphError(f"The search index refused: {error}") from error
            self._index.clear()
            self.set_revision(0)
            raise GraphDamaged(f"The search index was damaged and is made anew; ask again: {error}") from error

    @contextmanager
    def _transaction(self, *, meta: bool = False) -> Iterator[None]:
        self._untouched = self._untouched and meta
        try:
            with self._connection.transaction():
                yield
        finally:
            self._changes += 1

    def _meta(self, key: str) -> str | None:
        rows = self._run("MATCH (m:Meta {key: $key}) RETURN m.value AS value", {"key": key})
        return str(rows[0]["value"]) if rows else None

    def _set_meta(self, key: str, value: str) -> None:
        self._run("MERGE (m:Meta {key: $key}) SET m.value = $value", {"key": key, "value": value})

    def _digest(self, contract_id: str) -> str | None:
        rows = self._run(
            "MATCH (a:Agreement {contract_id: $contract_id}) RETURN a.digest AS digest", {"contract_id": contract_id}
        )
        return str(rows[0]["digest"]) if rows else None
