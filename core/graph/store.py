"""What a graph backend must do. Small on purpose: operations and our own queries, no query builder.

The texts of our queries are Cypher that the embedded store and Neo4j both understand; vectors and words are
searched by operations, because the two backends do that differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from core.graph.scope import Scope as Scope

if TYPE_CHECKING:
    from core.cypher import Backend
    from core.graph.lists import AgreementLists
    from core.graph.projection.contract import GraphContract
    from core.graph.projection.entry import GraphEntry
    from core.graph.projection.links import GraphParty, GraphRelation

_T = TypeVar("_T")
Cell = str | int | float | bool | date | list["Cell"] | dict[str, "Cell"] | None
Row = dict[str, Cell]
Parameters = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class QueryTable:
    """What a query that is not ours gave: `rows` by column name, `truncated` when there were more than were asked for.

    Nodes, relations and paths among the cells are plain values: a node or relation is its properties without
    `embedding`, a path the list of its nodes and relations in their order.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class SimilarExcerpt:
    """An excerpt near a text, by cosine of the vectors in -1–1."""

    excerpt_id: str
    similarity: float


ExcerptKind = Literal["finding", "candidate"]


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a finding or candidate of a contract stands in its text."""

    excerpt_id: str
    type: str
    start: int
    end: int
    confidence: float


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A passage of a contract that shares words with a text.

    `score` is its BM25 (higher is better), `coverage` the share in 0–1 of the text's words that it has, each word
    weighted by its rarity.
    """

    contract_id: str
    page: int
    start: int
    end: int
    text: str
    score: float
    coverage: float


class GraphStore(Protocol):
    """The graph of all contracts: a projection of the store, always rebuildable."""

    @property
    def backend(self) -> Backend:
        """Which engine holds the graph; its dialect of Cypher is what `read_untrusted` takes."""

    @property
    def where(self) -> str:
        """Where the graph is, for a person who sets the product up."""

    def unbounded(self) -> tuple[str, ...]:
        """Names of the server's settings that bound no query's time or memory and should, for `doctor`."""

    @property
    def embedder_name(self) -> str:
        """Name of the embedder whose vectors the graph holds."""

    @property
    def vector_weight(self) -> float:
        """What a rank by those vectors counts against a rank by words, which counts 1."""

    def project(self, contract: GraphContract) -> bool:
        """Replace a contract's part of the graph in one transaction; False when nothing had changed."""

    def project_many(self, contracts: Iterable[GraphContract]) -> int:
        """Project each contract in its own transaction; gives the number that had changed."""

    def remove(self, contract_id: str) -> bool:
        """Remove a contract and what nothing else needs; False when it was not there."""

    def revision(self) -> int:
        """The store's revision that the graph has reached, 0 for an empty graph."""

    def set_revision(self, revision: int, token: str = "") -> None:
        """Note the store's revision that the graph has reached, and what tells it from that of another store."""

    def token(self) -> str:
        """What was noted of the revision that the graph has reached, empty for nothing."""

    def project_entry(self, entry: GraphEntry) -> None:
        """Replace an approved knowledge entry's part of the graph in one transaction."""

    def remove_entry(self, entry_id: str) -> bool:
        """Remove a knowledge entry and what nothing else needs; False when it was not there."""

    def knowledge_change(self) -> int:
        """The store's counter of changes of knowledge that the graph has reached, 0 for an empty graph."""

    def set_knowledge_change(self, change: int) -> None:
        """Note the store's counter of changes of knowledge that the graph has reached."""

    def project_parties(self, groups: Sequence[GraphParty]) -> None:
        """Make the parties, each a grouping of organizations, exactly these, in one transaction."""

    def project_relations(self, relations: Sequence[GraphRelation]) -> None:
        """Make the relations between agreements exactly these, in one transaction."""

    def linked(self) -> str:
        """Mark of the state of the store whose parties and relations the graph holds, empty for none."""

    def set_linked(self, mark: str) -> None:
        """Note the state of the store whose parties and relations the graph holds."""

    def clear(self) -> None:
        """Empty the graph and set its revision and its change of knowledge to 0."""

    def writing(self) -> AbstractContextManager[None]:
        """While held, no other program writes: what follows the store reads the store within, and so never writes an
        older state over a newer one.

        Raises:
            GraphBusy: another program kept the graph for too long.
        """

    def snapshot(self) -> AbstractContextManager[None]:
        """While held, several reads see one state of the graph and writers wait; prefer `in_one_state`."""

    def changes(self) -> int:
        """A number that differs after every change of the graph, for who keeps something that was read from it."""

    def in_one_state(self, work: Callable[[], _T]) -> _T:
        """What some reading of the graph gives, all of it of one state; it may be done more than once."""

    def lists(self) -> AgreementLists:
        """Lists of agreements, each of the graph's present state.

        Raises:
            GraphError: the backend refused or took too long.
        """

    def rows(self, query: str, parameters: Parameters | None = None) -> list[Row]:
        """Rows of one of our reading queries, by column name; dates as `datetime.date`.

        Raises:
            GraphError: the backend refused or took too long.
        """

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

        Args:
            query: one statement in the backend's dialect.
            parameters: its values.
            timeout_s: longest time in seconds, stopped at the backend.
            max_rows: so many rows are fetched at most.
            isolated: False for a text of our own making, which needs no process of its own.

        Raises:
            GraphError: the backend refused; the message says why, for the round of repair.
            GraphTimeout, GraphTooLarge: it took too long or too much memory.
        """

    def nearest_excerpts(self, text: str, limit: int, scope: Scope = None) -> list[SimilarExcerpt]:
        """Excerpts by nearness of meaning, nearest first."""

    def passages(self, text: str, limit: int, scope: Scope = None) -> list[RetrievedPassage]:
        """Passages of all contracts that share words with a text, best first."""

    def placed(self, contract_id: str, kind: ExcerptKind, spans: Sequence[tuple[int, int]]) -> list[Placed]:
        """The findings or candidates of a contract that share letters with one of some spans, by type and position."""

    def check(self) -> None:
        """Look whether everything can be read.

        Raises:
            GraphDamaged: some of it cannot.
        """

    def dump(self) -> dict[str, list[str]]:
        """The whole graph in one canonical form: equal graphs give equal dumps, whatever the order of writing."""

    def close(self) -> None:
        """Let go of the graph; further use is an error."""
