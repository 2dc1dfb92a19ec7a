"""Parties and relations between agreements in the graph, and what searching makes of them; on both backends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from core.graph import GraphAlias, GraphContract, GraphParty, GraphRelation, GraphStore
from core.graph.retrieval.functions import function
from core.graph.rows import row_dict
from core.record import Party

Make = Callable[..., GraphContract]
NAMES = ("Glu Mobile, Inc.", "Sorrent, Inc.", "Taco House")


def contracts(make: Make) -> list[GraphContract]:
    return [
        make(number, title=f"Title {number}", parties=(Party(name, "Supplier"), Party("Buyer GmbH")))
        for number, name in enumerate(NAMES)
    ]


def alias(name: str) -> GraphAlias:
    return GraphAlias(name, "person", 1.0, "sato", "2026-01-01T00:00:00+00:00")


def party(*names: str) -> GraphParty:
    return GraphParty("p1", names[0], tuple(map(alias, names)))


def search(graph: GraphStore, name: str) -> list[tuple[str, list[dict[str, Any]]]]:
    rows = [row_dict(row) for row in function("get_contracts").run(graph, {"organization_name": name}).rows]
    return [(row["title"], row["matched"]) for row in rows]  # type: ignore[misc]


def matched(name: str, alias_of: str | None = None, score: float = 1.0) -> dict[str, Any]:
    return {"name": name, "role": "Supplier", "asked": "Glu Mobile, Inc.", "score": score, "alias_of": alias_of}


def links(graph: GraphStore) -> dict[str, list[str]]:
    dump = graph.dump()
    return {name: dump[name] for name in ("Party", "ALIAS_OF", "AMENDS", "SUPERSEDES")}


def test_other_names_of_a_party_are_found_and_say_so(graph: GraphStore, make: Make) -> None:
    graph.project_many(contracts(make))
    alone = [("Title 0", [matched("Glu Mobile, Inc.")])]
    assert search(graph, "Glu Mobile, Inc.") == alone
    graph.project_parties([party("Glu Mobile, Inc.", "Sorrent, Inc.")])
    assert search(graph, "Glu Mobile, Inc.") == [
        *alone,
        ("Title 1", [matched("Sorrent, Inc.", "Glu Mobile, Inc.")]),
    ]
    graph.project_parties([])
    assert search(graph, "Glu Mobile, Inc.") == alone
    assert links(graph) == {"Party": [], "ALIAS_OF": [], "AMENDS": [], "SUPERSEDES": []}


def test_links_come_back_after_a_contract_was_projected_again(graph: GraphStore, make: Make) -> None:
    made = contracts(make)
    graph.project_many(made)
    parties = [party("Glu Mobile, Inc.", "Sorrent, Inc.", "Gone LLC")]
    relations = [
        GraphRelation("AMENDS", made[1].contract_id, made[0].contract_id, "stated", 0.9, "sato", 2, 5, 9, "amends"),
        GraphRelation("SUPERSEDES", made[2].contract_id, made[1].contract_id, "person", 1.0, "ito"),
        GraphRelation("AMENDS", made[2].contract_id, "c" + "0" * 15, "person", 1.0, "ito"),
    ]

    def link() -> None:
        graph.project_parties(parties)
        graph.project_relations(relations)

    link()
    whole = links(graph)
    assert [len(rows) for rows in whole.values()] == [1, 2, 1, 1]
    link()
    assert links(graph) == whole
    graph.project(replace(made[1], title="Title 1, read again"))
    assert links(graph) != whole
    link()
    assert links(graph) == whole
    graph.remove(made[1].contract_id)
    link()
    assert [len(rows) for rows in links(graph).values()] == [1, 1, 0, 0]


def test_decisions_that_changed_are_written_over(graph: GraphStore, make: Make) -> None:
    made = contracts(make)
    graph.project_many(made)
    graph.project_parties([party("Glu Mobile, Inc.", "Sorrent, Inc.")])
    graph.project_parties([party("Sorrent, Inc.", "Taco House"), GraphParty("p2", "x", (alias("Gone"),))])
    rows = graph.rows(
        "MATCH (o:Organization)-[:ALIAS_OF]->(p:Party) RETURN o.name AS name, p.name AS party ORDER BY name"
    )
    assert rows == [
        {"name": "Sorrent, Inc.", "party": "Sorrent, Inc."},
        {"name": "Taco House", "party": "Sorrent, Inc."},
    ]


def test_the_mark_of_what_was_linked_goes_with_the_graph(graph: GraphStore) -> None:
    assert graph.linked() == ""
    graph.set_linked("1/2/3")
    assert graph.linked() == "1/2/3"
    graph.clear()
    assert graph.linked() == ""
