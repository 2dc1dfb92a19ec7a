"""A statement whose words all stand in its source and that says the contrary is marked: each of these passed before."""

from __future__ import annotations

import pytest

from core.qa.support import Cited, judge

_LAW = (
    "This Agreement shall be governed by the laws of the State of Nevada without giving "
    "effect to any conflict of law rule."
)
_NOTICE = (
    "The Appointment may be terminated by either party giving at least 12 months' notice in "
    "writing. The Company may in its "
    "sole discretion terminate this Agreement with immediate effect by notice in writing to the Executive."
)
_COSTS = "Each party shall pay its own legal costs of the mediation regardless of the outcome of the mediation."
_FEE = "SRP shall be entitled to a base fee of $80,000."
_CHARGE = (
    "Detto shall pay PivX a late charge of 1.50% per month or the maximum amount allowed by law, whichever is less."
)
_SALE = (
    "Distributor shall not sell any Products to a customer if Distributor knows that the "
    "customer intends to export them."
)
_RENEWAL = (
    "This Agreement continues for an initial term of seven (7) years and will automatically "
    "renew for annual periods unless "
    "either party gives notice at least one hundred eighty (180) days prior to the beginning of a Renewal Term."
)
_CAP = "In any event, the total liquidated damages shall not exceed 5% of the Product Price."
_ASSIGNED = "This Agreement cannot be assigned by a Party without the prior written consent of the other Party."
_TERM = "During the Term, the Publisher agrees to give the Author the right of first refusal."
_APPROVAL = (
    "The Receiving Party shall notify the Originating Party of its approval within five business days after receipt."
)
_CURE = (
    "Either party may terminate this Agreement if the other party breaches this Agreement and fails to cure it "
    "within thirty (30) days after notice."
)
_OWNED = "All intellectual property developed under this Agreement belongs to the Client."
_TECHNOLOGY = "乙は、本件業務により生じた改良技術を甲に開示する。"
_SECRET = "受託者は、業務遂行上知り得た秘密情報を第三者に開示してはならない。"
_RIGHTS = "本報告書に伴い生じた知的財産権は、乙が従前から保有しているものを除き、甲に帰属するものとする。"
_SUBCONTRACT = "乙は、甲の書面による事前の承諾なく、本件業務を第三者に再委託してはならない。"
_CHECK = "甲は、業務完了報告を受領した日の翌日から5営業日以内に、その内容を確認する。"
_MEASURES = "受領者は、漏洩の事故に対処するための適切な措置をとるものとする。"


@pytest.mark.parametrize(
    ("words", "statement"),
    [
        (_LAW, "Nevada law applies, including its conflict of law rules."),
        (_LAW, "The contract's governing law is not that of the State of Nevada."),
        (_NOTICE, "The Executive is also entitled to terminate the Agreement with immediate effect by written notice."),
        (_COSTS, "Each party pays the other's legal costs of the mediation."),
        (_COSTS, "Legal costs of the mediation are borne by neither party."),
        (_FEE, "SRP owes a base fee of $80,000."),
        (
            _CHARGE,
            "Detto shall pay PivX a late charge of 1.50% per year or the maximum amount allowed by law, whichever "
            "is less.",
        ),
        ("The price is $3.10 per kilogram.", "The price is $3.10 per tonne."),
        (
            _CURE,
            "Either party may terminate this Agreement if the other party breaches this Agreement or fails to cure "
            "it within thirty days after notice.",
        ),
        (_OWNED, "All intellectual property belongs to the Client."),
        (
            "乙は、甲の書面による承諾を得た場合に限り、本業務の一部を再委託することができる。",
            "乙は、本業務の一部を再委託することができる。",
        ),
        (
            "甲及び乙は、契約上の権利を第三者に譲渡してはならない。",
            "甲及び乙は、契約上の義務を第三者に譲渡してはならない。",
        ),
        (
            "秘密保持義務は、3年間存続する。ただし、個人情報については期間の定めなく存続する。",
            "個人情報については3年間存続する。",
        ),
        ("利息は年2.5パーセントとする。", "利息は月2.5%です。"),
        ("譲渡代金は１株につき金３万円、総額金１千２百万円とする。", "譲渡代金の総額は30,000円です。"),
        ("会社は、研究経費として金550万円を大学に納付する。", "大学は研究経費550万円を会社に納付します。"),
        (_CHARGE, "The late charge is 1.5% per month or the legal maximum, whichever is higher."),
        (_SALE, "Distributor shall not sell any Products to a customer."),
        (_RENEWAL, "Notice is given at least 180 days after the beginning of a Renewal Term."),
        (_RENEWAL, "The Agreement renews by agreement for annual periods."),
        (_CAP, "Total liquidated damages are not limited to five percent of the Product Price."),
        (_ASSIGNED, "The Agreement may not be assigned with the other Party's written consent."),
        (_TERM, "The Publisher gives the Author the right of first refusal after the Term."),
        (_APPROVAL, "The Originating Party has five business days after receipt to notify its approval."),
        (_SECRET, "秘密情報を第三者に開示してはならないのは委託者です。"),
        (_RIGHTS, "乙が従前から保有している知的財産権も、甲に帰属します。"),
        (_SUBCONTRACT, "乙は、甲の書面による事前の承諾があれば、本件業務を第三者に再委託することができません。"),
        (_CHECK, "甲は業務完了報告を受領した日の翌日から5営業日以上に内容を確認します。"),
        (_MEASURES, "受領者は、適切な措置をとる必要はありません。"),
        (_SUBCONTRACT, "Party B may not subcontract the work to a third party with Party A's prior written consent."),
        (_TECHNOLOGY, "改良技術を開示するのは甲です。"),
    ],
)
def test_a_statement_that_turns_its_words_is_marked(words: str, statement: str) -> None:
    assert not judge(statement, [Cited(words, 1, "Hosting Deed", ())]).carried


@pytest.mark.parametrize(
    ("words", "statement"),
    [
        (_LAW, "Nevada law governs the agreement."),
        (_NOTICE, "The Company may terminate the Agreement with immediate effect by written notice to the Executive."),
        (_COSTS, "Each party pays its own legal costs of the mediation."),
        (_FEE, "SRP is entitled to a base fee of 80,000 dollars."),
        (_CHARGE, "Detto pays PivX a late charge of 1.5% per month or the legal maximum, whichever is less."),
        (
            _RENEWAL,
            "It renews unless either party gives notice at least 180 days before the beginning of a Renewal Term.",
        ),
        (_ASSIGNED, "Assignment of the Agreement requires the other Party's prior written consent."),
        (_SECRET, "受託者は秘密情報を第三者に開示してはなりません。"),
        (_SUBCONTRACT, "乙が第三者に再委託するには、甲の書面による事前の承諾が必要です。"),
        (_CHECK, "甲は業務完了報告の受領日の翌日から5営業日以内に内容を確認します。"),
    ],
)
def test_a_statement_that_says_what_its_words_say_is_not(words: str, statement: str) -> None:
    verdict = judge(statement, [Cited(words, 1, "Hosting Deed", ())])
    assert verdict.carried, verdict.reason


@pytest.mark.parametrize(
    ("statement", "carried"),
    [
        ("乙は、契約終了後2年間、競合する事業を自ら行い、または第三者に行わせてはならない。", True),
        ("乙は、契約終了後2年間、競合する事業を自ら行い、または第三者に行わせてもよい。", False),
    ],
)
def test_a_whole_sentence_of_the_words_is_carried_by_them(statement: str, carried: bool) -> None:
    """It was marked: who acts in it was read as another than who acts in it."""
    words = "乙は、契約終了後2年間、競合する事業を自ら行い、または第三者に行わせてはならない。違反は通知する。"
    assert judge(statement, [Cited(words, 1, "Hosting Deed", ())]).carried is carried
