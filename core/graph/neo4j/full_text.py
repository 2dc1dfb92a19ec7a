"""Search by words on Neo4j, equal to the embedded one: its full-text index proposes, our own BM25 decides.

Lucene's BM25 differs from ours in how it weighs phrases and in that it stores a passage's length in one byte, rounded
down. Each phrase is boosted so that its weight becomes ours; what is left of the difference only makes Lucene's score
too high. So passages are read in Lucene's order until those that were not read cannot be among the best any more.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.graph.neo4j.connection import Neo4jConnection
from core.graph.neo4j.constraints import WORDS
from core.graph.projection.writing import Run
from core.graph.store import RetrievedPassage, Row, Scope
from core.graph.text import ranking
from core.graph.text.passages import LONG
from core.graph.text.terms import TermAlternatives

_MARGIN = 1.05
"""Deleted passages count in Lucene's statistics until it tidies up, so its scores may be a little too low as well."""
_NAMED_SCOPE = 500
"""Up to so many contracts are named to the index, more are sorted out afterwards."""
_Way = tuple[str, ...]


@dataclass(slots=True)
class _Counted:
    """Numbers of passages that hold a phrase, good for one state of the graph."""

    change: int = -1
    holding: dict[_Way, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Totals:
    change: int
    passages: int
    terms: int


class PassageSearch:
    """The passages of the graph on a server; safe to use from many threads."""

    def __init__(self, connection: Neo4jConnection, *, timeout_s: float) -> None:
        self._connection = connection
        self._timeout_s = timeout_s
        self._counted = _Counted()
        self._lock = threading.Lock()

    def search(self, text: str, limit: int, scope: Scope) -> list[RetrievedPassage]:
        """Passages that share words with a text, best first.

        Raises:
            GraphError: the server refused or took too long.
        """
        groups = ranking.groups_of(text)
        if not groups or limit <= 0 or (scope is not None and not scope):
            return []
        return self._connection.read(lambda run: self._search(run, groups, limit, scope), timeout_s=self._timeout_s)

    def _search(self, run: Run, groups: Sequence[TermAlternatives], limit: int, scope: Scope) -> list[RetrievedPassage]:
        totals = _totals(run)
        if not totals.passages:
            return []
        phrases = [way for group in groups for way in group.alternatives]
        holding = self._holding(run, totals.change, phrases)
        rarities = [ranking.rarity(totals.passages, holding[way]) for way in phrases]
        query = " ".join(
            f"terms:{_quoted(way)}^{_boost(idf, [holding[(term,)] for term in way], totals.passages)}"
            for way, idf in zip(phrases, rarities, strict=True)
        )
        wanted = None if scope is None else frozenset(scope)
        if wanted is not None and len(wanted) <= _NAMED_SCOPE:
            named = " ".join(f"contract_id:{_quoted((key,))}" for key in sorted(wanted))
            query = f"+({query}) +({named})^0"
        weights = ranking.weights(groups, totals.passages, lambda term: holding[(term,)])
        passages = [
            _passage(row, score, groups, weights)
            for score, row in _best(run, query, phrases, rarities, totals, ranking.pool(limit), wanted)
        ]

        def beside(chosen: Sequence[RetrievedPassage]) -> list[RetrievedPassage]:
            return [_passage(row, 0.0, groups, weights) for row in _around(run, chosen)]

        return ranking.best(passages, limit, beside)

    def _holding(self, run: Run, change: int, phrases: Sequence[_Way]) -> dict[_Way, int]:
        """In how many passages each phrase and each of its terms stands."""
        ways = {*phrases, *((term,) for way in phrases for term in way)}
        with self._lock:
            known = dict(self._counted.holding) if self._counted.change == change else {}
        unknown = sorted(way for way in ways if way not in known)
        if unknown:
            rows = run(
                "UNWIND $queries AS query CALL (query) { "
                "CALL db.index.fulltext.queryNodes($index, query) YIELD node RETURN count(*) AS n } "
                "RETURN query, n",
                {"index": WORDS, "queries": [f"terms:{_quoted(way)}" for way in unknown]},
            )
            found = {str(row["query"]): int(str(row["n"])) for row in rows}
            known |= {way: found[f"terms:{_quoted(way)}"] for way in unknown}
            with self._lock:
                if len(known) > 50_000:
                    known = {way: known[way] for way in ways}
                self._counted = _Counted(change, known)
        return known


def _passage(row: Row, score: float, groups: Sequence[TermAlternatives], weights: Sequence[float]) -> RetrievedPassage:
    return RetrievedPassage(
        contract_id=str(row["contract_id"]),
        page=int(str(row["page"])),
        start=int(str(row["start_offset"])),
        end=int(str(row["end_offset"])),
        text=str(row["text"]),
        score=score,
        coverage=ranking.coverage(groups, weights, str(row["terms"])),
    )


def _around(run: Run, passages: Sequence[RetrievedPassage]) -> list[Row]:
    """Passages that may stand within `ranking.REACH` of some hits."""
    far = (LONG + ranking.GAP) * ranking.REACH
    return list(
        run(
            "UNWIND $asked AS near MATCH (p:Passage {contract_id: near[0]}) "
            "WHERE p.end_offset >= near[1] AND p.start_offset <= near[2] "
            "RETURN DISTINCT p.contract_id AS contract_id, p.page AS page, p.start_offset AS start_offset, "
            "p.end_offset AS end_offset, p.text AS text, p.terms AS terms",
            {"asked": [[passage.contract_id, passage.start - far, passage.end + far] for passage in passages]},
        )
    )


def _totals(run: Run) -> _Totals:
    rows = run(
        "MATCH (m:Meta {key: 'state'}) RETURN m.value AS change, m.passages AS passages, m.terms AS terms",
        {},
    )
    if not rows:
        return _Totals(0, 0, 0)
    change, passages, terms = (int(str(rows[0][name] or 0)) for name in ("change", "passages", "terms"))
    return _Totals(change, passages, terms)


def _best(
    run: Run,
    query: str,
    phrases: Sequence[_Way],
    rarities: Sequence[float],
    totals: _Totals,
    wanted: int,
    scope: frozenset[str] | None,
) -> list[tuple[float, Row]]:
    """The passages with the highest BM25, each with its score; ties by contract and place."""
    average = totals.terms / totals.passages
    depth = wanted * 2
    while True:
        rows = run(
            "CALL db.index.fulltext.queryNodes($index, $query, {limit: $depth}) YIELD node, score "
            "RETURN node.contract_id AS contract_id, node.page AS page, node.start_offset AS start_offset, "
            "node.end_offset AS end_offset, node.text AS text, node.terms AS terms, score",
            {"index": WORDS, "query": query, "depth": depth},
        )
        scored = []
        slack = _MARGIN
        for row in rows:
            words = str(row["terms"]).split(" ")
            score = ranking.bm25([_often(way, words) for way in phrases], rarities, len(words), average)
            proposed = float(str(row["score"])) * (ranking.K1 + 1)
            if proposed > 0:
                slack = max(slack, score / proposed * _MARGIN)
            if scope is None or row["contract_id"] in scope:
                scored.append((score, row))
        scored.sort(key=lambda pair: (-pair[0], str(pair[1]["contract_id"]), int(str(pair[1]["start_offset"]))))
        if len(rows) < depth:
            return scored[:wanted]
        unread = float(str(rows[-1]["score"])) * (ranking.K1 + 1) * slack
        if len(scored) >= wanted and scored[wanted - 1][0] > unread:
            return scored[:wanted]
        depth *= 4


def _often(way: _Way, words: Sequence[str]) -> int:
    if len(way) == 1:
        return words.count(way[0])
    first, size, found, at = way[0], len(way), 0, -1
    for _ in range(words.count(first)):
        at = words.index(first, at + 1)
        found += tuple(words[at : at + size]) == way
    return found


def _quoted(way: _Way) -> str:
    # Terms are letters and digits; a contract's id could hold anything.
    plain = " ".join(way).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _boost(idf: float, holding: Sequence[int], passages: int) -> str:
    """What makes Lucene's weight of a phrase, the sum of its terms' rarities, ours."""
    theirs = sum(math.log(1 + (passages - min(n, passages) + 0.5) / (n + 0.5)) for n in holding)
    return f"{max(idf / theirs, 1e-9):.10f}"
