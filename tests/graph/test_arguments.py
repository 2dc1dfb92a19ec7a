"""Arguments come from models and people: whatever they are, the answer is rows or one sentence."""

from __future__ import annotations

import json

import jsonschema
import pytest

from core.errors import BadArguments, NotFound
from core.graph import GraphContract, GraphStore
from core.graph.retrieval.functions import FUNCTIONS, function
from graph_shelf import Shelf


@pytest.fixture
def filled(shelf: Shelf, generated: tuple[GraphContract, ...]) -> GraphStore:
    return shelf.holding("four generated", generated[:4])


ID = "c" + "0" * 15


@pytest.mark.parametrize(
    ("name", "arguments", "argument"),
    [
        ("get_contract", {}, "contract_id"),
        ("get_contract", {"contract_id": 3}, "contract_id"),
        ("get_contract", {"contract_id": None}, "contract_id"),
        ("get_contract", {"contract_id": "c1' OR '1'='1"}, "contract_id"),
        ("get_contract", {"contract_id": ID + "\n"}, "contract_id"),
        ("get_contract", {"contract_id": ID, "x": 1}, "x"),
        ("get_contracts", {"organization_name": ""}, "organization_name"),
        ("get_contracts", {"organization_name": []}, "organization_name"),
        ("get_contracts", {"organization_name": "a" * 501}, "organization_name"),
        ("get_contracts", {"organization_name": "a", "limit": 0}, "limit"),
        ("get_contracts", {"organization_name": "a", "limit": 10**9}, "limit"),
        ("list_contracts", {"offset": -1}, "offset"),
        ("list_contracts", {"limit": float("nan")}, "limit"),
        ("get_contracts_by_clauses", {}, "with_types"),
        ("get_contracts_by_clauses", {"with_types": ["Insurance"], "without_types": ["保険"]}, "with_types"),
        ("get_contracts_by_clauses", {"with_types": "Insurance"}, "with_types"),
        ("get_contracts_by_date", {"field": "password"}, "field"),
        ("get_contracts_by_date", {"field": "expiration_date", "from_day": "tomorrow"}, "from_day"),
        ("get_contracts_by_date", {"field": "expiration_date", "from_day": "2021-02-30"}, "from_day"),
        (
            "get_contracts_by_date",
            {"field": "expiration_date", "from_day": "2021-02-02", "to_day": "2021-02-01"},
            "from_day",
        ),
        ("get_contracts_by_governing_law", {}, "country"),
        ("get_contracts_by_governing_law", {"country": "Atlantis"}, "country"),
        ("get_contracts_similar_text", {"text": ""}, "text"),
        ("get_contracts_similar_text", {"text": "half \ud800 pair"}, "text"),
        ("get_contracts_similar_text", {"text": "x" * 10_001}, "text"),
    ],
)
def test_refused_with_the_argument_named(
    filled: GraphStore, name: str, arguments: dict[str, object], argument: str
) -> None:
    with pytest.raises(BadArguments) as caught:
        FUNCTIONS[name].run(filled, arguments)
    assert (caught.value.facts["function"], caught.value.facts["argument"]) == (name, argument)


@pytest.mark.parametrize(
    ("asked", "near"), [("insurence", "Insurance"), ("noncompetes", "Non-Compete"), ("競業避止条項", "Non-Compete")]
)
def test_an_unknown_type_comes_with_near_ones(filled: GraphStore, asked: str, near: str) -> None:
    with pytest.raises(BadArguments, match="did you mean") as caught:
        FUNCTIONS["get_contracts_with_clause_type"].run(filled, {"clause_type": asked})
    assert near in caught.value.facts["near"]  # type: ignore[operator]


@pytest.mark.parametrize("asked", ["Non-Compete", "non_compete", "NON COMPETE", "競業避止", "競業避止義務"])
def test_a_type_may_be_named_in_any_form(filled: GraphStore, asked: str) -> None:
    plain = FUNCTIONS["get_contracts_with_clause_type"].run(filled, {"clause_type": "non_compete"})
    assert FUNCTIONS["get_contracts_with_clause_type"].run(filled, {"clause_type": asked}) == plain


@pytest.mark.parametrize("name", ["get_contract", "get_contract_excerpts"])
def test_a_contract_that_is_not_there_or_out_of_scope(
    filled: GraphStore, generated: tuple[GraphContract, ...], name: str
) -> None:
    for asked, scope in ((ID, None), (generated[0].contract_id, [generated[1].contract_id])):
        with pytest.raises(NotFound):
            FUNCTIONS[name].run(filled, {"contract_id": asked}, scope)


@pytest.mark.parametrize(
    "text",
    [
        '"',
        '" OR "a',
        "NEAR(a b) AND NOT c* ^d",
        "'; DROP TABLE passages; --",
        "}) DETACH DELETE n //",
        "$scope $vector",
        "\0\0",
        "🍣" * 50,
        "the of and",
        "supplier " * 1_000,
        "契約" * 2_000,
    ],
)
def test_hostile_texts_are_only_texts(filled: GraphStore, text: str) -> None:
    before = filled.dump()
    FUNCTIONS["get_contracts_similar_text"].run(filled, {"text": text})
    FUNCTIONS["get_contracts"].run(filled, {"organization_name": text[:500]})
    FUNCTIONS["get_contracts_by_governing_law"].run(filled, {"state": text[:100]})
    assert filled.dump() == before


def test_every_function_has_a_closed_schema_and_takes_its_defaults(filled: GraphStore) -> None:
    assert len(FUNCTIONS) == 14
    for name, entry in FUNCTIONS.items():
        schema = json.loads(json.dumps(entry.schema))
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["additionalProperties"] is False
        assert function(name) is entry
    with pytest.raises(BadArguments, match="No function"):
        function("drop_everything")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Hong Kong", "HK"),
        ("America", "US"),
        ("合衆国", "US"),
        ("us", "US"),
        ("England", "GB"),
        ("the Netherlands", "NL"),
        ("大韓民国", "KR"),
    ],
)
def test_a_country_has_the_same_names_everywhere(filled: GraphStore, name: str, code: str) -> None:
    """Names that the extraction knew and this function refused, when each had a table of its own."""
    by_law = FUNCTIONS["get_contracts_by_governing_law"]
    assert by_law.run(filled, {"country": name}) == by_law.run(filled, {"country": code})


def test_a_name_that_is_no_argument_is_answered_with_those_there_are(filled: GraphStore) -> None:
    """A model gives `expires_before`: it is told the names, whose descriptions say that both days count."""
    with pytest.raises(BadArguments) as caught:
        function("get_contracts_by_date").run(filled, {"field": "expiration_date", "expires_before": "2026-03-31"})
    assert "expires_before" in str(caught.value)
    assert "from_day, to_day" in str(caught.value)
    described = function("get_contracts_by_date").schema["properties"]
    assert all("included" in described[name]["description"] for name in ("from_day", "to_day"))
    assert "included" in function("get_contracts_as_of").schema["properties"]["day"]["description"]
