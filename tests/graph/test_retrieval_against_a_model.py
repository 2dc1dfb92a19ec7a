"""Every retrieval function gives what a plain loop over the records gives."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from core.graph import GraphContract, GraphStore, Scope
from core.graph.retrieval.functions import FUNCTIONS
from core.graph.rows import row_dict
from core.record import Excerpt
from core.taxonomy import taxonomy
from graph_shelf import Shelf

Generated = tuple[GraphContract, ...]
TYPES = [category.code for category in taxonomy().clauses][:12]


@pytest.fixture
def filled(shelf: Shelf, generated: Generated) -> GraphStore:
    return shelf.holding("all generated", generated)


def every_row(graph: GraphStore, name: str, arguments: dict[str, object], scope: Scope = None) -> list[dict[str, Any]]:
    """All rows of a call, read in pages of seven."""
    rows: list[dict[str, Any]] = []
    while True:
        result = FUNCTIONS[name].run(graph, {**arguments, "limit": 7, "offset": len(rows)}, scope)
        rows += [row_dict(row) for row in result.rows]
        if not result.rows:
            assert result.total == len(rows)
            return rows


def words(excerpts: tuple[Excerpt, ...]) -> list[str]:
    return [excerpt.text for excerpt in excerpts]


def texts(rows: Any) -> list[str]:
    return [row["text"] for row in rows]


def scopes(contracts: Generated) -> list[list[str] | None]:
    return [None, [contract.contract_id for contract in contracts[::2]], ["c" + "0" * 15], []]


def within(contracts: Generated, scope: Scope) -> list[GraphContract]:
    return [contract for contract in contracts if scope is None or contract.contract_id in scope]


@pytest.mark.parametrize("code", TYPES)
@pytest.mark.parametrize("place", range(4))
def test_with_and_without_a_type(filled: GraphStore, generated: Generated, code: str, place: int) -> None:
    scope = scopes(generated)[place]
    order = {"present": 0, "absent": 1, "unknown": 2}
    expected = sorted(
        (
            order[clause.presence],
            contract.title,
            contract.contract_id,
            words(clause.excerpts),
            [] if clause.presence == "present" else words(clause.candidates),
        )
        for contract in within(generated, scope)
        if (clause := contract.extraction.clause(code))
    )
    found = [
        (order[row["presence"]], row["title"], row["contract_id"], texts(row["excerpts"]), texts(row["candidates"]))
        for name in ("get_contracts_with_clause_type", "get_contracts_without_clause")
        for row in every_row(filled, name, {"clause_type": code}, scope)
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("wanted", "unwanted"),
    [
        *(([first], [other]) for first, other in product(TYPES[:4], TYPES[4:7])),
        (TYPES[:2], []),
        (TYPES[:2], TYPES[2:5]),
        ([], TYPES[5:9]),
        ([TYPES[0], TYPES[0]], [TYPES[1]]),
    ],
)
def test_combinations(filled: GraphStore, generated: Generated, wanted: list[str], unwanted: list[str]) -> None:
    expected = []
    for contract in generated:
        clause = contract.extraction.clause
        if any(clause(code).presence != "present" for code in wanted):
            continue
        if any(clause(code).presence == "present" for code in unwanted):
            continue
        unknown = [code for code in unwanted if clause(code).presence == "unknown"]
        said = [word for code in sorted(set(wanted)) for word in words(clause(code).excerpts)]
        near = [word for code in sorted(set(unwanted)) for word in words(clause(code).candidates)][:3]
        certainty = "unknown" if unknown else "certain"
        expected.append((certainty, contract.title, contract.contract_id, unknown, said, near))
    rows = every_row(filled, "get_contracts_by_clauses", {"with_types": wanted, "without_types": unwanted})
    found = [
        (
            row["certainty"],
            row["title"],
            row["contract_id"],
            row["unknown"],
            texts(row["excerpts"]),
            texts(row["candidates"]),
        )
        for row in rows
    ]
    assert found == sorted(expected)


@pytest.mark.parametrize("field", ["agreement_date", "effective_date", "expiration_date", "last_notice_day"])
@pytest.mark.parametrize(
    ("first", "last"),
    [
        (None, None),
        ("2020-09-01", None),
        (None, "2021-03-01"),
        ("2020-06-01", "2021-06-30"),
        ("2021-03-01", "2021-03-01"),
    ],
)
def test_date_windows(
    filled: GraphStore, generated: Generated, field: str, first: str | None, last: str | None
) -> None:
    expected = []
    for contract in generated:
        fact = contract.extraction.fact(field)
        value = contract.last_notice_day if field == "last_notice_day" else fact.value if fact else None
        whole_day = value is not None and len(value) == 10
        if value and whole_day and (first is None or value >= first) and (last is None or value <= last):
            source = contract.extraction.fact(field)
            quote = source.evidence.shown if source and source.evidence else None
            expected.append((value, contract.title, contract.contract_id, quote))
    arguments = {"field": field, "from_day": first, "to_day": last}
    rows = every_row(filled, "get_contracts_by_date", arguments)
    found = [
        (row["day"], row["title"], row["contract_id"], row["evidence"] and row["evidence"]["quote"]) for row in rows
    ]
    assert found == sorted(expected)


@pytest.mark.parametrize(
    ("country", "state", "code"),
    [
        ("US", None, "US"),
        ("United States of America", None, "US"),
        ("米国", "new york", "US"),
        ("usa", "Delaware", "US"),
        ("日本", None, "JP"),
        (None, "DELAWARE", None),
        ("France", None, "FR"),
        ("JP", "Delaware", "JP"),
    ],
)
def test_governing_law(
    filled: GraphStore, generated: Generated, country: str | None, state: str | None, code: str | None
) -> None:
    expected = []
    for contract in generated:
        fact = contract.extraction.fact("governing_law")
        if fact is None or (code and fact.value != code):
            continue
        if state is None or (fact.detail or "").lower() == state.lower():
            expected.append((contract.title, contract.contract_id, fact.value, fact.detail))
    rows = every_row(filled, "get_contracts_by_governing_law", {"country": country, "state": state})
    found = [(row["title"], row["contract_id"], row["country"], row["state"]) for row in rows]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert [row["title"] for row in rows] == sorted(str(row["title"]) for row in rows)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("get_contracts_by_date", {"field": "agreement_date", "from_day": "2031-01-01"}, "agreement_date"),
        ("get_contracts_by_date", {"field": "expiration_date"}, "expiration_date"),
        ("get_contracts_by_governing_law", {"country": "FR"}, "governing_law"),
        ("get_contracts", {"organization_name": "Nobody of this name"}, "parties"),
    ],
)
def test_a_list_counts_the_contracts_in_which_nothing_was_found(
    filled: GraphStore, generated: Generated, name: str, arguments: dict[str, object], code: str, place: int
) -> None:
    """Issue 12, 2: a list by date, law or party said nothing of contracts without one, to agents above all."""
    scope = scopes(generated)[place]
    expected = 0
    for contract in within(generated, scope):
        fact = contract.extraction.fact(code)
        day = code.endswith("_date")
        value = contract.extraction.parties if code == "parties" else fact and fact.value
        there = bool(value) and (not day or len(str(value)) == len("2020-01-01"))
        expected += not there and contract.extraction.clause(code).presence != "absent"
    assert FUNCTIONS[name].run(filled, arguments, scope).not_found == expected


@pytest.mark.parametrize("place", range(4))
def test_lists_and_counts(filled: GraphStore, generated: Generated, place: int) -> None:
    scope = scopes(generated)[place]
    expected = sorted((contract.title, contract.contract_id) for contract in within(generated, scope))
    rows = every_row(filled, "list_contracts", {}, scope)
    assert [(row["title"], row["contract_id"]) for row in rows] == expected
    (count,) = FUNCTIONS["count_contracts"].run(filled, {}, scope).rows
    assert row_dict(count) == {"count": len(expected)}


def test_one_contract_has_all_that_was_put_in(filled: GraphStore, generated: Generated) -> None:
    for contract in generated:
        (row,) = FUNCTIONS["get_contract"].run(filled, {"contract_id": contract.contract_id}).rows
        found = row_dict(row)
        parties = contract.extraction.parties
        assert (found["title"], found["sha256"], found["engine"], found["pages"], found["last_notice_day"]) == (
            contract.title,
            contract.sha256,
            "test",
            len(contract.pages),
            contract.last_notice_day,
        )
        assert found["parties"] == list(dict.fromkeys(party.name for party in parties))
        assert [
            (
                party["name"],
                party["role"],
                party["country"],
                party["state"],
                party["evidence"] and party["evidence"]["page"],
            )
            for party in found["party_details"]
        ] == [
            (party.name, party.role, party.country, party.state, party.evidence.page if party.evidence else None)
            for party in parties
        ]
        assert [(fact["name"], fact["value"], fact["detail"]) for fact in found["facts"]] == [
            (fact.name, fact.value, fact.detail) for fact in contract.extraction.facts
        ]
        # No confidence beside an absence.
        assert all((fact["confidence"] is None) == (fact["value"] is None) for fact in found["facts"])
        assert [(clause["type"], clause["presence"], clause["excerpts"]) for clause in found["clauses"]] == [
            (clause.type, clause.presence, len(clause.excerpts)) for clause in contract.extraction.clauses
        ]


def test_excerpts_of_one_contract(filled: GraphStore, generated: Generated) -> None:
    for contract in generated[:10]:
        arguments = {"contract_id": contract.contract_id, "candidates": True}
        rows = every_row(filled, "get_contract_excerpts", arguments)
        expected = [
            (kind, clause.type, excerpt.text, excerpt.evidence.page, excerpt.evidence.start, excerpt.evidence.state)
            for clause in contract.extraction.clauses
            for kind, excerpts in (("finding", clause.excerpts), ("candidate", clause.candidates))
            for excerpt in excerpts
        ]
        found = [tuple(row[key] for key in ("kind", "type", "text", "page", "start", "state")) for row in rows]
        assert found == expected
