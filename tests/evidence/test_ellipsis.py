"""What an ellipsis may leave out, and what it may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.documents import Document
from core.evidence import locate

CONTRACT = """\
Distributor shall, subject to availability, sell the Products listed in Annex A throughout the Territory. Supplier shall
not, during the Term, sell the Products to any other dealer. Distributor shall report sales and Supplier shall bear the
cost of shipping. Supplier may, if Distributor defaults, terminate the Agreement.
乙は、甲の書面による承諾を得て、本製品を第三者に販売することができる。甲は、代金を受領し、乙は、送料を負担する。
"""

CASES = [
    ("sell the Products listed ... throughout the Territory", "verified", "ellipsis"),
    ("sell the Products listed [...] throughout the Territory.", "verified", "ellipsis"),
    ("sell the Products listed * * * throughout the Territory", "verified", "ellipsis"),
    ("... sell the Products listed in Annex A …", "verified", "canonical"),
    ("Supplier shall ... sell the Products to any other dealer", "unverified", "veto_negation"),
    ("Distributor shall ... bear the cost of shipping", "unverified", "veto_ellipsis"),
    ("Distributor shall report sales ... bear the cost of shipping", "repaired", "ellipsis"),
    ("Supplier may ... terminate the Agreement", "repaired", "ellipsis"),
    ("sell the Products listed ... sell the Products to any other dealer", "unverified", "veto_ellipsis"),
    ("throughout the Territory ... sell the Products listed", "unverified", "not_found"),
    ("Distributor ... a ... Territory", "unverified", "veto_ellipsis"),
    ("乙は、甲の書面による承諾を得て、…販売することができる。", "verified", "ellipsis"),
    ("代金を受領し、（中略）送料を負担する", "unverified", "veto_ellipsis"),
]


@pytest.mark.parametrize(("quote", "state", "rule"), CASES)
def test_state_and_rule(document_of: Callable[..., Document], quote: str, state: str, rule: str) -> None:
    found = locate(document_of(CONTRACT), quote)
    assert (found.state, found.rule) == (state, rule)


def test_left_out_words_are_shown(document_of: Callable[..., Document]) -> None:
    found = locate(document_of(CONTRACT), "Supplier may ... terminate the Agreement")
    assert found.shown == "Supplier may, if Distributor defaults, terminate the Agreement."


def test_stars_are_no_ellipsis_where_the_contract_redacts_with_them(document_of: Callable[..., Document]) -> None:
    document = document_of("Ginkgo shall buy [***] units within [***] days of the Effective Date of this Agreement.")
    assert locate(document, "shall buy [***] units [***] days of the Effective Date").state == "unverified"
