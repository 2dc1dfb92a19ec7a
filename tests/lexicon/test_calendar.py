"""Fiscal years: whether a question says when its own begins."""

from __future__ import annotations

import pytest

from core.lexicon import fiscal_year_without_start


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("contracts that expire in fiscal year 2021", True),
        ("contracts signed in FY2019", True),
        ("contracts by fiscal year", True),
        ("contracts that expire in fiscal Q2 2021", True),
        ("contracts by fiscal year (April to March)", False),
        ("contracts signed in the fiscal year 2019 (April to March)", False),
        ("contracts that expire in the fiscal year beginning on 1 July 2021", False),
        ("Japanese fiscal year 2020", False),
        ("2020年度に締結した契約", False),
    ],
)
def test_a_fiscal_year_needs_its_beginning(question: str, missing: bool) -> None:
    assert fiscal_year_without_start(question.casefold()) is missing
