"""Where a picture starts: everything of a small portfolio, the parties with most contracts of a large one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from core.graph.store import GraphStore
from core.graph.view.node_kinds import Ref, clause_type_codes

MAX_NODES = 300
"""Most nodes of a picture: beyond it names cannot be read any more."""
START_CONTRACTS = 45
"""Most contracts of the start over a portfolio that does not fit as a whole."""
FEW_CONTRACTS = 12
"""Up to so many contracts the start shows the clause types too; beyond it their relations cover the picture."""
SOME_CONTRACTS = 60
"""Up to so many contracts a portfolio's start shows countries; a country tied to everything hides the rest."""
_CONTRACTS_A_PARTY = 10

_PARTIES = (
    "MATCH (x:Organization)-[:IS_PARTY_TO]->(a:Agreement) WHERE a.contract_id IN $keys "
    "RETURN DISTINCT x.id AS key ORDER BY key"
)
_LAWS = (
    "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(x:Country) WHERE a.contract_id IN $keys "
    "RETURN DISTINCT x.code AS key ORDER BY key"
)
_TYPES = (
    "MATCH (a:Agreement)-[:HAS_CLAUSE]->(:ContractClause)-[:HAS_TYPE]->(x:ClauseType) WHERE a.contract_id IN $keys "
    "RETURN DISTINCT x.code AS key ORDER BY key"
)
_HOMES = (
    "MATCH (o:Organization)-[:INCORPORATED_IN]->(x:Country) WHERE o.id IN $keys RETURN DISTINCT x.code AS key "
    "ORDER BY key"
)
_GROUPS = "MATCH (o:Organization)-[:ALIAS_OF]->(x:Party) WHERE o.id IN $keys RETURN DISTINCT x.id AS key ORDER BY key"
_ENTRIES = (
    "MATCH (x:KnowledgeEntry)-[:ABOUT_CLAUSE]->(t:ClauseType) WHERE t.code IN $keys "
    "RETURN DISTINCT x.id AS key ORDER BY key"
)
_TOP = (
    "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) {where}"
    "RETURN o.id AS key, count(DISTINCT a.contract_id) AS contracts ORDER BY contracts DESC, key LIMIT 40"
)
_OF_PARTIES = (
    "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WHERE o.id IN $keys "
    "RETURN DISTINCT o.id AS party, a.contract_id AS key, a.title AS title ORDER BY title, key LIMIT 5000"
)


def overview(graph: GraphStore, scope: frozenset[str] | None, labels: Collection[str] | None) -> list[Ref]:
    """Nodes of the start.

    Args:
        graph: where to read.
        scope: contracts that are wanted, None for all.
        labels: labels that are wanted, None for those that suit the size.
    """
    contracts = _contracts(graph, scope)
    if len(contracts) < MAX_NODES:
        whole = list(_around(graph, contracts, _suitable(len(contracts)) if labels is None else labels))
        if len(whole) <= MAX_NODES:
            return whole
    return _busiest(graph, scope, _suitable(SOME_CONTRACTS + 1) if labels is None else labels)


def _contracts(graph: GraphStore, scope: frozenset[str] | None) -> list[str]:
    if scope is not None:
        return sorted(scope)
    rows = graph.rows(f"MATCH (a:Agreement) RETURN a.contract_id AS key ORDER BY key LIMIT {MAX_NODES + 1:d}")
    return [str(row["key"]) for row in rows]


def _around(graph: GraphStore, contracts: list[str], wanted: Collection[str]) -> Iterator[Ref]:
    """Contracts with what belongs to them."""
    if "Agreement" in wanted:
        yield from (Ref("Agreement", key) for key in contracts)
    organizations = _keys(graph, _PARTIES, contracts)
    if "Organization" in wanted:
        yield from (Ref("Organization", key) for key in organizations)
    if "Country" in wanted:
        codes = {*_keys(graph, _LAWS, contracts), *_keys(graph, _HOMES, organizations)}
        yield from (Ref("Country", code) for code in sorted(codes))
    if "Party" in wanted:
        yield from (Ref("Party", key) for key in _keys(graph, _GROUPS, organizations))
    if {"ClauseType", "KnowledgeEntry"} & set(wanted):
        shown = set(clause_type_codes())
        types = [code for code in _keys(graph, _TYPES, contracts) if code in shown]
        if "ClauseType" in wanted:
            yield from (Ref("ClauseType", code) for code in types)
        if "KnowledgeEntry" in wanted:
            yield from (Ref("KnowledgeEntry", key) for key in _keys(graph, _ENTRIES, types))


def _keys(graph: GraphStore, query: str, keys: Collection[str]) -> list[str]:
    return [str(row["key"]) for row in graph.rows(query, {"keys": list(keys)})] if keys else []


def _suitable(contracts: int) -> tuple[str, ...]:
    labels = ["Agreement", "Organization", "Party"]
    if contracts <= SOME_CONTRACTS:
        labels.append("Country")
    if contracts <= FEW_CONTRACTS:
        labels += ["ClauseType", "KnowledgeEntry"]
    return tuple(labels)


def _busiest(graph: GraphStore, scope: frozenset[str] | None, labels: Collection[str]) -> list[Ref]:
    """The parties with most contracts, with some contracts of each and what belongs to those."""
    where = "" if scope is None else "WHERE a.contract_id IN $scope "
    parameters = {} if scope is None else {"scope": sorted(scope)}
    top = [str(row["key"]) for row in graph.rows(_TOP.format(where=where), parameters)]
    own: dict[str, list[str]] = {key: [] for key in top}
    for row in graph.rows(_OF_PARTIES, {"keys": top}):
        if scope is None or row["key"] in scope:
            own[str(row["party"])].append(str(row["key"]))
    chosen: dict[str, None] = {}
    for key in top:
        chosen |= dict.fromkeys(own[key][:_CONTRACTS_A_PARTY])
    # Few parties leave room for more of their contracts.
    for key in top:
        chosen |= dict.fromkeys(own[key][_CONTRACTS_A_PARTY:])
    # A portfolio whose contracts name no party still has a start.
    contracts = list(chosen)[:START_CONTRACTS] or _contracts(graph, scope)[:START_CONTRACTS]
    return list(_around(graph, contracts, labels))[:MAX_NODES]
