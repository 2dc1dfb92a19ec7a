"""Questions find the words that answer them, in either language, findings and other text alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.graph import GraphContract, GraphStore
from core.graph.retrieval.functions import FUNCTIONS
from core.graph.rows import row_dict
from graph_shelf import Shelf

PRICES = "Company reserves the right to change its prices and/or fees, from time to time, in its sole discretion."
EXCLUSIVE = "Distributor shall not sell any competing product during the Term."
FILLER = "The parties shall keep proper minutes of each meeting and circulate them. " * 30
JAPANESE = (
    "第１条（目的）本契約は、共同研究の条件を定める。\n"
    "第２条（反社会的勢力の排除）甲及び乙は、暴力団等に該当しないことを表明する。\n"
)


@pytest.fixture
def filled(shelf: Shelf, make: Callable[..., GraphContract]) -> GraphStore:
    return shelf.holding(
        "similar",
        [
            make(
                1,
                title="Birch First",
                text=FILLER + PRICES + " " + FILLER,
                candidates={"price_restrictions": [PRICES]},
            ),
            make(2, title="Network", text=FILLER + EXCLUSIVE + FILLER, present={"non_compete": [EXCLUSIVE]}),
            make(3, title="Esports", text=FILLER),
            make(4, title="共同研究契約書", text=JAPANESE * 3, language="ja"),
        ],
    )


def ask(graph: GraphStore, text: str, **more: object) -> list[dict[str, object]]:
    return [row_dict(row) for row in FUNCTIONS["get_contracts_similar_text"].run(graph, {"text": text, **more}).rows]


@pytest.mark.parametrize(
    "question",
    [
        "does any contract mention prices being changed from time to time",
        "Can the fees be modified at any time?",
        "価格が随時変更されることに触れている契約はありますか",
        "料金の改定",
    ],
)
def test_words_that_are_no_finding_are_found_with_their_page(filled: GraphStore, question: str) -> None:
    first = ask(filled, question)[0]
    assert (first["title"], first["kind"], first["types"], first["match"]) == (
        "Birch First",
        "candidate",
        ["price_restrictions"],
        "words",
    )
    start, end = first["start"], first["end"]
    assert isinstance(start, int)
    assert isinstance(end, int)
    text = FILLER + PRICES + " " + FILLER
    assert first["text"] == text[start:end]
    assert PRICES in text[start:end]
    assert first["page"] == start // 1_000 + 1


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("暴力団の排除", "共同研究契約書"),
        ("organized crime", "共同研究契約書"),
        ("研究", "共同研究契約書"),
    ],
)
def test_either_language_finds_the_other_and_two_characters_are_enough(
    filled: GraphStore, question: str, title: str
) -> None:
    first = ask(filled, question)[0]
    assert (first["title"], first["kind"], first["match"]) == (title, "passage", "words")


def test_a_finding_comes_as_a_finding_with_its_type(filled: GraphStore) -> None:
    first = ask(filled, "sell a competing product", findings_only=True)[0]
    assert (first["title"], first["kind"], first["types"], first["state"]) == (
        "Network",
        "finding",
        ["non_compete"],
        "verified",
    )
    assert {row["kind"] for row in ask(filled, PRICES, findings_only=True)} == {"finding"}


def test_what_no_contract_says_is_never_said_to_match_by_words(filled: GraphStore) -> None:
    assert [row for row in ask(filled, "dinosaur fossils on Mars") if row["match"] == "words"] == []


def test_scope_limits_both_lists(filled: GraphStore, make: Callable[..., GraphContract]) -> None:
    scope = [make(3).contract_id]
    result = FUNCTIONS["get_contracts_similar_text"].run(filled, {"text": "prices, minutes and products"}, scope)
    assert {row_dict(row)["title"] for row in result.rows} == {"Esports"}
    assert FUNCTIONS["get_contracts_similar_text"].run(filled, {"text": "prices"}, []).rows == ()


def test_one_contract_does_not_crowd_out_the_others(graph: GraphStore, make: Callable[..., GraphContract]) -> None:
    many = "".join(
        f"Royalty report number {number} is due on the first day of each month. {FILLER[:200]}" for number in range(9)
    )
    graph.project_many([make(1, text=many), make(2, text=FILLER + "One royalty report is due.")])
    rows = ask(graph, "royalty report due", limit=4)
    assert {row["title"] for row in rows} == {"Contract 1", "Contract 2"}


def test_a_changed_or_removed_contract_is_not_found_by_its_old_words(
    graph: GraphStore, make: Callable[..., GraphContract]
) -> None:
    graph.project(make(1, text="The escrow agent holds the keys."))
    graph.project(make(1, text="The landlord holds the keys."))
    assert [hit.text for hit in graph.passages("escrow agent", 5)] == []
    assert [hit.text for hit in graph.passages("landlord", 5)] == ["The landlord holds the keys."]
    graph.remove(make(1).contract_id)
    assert graph.passages("landlord", 5) == []


def test_a_clause_type_named_in_one_language_is_found_in_the_other(
    shelf: Shelf, make: Callable[..., GraphContract]
) -> None:
    words = "Results of the project fall under joint IP ownership."
    graph = shelf.holding("named", [make(1, title="Cedar", text=FILLER + words + FILLER), make(2, text=FILLER)])
    first = ask(graph, "成果物の知財が共有となる条項")[0]
    assert (first["title"], first["match"]) == ("Cedar", "words")
