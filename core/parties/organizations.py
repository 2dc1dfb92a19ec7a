"""The organizations of all contracts, each a name as written, with the contracts that write it so."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from core.graph import GraphStore


@dataclass(frozen=True, slots=True)
class Organization:
    """A name as written, with its key in the graph.

    `contracts` are the ids of the contracts with a party of that name, `incorporated` the countries (ISO 3166
    alpha-2) and states that they say it was incorporated in.
    """

    id: str
    name: str
    contracts: tuple[str, ...]
    incorporated: frozenset[tuple[str, str | None]] = frozenset()


def organizations(graph: GraphStore) -> list[Organization]:
    """All organizations by name."""
    contracts: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    places: dict[tuple[str, str], set[tuple[str, str | None]]] = defaultdict(set)
    for row in graph.rows(
        "MATCH (o:Organization)-[p:IS_PARTY_TO]->(a:Agreement) RETURN o.id AS id, o.name AS name, "
        "a.contract_id AS contract_id, p.country AS country, p.state AS state ORDER BY name, id, contract_id"
    ):
        key = (str(row["id"]), str(row["name"]))
        contracts[key][str(row["contract_id"])] = None
        if row["country"] is not None:
            places[key].add((str(row["country"]), str(row["state"]) if row["state"] is not None else None))
    return [Organization(*key, tuple(contract_ids), frozenset(places[key])) for key, contract_ids in contracts.items()]
