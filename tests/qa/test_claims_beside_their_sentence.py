"""A statement is held against the sentence of its source that it speaks of, not against words elsewhere in it."""

from __future__ import annotations

import pytest

from core.qa.support import Cited, judge

_LIST = "The Vendor may inspect the Site through a local agent. Fees are payable only in euros."
_PANEL = "The Expert Panel is not the exclusive body for such questions."
_USE = "The Customer may use the Data for purposes of testing the Software."
_PAID = "The final instalment to Orbis will be payable on the Closing Date."
_BIND = "Neither party may pledge its interest in the Venture."
_INSURED = "The carrier answers for the gross negligence of the insured Party; the other Party bears the rest."
_EXCEPT = "Neither party shall sublet the Premises except with the prior written consent of the other party."
_DONE = "The Owner has repaired the roof and will paint the fence."
_DEFENCE = "The licensee shall assist the licensor at the licensor's cost."
_NONE = "There is no duty of either party to renew."
_IF = "If the Bank approves the plan, the Borrower shall publish it."
_REMIND = "借主が支払を怠り、催告を受けてもなお支払わないときは、貸主は契約を解除することができる。"
_SECRETS = "受講者は、講師の許可なく教材を公開しない。"
_RISK = "配送日は、天候により変更されることがあります。"
_CHOICE = "利用者は、新しい料金表に基づいて支払うことを選択することができる。"
_ONLY = "本規約を変更できる権利を持つのは、当社だけです。"
_PERMIT = "許可を得ないで転貸すると、借主は契約を解除されることがあります。"
_RULE = "作業中は、発注者の安全規則を遵守し、その他の事項については、受注者の安全規則を適用する。"
_EACH = "委託者及び受託者は、自己に課された税金を納付する。"
_DIFFERS = "手数料は、地域により異なる。"
_LOSS = "当社は、いかなる損害（逸失利益を含みますがこれに限りません）についても責任を負いません。"
_TRANSFER = "甲及び乙は、相手方の書面による事前の承諾なく、本契約上の地位を第三者に譲渡してはならない。"


@pytest.mark.parametrize(
    ("words", "statement"),
    [
        (_LIST, "The Vendor may inspect the Site only through a local agent."),
        (_PANEL, "Only the Expert Panel is the body for such questions."),
        (_USE, "The Customer may use the Data for any purpose."),
        (_PAID, "The final instalment is payable by Orbis on the Closing Date."),
        (_BIND, "Either party may pledge its interest in the Venture."),
        (_INSURED, "The carrier answers for the gross negligence of the other Party."),
        (_EXCEPT, "Either party may sublet the Premises without the consent of the other party."),
        (_DONE, "The Owner will repair the roof."),
        (_DEFENCE, "The licensee assists the licensor at its own cost."),
        (_NONE, "There is no duty of one party to renew."),
        (_IF, "The Borrower shall publish the plan whether or not the Bank approves it."),
        (_REMIND, "借主が支払を怠ったときは、貸主は催告をすることなく契約を解除することができる。"),
        (_SECRETS, "受講者は、講師の許可を得た場合であっても教材を公開しない。"),
        (_RISK, "配送日は、天候により変更されなければなりません。"),
        (_CHOICE, "利用者は、新しい料金表に基づいて支払わなければならない。"),
        (_ONLY, "利用者は、本規約を変更する権利を持ちます。"),
        (_PERMIT, "許可を得なくても、借主は契約を解除されることはありません。"),
        (_RULE, "作業中は、受注者の安全規則を遵守します。"),
        (_EACH, "委託者は、受託者に課された税金を納付します。"),
        (_DIFFERS, "手数料は、どの地域でも同じです。"),
        (_LOSS, "逸失利益は、損害に含まれません。"),
    ],
)
def test_what_only_another_sentence_says_does_not_carry_it(words: str, statement: str) -> None:
    assert not judge(statement, [Cited(words, 1, "Hosting Deed", ("Orbis Ltd.",))]).carried


@pytest.mark.parametrize(
    ("words", "statement"),
    [
        (_LIST, "Fees are payable only in euros."),
        (_BIND, "Neither party may pledge its interest."),
        (_EXCEPT, "Neither party may sublet the Premises without the other party's prior written consent."),
        (_RISK, "天候により、配送日は変更されることがあります。"),
        (_ONLY, "本規約を変更する権利は、当社だけが持ちます。"),
        (_RULE, "作業中は、発注者の安全規則を遵守します。"),
        (_EACH, "受託者は、自己に課された税金を納付します。"),
        (_TRANSFER, "相手方の書面による事前の承諾がない限り、本契約上の地位を第三者に譲渡することはできません。"),
    ],
)
def test_what_its_own_sentence_says_does(words: str, statement: str) -> None:
    verdict = judge(statement, [Cited(words, 1, "Hosting Deed", ("Orbis Ltd.",))])
    assert verdict.carried, verdict.reason
