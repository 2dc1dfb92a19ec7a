"""Which contracts a list shows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.contracts.row import ContractRow, Summary
from core.record import Presence
from core.ui.contracts.choose import matching, with_clauses

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def row(number: int, title: str, parties: tuple[str, ...] = (), **presence: Presence) -> ContractRow:
    summary = Summary(
        title=title,
        agreement_type="supply",
        parties=parties,
        agreement_date=None,
        effective_date=None,
        expiration_date=None,
        renewal_term=None,
        notice_period=None,
        governing_law=None,
        governing_state=None,
        last_notice_day=None,
        presence=presence,
        pages=1,
        unread_pages=(),
        ocr_pages=0,
        evidence={},
        reviewed=0,
        to_review=0,
    )
    return ContractRow(number, f"c{number}", f"file-{number}.pdf", "pdf", "en", "built-in", "x", NOW, NOW, summary)


ROWS = [
    row(1, "Supply Agreement", ("Acme Inc.",), insurance="present", audit_rights="absent"),
    row(2, "秘密保持契約書", ("株式会社ＡＢＣ",), insurance="absent", audit_rights="unknown"),
    row(3, "Lease", ("Acme GmbH",), insurance="unknown", audit_rights="present"),
]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", [1, 2, 3]),
        ("   ", [1, 2, 3]),
        ("acme", [1, 3]),
        ("ACME gmbh", [3]),
        ("秘密保持 abc", [2]),
        ("供給", [1, 2, 3]),
        ("FILE-2", [2]),
        ("acme 秘密", []),
    ],
)
def test_matching(words: str, expected: list[int]) -> None:
    assert [found.number for found in matching(ROWS, words, {"supply": "供給契約"})] == expected


@pytest.mark.parametrize(
    ("present", "without", "sure", "unsure"),
    [
        ([], [], [1, 2, 3], []),
        (["insurance"], [], [1], []),
        ([], ["insurance"], [2], [3]),
        ([], ["audit_rights"], [1], [2]),
        (["insurance"], ["audit_rights"], [1], []),
        ([], ["insurance", "audit_rights"], [], [2]),
        (["insurance", "audit_rights"], [], [], []),
    ],
)
def test_unknown_is_never_counted_as_absent(
    present: list[str], without: list[str], sure: list[int], unsure: list[int]
) -> None:
    certain, open_ = with_clauses(ROWS, present, without)
    assert [found.number for found in certain] == sure
    assert [found.number for found in open_] == unsure
