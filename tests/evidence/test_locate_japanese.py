"""Which Japanese quotes are shown as evidence, and what refuses the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.documents import Document
from core.evidence import locate

CONTRACT = """\
第1条（目的）甲及び乙は、本契約の履行に当たり、相手方の秘密情報を第三者に開示してはならない。ただし、法令に基づく場合は
この限りでない。
第１１条（支払）乙は、甲に対し、請求書受領後三十日以内に、金1,000万円を支払うものとする。ＡＢＣ株式会社は本製品を独占的に販売することができる。
第１２条（解除）甲は、乙が前条に違反した場合、催告の上、本契約を解除することができる。乙は非独占的実施権を有しない。損害賠償の額は、委託料の総額を超えない。
"""

CASES = [
    ("相手方の秘密情報を第三者に開示してはならない", "verified", "exact"),
    ("相手方の秘密情報を第三者に開示してもよい", "unverified", "veto_modal"),
    ("相手方の秘密情報を第三者に開示", "repaired", "edge_negation"),
    ("相手方の秘密情報を第三者に開示する", "unverified", "veto_word"),
    ("法令に基づく場合はこの限りでない", "verified", "canonical"),
    ("法令に基づく場合は", "repaired", "edge_negation"),
    ("第11条（支払）", "verified", "canonical"),
    ("第1条", "verified", "exact"),
    ("第１条", "verified", "canonical"),
    ("1条", "verified", "exact"),
    ("第12条", "verified", "canonical"),
    ("第2条", "unverified", "not_found"),
    ("2条", "unverified", "veto_boundary"),
    ("乙は、甲に対し、請求書受領後三十日以内に、金1,000万円を支払うものとする", "verified", "exact"),
    ("乙は、甲に対し、請求書受領後30日以内に、金1,000万円を支払うものとする", "repaired", "fuzzy"),
    ("乙は、甲に対し、請求書受領後三〇日以内に、金1,000万円を支払うものとする", "repaired", "fuzzy"),
    ("乙は、甲に対し、請求書受領後六十日以内に、金1,000万円を支払うものとする", "unverified", "veto_number"),
    ("乙は、甲に対し、請求書受領後60日以内に、金1,000万円を支払うものとする", "unverified", "veto_number"),
    ("乙は、甲に対し、請求書受領後三十日以内に、金1,000円を支払うものとする", "unverified", "veto_number"),
    ("金1,000", "unverified", "veto_boundary"),
    ("1,000万円", "verified", "exact"),
    ("甲は、乙に対し、請求書受領後三十日以内に、金1,000万円を支払うものとする", "unverified", "veto_name"),
    ("十日以内", "unverified", "veto_boundary"),
    ("三十日以内", "verified", "exact"),
    ("乙は、甲に対し、請求書受領後三十日以降に、金1,000万円を支払うものとする", "unverified", "veto_word"),
    ("乙は、甲に対し、請求書受領後三十月以内に、金1,000万円を支払うものとする", "unverified", "veto_unit"),
    ("乙は、甲に対し、請求書受領後三十日以内に、金1,000万円を支払うことができる", "unverified", "veto_word"),
    ("ABC株式会社は本製品を独占的に販売することができる。", "verified", "canonical"),
    ("ABC株式会社は本製品を非独占的に販売することができる。", "unverified", "veto_negation"),
    ("ABC株式会社は本製品を独占的に販売することができない。", "unverified", "veto_negation"),
    ("独占的実施権を有しない", "repaired", "edge_negation"),
    ("乙は非独占的実施権を有", "repaired", "edge_negation"),
    ("乙は独占的実施権を有しない", "unverified", "not_found"),
    ("乙は非独占的実施権を有する", "unverified", "not_found"),
    ("甲は、乙が前条に違反した場合、催告の上、本契約を解除することができる", "verified", "exact"),
    ("甲は、乙が前条に違反した場合、催告の上、本契約を解除しなければならない", "unverified", "veto_negation"),
    ("甲は、乙が次条に違反した場合、催告の上、本契約を解除することができる", "unverified", "veto_comparator"),
    ("甲および乙は、本契約の履行に当たり、相手方の秘密情報を第三者に開示してはならない", "repaired", "fuzzy"),
    (
        "甲又は乙は、本契約の履行に当たり、相手方の秘密情報を第三者に開示してはならない",
        "unverified",
        "veto_conjunction",
    ),
    ("甲は、…本契約を解除することができる", "unverified", "veto_ellipsis"),
    ("損害賠償の額は、委託料の総額を超え", "repaired", "edge_negation"),
    ("損害賠償の額は、委託料の総額を超える", "unverified", "veto_word"),
    ("甲及び乙は、（中略）相手方の秘密情報を第三者に開示してはならない", "verified", "ellipsis"),
    ("株式会社", "verified", "exact"),
    ("ＡＢＣ", "verified", "exact"),
    ("BC株式会社", "unverified", "veto_boundary"),
    ("乙は、甲に対し，請求書受領後\n三十日以内に", "verified", "canonical"),
]


@pytest.mark.parametrize(("quote", "state", "rule"), CASES)
def test_state_and_rule(document_of: Callable[..., Document], quote: str, state: str, rule: str) -> None:
    found = locate(document_of(CONTRACT), quote)
    assert (found.state, found.rule) == (state, rule)
