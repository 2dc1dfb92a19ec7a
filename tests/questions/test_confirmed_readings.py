"""Readings that the grammar is sure of and that the question's own words do not confirm are asked back."""

from __future__ import annotations

from datetime import date

import pytest

from core.graph.queries import Generated, generate
from core.questions import (
    ClauseIs,
    ContractIs,
    DateIn,
    LawIs,
    NamedContract,
    Names,
    PartyIs,
    Plan,
    Question,
    TypeIs,
    asks_of_one,
    asks_whether_more,
    followed,
    understood_with_help,
)
from core.questions.confirming import unconfirmed
from core.questions.plan import Law

TODAY = date(2026, 11, 20)


def _listed(*conditions: ClauseIs | LawIs | TypeIs) -> Question:
    return Question("list", Plan("list", conditions))


@pytest.mark.parametrize(
    "question",
    [
        "Contracts effective for at least ten years",
        "The second oldest contract",
        "Which contracts will still run in 2030?",
        "Which agreement types never have audit rights?",
        "Contracts with exactly one of a non-compete and insurance",
        "Contracts with a license grant and those with source code escrow",
        "Which contracts are missing either a non-compete or insurance?",
        "Contracts that no longer require insurance",
        "非独占の契約",
        "譲渡できる契約",
        "通知期間が30日を超え90日以下の契約",
        "保険の定めと独占条項の両方がない契約",
        "監査権のある契約とない契約はどちらが多い",
        "更新期間が2年の契約と通知期間が6か月の契約",
        "日本法の代理店契約以外で監査権がある契約",
        "Which contracts require the supplier to carry insurance?",
        "exclusive US contracts",
        "Who has source code in escrow? List the contracts",
        "2025年と2026年に締結した契約の件数をそれぞれ",
    ],
)
def test_what_no_reading_says_is_asked_back(question: str) -> None:
    assert not understood_with_help(question, today=TODAY).sure


@pytest.mark.parametrize(
    ("question", "there", "missing"),
    [
        ("監査権と責任上限があり、保険がない契約", ("audit_rights", "cap_on_liability"), ("insurance",)),
        ("保険も独占もあるが監査権はない契約", ("insurance", "exclusivity"), ("audit_rights",)),
        ("監査権だけでなく独占条項もある契約", ("audit_rights", "exclusivity"), ()),
        ("監査権のほかに保険もある契約", ("audit_rights", "insurance"), ()),
        (
            "contracts with insurance and audit rights but no non-compete",
            ("insurance", "audit_rights"),
            ("non_compete",),
        ),
        ("contracts missing both an audit right and a cap on liability", (), ("audit_rights", "cap_on_liability")),
    ],
)
def test_what_is_there_and_what_is_missing(question: str, there: tuple[str, ...], missing: tuple[str, ...]) -> None:
    understood = understood_with_help(question, today=TODAY)
    assert understood.sure
    assert set(understood.readings[0].plan.conditions) == {
        *(ClauseIs((code,)) for code in there),
        *(ClauseIs((code,), wanted=False) for code in missing),
    }


@pytest.mark.parametrize(
    ("question", "reading", "words"),
    [
        ("保険があり監査権がない契約", _listed(ClauseIs(("insurance",), wanted=False)), ("保険",)),
        ("contracts with insurance", _listed(ClauseIs(("insurance",))), ()),
        ("contracts without insurance", _listed(ClauseIs(("insurance",))), ("insurance",)),
        ("contracts under Texas law", _listed(LawIs((Law("US", "Texas"),), wanted=False)), ("texas",)),
        ("contracts not under Texas law", _listed(LawIs((Law("US", "Texas"),), wanted=False)), ()),
        ("How many contracts have insurance?", _listed(ClauseIs(("insurance",))), ("how many contracts",)),
        ("Does any contract have insurance?", _listed(ClauseIs(("insurance",))), ("does",)),
        (
            "leases that are not NDAs",
            _listed(TypeIs(("lease",)), TypeIs(("nda",), wanted=False)),
            ("leases that are not ndas",),
        ),
    ],
)
def test_a_reading_is_held_against_the_words(question: str, reading: Question, words: tuple[str, ...]) -> None:
    assert unconfirmed(question, reading, Names(), today=TODAY) == words


def test_a_kind_that_no_contract_is_of_may_be_a_clause_type() -> None:
    lease = NamedContract("c1", 1, "Lease", "lease.txt", "lease")
    question = "non-compete contracts under Texas law"
    reading = _listed(TypeIs(("non_compete",)), LawIs((Law("US", "Texas"),)))
    assert unconfirmed(question, reading, Names((), (lease,)), today=TODAY) == ("non-compete contracts",)
    assert unconfirmed(question, reading, Names(), today=TODAY) == ()


def test_a_fragment_that_forgets_the_last_question_is_asked_back() -> None:
    before = Question("list", Plan("list", (PartyIs("Kestrel", ("Kestrel Energy PLC",)),)))
    alone = understood_with_help("合弁以外", today=TODAY, follows=True)
    after = followed(alone, before, ("c1", "c2"), "those")
    kept = [set(before.plan.conditions) <= set(reading.plan.conditions) for reading in after.readings]
    assert not after.sure or all(kept)


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("What is the notice period of the lease?", True),
        ("What are the notice periods of the leases?", False),
        ("賃貸借契約の満了日は？", True),
        ("賃貸借契約それぞれの満了日は？", False),
    ],
)
def test_a_fact_is_asked_of_one_contract(text: str, several: bool) -> None:
    reading = Question("facts", Plan("list", (TypeIs(("lease",)),)), facts=("expiration_date",))
    assert asks_of_one(text, reading) is several
    named = Question("facts", Plan("list", (ContractIs(("1",), "contract 1"),)), facts=("expiration_date",))
    assert not asks_of_one(text, named)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("Are there more Texas law contracts than California law contracts?", "more"),
        ("Do we have fewer NDAs than leases?", "fewer"),
        ("保険のある契約はない契約より多いですか", "more"),
        ("日本法の契約は米国法の契約より少ないですか", "fewer"),
        ("How many more NDAs than leases do we have?", None),
        ("監査権のある契約", None),
    ],
)
def test_whether_there_are_more(text: str, way: str | None) -> None:
    assert asks_whether_more(text) == way


def test_no_query_is_written_of_what_is_not_confirmed() -> None:
    meant = generate("contracts with insurance", today=TODAY)
    assert isinstance(meant, Generated)
    other = generate("contracts with a license grant and those with source code escrow", today=TODAY)
    assert not isinstance(other, Generated)
    assert other.unused == ("and those with",)


def test_a_contract_named_by_a_firm_and_a_kind_is_not_lost_in_a_clause() -> None:
    names = Names(["Alder Bank"], [NamedContract("c1", 1, "License Agreement", "1.pdf", "license", ("Alder Bank",))])
    for question in ("Is the Alder license perpetual?", "Alderのライセンスは永久ですか"):
        assert not understood_with_help(question, today=TODAY, names=names).sure, question
    assert understood_with_help("Is the Alder license exclusive?", today=TODAY, names=names).sure


def test_what_was_signed_lately_is_no_ranking() -> None:
    for question in ("直近3か月以内に締結された契約", "過去3か月以内に締結された契約"):
        (reading,) = understood_with_help(question, today=TODAY).readings
        assert reading.plan == Plan("list", (DateIn("agreement_date", "2026-08-20", "2026-11-20"),)), question


def test_a_kind_of_agreement_is_also_its_framework_agreement() -> None:
    (reading,) = understood_with_help("売買契約の一覧", today=TODAY).readings
    assert reading.plan.conditions == (TypeIs(("sale", "supply")),)


def test_two_titles_are_looked_through_for_the_first() -> None:
    names = Names(
        ["甲商事"],
        [
            NamedContract("c1", 1, "販売店契約書", "1.pdf", "distributor", ("甲商事",)),
            NamedContract("c2", 2, "代理店契約書", "2.pdf", "agency", ("甲商事",)),
        ],
    )
    question = "販売店契約書と代理店契約書では、どちらが先に締結されましたか"
    understood = understood_with_help(question, today=TODAY, names=names)
    assert understood.sure, understood
    plan = understood.readings[0].plan
    assert (plan.by_date, plan.ascending, plan.top) == ("agreement_date", True, 1)
    assert plan.conditions == (ContractIs(("c1", "c2"), plan.conditions[0].asked),)


def test_which_states_law_governs_asks_for_the_law() -> None:
    names = Names(["Alder Bank"], [NamedContract("c1", 1, "License Agreement", "1.pdf", "license", ("Alder Bank",))])
    for question in ("Which state law governs the Alder license?", "What country's law applies to the Alder license?"):
        (reading,) = understood_with_help(question, today=TODAY, names=names).readings
        assert (reading.kind, reading.facts) == ("facts", ("governing_law",)), question


def test_the_contract_that_somebody_looks_at_is_named_first() -> None:
    names = Names(["Alder Bank"], [NamedContract("c1", 1, "License Agreement", "1.pdf", "license", ("Alder Bank",))])
    question = "I'm looking at the Alder license - what law applies?"
    assert understood_with_help(question, today=TODAY, names=names).readings[0].facts == ("governing_law",)
    assert understood_with_help("Among the contracts signed in 2024, which ones require insurance?", today=TODAY).sure
    assert understood_with_help("違約金のない契約を数えて", today=TODAY).readings[0].kind == "count"
