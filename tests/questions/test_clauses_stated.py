"""Which clause types a statement of an answer says are there, and which missing."""

from __future__ import annotations

import pytest

from core.questions import clause_statements


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("12 contracts have no insurance clause.", {"insurance": "missing"}),
        ("All contracts have an insurance clause.", {"insurance": "there"}),
        ("No contract has an insurance clause.", {"insurance": "missing"}),
        ("3 contracts fail to include an insurance clause.", {"insurance": "missing"}),
        ("2 contracts have insurance but no audit rights.", {"insurance": "there", "audit_rights": "missing"}),
        ("The following lack both insurance and audit rights:", {"insurance": "missing", "audit_rights": "missing"}),
        ("3 contracts are free of any change of control provision.", {"change_of_control": "missing"}),
        ("5 contracts include an audit right, and 3 omit it.", {"audit_rights": "unclear"}),
        ("These do not appear to contain any insurance clause.", {"insurance": "unclear"}),
        ("With insurance: 1, 2. None of the rest is listed.", {"insurance": "there"}),
        ("保険の条項がない契約は1件です。", {"insurance": "missing"}),
        ("保険条項を欠く契約は次の3件です。", {"insurance": "missing"}),
        ("競業避止と保険がない契約は3件です。", {"non_compete": "missing", "insurance": "missing"}),
        ("保険条項のある契約は3件、監査権のない契約は2件です。", {"insurance": "there", "audit_rights": "missing"}),
        ("保険が見当たらない契約が2件あります。", {"insurance": "missing"}),
        ("3 contracts are governed by German law.", {}),
        (f"Insurance {'is named here and ' * 40}there.", {"insurance": "unclear"}),
    ],
)  # fmt: skip
def test_a_denial_is_never_passed_over(statement: str, said: dict[str, str]) -> None:
    assert {clause.code: clause.presence for clause in clause_statements(statement)} == said
