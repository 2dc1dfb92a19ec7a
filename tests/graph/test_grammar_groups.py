"""Two groups, quarters, fiscal years, comparisons, parties of several names: equal to plain loops on every backend."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from grammar_questions import DELAWARE, NEW_YORK, Truth
from grammar_truth import FIRMS, TODAY
from test_grammar_answers import CONTRACTS, KNOWN, answered, backends, ordered

from core.errors import BadArguments
from core.graph import GraphAlias, GraphContract, GraphParty, GraphStore
from core.graph.retrieval.by_question import answer_by_grammar
from core.graph.retrieval.warming import _COUNTED
from core.questions import ClauseIs, Names, PartyIs, understand
from graph_shelf import Shelf
from oracles import portfolio_answers as t
from oracles.known_contracts import known

SIGNED, EXPIRES = "agreement_date", "expiration_date"
QUESTIONS: tuple[tuple[str, Truth], ...] = (
    (
        "How many contracts by governing law and year of signing?",
        lambda c: t.grouped(c, t.both(t.laws, t.year(SIGNED))),
    ),
    ("Contracts expiring each year, by governing law", lambda c: t.grouped(c, t.both(t.year(EXPIRES), t.laws))),
    ("準拠法と締結年ごとの契約件数", lambda c: t.grouped(c, t.both(t.laws, t.year(SIGNED)))),
    ("当事者別・年度別の締結件数", lambda c: t.grouped(c, t.both(t.parties, t.fiscal_year(SIGNED)))),
    (
        "How many contracts with insurance by agreement type and language?",
        lambda c: t.grouped(c, t.both(t.kind, t.language), t.has("insurance")),
    ),
    ("Average number of pages by agreement type", lambda c: t.statistic_by("average", c, t.kind, t.pages)),
    (
        "What percentage of contracts have insurance, by language?",
        lambda c: t.share_by(c, t.language, (), t.has("insurance")),
    ),
    ("Number of contracts expiring by quarter", lambda c: t.grouped(c, t.quarter(EXPIRES))),
    (
        "2021年第2四半期に満了する契約は何件ですか",
        lambda c: t.count(c, t.within(EXPIRES, "2021-04-01", "2021-06-30")),
    ),
    ("How many contracts expire in H1 2022?", lambda c: t.count(c, t.within(EXPIRES, "2022-01-01", "2022-06-30"))),
    ("年度ごとの締結件数", lambda c: t.grouped(c, t.fiscal_year(SIGNED))),
    ("今年度中に満了する契約は何件ありますか", lambda c: t.count(c, t.within(EXPIRES, "2020-04-01", "2021-03-31"))),
    (
        "How many contracts have expired since 2020?",
        lambda c: t.count(c, t.within(EXPIRES, "2020-01-01", "2021-02-28")),
    ),
    (
        "Are there more contracts under New York law than under Delaware law?",
        lambda c: t.compared(c, (t.law(NEW_YORK),), (t.law(DELAWARE),)),
    ),
    (
        "保険がある契約と保険がない契約ではどちらが多いですか",
        lambda c: t.compared(c, (t.has("insurance"),), (t.lacks("insurance"),)),
    ),
    (
        "How many contracts have at least five but fewer than ten clauses?",
        lambda c: t.count(c, t.clauses_between(5, 9)),
    ),
    (
        "What percentage of contracts with Sushi GmbH have insurance?",
        lambda c: t.share(c, (t.party("Sushi GmbH"),), t.has("insurance")),
    ),
)
REFUSED = (
    "How many contracts by governing law, agreement type and year of signing?",
    "How many contracts by governing law and state?",
    "How many contracts by year of signing and month of signing?",
    "準拠法と契約の種類と締結年ごとの件数",
    "How many contracts expire in fiscal year 2021?",
    "How many contracts did we sign in FY2019?",
    "Number of contracts signed by fiscal year",
    "2020年度の四半期別締結件数",
    "How many contracts expire in Q3?",
    "Do more contracts under New York law have insurance than audit rights?",
    "Do more contracts lack insurance than audit rights?",
    "Are New York law contracts better than Delaware law contracts?",
    "平均契約期間が5年を超える契約の種類",
    "How many contracts do we have with Acme?",
)
YAMADA, YAMAMOTO, SUSHI = FIRMS[2], FIRMS[3], FIRMS[4]
PARTY_OF = {YAMAMOTO: YAMADA}
JOINED = tuple(known(contract, PARTY_OF) for contract in CONTRACTS)
OF_JOINED: tuple[tuple[str, Truth], ...] = (
    ("How many contracts with 山本商事株式会社?", lambda c: t.count(c, t.party(YAMADA))),
    ("山田商店との契約は何件ありますか", lambda c: t.count(c, t.party(YAMADA))),
    ("How many contracts by party?", lambda c: t.grouped(c, t.parties)),
    ("Average number of parties per contract", lambda c: t.statistic("average", c, t.party_count)),
    ("How many contracts have exactly two parties?", lambda c: t.count(c, t.number(t.party_count, 2, 2))),
    (
        "Are there more contracts with 山本商事 than with Sushi GmbH?",
        lambda c: t.compared(c, (t.party(YAMADA),), (t.party(SUSHI),)),
    ),
)


@pytest.fixture
def filled(shelf: Shelf) -> GraphStore:
    return shelf.holding("questions", CONTRACTS)


@pytest.fixture
def joined(shelf: Shelf) -> GraphStore:
    graph = shelf.holding("joined", CONTRACTS)
    members = tuple(GraphAlias(name, "stated", 1.0, "Ito", "2021-01-05") for name in (YAMADA, YAMAMOTO))
    graph.project_parties([GraphParty("p1", YAMADA, members)])
    return graph


@pytest.mark.parametrize(("shelf", "question", "expected"), backends(QUESTIONS, QUESTIONS), indirect=["shelf"])
def test_the_answer_is_that_of_a_plain_loop(filled: GraphStore, question: str, expected: Truth) -> None:
    assert answered(filled, question) == ordered(expected(KNOWN))


@pytest.mark.parametrize(
    "shelf",
    ["embedded", pytest.param("neo4j", marks=[pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")])],
    indirect=True,
)
def test_a_number_that_no_contract_has(shelf: Shelf) -> None:
    """No contract of this graph has a notice period: an average of nothing, and nothing longer than a month."""
    graph = shelf.holding("no notice", tuple(without_notice(contract) for contract in CONTRACTS[:6]))
    assert answered(graph, "What is the average notice period?") == [[None, 0, 6]]
    assert answered(graph, "How many contracts have a notice period of more than 30 days?") == [[0, 6]]


def without_notice(contract: GraphContract) -> GraphContract:
    kept = tuple(fact for fact in contract.extraction.facts if fact.name != "notice_period")
    return replace(contract, extraction=replace(contract.extraction, facts=kept))


@pytest.mark.parametrize("name", ["Parties", "the Company", "当事者", "会社"])
def test_the_word_for_a_party_is_no_name(name: str) -> None:
    names = Names((name, "Acme Inc."))
    for question in (f"How many {name.split()[-1]} are there?", "How many different parties are there?"):
        found = understand(question, today=TODAY, names=names).readings
        assert not any(isinstance(condition, PartyIs) for reading in found for condition in reading.plan.conditions)
    named = understand("How many contracts with Acme?", today=TODAY, names=names)
    assert named.sure
    assert named.readings[0].plan.conditions == (PartyIs("acme", ("Acme Inc.",)),)


@pytest.mark.parametrize("question", _COUNTED)
def test_what_is_asked_to_read_ahead_is_understood(question: str) -> None:
    assert understand(question, today=TODAY).sure


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("保険と価格制限の両方がある契約は？", True),
        ("保険と価格制限の両方を含む契約は何件？", True),
        ("保険と価格制限の両方がない契約は？", False),
        ("保険と価格制限のどちらもない契約は？", False),
    ],
)
def test_both_of_two_clauses(question: str, wanted: bool) -> None:
    found = understand(question, today=TODAY)
    assert found.sure
    assert set(found.readings[0].plan.conditions) == {
        ClauseIs(("insurance",), wanted=wanted),
        ClauseIs(("price_restrictions",), wanted=wanted),
    }


def test_either_is_not_both() -> None:
    assert not understand("保険または価格制限の両方がある契約は？", today=TODAY).sure
    either = understand("保険と価格制限のいずれかがある契約は？", today=TODAY)
    assert either.readings[0].plan.conditions == (ClauseIs(("insurance", "price_restrictions")),)


@pytest.mark.parametrize("question", REFUSED)
def test_what_can_be_read_in_two_ways_gets_no_number(question: str) -> None:
    found = understand(question, today=TODAY, names=Names(FIRMS))
    assert not found.sure or found.readings[0].kind == "refused"


@pytest.mark.parametrize(("shelf", "question", "expected"), backends(OF_JOINED, OF_JOINED), indirect=["shelf"])
def test_names_of_one_party_count_as_one(joined: GraphStore, question: str, expected: Truth) -> None:
    assert answered(joined, question) == ordered(expected(JOINED))


@pytest.mark.parametrize("shelf", ["embedded"], indirect=True)
def test_the_answer_says_which_other_names_it_counts(joined: GraphStore) -> None:
    receipt: Any = answer_by_grammar(joined, "How many contracts with 山本商事株式会社?", None, today=TODAY).receipt
    assert receipt.restated["en"] == (
        "Number of contracts, among contracts with the party 山本商事株式会社 "
        "(also under the approved other names: 株式会社山田商店)"
    )
    assert "承認済みの別名：株式会社山田商店" in receipt.restated["ja"]
    grouped: Any = answer_by_grammar(joined, "How many contracts by party?", None, today=TODAY).receipt
    assert grouped.restated["en"] == "Number of contracts by party (approved other names count as one party)"


@pytest.mark.parametrize("shelf", ["embedded"], indirect=True)
def test_a_name_near_several_parties_is_told(filled: GraphStore) -> None:
    with pytest.raises(BadArguments, match="acme"):
        answer_by_grammar(filled, "How many contracts do we have with Acme?", None, today=TODAY)
