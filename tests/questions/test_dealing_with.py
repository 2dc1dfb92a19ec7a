"""Everybody whom there are contracts with, in the words that people use for it."""

from __future__ import annotations

import pytest
from test_understand import read, sure

from core.questions import ClauseIs, DateIn, LawIs, TypeIs


@pytest.mark.parametrize(
    "question",
    [
        "Which companies do we have contracts with?",
        "With which companies do we have contracts?",
        "Which companies do we deal with?",
        "Who do we have contracts with?",
        "With whom have we signed contracts?",
        "What parties do we currently have agreements with?",
        "どの会社と契約していますか",
        "当社はどこと契約していますか",
        "契約している会社の一覧を教えて",
        "誰と契約を結んでいるのですか",
    ],
)
def test_all_of_them(question: str) -> None:
    reading = sure(question)
    assert (reading.kind, reading.plan.every_condition) == ("numbers", ())
    assert reading.plan == sure("list all counterparties").plan


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("With which firms do we have leases?", TypeIs),
        ("Which companies do we have exclusivity with?", ClauseIs),
        ("Which companies do we have contracts with that expire in 2027?", DateIn),
        ("Which companies do we have contracts with under Japanese law?", LawIs),
        ("どの会社とライセンス契約を結んでいますか", TypeIs),
        ("当社はどこと秘密保持契約を締結していますか", TypeIs),
    ],
)
def test_those_of_some_contracts(question: str, kind: type) -> None:
    (condition,) = sure(question).plan.every_condition
    assert isinstance(condition, kind)


@pytest.mark.parametrize("question", ["Which suppliers do we have contracts with?", "Which customers do we deal with?"])
def test_what_no_contract_says_of_a_party_is_not_passed_over(question: str) -> None:
    assert not read(question).sure
