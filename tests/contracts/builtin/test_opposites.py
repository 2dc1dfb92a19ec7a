"""Issue 12, 3: a quote that says the opposite of its clause type was shown under it as if it were the type."""

from __future__ import annotations

import pytest

from core.contracts.builtin.clauses.opposites import says_the_opposite


@pytest.mark.parametrize(
    ("code", "words", "opposite"),
    [
        ("anti_assignment", "Vendor may assign this Agreement to any affiliate without the consent of Customer.", True),
        ("anti_assignment", "乙は、甲の承諾を得ることなく、本契約上の地位をその関連会社に譲渡することができる。", True),
        ("anti_assignment", "Neither party may assign this Agreement without the consent of the other.", False),
        ("anti_assignment", "Vendor may not assign this Agreement without the consent of Customer.", False),
        ("anti_assignment", "Either party may assign it to an affiliate without consent; others are void.", False),
        ("anti_assignment", "乙は、甲の承諾なく本契約上の権利を譲渡することができない。", False),
        ("exclusivity", "Licensor grants a non-exclusive right to use the Software.", True),
        ("exclusivity", "The appointment is exclusive, the trademark licence non-exclusive.", False),
        ("exclusivity", "非独占的に使用する権利を許諾する。", True),
        ("exclusivity", "独占的な販売権を与える。", False),
        ("termination_for_cause", "Customer may terminate at any time, without cause, upon sixty days' notice.", True),
        ("termination_for_cause", "甲は、理由を問わずいつでも本契約を解約することができる。", True),
        ("termination_for_cause", "Either party may terminate without cause, or upon a material breach.", False),
        ("uncapped_liability", "Its aggregate liability shall not exceed the fees paid.", True),
        ("uncapped_liability", "Liability shall not exceed the fees, except for gross negligence.", False),
        ("uncapped_liability", "賠償額は委託料を上限とする。ただし、故意の場合はこの限りでない。", False),
        ("license_grant", "No license under any patent is granted by this Agreement.", True),
        ("license_grant", "Licensor hereby grants a license; no other license is granted.", False),
        ("minimum_commitment", "Buyer is not obligated to purchase any quantity of the Products.", True),
        ("minimum_commitment", "Buyer shall purchase at least 10,000 units a year.", False),
        ("arbitration", "Disputes shall not be submitted to arbitration.", True),
        ("arbitration", "本契約に関する紛争は仲裁により解決する。", False),
        ("audit_rights", "Customer has no right to audit the books of Vendor.", True),
        ("governing_law", "This Agreement is not governed by New York law.", False),
    ],
)  # fmt: skip
def test_words_of_the_opposite(code: str, words: str, opposite: bool) -> None:
    assert says_the_opposite(code, words) is opposite
