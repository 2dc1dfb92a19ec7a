"""Search by name and what is told of a node, on every backend."""

from __future__ import annotations

import pytest
from known_portfolio import Known

from core.graph.schema import NODES, RELATIONS
from core.graph.view.details import Details, TextPlace, details
from core.graph.view.finding import find
from core.graph.view.node_kinds import Ref
from core.graph.view.ontology import on_a_ring, ontology


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("supply", ["Supply Agreement"]),
        ("ＳＵＰＰＬＹ", ["Supply Agreement"]),
        ("agreement supply", ["Supply Agreement"]),
        ("秘密保持", ["Confidentiality", "秘密保持契約書"]),
        ("山田", ["株式会社山田商店"]),
        ("日本", ["Japan"]),
        ("japan", ["Japan"]),
        ("保険", ["Insurance"]),
        ("<b>", ["Acme <b>Inc.</b>"]),
        ("", []),
        ("   ", []),
        ("zz", []),
    ],
)
def test_search(known: Known, words: str, expected: list[str]) -> None:
    found, total = find(known.graph, words, "en")
    assert [match.name for match in found] == expected
    assert total == len(expected)
    assert not any(match.only_similar for match in found)


def test_a_letter_amiss_finds_what_is_near_and_says_so(known: Known) -> None:
    found, _ = find(known.graph, "suply agrement", "en")
    assert [(match.name, match.only_similar) for match in found][:1] == [("Supply Agreement", True)]


def told(found: Details | None) -> dict[tuple[str, str], list[tuple[str, str, TextPlace | None]]]:
    assert found is not None
    return {
        (group.type, group.direction): [(line.name, line.note, line.place) for line in group.lines]
        for group in found.groups
    }


def test_what_is_told_of_a_contract(known: Known) -> None:
    found = details(known.graph, Ref("Agreement", known.supply), "en")
    assert found is not None
    assert found.name == "Supply Agreement"
    facts = {fact.name: (fact.value, fact.place and fact.place.page) for fact in found.facts}
    assert facts["governing_law"] == ("JP", 2)
    assert facts["pages"] == ("2", None)
    groups = told(found)
    assert [(name, note) for name, note, _ in groups["IS_PARTY_TO", "in"]] == [
        ("Acme <b>Inc.</b>", "Supplier · Delaware"),
        ("株式会社山田商店", "Buyer"),
    ]
    assert groups["IS_PARTY_TO", "in"][0][2] == TextPlace(known.supply, 2, 1600, 1612, "party", "verified")
    assert groups["HAS_CLAUSE", "out"] == [
        ("Insurance", "", TextPlace(known.supply, subject="insurance")),
        ("Non-Compete", "", TextPlace(known.supply, subject="non_compete")),
    ]
    assert groups["HAS_EXCERPT", "out"][0] == (
        "Either party shall maintain insurance.",
        "",
        TextPlace(known.supply, 2, 1600, 1638, "insurance", "verified"),
    )


def test_what_is_told_of_a_law_a_clause_type_and_words(known: Known) -> None:
    law = told(details(known.graph, Ref("Country", "JP"), "en"))
    assert [
        (name, place and (place.contract_id, place.subject)) for name, _, place in law["GOVERNED_BY_LAW", "in"]
    ] == [("Supply Agreement", (known.supply, "governing_law"))]
    clause = details(known.graph, Ref("ClauseType", "non_compete"), "en")
    assert clause is not None
    assert clause.presence == (("absent", 1), ("present", 2))
    words = details(known.graph, Ref("Excerpt", f"{known.nda}:non_compete:excerpt:0"), "en")
    assert words is not None
    assert [(fact.value, fact.place) for fact in words.facts] == [
        ("Nobody competes.", TextPlace(known.nda, 2, 1639, 1655, "non_compete", "verified"))
    ]


@pytest.mark.parametrize("ref", [Ref("Agreement", "cgone"), Ref("Country", "' OR 1=1 --"), Ref("Excerpt", "x")])
def test_what_is_not_there(known: Known, ref: Ref) -> None:
    assert details(known.graph, ref, "en") is None


def test_the_schema_with_its_counts(known: Known) -> None:
    found = ontology(known.graph)
    assert dict(found.labels)["Agreement"] == 3
    assert [label for label, _ in found.labels] == [node.label for node in NODES if node.label != "Meta"]
    assert [relation[:3] for relation in found.relations] == [
        (relation.type, relation.source, relation.target) for relation in RELATIONS
    ]
    assert ("IS_PARTY_TO", "Organization", "Agreement", 3) in found.relations


def test_the_schema_on_a_ring() -> None:
    labels = [node.label for node in NODES]
    places = on_a_ring(labels, [(relation.source, relation.target) for relation in RELATIONS])
    assert set(places) == set(labels)
    assert places["Agreement"] == (0.0, 0.0)
    assert len(set(places.values())) == len(labels)
