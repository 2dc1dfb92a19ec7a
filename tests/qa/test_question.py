"""What the built-in engine understands of a question in Japanese and English."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from core.qa.question import Law, Question, understand
from core.questions.date_windows import Window, window
from core.questions.mentions import folded, mentions

TODAY = date(2026, 11, 21)
PARTIES = (
    "Birch First Global Investments Inc.",
    "Mount Kowledge Holdings Inc.",
    "AT&T Mobility LLC",
    "株式会社山田製作所",
)


def _asked(question: str) -> Question:
    return understand(question, parties=PARTIES, today=TODAY)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "contracts with price restrictions but without insurance",
            {"price_restrictions": "with", "insurance": "without"},
        ),
        (
            "Which contracts have price restrictions but no insurance?",
            {"price_restrictions": "with", "insurance": "without"},
        ),
        ("contracts that lack insurance but have audit rights", {"insurance": "without", "audit_rights": "with"}),
        (
            "Which contracts do not have a non-compete or exclusivity clause?",
            {"non_compete": "without", "exclusivity": "without"},
        ),
        ("neither insurance nor audit rights", {"insurance": "without", "audit_rights": "without"}),
        ("no-solicit of employees present?", {"no_solicit_of_employees": "with"}),
        ("Is insurance missing?", {"insurance": "without"}),
        ("contracts with a cap on liability", {"cap_on_liability": "with"}),
        ("contracts with a perpetual licence", {"irrevocable_or_perpetual_license": "with"}),
        ("価格制限はあるが保険がない契約", {"price_restrictions": "with", "insurance": "without"}),
        ("競業避止と保険がない契約は？", {"non_compete": "without", "insurance": "without"}),
        ("保険のない契約", {"insurance": "without"}),
        ("Ｎｏｎ－Ｃｏｍｐｅｔｅ条項を含まない契約", {"non_compete": "without"}),
        ("監査権を定めた契約", {"audit_rights": "with"}),
        ("独占条項なし、監査権あり", {"exclusivity": "without", "audit_rights": "with"}),
    ],
)
def test_clause_types_with_their_polarity(question: str, expected: dict[str, str]) -> None:
    assert {mention.code: mention.polarity for mention in mentions(question)} == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("contracts expiring in 2025", ("expiration_date", "2025-01-01", "2025-12-31")),
        ("contracts that expire before 31 March 2026", ("expiration_date", None, "2026-03-30")),
        ("contracts that expire by March 2026", ("expiration_date", None, "2026-03-31")),
        ("effective after 2020", ("effective_date", "2021-01-01", None)),
        ("effective since 2020", ("effective_date", "2020-01-01", None)),
        ("signed on June 21, 1999", ("agreement_date", "1999-06-21", "1999-06-21")),
        ("contracts that expire between 2019 and 2021", ("expiration_date", "2019-01-01", "2021-12-31")),
        ("last day to give notice within 60 days", ("last_notice_day", "2026-11-21", "2027-01-20")),
        ("expiring in the next 3 months", ("expiration_date", "2026-11-21", "2027-02-21")),
        ("90日以内に満了する契約", ("expiration_date", "2026-11-21", "2027-02-19")),
        ("2025年4月に締結した契約", ("agreement_date", "2025-04-01", "2025-04-30")),
        ("2024年以降に満了する契約", ("expiration_date", "2024-01-01", None)),
        ("令和6年4月1日までに満了する契約", ("expiration_date", None, "2024-04-01")),
        ("2020年より前に締結した契約", ("agreement_date", None, "2019-12-31")),
        ("来月が通知期限の契約", ("last_notice_day", "2026-12-01", "2026-12-31")),
    ],
)
def test_date_windows(question: str, expected: tuple[Any, str | None, str | None]) -> None:
    field, first, last = expected
    assert window(folded(question), today=TODAY) == Window(
        field, date.fromisoformat(first) if first else None, date.fromisoformat(last) if last else None
    )


@pytest.mark.parametrize("question", ["contracts with insurance", "2031年2月30日に満了", "契約は何件ありますか"])
def test_no_date_window(question: str) -> None:
    assert window(folded(question), today=TODAY) is None


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("yes, more details", "more"),
        ("Yes, please", "more"),
        ("はい、詳しく", "more"),
        ("how many contracts are there?", "count"),
        ("契約は何件ありますか", "count"),
        ("contract 3", "show"),
        ("契約3", "show"),
        ("When does contract 3 expire?", "show"),
        ("show me the excerpts for insurance in contract 2", "excerpts"),
        ("Does any contract mention prices being changed from time to time?", "similar"),
        ("価格が随時変更されることに触れている契約はありますか", "similar"),
        ("What does contract 2 say about termination?", "similar"),
        ("contracts without non-compete", "list"),
        ("list all contracts", "list"),
        ("What is the weather in Tokyo?", "unknown"),
        ("Tell me a joke", "unknown"),
    ],
)
def test_intents(question: str, intent: str) -> None:
    assert _asked(question).intent == intent


@pytest.mark.parametrize(
    ("question", "organization"),
    [
        ("contracts for Mount Knowledge", "Mount Knowledge"),
        ("Mount Knowledgeの契約", "Mount Knowledge"),
        ("contracts with AT&T", "AT&T"),
        ("agreements of AT&T Mobility", "AT&T Mobility LLC"),
        ("山田製作所との契約", "株式会社山田製作所"),
        ("contracts with insurance", None),
        ("Which contracts are governed by New York law?", None),
        ("contracts expiring in 2025", None),
    ],
)
def test_organizations(question: str, organization: str | None) -> None:
    assert _asked(question).organization == organization


@pytest.mark.parametrize(
    ("question", "law"),
    [
        ("Which contracts are governed by New York law?", Law("US", "New York")),
        ("contracts governed by the laws of the State of Nevada", Law("US", "Nevada")),
        ("ニューヨーク州法が準拠法の契約", Law("US", "New York")),
        ("日本法を準拠法とする契約", Law("JP", None)),
        ("contracts under Japanese law with insurance", Law("JP", None)),
        ("contracts with insurance", None),
    ],
)
def test_governing_laws(question: str, law: Law | None) -> None:
    assert _asked(question).law == law


def test_words_that_were_not_understood_are_named() -> None:
    assert _asked("contracts with insurance above $1 million").unused == ("above", "$1", "million")
    assert _asked("contracts with price restrictions but no insurance").unused == ()
    assert "フランス" in "".join(_asked("フランス支店の保険がある契約").unused)


def test_numbers_of_several_contracts() -> None:
    assert _asked("compare contracts 1, 2 and 3").numbers == (1, 2, 3)
    assert _asked("契約1と2を見せて").numbers == (1, 2)
    assert _asked("contracts of 2019").numbers == ()
