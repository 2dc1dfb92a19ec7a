"""The start over many contracts: what kinds there are under which laws, who is party to most, what amends what.

Its nodes stand for contracts by the hundred, so a relation here says that there is such a contract, and how many
there are stands before a node's name. A picture of the contracts themselves comes with a choice of one of its nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.graph.store import GraphStore, Row
from core.graph.view.labels import name_of
from core.graph.view.layout import Positions
from core.graph.view.node_kinds import Ref
from core.graph.view.reading import PictureEdge
from core.wording import Language

MOST_TYPES, MOST_LAWS, MOST_PARTIES, MOST_RELATED = 12, 10, 12, 24
_LEAST_CONTRACTS = 2
"""A party to fewer says nothing of the portfolio."""
_ROW, _LEAST_COLUMN, _WIDE = 1.0, 2.5, 0.36
"""A column is as far from the next as so much of its height, so that the whole has the picture's shape."""
_RELATED_A_LINE = 6


@dataclass(frozen=True, slots=True)
class SummaryNode:
    """A node and the contracts that it stands for; `contracts` is 0 for a contract itself."""

    ref: Ref
    name: str
    contracts: int


@dataclass(frozen=True, slots=True)
class PortfolioSummary:
    """What a portfolio is made of.

    Attributes:
        total: contracts that are summarised.
        types, laws, parties: those with most contracts, most first; parties only with several.
        related: contracts that amend or supersede one another, chain by chain.
        more_types, more_laws: how many of them are left out.
        untyped, unruled: contracts whose type, whose law was not found.
        edges: that there is such a contract; between related contracts, the relation itself.
    """

    total: int
    types: tuple[SummaryNode, ...]
    laws: tuple[SummaryNode, ...]
    parties: tuple[SummaryNode, ...]
    related: tuple[SummaryNode, ...]
    more_types: int
    more_laws: int
    untyped: int
    unruled: int
    edges: tuple[PictureEdge, ...]

    @property
    def nodes(self) -> tuple[SummaryNode, ...]:
        """All nodes in their order."""
        return (*self.types, *self.laws, *self.parties, *self.related)


_TYPES = (
    "MATCH (a:Agreement) WHERE a.agreement_type IS NOT NULL{scope} "
    "RETURN a.agreement_type AS key, count(a.contract_id) AS contracts ORDER BY contracts DESC, key"
)
_LAWS = (
    "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(c:Country) WHERE a.contract_id IS NOT NULL{scope} "
    "RETURN c.code AS key, c.name AS name, count(DISTINCT a.contract_id) AS contracts ORDER BY contracts DESC, key"
)
_RULED = (
    "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(:Country) WHERE a.contract_id IS NOT NULL{scope} "
    "RETURN count(DISTINCT a.contract_id) AS contracts"
)
_TYPES_LAWS = (
    "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(c:Country) WHERE a.agreement_type IN $types AND c.code IN $laws{scope} "
    "RETURN DISTINCT a.agreement_type AS source, c.code AS target ORDER BY source, target"
)
_PARTIES = (
    "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WHERE a.contract_id IS NOT NULL{scope} "
    "RETURN o.id AS key, o.name AS name, count(DISTINCT a.contract_id) AS contracts "
    f"ORDER BY contracts DESC, key LIMIT {MOST_PARTIES:d}"
)
_PARTIES_TYPES = (
    "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WHERE o.id IN $parties AND a.agreement_type IN $types{scope} "
    "RETURN DISTINCT o.id AS source, a.agreement_type AS target ORDER BY source, target"
)
_RELATED = (
    "MATCH (a:Agreement)-[:{type}]->(b:Agreement) WHERE a.contract_id IS NOT NULL{scope} "
    "RETURN DISTINCT a.contract_id AS source, a.title AS source_title, b.contract_id AS target, "
    "b.title AS target_title ORDER BY source, target LIMIT 200"
)


def summarise_portfolio(
    graph: GraphStore, scope: frozenset[str] | None, total: int, language: Language
) -> PortfolioSummary:
    """The summary of contracts.

    Args:
        graph: where to read.
        scope: contracts that are wanted, None for all.
        total: how many those are.
        language: of the names.
    """
    where = "" if scope is None else " AND a.contract_id IN $scope"
    given: Mapping[str, object] = {} if scope is None else {"scope": sorted(scope)}

    def rows(query: str, **further: object) -> list[Row]:
        return graph.rows(query.replace("{scope}", where), {**given, **further})

    types, laws = rows(_TYPES), rows(_LAWS)
    shown_types, shown_laws = types[:MOST_TYPES], laws[:MOST_LAWS]
    parties = [row for row in rows(_PARTIES) if _count(row) >= _LEAST_CONTRACTS]
    codes = [str(row["key"]) for row in shown_types]
    ids = [str(row["key"]) for row in parties]
    edges = _edges(
        "GOVERNED_BY_LAW",
        ("AgreementType", "Country"),
        rows(_TYPES_LAWS, types=codes, laws=[str(row["key"]) for row in shown_laws]),
    )
    if ids:
        edges += _edges(
            "IS_PARTY_TO", ("Organization", "AgreementType"), rows(_PARTIES_TYPES, parties=ids, types=codes)
        )
    links: list[PictureEdge] = []
    titles: dict[str, str] = {}
    for kind in ("AMENDS", "SUPERSEDES"):
        found = rows(_RELATED.replace("{type}", kind))
        links += _edges(kind, ("Agreement", "Agreement"), found)
        for row in found:
            titles |= {str(row["source"]): str(row["source_title"]), str(row["target"]): str(row["target_title"])}
    related = _chains(links)[:MOST_RELATED]
    return PortfolioSummary(
        total=total,
        types=_nodes("AgreementType", shown_types, language),
        laws=_nodes("Country", shown_laws, language),
        parties=_nodes("Organization", parties, language),
        related=tuple(
            SummaryNode(ref, name_of("Agreement", {"key": ref.key, "name_0": titles[ref.key]}, language), 0)
            for ref in related
        ),
        more_types=len(types) - len(shown_types),
        more_laws=len(laws) - len(shown_laws),
        untyped=total - sum(map(_count, types)),
        unruled=total - _count(rows(_RULED)[0]),
        edges=(*edges, *(edge for edge in links if {edge.source, edge.target} <= set(related))),
    )


def _count(row: Row) -> int:
    return int(str(row["contracts"]))


def _nodes(label: str, rows: Iterable[Row], language: Language) -> tuple[SummaryNode, ...]:
    return tuple(
        SummaryNode(
            Ref(label, str(row["key"])),
            name_of(label, {"key": row["key"], "name_0": row.get("name") or row["key"]}, language),
            _count(row),
        )
        for row in rows
    )


def _edges(kind: str, labels: tuple[str, str], rows: Iterable[Row]) -> list[PictureEdge]:
    source, target = labels
    return [PictureEdge(Ref(source, str(row["source"])), Ref(target, str(row["target"])), kind) for row in rows]


def _chains(links: Iterable[PictureEdge]) -> list[Ref]:
    """Contracts chain by chain, the longest chain first."""
    chains: list[dict[Ref, None]] = []
    for edge in links:
        ends = dict.fromkeys((edge.source, edge.target))
        joined = [chain for chain in chains if any(ref in chain for ref in ends)]
        for chain in joined:
            ends |= chain
            chains.remove(chain)
        chains.append(ends)
    ordered = sorted((sorted(chain) for chain in chains), key=lambda chain: (-len(chain), chain))
    return [ref for chain in ordered for ref in chain]


def summary_positions(summary: PortfolioSummary) -> Positions:
    """A place for every node: parties at the left, types in the middle, laws at the right, related contracts below."""
    columns = [column for column in (summary.parties, summary.types, summary.laws) if column]
    longest = max((len(column) for column in columns), default=0)
    apart = max(_LEAST_COLUMN, _WIDE * (longest - 1)) * _ROW
    places: dict[Ref, tuple[float, float]] = {}
    for number, column in enumerate(columns):
        # Columns are as high as the longest, so that a short one is not crowded in the middle.
        gap = min(2.5, max(longest - 1, 1) / max(len(column) - 1, 1)) * _ROW
        top = (longest - 1) * _ROW / 2 - gap * (len(column) - 1) / 2
        for row, node in enumerate(column):
            places[node.ref] = (round(number * apart, 4), round(top + row * gap, 4))
    wide = apart * max(len(columns) - 1, 1)
    for number, node in enumerate(summary.related):
        line, at = divmod(number, _RELATED_A_LINE)
        # Lines are shifted against each other, so that relations do not run through symbols.
        x = (at + (0.5 if line % 2 else 0.0)) * wide / (_RELATED_A_LINE - 0.5)
        places[node.ref] = (round(x, 4), (longest + 0.6 + 1.3 * line) * _ROW)
    return tuple(places[node.ref] for node in summary.nodes)
