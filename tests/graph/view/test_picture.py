"""Which nodes and relations a picture shows, on every backend."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from known_portfolio import Known, told

from core.graph import GraphContract, GraphStore
from core.graph.schema import NODES, RELATIONS
from core.graph.view.filters import Filters, scope_of
from core.graph.view.node_kinds import KINDS, WAYS, Ref, parse_ref
from core.graph.view.picture import STEP, Left, Picture, PictureRequest, PictureStep, draw_up, left_to_open, parse_step
from core.record import Party


def names(picture: Picture) -> set[str]:
    return {node.name for node in picture.nodes}


def relations(picture: Picture) -> set[tuple[str, str, str]]:
    named = {node.ref: node.name for node in picture.nodes}
    return {(named[edge.source], edge.type, named[edge.target]) for edge in picture.edges}


WHOLE = {
    ("Acme <b>Inc.</b>", "IS_PARTY_TO", "Supply Agreement"),
    ("Acme <b>Inc.</b>", "IS_PARTY_TO", "秘密保持契約書"),
    ("株式会社山田商店", "IS_PARTY_TO", "Supply Agreement"),
    ("Acme <b>Inc.</b>", "INCORPORATED_IN", "United States"),
    ("株式会社山田商店", "INCORPORATED_IN", "Japan"),
    ("Supply Agreement", "GOVERNED_BY_LAW", "Japan"),
    ("Supply Agreement", "HAS_CLAUSE", "Insurance"),
    ("Supply Agreement", "HAS_CLAUSE", "Non-Compete"),
    ("秘密保持契約書", "HAS_CLAUSE", "Non-Compete"),
}


def test_a_small_portfolio_is_shown_whole_but_for_its_words(known: Known) -> None:
    picture = draw_up(known.graph, PictureRequest(), "en")
    assert names(picture) == {part for source, _, other in WHOLE for part in (source, other)} | {"Letter"}
    assert relations(picture) == WHOLE
    assert picture.stages == (9,)
    assert picture.totals == dict.fromkeys(KINDS, 0) | {
        "Agreement": 3,
        "Organization": 2,
        "Country": 2,
        "ClauseType": 2,
        "Excerpt": 3,
    }
    assert not picture.full
    assert draw_up(known.graph, PictureRequest(), "en") == picture


def test_names_in_japanese(known: Known) -> None:
    assert {"日本", "アメリカ合衆国", "保険", "競業避止"} <= names(draw_up(known.graph, PictureRequest(), "ja"))


def test_an_empty_graph(graph: GraphStore) -> None:
    picture = draw_up(graph, PictureRequest(), "en")
    assert (picture.nodes, picture.edges, picture.stages, picture.full) == ((), (), (0,), False)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), None),
        (Filters(types=("supply",)), {"supply"}),
        (Filters(types=("nowhere",)), set()),
        (Filters(laws=("JP",)), {"supply"}),
        (Filters(clauses=(("non_compete", "present"),)), {"supply", "nda"}),
        (Filters(clauses=(("non_compete", "present"), ("insurance", "absent"))), {"nda"}),
        (Filters(clauses=(("audit_rights", "unknown"),)), {"supply"}),
        (Filters(clauses=(("non_compete", "absent"),)), {"lonely"}),
    ],
)
def test_filters(known: Known, filters: Filters, expected: set[str] | None) -> None:
    ids = None if expected is None else {getattr(known, name) for name in expected}
    assert scope_of(known.graph, filters) == ids


def test_a_filtered_picture_counts_what_is_within(known: Known) -> None:
    picture = draw_up(known.graph, PictureRequest(Filters(contracts=(known.nda,))), "en")
    assert relations(picture) == {
        ("Acme <b>Inc.</b>", "IS_PARTY_TO", "秘密保持契約書"),
        ("Acme <b>Inc.</b>", "INCORPORATED_IN", "United States"),
        ("秘密保持契約書", "HAS_CLAUSE", "Non-Compete"),
    }
    assert {label: picture.totals[label] for label in ("Agreement", "Organization", "Country", "ClauseType")} == {
        "Agreement": 1,
        "Organization": 1,
        "Country": 0,
        "ClauseType": 1,
    }


def test_only_the_labels_that_are_asked_for(known: Known) -> None:
    picture = draw_up(known.graph, PictureRequest(labels=frozenset({"Agreement", "ClauseType"})), "en")
    assert {node.ref.label for node in picture.nodes} == {"Agreement", "ClauseType"}


def test_opening_adds_words_only_when_asked_for(known: Known) -> None:
    ref = Ref("Agreement", known.nda)
    plain = draw_up(known.graph, PictureRequest(steps=(PictureStep(ref, alone=True),)), "en")
    assert names(plain) == {"秘密保持契約書", "Acme <b>Inc.</b>", "Non-Compete"}
    shown = [node.ref for node in plain.nodes]
    assert left_to_open(known.graph, ref, shown, PictureRequest(), "en") == Left(nodes=0, words=1)
    wordy = draw_up(
        known.graph, PictureRequest(steps=(PictureStep(ref, alone=True), PictureStep(ref, words=True))), "en"
    )
    assert names(wordy) - names(plain) == {"Nobody competes."}
    assert wordy.stages == (3, 4)
    assert wordy.nodes[:3] == tuple(
        node if node.name == "Acme <b>Inc.</b>" else wordy.node(node.ref) for node in plain.nodes
    )
    assert ("秘密保持契約書", "HAS_EXCERPT", "Nobody competes.") in relations(wordy)
    assert ("Nobody competes.", "HAS_TYPE", "Non-Compete") in relations(wordy)


def test_a_step_to_what_is_gone_adds_nothing(known: Known) -> None:
    picture = draw_up(known.graph, PictureRequest(steps=(PictureStep(Ref("Agreement", "cgone")),)), "en")
    assert picture.stages == (9, 9)


def test_a_large_portfolio_starts_with_its_busiest_parties_and_stays_within_the_limit(
    graph: GraphStore, make: Callable[..., GraphContract], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.graph.view.overview.MAX_NODES", 50)
    monkeypatch.setattr("core.graph.view.picture.MAX_NODES", 50)
    monkeypatch.setattr("core.graph.view.overview.START_CONTRACTS", 14)
    blank = make(0)
    nowhere = told(blank, "Nobody")
    everywhere = Party("Everywhere Ltd", None, "JP", None, 0.9, nowhere)
    for number in range(55):
        own = Party(f"Firm {number:03d}", None, None, None, 0.9, nowhere)
        graph.project(make(number, parties=(everywhere, own) if number < 40 else (own,)))
    start = draw_up(graph, PictureRequest(), "en")
    assert {node.ref.label for node in start.nodes} == {"Agreement", "Organization"}
    contracts = [node for node in start.nodes if node.ref.label == "Agreement"]
    assert len(contracts) == 14
    assert start.totals["Agreement"] == 55
    hub = next(node for node in start.nodes if node.name == "Everywhere Ltd")
    assert hub.degree >= 10
    # Japan, and the contracts of the hub that the start does not show.
    left = 1 + 40 - hub.degree
    assert left_to_open(graph, hub.ref, [node.ref for node in start.nodes], PictureRequest(), "en").nodes == left
    once = draw_up(graph, PictureRequest(steps=(PictureStep(hub.ref),)), "en")
    assert len(once.nodes) == min(50, len(start.nodes) + STEP)
    packed = draw_up(graph, PictureRequest(steps=(PictureStep(hub.ref), PictureStep(hub.ref))), "en")
    assert len(packed.nodes) == 50
    assert packed.full


def test_contracts_of_a_single_party_fill_the_start(
    graph: GraphStore, make: Callable[..., GraphContract], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.graph.view.overview.MAX_NODES", 20)
    monkeypatch.setattr("core.graph.view.overview.START_CONTRACTS", 14)
    only = Party("Everywhere Ltd", None, None, None, 0.9, told(make(0), "Nobody"))
    graph.project_many(make(number, parties=(only,)) for number in range(22))
    labels = [node.ref.label for node in draw_up(graph, PictureRequest(), "en").nodes]
    assert (labels.count("Agreement"), labels.count("Organization"), len(labels)) == (14, 1, 15)


@pytest.mark.parametrize("text", ["Agreement.c1", "!Agreement.c1", "*Agreement.c1", "!*Excerpt.c1:insurance:excerpt:0"])
def test_a_step_and_its_address(text: str) -> None:
    assert str(parse_step(text)) == text


@pytest.mark.parametrize("text", ["", "Agreement", "Agreement.", "Meta.schema", "Candidate.x", "!", "Robert'); DROP.1"])
def test_an_address_that_makes_no_sense(text: str) -> None:
    assert parse_step(text) is None
    assert parse_ref(text) is None


def test_new_labels_and_relations_of_the_schema_are_shown() -> None:
    inside = {"Meta", "ContractClause", "Candidate", "Fact"}
    assert set(KINDS) == {node.label for node in NODES} - inside
    ends = {relation.type for relation in RELATIONS if not {relation.source, relation.target} & inside}
    assert {way.type for way in WAYS} == (ends - {"CHECKED_FOR"}) | {"HAS_CLAUSE", "HAS_EXCERPT", "HAS_TYPE"}
