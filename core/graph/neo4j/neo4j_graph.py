"""The graph on a Neo4j server: the same nodes, relations and answers as the embedded one.

Any number of processes may use one database at once; `neo4j_state` says how they keep out of each other's way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from core.cypher import Backend
from core.errors import GraphBusy, GraphForeign, WorkbenchError
from core.graph.cells import number, whole
from core.graph.embedding.embedders import Embedder
from core.graph.neo4j import constraints as neo4j_schema
from core.graph.neo4j.batch_writing import Prepared, erase_batch, passage_rows, write_batch
from core.graph.neo4j.connection import LIMITS, Neo4jConnection
from core.graph.neo4j.full_text import PassageSearch
from core.graph.neo4j.queried_lists import QueriedLists
from core.graph.neo4j.state import Writers
from core.graph.neo4j.untrusted import read_untrusted
from core.graph.neo4j.vectors import nearest_excerpts
from core.graph.projection.contract import GraphContract
from core.graph.projection.dump import dump, dump_of_passages
from core.graph.projection.entry import GraphEntry
from core.graph.projection.entry_writing import erase_entry, write_entry
from core.graph.projection.link_writing import write_parties, write_relations
from core.graph.projection.links import GraphParty, GraphRelation
from core.graph.projection.records import records
from core.graph.projection.writing import Run, write_clause_types
from core.graph.schema import VERSION
from core.graph.store import ExcerptKind, Parameters, Placed, QueryTable, RetrievedPassage, Row, Scope, SimilarExcerpt
from core.graph.text.passages import passages
from core.graph.text.terms import VERSION as TERMS
from core.settings import Settings

BATCH = 20
"""Contracts written in one transaction."""
_FOLLOWED = ("revision", "token", "knowledge_change", "linked")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Batch:
    """Contracts to write in one transaction, and the ids of those of which an older state is taken out first."""

    rows: Sequence[Prepared]
    replaced: Sequence[str]


class Neo4jGraph:
    """`GraphStore` on a Neo4j server. Safe to use from many threads."""

    def __init__(self, settings: Settings, embedder: Embedder) -> None:
        """Open the graph; one of another schema or embedder is emptied of what is ours.

        Raises:
            ConfigError: the address or the database's name is wrong.
            GraphUnavailable: the server cannot be reached, does not let us in, is too old, or holds data of somebody
                else under our labels.
        """
        self._embedder = embedder
        self._timeout_s = settings.graph_timeout_s
        self._connection = Neo4jConnection(settings)
        self._writers = Writers(self._connection)
        self._search = PassageSearch(self._connection, timeout_s=self._timeout_s)
        try:
            self._connection.check()
            if self._stored_identity() != self._identity():
                self._create()
            else:
                neo4j_schema.prepare(self._connection, self._embedder.dimension)
        except BaseException:  # an interrupt too must not leave the connection open
            self._connection.close()
            raise

    def _identity(self) -> dict[str, str]:
        """What a graph must have been made with to be used as it is."""
        return {
            "schema": VERSION,
            "embedder": self._embedder.name,
            "dimension": str(self._embedder.dimension),
            "form": f"{neo4j_schema.FORM}.{TERMS}",
        }

    def _stored_identity(self) -> dict[str, str]:
        found = self._read("MATCH (m:Meta) WHERE m.key IN $keys RETURN m.key AS key, m.value AS value", self._keys())
        return {str(row["key"]): str(row["value"]) for row in found}

    def _keys(self) -> dict[str, list[str]]:
        return {"keys": list(self._identity())}

    def _create(self) -> None:
        """Empty the database of what is ours and make the schema, with nothing in it but the taxonomy."""
        if not self._stored_identity():
            label = neo4j_schema.foreign(self._connection)
            if label is not None and not self._read("MATCH (m:Meta {key: 'state'}) RETURN m.key AS key"):
                raise GraphForeign(
                    f"The database already has {label} nodes that are not ours",
                    label=label,
                    database=self._connection.database,
                )
        # First of all: two programs that open a new database at once must meet at one node.
        neo4j_schema.prepare_meta(self._connection)
        with self._writers.lease():
            if self._stored_identity() == self._identity():
                return
            neo4j_schema.drop_indexes(self._connection)
            neo4j_schema.empty(self._connection, "ClauseType")
            neo4j_schema.empty(self._connection)
            neo4j_schema.prepare(self._connection, self._embedder.dimension)
            self._writers.write(self._begin)

    def _begin(self, run: Run) -> None:
        if not run("MATCH (t:ClauseType) RETURN 1 AS one LIMIT 1", {}):
            write_clause_types(run)
        run("MATCH (m:Meta) WHERE m.key IN $keys DETACH DELETE m", {"keys": list(_FOLLOWED)})
        run("MATCH (m:Meta {key: 'state'}) SET m.passages = 0, m.terms = 0", {})
        for key, value in self._identity().items():
            _set_meta(run, key, value)

    @property
    def backend(self) -> Backend:
        """Which engine holds the graph."""
        return "neo4j"

    @property
    def where(self) -> str:
        """Address and version of the server."""
        version = ".".join(map(str, self._connection.version))
        return f"Neo4j {version} at {self._connection.address}, database {self._connection.database}"

    def unbounded(self) -> tuple[str, ...]:
        """Names of the server's settings that bound no query's time or memory; none where it does not tell."""
        limits = self._connection.limits()
        return tuple(name for name in LIMITS if limits.get(name, "?").rstrip("smhBbKkMGiT") in ("", "0", "0.00"))

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
        return self.project_many([contract]) == 1

    def project_many(self, contracts: Iterable[GraphContract]) -> int:
        """Project contracts, many in a transaction; gives the number that had changed.

        While the server writes some, the next ones are prepared; after an error those are not written.
        """
        changed = 0
        waiting = iter(contracts)
        ahead: Future[_Batch] | None = None
        ahead_ids: set[str] = set()
        with ThreadPoolExecutor(1, "graph-ahead") as helper:
            while some := list(islice(waiting, BATCH)):
                # Of two states of one contract the later counts.
                found = {contract.contract_id: contract for contract in some}
                if ahead is not None and not ahead_ids.isdisjoint(found):
                    changed += self._write(ahead.result())
                    ahead = None
                preparing = helper.submit(self._prepared, found)
                if ahead is not None:
                    changed += self._write(ahead.result())
                ahead, ahead_ids = preparing, set(found)
            return changed + (self._write(ahead.result()) if ahead is not None else 0)

    def _prepared(self, contracts: Mapping[str, GraphContract]) -> _Batch:
        """What is to be written of some contracts: those that are not in the graph in this state."""
        found = {key: records(contract) for key, contract in contracts.items()}
        known = {
            str(row["id"]): row["digest"]
            for row in self._read(
                "MATCH (a:Agreement) WHERE a.contract_id IN $ids RETURN a.contract_id AS id, a.digest AS digest",
                {"ids": list(found)},
            )
        }
        changed = {key: held for key, held in found.items() if known.get(key) != held.agreement["digest"]}
        texts = [str(excerpt["text"]) for held in changed.values() for excerpt in held.excerpts]
        vectors = iter(self._embedder.embed(texts).tolist() if texts else [])
        rows = [
            Prepared(
                held,
                list(islice(vectors, len(held.excerpts))),
                passage_rows(key, passages(contracts[key].text, contracts[key].pages)),
            )
            for key, held in changed.items()
        ]
        return _Batch(rows, [key for key in changed if key in known])

    def _write(self, batch: _Batch) -> int:
        if not batch.rows:
            return 0

        def write(run: Run) -> None:
            _erase(run, batch.replaced)
            write_batch(run, batch.rows)
            _add(run, sum(len(row.passages) for row in batch.rows), sum(row.terms for row in batch.rows))

        self._writers.write(write)
        return len(batch.rows)

    def remove(self, contract_id: str) -> bool:
        """Remove a contract and what nothing else needs; False when it was not there."""
        query = "MATCH (a:Agreement {contract_id: $contract_id}) RETURN a.contract_id AS id"
        known = bool(self._read(query, {"contract_id": contract_id}))
        if known:
            self._writers.write(lambda run: _erase(run, [contract_id]))
        return known

    def revision(self) -> int:
        """The store's revision that the graph has reached, 0 for an empty graph.

        Raises:
            GraphBusy: another program has made the graph anew with other settings.
        """
        return int(self._meta("revision") or 0)

    def set_revision(self, revision: int, token: str = "") -> None:
        """Note the store's revision that the graph has reached, and what tells it from that of another store; it never
        goes back but by `clear`."""

        def write(run: Run) -> None:
            if int(_read_meta(run, "revision") or 0) <= revision:
                _raise_meta(run, "revision", revision)
                _set_meta(run, "token", token)

        self._writers.write(write)

    def token(self) -> str:
        """What was noted of the revision that the graph has reached, empty for nothing."""
        return self._meta("token") or ""

    def project_entry(self, entry: GraphEntry) -> None:
        """Replace an approved knowledge entry's part of the graph in one transaction."""

        def write(run: Run) -> None:
            erase_entry(run, entry.id)
            write_entry(run, entry)

        self._writers.write(write)

    def remove_entry(self, entry_id: str) -> bool:
        """Remove a knowledge entry and what nothing else needs; False when it was not there."""
        return self._writers.write(lambda run: erase_entry(run, entry_id))

    def knowledge_change(self) -> int:
        """The store's counter of changes of knowledge that the graph has reached, 0 for an empty graph."""
        return int(self._meta("knowledge_change") or 0)

    def set_knowledge_change(self, change: int) -> None:
        """Note the store's counter of changes of knowledge that the graph has reached."""
        self._writers.write(lambda run: _raise_meta(run, "knowledge_change", change))

    def project_parties(self, groups: Sequence[GraphParty]) -> None:
        """Make the parties, each a grouping of organizations, exactly these, in one transaction."""
        self._writers.write(lambda run: write_parties(run, groups))

    def project_relations(self, relations: Sequence[GraphRelation]) -> None:
        """Make the relations between agreements exactly these, in one transaction."""
        self._writers.write(lambda run: write_relations(run, relations))

    def linked(self) -> str:
        """Mark of the state of the store whose parties and relations the graph holds, empty for none."""
        return self._meta("linked") or ""

    def set_linked(self, mark: str) -> None:
        """Note the state of the store whose parties and relations the graph holds."""
        self._writers.write(lambda run: _set_meta(run, "linked", mark))

    def clear(self) -> None:
        """Empty the graph and set its revision and its change of knowledge to 0."""

        def few(run: Run) -> bool:
            if not neo4j_schema.empty_few(run):
                return False
            self._begin(run)
            return True

        with self._writers.lease():
            if self._writers.write(few):
                return
            # A crash in between leaves a graph without an identity, which the next opening empties.
            self._writers.write(lambda run: run("MATCH (m:Meta) WHERE m.key IN $keys DETACH DELETE m", self._keys()))
            neo4j_schema.empty(self._connection)
            self._writers.write(self._begin)

    def writing(self) -> AbstractContextManager[None]:
        """While held, no other program writes; the store is read and the graph follows it within.

        Raises:
            GraphBusy: another program kept the graph for too long.
        """
        return self._writers.lease()

    def snapshot(self) -> AbstractContextManager[None]:
        """While held, several reads see one state of the graph, because no program writes."""
        return self._writers.still()

    def changes(self) -> int:
        """A number that differs after every change of the graph, for who keeps something that was read from it."""
        return self._writers.changes()

    def in_one_state(self, work: Callable[[], _T]) -> _T:
        """What some reading gives, all of it of one state of the graph.

        It is done again when the graph was changed meanwhile, at last with all writers kept waiting.
        """
        for _ in range(2):
            before = self._writers.changes()
            try:
                done = work()
            except (LookupError, TypeError, ValueError, AttributeError):
                # Half of an old graph and half of a new one may break any step. The server makes a commit visible bit
                # by bit, and the count of changes is one of the bits.
                continue
            except (WorkbenchError, ArithmeticError, AssertionError):
                # What a graph that was written meanwhile makes a step refuse, divide by or end without; else it counts.
                if self._writers.changes() == before:
                    raise
                continue
            if self._writers.changes() == before:
                return done
        with self.snapshot():
            return work()

    def lists(self) -> QueriedLists:
        """Lists of agreements, by queries: other processes change the graph, and the server has the memory for it."""
        return QueriedLists(self.rows)

    def rows(self, query: str, parameters: Parameters | None = None) -> list[Row]:
        """Rows of one of our reading queries, by column name; dates as `datetime.date`.

        Raises:
            GraphError: the query failed or took too long.
        """
        return self._read(query, parameters)

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

        Raises:
            GraphError: the server refused it; GraphTimeout when it took too long.
        """
        return read_untrusted(self._connection, query, parameters or {}, timeout_s=timeout_s, max_rows=max_rows)

    def nearest_excerpts(self, text: str, limit: int, scope: Scope = None) -> list[SimilarExcerpt]:
        """Excerpts by nearness of meaning, nearest first."""
        return nearest_excerpts(self._connection, self._embedder, text, limit, scope, timeout_s=self._timeout_s)

    def passages(self, text: str, limit: int, scope: Scope = None) -> list[RetrievedPassage]:
        """Passages of all contracts that share words with a text, best first."""
        return self._search.search(text, limit, scope)

    def placed(self, contract_id: str, kind: ExcerptKind, spans: Sequence[tuple[int, int]]) -> list[Placed]:
        """The findings or candidates of a contract that share letters with one of some spans, by type and position."""
        rows = self._read(_PLACED[kind], {"id": contract_id, "spans": [list(span) for span in spans]})
        return [
            Placed(
                str(row["id"]),
                str(row["type"]),
                whole(row["start"]) or 0,
                whole(row["end"]) or 0,
                number(row["confidence"]),
            )
            for row in rows
        ]

    def check(self) -> None:
        """Nothing: a server looks after its own files."""

    def dump(self) -> dict[str, list[str]]:
        """The whole graph in one canonical form: equal graphs give equal dumps, whatever the order of writing."""
        return self._connection.read(_whole)

    def close(self) -> None:
        """Let go of the server; further use is an error."""
        self._connection.close()

    def _read(self, query: str, parameters: Parameters | None = None) -> list[Row]:
        return self._connection.read(lambda run: run(query, parameters or {}), timeout_s=self._timeout_s)

    def _meta(self, key: str) -> str | None:
        query = "MATCH (m:Meta) WHERE m.key = $key OR m.key IN $keys RETURN m.key AS key, m.value AS value"
        found = {str(row["key"]): str(row["value"]) for row in self._read(query, {"key": key, **self._keys()})}
        value = found.pop(key, None)
        if not found:
            # The database was emptied, or put in place of the one we knew.
            self._create()
            return None
        if found != self._identity():
            raise GraphBusy(
                "Another program keeps this database with other settings", reason="other_settings", found=found
            )
        return value


_PLACE = (
    "WHERE any(span IN $spans WHERE e.start_offset < span[1] AND span[0] < e.end_offset) "
    "WITH e ORDER BY e.type, e.position "
    "RETURN e.id AS id, e.type AS type, e.start_offset AS start, e.end_offset AS end, e.confidence AS confidence"
)
_PLACED = {
    "finding": "MATCH (:Agreement {contract_id: $id})-[:HAS_CLAUSE]->(:ContractClause)-[:HAS_EXCERPT]->(e:Excerpt) "
    f"{_PLACE}",
    "candidate": f"MATCH (:Agreement {{contract_id: $id}})-[:HAS_CANDIDATE]->(e:Candidate) {_PLACE}",
}


def _erase(run: Run, ids: Sequence[str]) -> None:
    if not ids:
        return
    old = run(
        "MATCH (p:Passage) WHERE p.contract_id IN $ids RETURN count(p) AS n, coalesce(sum(p.length), 0) AS terms",
        {"ids": list(ids)},
    )[0]
    erase_batch(run, ids)
    _add(run, -int(str(old["n"])), -int(str(old["terms"])))


def _add(run: Run, passages_more: int, terms_more: int) -> None:
    run(
        "MATCH (m:Meta {key: 'state'}) SET m.passages = coalesce(m.passages, 0) + $passages, "
        "m.terms = coalesce(m.terms, 0) + $terms",
        {"passages": passages_more, "terms": terms_more},
    )


def _set_meta(run: Run, key: str, value: str) -> None:
    run("MERGE (m:Meta {key: $key}) SET m.value = $value", {"key": key, "value": value})


def _read_meta(run: Run, key: str) -> str | None:
    rows = run("MATCH (m:Meta {key: $key}) RETURN m.value AS value", {"key": key})
    return str(rows[0]["value"]) if rows else None


def _raise_meta(run: Run, key: str, number: int) -> None:
    run(
        "MERGE (m:Meta {key: $key}) SET m.value = "
        "CASE WHEN toInteger(m.value) > $number THEN m.value ELSE toString($number) END",
        {"key": key, "number": number},
    )


def _whole(run: Run) -> dict[str, list[str]]:
    rows = run(
        "MATCH (p:Passage) RETURN p.contract_id AS contract_id, p.page AS page, p.start_offset AS start_offset, "
        "p.end_offset AS end_offset, p.text AS text",
        {},
    )
    return {**dump(run), "passages": dump_of_passages(list(row.values()) for row in rows)}
