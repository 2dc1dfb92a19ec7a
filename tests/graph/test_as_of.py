"""Agreements as of a day, against an independent model over generated portfolios, and the spec's cases by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from core.graph import GraphContract, GraphRelation, GraphStore
from core.graph.retrieval.functions import function
from core.graph.rows import row_dict
from core.record import Fact, Party

Make = Callable[..., GraphContract]
DAY = "2020-06-01"


def dated(
    make: Make, number: int, *, present: dict[str, list[str]] | None = None, **facts: str | None
) -> GraphContract:
    """A contract with these facts; a value that is no day is stated in words only."""
    found = []
    for name, value in facts.items():
        whole = value is not None and (len(value) == 10 or name == "renewal_term")
        found.append(Fact(name, value if whole else None, value, 0.9))
    party = Party("Acme Inc.") if number % 2 == 0 else Party("Birch LLC")
    return make(number, title=f"Title {number:02}", facts=tuple(found), parties=(party,), present=present or {})


def relation(kind: Any, source: GraphContract, target: GraphContract) -> GraphRelation:
    return GraphRelation(kind, source.contract_id, target.contract_id, "person", 1.0, "me")


def as_of(graph: GraphStore, **arguments: object) -> list[dict[str, Any]]:
    result = function("get_contracts_as_of").run(graph, {"day": DAY, "limit": 500, **arguments})
    assert result.total == len(result.rows)
    return [row_dict(row) for row in result.rows]


CASES = [
    ({"effective_date": "2020-06-01", "expiration_date": "2021-01-01"}, "in_force", "within_dates", "effective_date"),
    ({"effective_date": "2019-01-01", "expiration_date": "2020-06-01"}, "in_force", "within_dates", "effective_date"),
    ({"effective_date": "2019-01-01", "expiration_date": "2020-05-31"}, "not_in_force", "ended", "effective_date"),
    ({"effective_date": "2020-06-02", "expiration_date": "2021-01-01"}, "not_in_force", "not_begun", "effective_date"),
    ({"agreement_date": "2020-01-01", "expiration_date": "2021-01-01"}, "in_force", "within_dates", "agreement_date"),
    (
        {"agreement_date": "2020-01-01", "effective_date": "upon approval", "expiration_date": "2021-01-01"},
        "unknown",
        "begin_unknown",
        None,
    ),
    ({"agreement_date": "2020-01-01", "expiration_date": "2020-02-01", "renewal_term": "P1Y"}, "unknown",
     "may_be_renewed", "agreement_date"),
    ({"agreement_date": "2020-01-01", "expiration_date": "2020-02-01", "renewal_term": "by mutual consent"},
     "unknown", "may_be_renewed", "agreement_date"),
    ({"agreement_date": "2020-01-01"}, "unknown", "end_unknown", "agreement_date"),
    ({"agreement_date": "2020-01-01", "expiration_date": "in perpetuity"}, "in_force", "runs_for_ever",
     "agreement_date"),
    ({"agreement_date": "2020-01-01", "expiration_date": "期限の定めのないものとする"}, "in_force", "runs_for_ever",
     "agreement_date"),
    ({"expiration_date": "2020-05-31"}, "not_in_force", "ended", None),
    ({"expiration_date": "2020-06-02"}, "unknown", "begin_unknown", None),
    ({}, "unknown", "begin_unknown", None),
]  # fmt: skip


def test_one_agreement_by_its_dates(graph: GraphStore, make: Make) -> None:
    graph.project_many([dated(make, number, **facts) for number, (facts, *_) in enumerate(CASES)])
    rows = {row["title"]: row for row in as_of(graph, all_states=True)}
    found = [rows[f"Title {number:02}"] for number in range(len(CASES))]
    assert [(row["state"], row["reasons"], row["begins_by"]) for row in found] == [
        (state, [reason], by) for _, state, reason, by in CASES
    ]
    assert {row["title"] for row in as_of(graph)} == {
        f"Title {number:02}" for number, (_, state, *_) in enumerate(CASES) if state != "not_in_force"
    }


def test_amendments_are_attached_in_order_and_the_newest_last_day_counts(graph: GraphStore, make: Make) -> None:
    base = dated(make, 2, effective_date="2018-01-01", expiration_date="2019-12-31")
    second = dated(make, 4, effective_date="2019-11-01", expiration_date="2020-12-31")
    first = dated(make, 6, effective_date="2019-02-01")
    later = dated(make, 8, effective_date="2020-07-01", expiration_date="2025-12-31")
    graph.project_many([base, second, first, later])
    graph.project_relations([relation("AMENDS", amendment, base) for amendment in (later, second, first)])
    [row] = as_of(graph)
    assert (row["contract_id"], row["state"], row["ends"], row["ends_in"]) == (
        base.contract_id, "in_force", "2020-12-31", second.contract_id,
    )  # fmt: skip
    assert [
        (amendment["contract_id"], amendment["begins"], amendment["certain"]) for amendment in row["amendments"]
    ] == [
        (first.contract_id, "2019-02-01", True),
        (second.contract_id, "2019-11-01", True),
    ]
    assert as_of(graph, day="2019-01-15")[0]["amendments"] == []
    assert as_of(graph, day="2019-01-15")[0]["ends"] == "2019-12-31"


def test_an_amendment_without_a_first_day_makes_unsure_what_it_would_change(graph: GraphStore, make: Make) -> None:
    base = dated(make, 2, effective_date="2018-01-01", expiration_date="2019-12-31")
    unsure = dated(make, 4, effective_date="when signed", expiration_date="2020-12-31")
    graph.project_many([base, unsure])
    graph.project_relations([relation("AMENDS", unsure, base)])
    [row] = as_of(graph)
    assert (row["state"], row["reasons"], row["ends"]) == ("unknown", ["amendments_unknown"], None)
    assert [(amendment["contract_id"], amendment["certain"]) for amendment in row["amendments"]] == [
        (unsure.contract_id, False)
    ]


def test_superseded_agreements_say_by_what_and_since_when(graph: GraphStore, make: Make) -> None:
    old = dated(make, 2, effective_date="2018-01-01", expiration_date="2022-12-31")
    new = dated(make, 4, effective_date="2020-06-01", expiration_date="2024-12-31")
    graph.project_many([old, new])
    graph.project_relations(
        [GraphRelation("SUPERSEDES", new.contract_id, old.contract_id, "stated", 0.9, "me", 3, 10, 20, "supersedes")]
    )
    rows = as_of(graph)
    assert [(row["contract_id"], row["state"], row["reasons"]) for row in rows] == [
        (new.contract_id, "in_force", ["within_dates"]),
        (old.contract_id, "not_in_force", ["superseded"]),
    ]
    assert rows[1]["superseded_by"] == [
        {
            "contract_id": new.contract_id,
            "title": "Title 04",
            "since": "2020-06-01",
            "evidence": {"state": "verified", "page": 3, "start": 10, "end": 20, "quote": "supersedes"},
        }
    ]
    assert [row["state"] for row in as_of(graph, day="2020-05-31")] == ["in_force"]


def test_superseded_from_an_unknown_day_is_unknown(graph: GraphStore, make: Make) -> None:
    old = dated(make, 2, effective_date="2018-01-01", expiration_date="2022-12-31")
    new = dated(make, 4)
    graph.project_many([old, new])
    graph.project_relations([relation("SUPERSEDES", new, old)])
    row = next(row for row in as_of(graph) if row["contract_id"] == old.contract_id)
    assert (row["state"], row["superseded_by"][0]["since"]) == ("unknown", None)
    assert row["reasons"][-1] == "superseded_since_unknown"


def test_terms_are_the_newest_amendments_that_speak_of_the_clause(graph: GraphStore, make: Make) -> None:
    code = "non_compete"
    base = dated(make, 2, effective_date="2018-01-01", expiration_date="2022-12-31", present={code: ["base words"]})
    silent = dated(make, 4, effective_date="2020-01-01")
    speaks = dated(make, 6, effective_date="2019-01-01", present={code: ["new words"]})
    graph.project_many([base, silent, speaks])
    graph.project_relations([relation("AMENDS", amendment, base) for amendment in (silent, speaks)])
    terms = as_of(graph, clause_type=code)[0]["terms"]
    assert (terms["contract_id"], terms["presence"], terms["certain"], terms["may_differ"]) == (
        speaks.contract_id, "present", True, [],
    )  # fmt: skip
    assert [excerpt["text"] for excerpt in terms["excerpts"]] == ["new words"]
    before = as_of(graph, clause_type=code, day="2018-06-01")[0]["terms"]
    assert (before["contract_id"], [excerpt["text"] for excerpt in before["excerpts"]]) == (
        base.contract_id,
        ["base words"],
    )
    assert as_of(graph, clause_type="insurance")[0]["terms"]["presence"] == "absent"


def test_an_organization_narrows_the_list(graph: GraphStore, make: Make) -> None:
    graph.project_many([dated(make, number, effective_date="2018-01-01") for number in range(4)])
    assert {row["title"] for row in as_of(graph, organization_name="Acme")} == {"Title 00", "Title 02"}


def portfolio(make: Make, seed: int) -> tuple[list[GraphContract], list[GraphRelation]]:
    draw = random.Random(seed)
    contracts = []
    for number in range(14):
        facts: dict[str, str | None] = {}
        for name in ("agreement_date", "effective_date", "expiration_date"):
            day = date(2019, 1, 1) + timedelta(days=draw.randint(0, 900))
            value = draw.choice([day.isoformat(), day.isoformat(), None, "to be agreed"])
            if value is not None:
                facts[name] = value
        if draw.random() < 0.3:
            facts["renewal_term"] = "P1Y"
        contracts.append(dated(make, number, **facts))
    relations = []
    for later in range(1, len(contracts)):
        if draw.random() < 0.6:
            kind = draw.choice(["AMENDS", "AMENDS", "SUPERSEDES"])
            relations.append(relation(kind, contracts[later], contracts[draw.randrange(later)]))
    return contracts, relations


class Model:
    """The rules again, written another way: every unknown first day is tried as begun and as not begun."""

    def __init__(self, contracts: list[GraphContract], relations: list[GraphRelation], day: str) -> None:
        self.day = day
        self.facts = {c.contract_id: {f.name: f.value or "" for f in c.extraction.facts} for c in contracts}
        self.relations = relations

    def begin(self, key: str) -> str | None:
        facts = self.facts[key]
        chosen = facts["effective_date"] if "effective_date" in facts else facts.get("agreement_date")
        return chosen or None

    def state(self, key: str) -> str:
        unknown = [other for other in self.facts if self.begin(other) is None and other != key]
        near = [other for other in unknown if any(r.source == other for r in self.relations)]
        seen = set()
        for number in range(2 ** len(near)):
            begun = {other: bool(number >> place & 1) for place, other in enumerate(near)}
            for latest in near or [None]:
                seen.add(self._state(key, begun, latest))
        return seen.pop() if len(seen) == 1 else "unknown"

    def _begun(self, key: str, begun: dict[str, bool]) -> bool:
        first = self.begin(key)
        return begun.get(key, False) if first is None else first <= self.day

    def _superseded(self, key: str, begun: dict[str, bool]) -> bool:
        return any(r.kind == "SUPERSEDES" and r.target == key and self._begun(r.source, begun) for r in self.relations)

    def _changes(self, key: str, begun: dict[str, bool]) -> set[str]:
        found: set[str] = set()
        for r in self.relations:
            applies = self._begun(r.source, begun) and not self._superseded(r.source, begun)
            if r.kind == "AMENDS" and r.target == key and applies:
                found |= {r.source} | self._changes(r.source, begun)
        return found

    def _state(self, key: str, begun: dict[str, bool], latest: str | None) -> str:
        changes = self._changes(key, begun)
        first, ends = self.begin(key), []
        for change in changes:
            if self.facts[change].get("expiration_date"):
                order = "9" if self.begin(change) is None and change == latest else self.begin(change) or "1"
                ends.append((order, self.facts[change]["expiration_date"]))
        end = max(ends)[1] if ends else self.facts[key].get("expiration_date")
        renews = any("renewal_term" in self.facts[change_key] for change_key in (key, *changes))
        if first is not None and self.day < first:
            return "not_in_force"
        if self._superseded(key, begun):
            return "not_in_force"
        if end and self.day > end:
            return "unknown" if renews else "not_in_force"
        return "in_force" if first is not None and end else "unknown"


@pytest.mark.parametrize("seed", range(5))
def test_states_are_those_of_the_model(graph: GraphStore, make: Make, seed: int) -> None:
    contracts, relations = portfolio(make, seed)
    graph.project_many(contracts)
    graph.project_relations(relations)
    for day in ("2019-06-01", "2020-02-15", "2021-01-01"):
        model = Model(contracts, relations, day)
        rows = as_of(graph, day=day, all_states=True)
        bases = {c.contract_id for c in contracts} - {r.source for r in relations if r.kind == "AMENDS"}
        assert {row["contract_id"] for row in rows} == bases
        assert {row["title"]: row["state"] for row in rows} == {
            row["title"]: model.state(row["contract_id"]) for row in rows
        }
