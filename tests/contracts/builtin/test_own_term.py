"""A notice period counts back from the end of the term that its own sentence names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.contracts.builtin.facts.facts import find_facts
from core.documents import Document

Maker = Callable[..., Document]
HEAD = (
    "SERVICES AGREEMENT\n\nThis Services Agreement is entered into as of January 1, 2015 by and between Alpha Corp. "
    '("Provider") and Beta (UK) Limited ("Client").\n\n'
)


@pytest.mark.parametrize(
    ("body", "notice"),
    [
        pytest.param(
            "1. Term. This Agreement shall begin on January 1, 2015 and continue for ten (10) years.\n\n"
            "2. The Services Term for each order shall be one year and shall automatically renew for successive one "
            "year periods unless either party gives ninety (90) days written notice prior to the end of the "
            "then-current Services Term.",
            None,
            id="the notice of a Services Term does not count back from the end of the agreement (issue 12)",
        ),
        pytest.param(
            "1. Term. This Agreement shall begin on January 1, 2015 and continue for ten (10) years (the \"Initial "
            "Term\") and shall automatically renew for successive one year periods unless either party gives ninety "
            "(90) days written notice prior to the end of the then-current Renewal Term.",
            "P90D",
            id="Initial and Renewal Term are the agreement's own",
        ),
        pytest.param(
            "1. Services Term. The Services Term shall begin on January 1, 2015 and continue for ten years. The "
            "Services Term shall automatically renew for successive one year periods unless either party gives ninety "
            "(90) days written notice prior to the end of the then-current Services Term.",
            "P90D",
            id="both sentences name the same term",
        ),
    ],
)  # fmt: skip
def test_notice_and_end_of_one_term(body: str, notice: str | None, text_document: Maker) -> None:
    facts, _ = find_facts(text_document(HEAD + body))
    found = {fact.name: fact for fact in facts}
    assert found["expiration_date"].value == "2025-01-01"
    assert found["notice_period"].value == notice
    assert "ninety (90) days" in (found["notice_period"].detail or "")


@pytest.mark.parametrize(
    ("preamble", "expected"),
    [
        ('Fonterra (USA) Inc., a California corporation ("Seller"), and Nestle (Thai) Ltd. ("Buyer")',
         ["Fonterra (USA) Inc.", "Nestle (Thai) Ltd."]),
        ('Licensee ("Licensee") and Gamma LLC ("Licensor")', ["Gamma LLC"]),
        ('[NAME] ("Buyer") and Gamma LLC ("Seller")', ["Gamma LLC"]),
    ],
)  # fmt: skip
def test_a_party_is_a_name_and_stays_whole(preamble: str, expected: list[str], text_document: Maker) -> None:
    """Issue 12: "Fonterra" was cut at its bracket, and role words and placeholders were parties."""
    text = f"SUPPLY AGREEMENT\n\nThis Agreement is made as of March 3, 2020 between {preamble}.\n\n1. Products."
    _, parties = find_facts(text_document(text))
    assert [party.name for party in parties] == expected
