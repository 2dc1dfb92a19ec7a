"""The Graph page without a browser: empty, filled, failing; steps, filters, search, list, schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from page_helpers import open_page, words
from streamlit.testing.v1 import AppTest

from core.errors import GraphUnavailable
from core.graph.view.node_kinds import Ref
from core.graph.view.picture import Picture, PictureNode
from core.graph.view.reading import PictureEdge
from core.ui.graph.node_list import in_order
from core.ui.workbench import workbench

PAGE = "pages/graph.py"


def keys(test: AppTest) -> list[str]:
    return [str(button.key) for button in test.button]


def picture(test: AppTest) -> dict[str, Any]:
    """What the picture on the page is drawn from."""
    (found,) = pictures(test)
    return json.loads(found)  # type: ignore[no-any-return]


def pictures(test: AppTest) -> list[str]:
    drawn = [found.proto.json for found in test.get("bidi_component") if found.proto.json]
    return [data for data in drawn if "nodes" in json.loads(data)]  # the page has other parts of our own


def shown(test: AppTest) -> set[str]:
    return {node["name"] for node in picture(test)["nodes"]}


def press(test: AppTest, label: str) -> AppTest:
    next(button for button in test.button if button.label.startswith(label)).click().run()
    assert not test.exception
    return test


@pytest.mark.parametrize(("language", "expected"), [("ja", "まだ契約がありません"), ("en", "No contracts yet")])
def test_empty(empty: Path, language: str, expected: str) -> None:
    test = open_page(PAGE, language=language)
    assert expected in words(test)
    assert not pictures(test)


def test_the_database_is_broken(failing: Path) -> None:
    test = open_page(PAGE)
    assert len(test.error) == 1
    assert "照会番号" in words(test)


def test_the_graph_is_not_to_be_had(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_arguments: Any, **_named: Any) -> None:
        raise GraphUnavailable("no answer", uri="bolt://localhost:1")

    open_page(PAGE)
    monkeypatch.setattr(type(workbench()), "graph", down)
    test = open_page(PAGE)
    assert len(test.error) == 1
    assert not pictures(test)
    assert "もう一度試す" in words(test)
    monkeypatch.undo()
    press(test, "もう一度試す")
    assert not test.error
    assert pictures(test)


def test_filled(filled: Path) -> None:
    test = open_page(PAGE, language="en")
    names = shown(test)
    assert {"1. SUPPLY AGREEMENT NO. 1", "2. SUPPLY AGREEMENT NO. 2", "3. SUPPLY AGREEMENT NO. 3"} <= names
    assert {"United States", "Insurance"} <= names
    assert "Select a node" in words(test)
    # No key of the graph reaches the page.
    contracts = [row.contract_id for row in workbench().library.rows()]
    assert not any(contract_id in json.dumps(picture(test)) for contract_id in contracts)


def test_a_contract_with_its_facts_and_the_way_to_the_words(filled: Path) -> None:
    open_page()
    contract_id = workbench().library.find(1)
    test = open_page(PAGE, language="en", node=f"Agreement.{contract_id}")
    text = words(test)
    assert "Contract 1" in text
    assert "Open the contract" in text
    links = {link.proto.label: link.proto.query_string for link in test.get("page_link")}
    law = next(label for label in links if "Governing law" in label)
    assert "United States" in law
    assert "p\\. 1" in law or "p. 1" in law
    assert law.endswith("\u00a0✓"), "found on the page"
    assert f"contract={contract_id}" in links[law]
    assert "item=fact%3Agoverning_law" in links[law]
    drawn = picture(test)
    assert drawn["nodes"][drawn["chosen"]]["name"] == "1. SUPPLY AGREEMENT NO. 1"


def test_words_on_request_then_undo_and_start_over(filled: Path) -> None:
    open_page()
    contract_id = workbench().library.find(1)
    test = open_page(PAGE, language="en", node=f"Agreement.{contract_id}")
    before = shown(test)
    press(test, "Show its words")
    assert len(shown(test)) > len(before)
    assert test.query_params["steps"] == f"*Agreement.{contract_id}"
    press(test, "Show only this")
    alone = shown(test)
    assert "2. SUPPLY AGREEMENT NO. 2" not in alone
    press(test, "Undo")
    assert len(shown(test)) > len(alone)
    press(test, "Start over")
    assert shown(test) == before
    assert "steps" not in test.query_params
    assert "node" not in test.query_params


def test_search_takes_a_node_into_the_picture(filled: Path) -> None:
    test = open_page(PAGE, language="en")
    test.text_input(key="graph_search").set_value("northfield").run()
    assert "Northfield Widgets 1 Inc" in words(test).replace("\\", "")
    press(test, "Northfield")
    assert test.text_input(key="graph_search").value == ""
    assert test.query_params["node"].startswith("Organization.")
    assert "Party to (1)" in words(test)


@pytest.mark.parametrize(("asked", "expected"), [("3", "3. SUPPLY"), ("保険", "Insurance"), ("zzzz", "Nothing found")])
def test_search_by_number_and_in_the_other_language(filled: Path, asked: str, expected: str) -> None:
    test = open_page(PAGE, language="en")
    test.text_input(key="graph_search").set_value(asked).run()
    assert expected in words(test).replace("\\", "")


def test_filters_come_from_the_address_and_go_there(filled: Path) -> None:
    test = open_page(PAGE, language="en", without="insurance")
    assert "No contract meets these filters" in words(test)
    press(test, "Start over")
    assert len(shown(test)) > 5
    test.multiselect(key="graph_choice_with").set_value(["insurance"]).run()
    assert test.query_params["with"] == "insurance"
    test.multiselect(key="graph_choice_kinds").set_value(["Agreement"]).run()
    assert shown(test) == {f"{number}. SUPPLY AGREEMENT NO. {number}" for number in (1, 2, 3)}


@pytest.mark.parametrize(
    "address",
    [
        {"node": "Agreement.cgone"},
        {"node": "nonsense", "steps": "x~!~Agreement", "view": "nothing", "kinds": "Meta"},
        {"types": "'; MATCH (n) DETACH DELETE n", "node": "Country.<b>"},
    ],
)
def test_addresses_that_make_no_sense(filled: Path, address: dict[str, str]) -> None:
    test = open_page(PAGE, language="en", **address)
    assert test.title[0].value == "Graph"
    assert not test.error
    assert workbench().library.count() == 3


def test_the_list_and_the_schema(filled: Path) -> None:
    test = open_page(PAGE, language="en", view="list")
    nodes, edges = (frame.value for frame in test.dataframe)
    assert list(nodes["Name"])[:3] == [f"{number}. SUPPLY AGREEMENT NO. {number}" for number in (1, 2, 3)]
    assert set(edges["Relation"]) >= {"Party to", "Governing law", "Clauses"}
    assert len(nodes) == len(set(nodes["Name"]))
    test = open_page(PAGE, language="ja", view="ontology")
    labels, relations = (frame.value for frame in test.dataframe)
    assert all('"localized"' in frame.proto.columns for frame in test.dataframe)
    assert dict(zip(labels["種別"], labels["件数"], strict=True))["契約"] == 3
    assert "準拠法" in set(relations["関係"])
    schema = picture(test)
    assert len(schema["links"]) == sum(relations["どれから"] != relations["どれへ"])
    assert schema["schema"]
    assert "契約\n3" in {"\n".join(node["label"].split("\n")[:2]) for node in schema["nodes"]}


def test_a_contract_that_is_gone_leaves_the_picture(filled: Path) -> None:
    """Pictures are kept: for the graph as it is, and for no other."""
    before = shown(open_page(PAGE, language="en"))
    assert "2. SUPPLY AGREEMENT NO. 2" in before
    workbench().library.delete(workbench().library.find(2))
    after = shown(open_page(PAGE, language="en"))
    assert "2. SUPPLY AGREEMENT NO. 2" not in after
    assert "1. SUPPLY AGREEMENT NO. 1" in after


def test_lists_count_numbers_as_numbers() -> None:
    refs = [Ref("Agreement", str(number)) for number in (2, 10, 1)]
    country = Ref("Country", "JP")
    nodes = (PictureNode(country, "日本", 0), *(PictureNode(ref, f"{ref.key}. NDA", 0) for ref in refs))
    edges = tuple(PictureEdge(ref, country, "GOVERNED_BY_LAW") for ref in refs)
    ordered = in_order(Picture(nodes, edges, (4,), {}, False))
    assert [node.name for node in ordered.nodes] == ["1. NDA", "2. NDA", "10. NDA", "日本"]
    assert [edge.source.key for edge in ordered.edges] == ["1", "2", "10"]


@pytest.mark.parametrize(
    ("clicks", "expected"),
    [
        ([{"number": 1, "picture": 7, "link": 0}], "Agreement.c1"),
        ([{"number": 1, "picture": 7, "node": 1}], "Organization.o1"),
        ([{"number": 1, "picture": 7, "node": 1}, {"number": 2, "picture": 7}], None),
    ],
)
def test_what_a_click_selects(filled: Path, clicks: list[dict[str, int]], expected: str | None) -> None:
    def script(clicks: list[dict[str, int]]) -> None:
        from core.graph.view.node_kinds import Ref
        from core.ui.graph import chart

        contract, party = Ref("Agreement", "c1"), Ref("Organization", "o1")
        for click in clicks:
            chart.take(click, chart.Drawn(7, (contract, party), ((party, contract),)))

    test = AppTest.from_function(script, default_timeout=60, kwargs={"clicks": clicks}).run()
    assert not test.exception
    assert test.query_params.get("node") == expected


def test_exports_are_what_is_shown(filled: Path) -> None:
    test = open_page(PAGE, language="en")
    labels = [button.proto.label for button in test.get("download_button")]
    assert labels == ["Picture (PNG)", "Graph (GraphML)", "Nodes (CSV)", "Relations (CSV)"]


def test_the_parties_have_their_tab(filled: Path) -> None:
    test = open_page(PAGE, language="ja", view="parties")
    assert not test.error
    assert not pictures(test)
    assert "当事者の一覧" in "".join(str(group.options) for group in test.get("button_group"))


def test_many_contracts_begin_with_a_summary_and_undo_covers_filters(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.graph.view.picture.SOME_CONTRACTS", 2)
    test = open_page(PAGE, language="en")
    assert "3 contracts summarised" in "".join(html.proto.body for html in test.get("html"))
    assert shown(test) == {"3 · Supply agreement", "3 · United States"}
    # The list called the number of contracts "relations", and had it once more within the names.
    nodes, _ = (frame.value for frame in open_page(PAGE, language="en", view="list").dataframe)
    assert nodes.to_dict("records") == [
        {"Kind": "Country", "Name": "United States", "Contracts": 3},
        {"Kind": "Agreement type", "Name": "Supply agreement", "Contracts": 3},
    ]
    assert "No party has more than one contract." in words(test)
    assert test.button(key="graph_undo").disabled
    monkeypatch.setattr("core.graph.view.picture.SOME_CONTRACTS", 60)
    test.button(key="row_summary_types_0").click().run()
    assert test.query_params["types"] == "supply"
    assert len([name for name in shown(test) if "SUPPLY AGREEMENT NO" in name]) == 3
    test.multiselect(key="graph_choice_laws").select("US").run()
    assert (test.query_params["types"], test.query_params["laws"]) == ("supply", "US")
    press(test, "Undo")
    assert test.query_params["types"] == "supply"
    assert "laws" not in test.query_params
    press(test, "Undo")
    assert "types" not in test.query_params
    # A reloaded browser remembers no changes: filters of the address are taken back all the same.
    again = open_page(PAGE, language="en", types="supply", laws="US")
    press(again, "Undo")
    assert "types" not in again.query_params
