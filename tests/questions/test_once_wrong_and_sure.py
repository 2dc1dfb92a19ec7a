"""Questions over really extracted contracts that were once answered wrongly and surely: of lengths, sides, consent."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import (
    ClauseIs,
    ContractIs,
    NamedContract,
    Names,
    PartyIs,
    Question,
    understand,
    understood_with_help,
)

TODAY = date(2026, 11, 29)
NAMES = Names(
    [
        "Planet Boats Inc.",
        "Vertical Oars, Inc.",
        "Physician Sales & Service, Inc.",
        "株式会社なにわ商店",
        "東海物流株式会社",
    ],
    [
        NamedContract("p", 1, "Co-Branding Agreement", "1.pdf", "co_branding", ("Planet Boats Inc.",)),
        NamedContract("v", 2, "Co-Branding Agreement", "2.pdf", "co_branding", ("Vertical Oars, Inc.",)),
        NamedContract("s", 3, "Affiliate Agreement", "3.pdf", "affiliate", ("Physician Sales & Service, Inc.",)),
    ],
)


def read(text: str) -> Question:
    """The sure reading of a question."""
    understood = understood_with_help(text, today=TODAY, names=NAMES)
    assert understood.sure, (understood.readings, understood.unused, understood.doubtful)
    return understood.readings[0]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("How long do confidentiality obligations last in the Planet Boats contract?", "confidentiality"),
        ("How many days does the acceptance test last in the Planet Boats agreement?", "acceptance"),
        ("東海物流の契約の秘密保持義務はいつまで続く？", "confidentiality"),
        ("東海物流との契約で秘密保持義務は契約終了後何年続く？", "confidentiality"),
        ("なにわ商店の契約の支払期限はいつ？", "payment"),
        ("検収期間は何日？（なにわ商店）", "acceptance"),
        ("なにわ商店の契約の損害賠償の上限はいくら？", "cap_on_liability"),
    ],
)
def test_the_clauses_own_words_are_offered_where_it_is_asked_how_long_it_says_something(text: str, code: str) -> None:
    understood = understood_with_help(text, today=TODAY, names=NAMES)
    assert not understood.sure
    (question,) = understood.readings
    assert (question.kind, question.clauses, question.facts) == ("excerpts", (code,), ())
    assert all(isinstance(condition, PartyIs) for condition in question.plan.conditions)


@pytest.mark.parametrize(
    "text",
    ["When does the Planet Boats agreement end?", "なにわ商店の契約の満了日はいつ？", "東海物流の契約はいつまで？"],
)
def test_a_contracts_own_end_stays_a_date(text: str) -> None:
    assert read(text).facts == ("expiration_date",)


@pytest.mark.parametrize(
    "text",
    ["How long does the Planet Boats contract with the non-compete run?", "秘密保持のある東海物流の契約はいつまで？"],
)
def test_a_clause_that_only_says_which_contract_is_no_subject(text: str) -> None:
    readings = understand(text, today=TODAY, names=NAMES).readings
    assert all(question.kind != "excerpts" for question in readings)


@pytest.mark.parametrize(
    "text",
    [
        "Compare the co-branding agreements of Planet Boats and Vertical Oars",
        "Compare the co-branding agreement of Planet Boats with the one of Vertical Oars",
    ],
)
def test_two_contracts_are_compared_that_are_called_by_title_and_by_party(text: str) -> None:
    question = read(text)
    conditions = question.plan.conditions
    named = {key for c in conditions if isinstance(c, ContractIs) for key in c.references}
    firms = {name for c in conditions if isinstance(c, PartyIs) for name in c.names}
    assert question.kind == "differences"
    assert named == {"p", "v"} or firms == {"Planet Boats Inc.", "Vertical Oars, Inc."}


def test_a_kind_of_agreement_that_begins_in_a_name_is_none() -> None:
    question = read("Show me the anti-assignment clause in the Physician Sales & Service contract")
    assert question.kind == "excerpts"
    assert [type(condition) for condition in question.plan.conditions] == [PartyIs]


def test_a_word_beside_a_clauses_name_is_not_swallowed() -> None:
    understood = understood_with_help(
        "Do any of our agreements with banks have a cap on liability?", today=TODAY, names=NAMES
    )
    assert not understood.sure
    assert "banks" in understood.unused


def test_a_non_solicit_is_of_either_kind() -> None:
    (condition,) = read("Which contracts contain a non-solicitation clause?").plan.conditions
    assert isinstance(condition, ClauseIs)
    assert set(condition.codes) == {"no_solicit_of_customers", "no_solicit_of_employees"}
    (customers,) = read("List contracts with a non-solicitation of customers").plan.conditions
    assert isinstance(customers, ClauseIs)
    assert customers.codes == ("no_solicit_of_customers",)


@pytest.mark.parametrize(
    "text", ["Which contracts are perpetual?", "perpetual agreements", "Which deals run for ever?"]
)
def test_a_contract_without_end_is_no_perpetual_license(text: str) -> None:
    (condition,) = read(text).plan.conditions
    assert condition == ClauseIs(("expiration_date",), wanted=False)


def test_what_is_perpetual_in_other_words_is_asked_back() -> None:
    understood = understood_with_help("anything perpetual?", today=TODAY, names=NAMES)
    assert not understood.sure


@pytest.mark.parametrize("text", ["Which contracts mention GDPR?", "GDPRに言及している契約は？"])
def test_a_law_by_its_name_is_more_than_a_clause_about_its_matter(text: str) -> None:
    understood = understood_with_help(text, today=TODAY, names=NAMES)
    assert not understood.sure


def test_a_clause_may_be_called_after_a_law() -> None:
    (condition,) = read("Which contracts have a GDPR clause?").plan.conditions
    assert condition == ClauseIs(("personal_data",))


@pytest.mark.parametrize(
    "text",
    [
        "相手方の同意なく譲渡できる契約は？",
        "同意なく譲渡できる契約",
        "Which contracts can be assigned without consent?",
    ],
)
def test_what_may_be_assigned_without_consent_is_no_clause_against_it(text: str) -> None:
    understood = understood_with_help(text, today=TODAY, names=NAMES)
    assert not understood.sure
    assert [question.plan.conditions for question in understood.readings] == [
        (ClauseIs(("anti_assignment",), wanted=False),)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "同意なく譲渡できない契約は？",
        "相手方の同意がなければ譲渡できない契約",
        "Which contracts cannot be assigned without consent?",
        "Which contracts may not be assigned without the other party's consent",
    ],
)
def test_what_may_not_be_assigned_without_consent_is_a_clause_against_it(text: str) -> None:
    assert read(text).plan.conditions == (ClauseIs(("anti_assignment",)),)
