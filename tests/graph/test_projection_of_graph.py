"""The graph is a function of the set of contracts: not of their order, of repetition, or of what was there before."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.graph import GraphContract, GraphStore
from core.record import Fact, Party
from graph_shelf import Shelf

Generated = tuple[GraphContract, ...]


def projected(shelf: Shelf, contracts: list[GraphContract]) -> dict[str, list[str]]:
    with shelf.new() as graph:
        graph.project_many(contracts)
        return graph.dump()


def test_any_order_any_repetition_and_any_detour_give_the_same_graph(shelf: Shelf, generated: Generated) -> None:
    chosen = list(generated[:12])
    plain = projected(shelf, chosen)
    assert len(plain["Agreement"]) == 12

    mixed = chosen.copy()
    random.Random(5).shuffle(mixed)
    with shelf.new() as graph:
        graph.project_many(generated[12:16])
        graph.project(
            replace(mixed[0], title="Another title", text="Other", pages=(), extraction=generated[30].extraction)
        )
        graph.project_many([*mixed, mixed[3], mixed[0]])
        for extra in generated[12:16]:
            assert graph.remove(extra.contract_id)
        assert graph.dump() == plain


def test_projecting_again_changes_nothing_and_says_so(graph: GraphStore, generated: Generated) -> None:
    assert graph.project(generated[0])
    before = graph.dump()
    assert not graph.project(generated[0])
    assert graph.dump() == before
    assert graph.project_many(generated[:2]) == 1


def test_a_contract_that_comes_again_soon_ends_in_its_last_state(shelf: Shelf, generated: Generated) -> None:
    chosen = list(generated[:30])
    first = [
        replace(contract, title=f"{contract.title}, first", extraction=generated[31].extraction) for contract in chosen
    ]
    between = [contract for pair in zip(first, chosen, strict=True) for contract in pair]
    # Next to each other, a batch apart, and all at the end.
    for coming in (between, [*first[:25], *chosen], [*first, *chosen]):
        assert projected(shelf, coming) == projected(shelf, chosen)


def test_removing_everything_leaves_only_the_taxonomy(graph: GraphStore, generated: Generated) -> None:
    empty = graph.dump()
    graph.project_many(generated[:10])
    for contract in generated[:10]:
        assert graph.remove(contract.contract_id)
    assert graph.dump() == empty
    assert not graph.remove(generated[0].contract_id)
    graph.project_many(generated[:3])
    graph.clear()
    assert graph.dump() == empty


def test_an_organization_and_a_country_stay_while_another_contract_needs_them(
    graph: GraphStore, make: Callable[..., GraphContract]
) -> None:
    shared = Party("Shared  Firm,\nInc.", "Buyer", "JP", None, 0.9)
    first = make(1, parties=(shared, Party("Only Here", None, "FR")), facts=(Fact("governing_law", "US", "Nevada"),))
    second = make(2, parties=(replace(shared, name="Shared Firm, Inc."),), facts=(Fact("governing_law", "US"),))
    graph.project_many([first, second])
    names = "MATCH (o:Organization) RETURN o.name AS name ORDER BY name"
    codes = "MATCH (c:Country) RETURN c.code AS code, c.name AS name ORDER BY code"
    assert graph.rows(names) == [{"name": "Only Here"}, {"name": "Shared Firm, Inc."}]
    assert [row["code"] for row in graph.rows(codes)] == ["FR", "JP", "US"]
    graph.remove(first.contract_id)
    assert graph.rows(names) == [{"name": "Shared Firm, Inc."}]
    assert graph.rows(codes) == [{"code": "JP", "name": "Japan"}, {"code": "US", "name": "United States"}]


@pytest.mark.parametrize("name", ["", "  \n ", "\0"])
def test_a_party_without_a_name_merges_with_nothing(
    graph: GraphStore, make: Callable[..., GraphContract], name: str
) -> None:
    graph.project_many([make(1, parties=(Party(name),)), make(2, parties=(Party(name), Party("Real")))])
    assert graph.rows("MATCH (o:Organization) RETURN o.name AS name") == [{"name": "Real"}]
    assert graph.rows("MATCH (a:Agreement) RETURN count(a) AS n") == [{"n": 2}]


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ('O\'Neil "Q" \\ back\\n {x: 1}) DETACH DELETE n //', 'O\'Neil "Q" \\ back\\n {x: 1}) DETACH DELETE n //'),
        ("$contract_id `end` 株式会社🍣 é", "$contract_id `end` 株式会社🍣 é"),
        ("half \ud800 pair", "half ? pair"),
        ("nul\0byte", "nulbyte"),
        ("N" * 10_000, "N" * 10_000),
    ],
    ids=["quotes", "scripts", "surrogate", "nul", "long"],
)
def test_names_are_kept_as_they_are(
    graph: GraphStore, make: Callable[..., GraphContract], name: str, stored: str
) -> None:
    contract = make(1, title=name, parties=(Party(name, name, None, name),), text=name, present={"insurance": [name]})
    graph.project(contract)
    assert graph.rows(
        "MATCH (o:Organization)-[p:IS_PARTY_TO]->(a:Agreement) RETURN o.name AS o, p.role AS r, a.title AS t"
    ) == [{"o": stored, "r": stored, "t": stored}]
    assert graph.rows("MATCH (e:Excerpt) RETURN e.text AS text") == [{"text": stored}]
    assert graph.remove(contract.contract_id)


def test_a_failure_in_the_middle_leaves_the_graph_as_it_was(
    graph: GraphStore, generated: Generated, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph.project_many(generated[:3])
    before = graph.dump()
    changed = replace(generated[1], extraction=generated[8].extraction)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("power cut")

    with monkeypatch.context() as patched:
        patched.setattr("core.graph.embedded.embedded_graph.write", fail)
        patched.setattr("core.graph.neo4j.neo4j_graph.write_batch", fail)
        with pytest.raises(RuntimeError, match="power cut"):
            graph.project(changed)
    assert {label: rows for label, rows in graph.dump().items() if label != "passages"} == {
        label: rows for label, rows in before.items() if label != "passages"
    }
    graph.project(changed)
    graph.project(generated[1])
    assert graph.dump() == before


def test_revision_is_kept(graph: GraphStore) -> None:
    assert graph.revision() == 0
    graph.set_revision(7_000_000_000)
    assert graph.revision() == 7_000_000_000
    graph.clear()
    assert graph.revision() == 0


def test_presence_of_every_type_is_in_the_graph_and_a_missing_verdict_is_unknown(
    graph: GraphStore, make: Callable[..., GraphContract]
) -> None:
    contract = make(1, present={"insurance": []}, unknown=("non_compete",))
    shortened = replace(contract, extraction=replace(contract.extraction, clauses=contract.extraction.clauses[:-1]))
    graph.project(shortened)
    found = {
        row["type"]: row["presence"]
        for row in graph.rows(
            "MATCH (:Agreement)-[k:CHECKED_FOR]->(t:ClauseType) RETURN t.code AS type, k.presence AS presence"
        )
    }
    expected = {clause.type: clause.presence for clause in contract.extraction.clauses}
    assert found == expected | {contract.extraction.clauses[-1].type: "unknown"}
