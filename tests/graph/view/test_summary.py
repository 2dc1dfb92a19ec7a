"""The summary of many contracts, on every backend."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from known_portfolio import told

from core.graph import GraphContract, GraphRelation, GraphStore
from core.graph.projection import RelationKind
from core.graph.view import Filters, PictureRequest, PictureStep, Ref, draw_up
from core.record import Fact, Party


def relation(kind: RelationKind, source: str, target: str) -> GraphRelation:
    """A relation that a person entered."""
    return GraphRelation(kind, source, target, "person", 1.0, "sato")


@pytest.fixture
def many(graph: GraphStore, make: Callable[..., GraphContract], monkeypatch: pytest.MonkeyPatch) -> GraphStore:
    """Nine contracts, which count as many: supply and NDAs under two laws, one firm with four, one of nothing known."""
    monkeypatch.setattr("core.graph.view.picture.SOME_CONTRACTS", 5)
    blank = make(0)
    words = told(blank, "Nobody")
    for number in range(8):
        facts = (
            Fact("agreement_type", "supply" if number < 5 else "nda", None, 0.9, words),
            Fact("governing_law", "JP" if number % 2 else "US", None, 0.9, words),
        )
        own = Party(f"Firm {number}", None, None, None, 0.9, words)
        hub = Party("Everywhere Ltd", None, "JP", None, 0.9, words)
        graph.project(make(number, facts=facts, parties=(own, hub) if number < 4 else (own,)))
    graph.project(make(8))
    return graph


def test_the_start_says_what_there_is(many: GraphStore) -> None:
    picture = draw_up(many, PictureRequest(), "en")
    summary = picture.summary
    assert summary is not None
    assert [node.name for node in picture.nodes] == [
        "5 · Supply agreement",
        "3 · Non-disclosure agreement",
        "4 · Japan",
        "4 · United States",
        "4 · Everywhere Ltd",
    ]
    assert (summary.total, summary.untyped, summary.unruled, summary.more_types) == (9, 1, 1, 0)
    assert {(edge.source.key, edge.type, edge.target.key) for edge in picture.edges if edge.type != "IS_PARTY_TO"} == {
        (kind, "GOVERNED_BY_LAW", law) for kind in ("supply", "nda") for law in ("US", "JP")
    }
    assert [edge.target.key for edge in picture.edges if edge.type == "IS_PARTY_TO"] == ["supply"]
    places = picture.places()
    assert len(set(places)) == len(places) == 5
    types, laws, party = places[0][0], places[2][0], places[4][0]
    assert party < types < laws


def test_a_choice_leads_to_the_contracts_and_a_step_stands_alone(many: GraphStore) -> None:
    chosen = draw_up(many, PictureRequest(Filters(types=("nda",))), "en")
    assert chosen.summary is None
    assert sum(node.ref.label == "Agreement" for node in chosen.nodes) == 3
    step = draw_up(many, PictureRequest(steps=(PictureStep(Ref("Country", "JP")),)), "en")
    assert step.summary is None
    assert step.nodes[0].ref == Ref("Country", "JP")
    assert sum(node.ref.label == "Agreement" for node in step.nodes) == 4
    assert len(step.places()) == len(step.nodes)
    kinds = draw_up(many, PictureRequest(labels=frozenset({"Agreement"})), "en")
    assert kinds.summary is None


def test_chains_of_amendments_stand_together(many: GraphStore, make: Callable[..., GraphContract]) -> None:
    first, second, third = (make(number).contract_id for number in (0, 1, 2))
    many.project_relations([relation("AMENDS", second, first), relation("SUPERSEDES", third, second)])
    picture = draw_up(many, PictureRequest(), "en")
    assert picture.summary is not None
    assert {node.ref.key for node in picture.summary.related} == {first, second, third}
    assert {(edge.type, edge.source.key) for edge in picture.edges if edge.source.label == "Agreement"} == {
        ("AMENDS", second),
        ("SUPERSEDES", third),
    }
