"""Figures, prefixes, roles and spacing on which a quote can go wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.documents import Document
from core.evidence import locate

CONTRACT = """\
The fee is $1,234 and 10–20 days. Interest is 1.5% or -5% of it. Licensee shall pay on 3/20/2008 at 10:30. "Affiliate"
means an entity under common control.
Licensor grants Licensee an irrevocable, non-transferable licence.
Licensee's liability is not unlimited. The deposit is twenty-five (25) dollars. The
cap is $5 million. He can not assign. The notable items may be sold.
The parties may agree in May. Company may not, without consent, sell the Product. Unless
Buyer objects, Seller may ship. It is
therefore unable to perform the resignation.
"""

CASES = [
    ("The fee is $12,34 and", "unverified", "veto_number"),
    ("The fee is $1234 and 10", "unverified", "veto_edge"),
    ("20 days", "repaired", "edge_negation"),
    ("10–20 days", "verified", "exact"),
    ("10-20 days", "verified", "canonical"),
    ("5% of it", "unverified", "veto_boundary"),
    ("-5% of it", "verified", "exact"),
    ("Interest is 15%", "unverified", "veto_number"),
    ("Interest is .5%", "unverified", "not_found"),
    ("3/20/200", "unverified", "veto_boundary"),
    ("20/2008", "repaired", "edge_negation"),
    ("0:30", "unverified", "veto_boundary"),
    ("Licensor grants Licensee a revocable, non-transferable licence", "unverified", "veto_negation"),
    ("Licensor grants Licensee an irrevocable, transferable licence", "unverified", "veto_negation"),
    ("Licensor grants Licensee an irrevocable licence", "unverified", "veto_negation"),
    ("Licensee's liability is unlimited.", "unverified", "veto_negation"),
    ("Licensee's liability is not limited.", "unverified", "veto_negation"),
    ("Licensee liability is not unlimited", "unverified", "veto_name"),
    ("Licensor's liability is not unlimited.", "unverified", "veto_name"),
    ("twenty (25) dollars", "unverified", "not_found"),
    ("five (25) dollars", "unverified", "veto_boundary"),
    ("The deposit is 25 dollars.", "repaired", "fuzzy"),
    ("The deposit is twenty-five dollars.", "repaired", "fuzzy"),
    ("The cap is $5", "unverified", "veto_boundary"),
    ("He cannot assign.", "repaired", "fuzzy"),
    ("He can assign.", "unverified", "not_found"),
    ("The not able items may be sold.", "unverified", "veto_negation"),
    ("The parties may agree in may.", "repaired", "fuzzy"),
    ("Company may, without consent, sell the Product", "unverified", "veto_negation"),
    ("Company may … sell the Product", "unverified", "veto_negation"),
    ("Buyer objects, Seller may ship", "repaired", "edge_negation"),
    ("Seller may ship", "verified", "exact"),
    ("Company may not, with consent, sell the Product", "unverified", "veto_negation"),
    ("It is therefore able to perform the resignation.", "unverified", "veto_negation"),
    ("It is there fore unable to perform the re-signation.", "repaired", "fuzzy"),
    ("It is therefore unable to perform the assignation.", "unverified", "veto_word"),
    ("An Affiliate means an entity under common control", "repaired", "fuzzy"),
    ("Affiliates means an entity under common control", "unverified", "veto_name"),
    ('"Affiliate" means any entity under common control', "unverified", "veto_comparator"),
    ("Seller shall ship", "unverified", "not_found"),
    ("Buyer may ship", "unverified", "not_found"),
    ("Unless Seller objects, Buyer may ship", "unverified", "not_found"),
    ("Seller may not ship", "unverified", "not_found"),
    ("Seller may ship, unless Buyer objects", "unverified", "not_found"),
    ("Licensee shall pay on 3/20/2009 at 10:30", "unverified", "veto_number"),
    ("Licensee shall pay on 3/20/2008 at 10:30 pm", "unverified", "veto_name"),
    ("Licensee shall pay on 20/3/2008 at 10:30", "unverified", "veto_number"),
]


@pytest.mark.parametrize(("quote", "state", "rule"), CASES)
def test_state_and_rule(document_of: Callable[..., Document], quote: str, state: str, rule: str) -> None:
    found = locate(document_of(CONTRACT), quote)
    assert (found.state, found.rule) == (state, rule)
