"""Meanings as their writers put them against readings: what a lawyer takes for the same answer counts as the same."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import Names, understand
from scripts.training.meanings import says_the_same

TODAY = date(2026, 11, 20)
NAMES = Names(["青葉フーズ", "オルカ・ソフト"])


@pytest.mark.parametrize(
    ("asked", "kind", "meaning", "same"),
    [
        (
            "2027年4月1日時点で有効な保守契約は何件",
            "count",
            "type=maintenance; date expiration_date ge 2027-04-01",
            True,
        ),
        ("保守契約は何件", "count", "type=maintenance; date expiration_date ge 2027-04-01", False),
        ("オルカ・ソフトの専属管轄はどこ", "fact", "party=オルカ・ソフト; fact=venue", True),
        ("オルカ・ソフトの準拠法はどこ", "fact", "party=オルカ・ソフト; fact=venue", False),
        ("賠償に天井を設けていない契約", "list", "has uncapped_liability", True),
        ("責任の上限がある契約", "list", "has uncapped_liability", False),
        ("更新されない契約", "list", "renews=none", True),
        ("保険のない契約", "list", "has insurance", False),
    ],
)
def test_the_same_answer_counts_as_the_same(asked: str, kind: str, meaning: str, same: bool) -> None:
    understood = understand(asked, today=TODAY, names=NAMES)
    assert understood.sure, (understood.unused, understood.readings)
    assert says_the_same(understood.readings[0], meaning, kind, asked) is same
