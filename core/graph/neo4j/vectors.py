"""Excerpts by nearness of meaning on Neo4j: every one compared where they are few, the vector index where many.

The index is approximate. It is asked for more than is wanted, and what it gives is compared exactly.
"""

from __future__ import annotations

from core.graph.embedding.embedders import Embedder
from core.graph.embedding.nearest import SPARE, nearest
from core.graph.neo4j.connection import Neo4jConnection
from core.graph.neo4j.constraints import VECTORS
from core.graph.projection.records import clean
from core.graph.projection.writing import Run
from core.graph.store import Row, Scope, SimilarExcerpt

EXACT = 20_000
"""Up to so many excerpts every one is compared: about 45 µs each."""
SEARCH_CLAUSE = (2026, 4)
"""From this version on Cypher has a clause of its own for vector indexes, and the procedure is going away."""
_OVER = 10
_LEAST = 500
_SIMILARITY = "CASE WHEN e.blank THEN 0.0 ELSE 2 * vector.similarity.cosine(e.embedding, $vector) - 1 END"
_FOUND = f"WITH e, {_SIMILARITY} AS similarity ORDER BY similarity DESC, e.id LIMIT $limit"
_RETURN = "RETURN e.id AS id, e.embedding AS embedding"


def nearest_excerpts(
    connection: Neo4jConnection, embedder: Embedder, text: str, limit: int, scope: Scope, *, timeout_s: float
) -> list[SimilarExcerpt]:
    """Excerpts by cosine to a text, nearest first, ties by id.

    Raises:
        GraphError: the server refused or took too long.
    """
    vector = embedder.embed([clean(text) or ""], query=True)[0]
    if not vector.any() or limit <= 0 or (scope is not None and not scope):
        return []
    values: dict[str, object] = {"vector": vector.tolist(), "limit": limit + SPARE, "exact": EXACT}
    where = ""
    if scope is not None:
        where, values["scope"] = "WHERE e.contract_id IN $scope ", list(dict.fromkeys(scope))

    def search(run: Run) -> list[Row]:
        few = run(f"MATCH (e:Excerpt) {where}WITH e LIMIT $exact + 1 RETURN count(e) AS n", values)[0]
        if int(str(few["n"])) <= EXACT:
            return run(f"MATCH (e:Excerpt) {where}{_FOUND} {_RETURN}", values)
        values["depth"] = max(limit * _OVER, _LEAST) * (1 if scope is None else _OVER)
        return run(f"{index_search(connection.version)} {where}{_FOUND} {_RETURN}", values)

    found = connection.read(search, timeout_s=timeout_s)
    return nearest(vector, ((str(row["id"]), row["embedding"]) for row in found), limit)


def index_search(version: tuple[int, ...]) -> str:
    """The text that asks the vector index for `$depth` excerpts `e`, as a server of that version wants it."""
    if version >= SEARCH_CLAUSE:
        return f"MATCH (e:Excerpt) SEARCH e IN (VECTOR INDEX {VECTORS} FOR $vector LIMIT $depth) WITH e"
    return f"CALL db.index.vector.queryNodes('{VECTORS}', $depth, $vector) YIELD node AS e WITH e"
