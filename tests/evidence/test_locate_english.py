"""Which English quotes are shown as evidence, and what refuses the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.documents import Document
from core.evidence import locate

CONTRACT = """\
This Agreement is made between Birch First Capital Fund, LLC ("Company") and Mount Knowledge
Holdings, Inc. (the "Licensee").
1. Assignment. Neither party may assign this Agreement without the consent of the
other party, except that Company may assign this Agreement to an Affiliate.
2. Payment. Licensee shall pay Company a fee of US$1,000,000 within thirty (30) days after receipt of an
invoice, plus 5% interest on late pay-
ment. The fee shall not exceed $11,000.50 in any calendar year.
3. Liability. Company shall not be liable for indirect damages. Licensee shall indemnify Company against all
claims. The non-exclusive license is unlimited.
4. Term. Either party may terminate this Agreement upon not less than sixty (60) days' notice. Section 5.10 applies.
Licensee shall notify Company and Company shall pay the taxes. The art of the party is in department 130.
"""

CASES = [
    ("Neither party may assign this Agreement without the consent of the other party", "repaired", "edge_negation"),
    ("may assign this Agreement without the consent", "repaired", "edge_negation"),
    ("party may assign this Agreement without the consent", "repaired", "edge_negation"),
    ("Neither party may assign this Agreement without the consent of the other party.", "repaired", "edge_negation"),
    ("Company may assign this Agreement to an Affiliate", "repaired", "edge_negation"),
    ("Either party may assign this Agreement without the consent of the other party", "unverified", "veto_boundary"),
    (
        "Licensee shall pay Company a fee of US$1,000,000 within thirty (30) days after receipt of an invoice",
        "verified",
        "canonical",
    ),
    (
        "Licensee shall pay Company a fee of US$1,000,000 within sixty (30) days after receipt of an invoice",
        "unverified",
        "veto_number",
    ),
    (
        "Licensee shall pay Company a fee of US$1,000,000 within 30 days after receipt of an invoice",
        "repaired",
        "fuzzy",
    ),
    (
        "Licensee shall pay Company a fee of US$1,000.000 within thirty (30) days after receipt of an invoice",
        "unverified",
        "veto_number",
    ),
    (
        "Licensee shall pay Company a fee of US$1000000 within thirty (30) days after receipt of an invoice",
        "repaired",
        "fuzzy",
    ),
    (
        "Company shall pay Licensee a fee of US$1,000,000 within thirty (30) days after receipt of an invoice",
        "unverified",
        "veto_name",
    ),
    ("plus 5% interest on late payment", "verified", "canonical"),
    ("plus 5% interest on late pay-ment", "verified", "canonical"),
    ("plus 5 interest on late payment", "unverified", "veto_unit"),
    ("plus 15% interest on late payment", "unverified", "veto_number"),
    ("The fee shall not exceed $11,000.50 in any calendar year.", "verified", "exact"),
    ("1,000.50", "unverified", "veto_boundary"),
    ("$11,000", "unverified", "veto_boundary"),
    ("000", "unverified", "veto_boundary"),
    ("$1,000", "unverified", "veto_boundary"),
    ("11,000.50", "verified", "exact"),
    ("The fee shall exceed $11,000.50 in any calendar year.", "unverified", "veto_negation"),
    ("exceed $11,000.50 in any calendar year.", "repaired", "edge_negation"),
    ("be liable for indirect damages", "repaired", "edge_negation"),
    ("Company shall be liable for indirect damages", "unverified", "veto_negation"),
    ("Company shall … be liable for indirect damages", "unverified", "veto_negation"),
    ("Company shall ... indemnify Company against all claims", "unverified", "veto_ellipsis"),
    ("Company … shall indemnify Company against all claims", "unverified", "veto_ellipsis"),
    ("Licensee shall notify Company ... shall pay the taxes", "unverified", "veto_ellipsis"),
    ("Licensee ... shall pay the taxes", "unverified", "veto_ellipsis"),
    ("Licensee shall ... pay the taxes", "unverified", "veto_ellipsis"),
    ("Licensee shall pay Company a fee … within thirty (30) days after receipt of an invoice", "verified", "ellipsis"),
    ("exclusive license is unlimited", "repaired", "edge_negation"),
    ("The exclusive license is unlimited", "unverified", "veto_negation"),
    ("The nonexclusive license is unlimited.", "repaired", "fuzzy"),
    ("The non-exclusive license is limited.", "unverified", "veto_negation"),
    ("limited", "unverified", "veto_boundary"),
    ("Section 5.1", "unverified", "veto_boundary"),
    ("Section 5.10", "verified", "exact"),
    ("Section 5.10 applies", "verified", "exact"),
    ("art", "verified", "exact"),
    ("department 13", "unverified", "veto_boundary"),
    ("department 130", "verified", "exact"),
    ("30", "verified", "exact"),
    ("13", "unverified", "veto_boundary"),
    ("Birch First Capital Fund, LLC", "verified", "exact"),
    ("Birch Second Capital Fund, LLC", "unverified", "veto_name"),
    ("Mount Knowledge Holdings, Inc.", "verified", "canonical"),
    ("Mount Knowlege Holdings, Inc.", "unverified", "veto_name"),
    ("between Mount Knowledge Holdings, Inc. and Birch First Capital Fund, LLC", "unverified", "not_found"),
    ("upon not less than sixty (60) days' notice", "verified", "exact"),
    ("upon not more than sixty (60) days' notice", "unverified", "veto_comparator"),
    ("less than sixty (60) days", "repaired", "edge_negation"),
    ("upon not less than sixty (60) months' notice", "unverified", "veto_unit"),
    ("", "unverified", "empty"),
    ("  ... — ", "unverified", "empty"),
    ("“Company”", "verified", "canonical"),
    ("Company", "verified", "exact"),
    ("company", "repaired", "fuzzy"),
    ("Compan", "unverified", "veto_boundary"),
    ("NEITHER PARTY MAY ASSIGN THIS AGREEMENT", "verified", "canonical"),
    ("Licensee shall pay  Company\na fee", "verified", "canonical"),
    ("Licensee shall indemnify Licensee against all claims", "unverified", "veto_name"),
    ("Licensee shall indemnify Company against any claims", "unverified", "veto_comparator"),
    ("Either party may terminate this Agreement upon not less than sixty (60) days' notise", "repaired", "fuzzy"),
]


@pytest.mark.parametrize(("quote", "state", "rule"), CASES)
def test_state_and_rule(document_of: Callable[..., Document], quote: str, state: str, rule: str) -> None:
    found = locate(document_of(CONTRACT), quote)
    assert (found.state, found.rule) == (state, rule)
