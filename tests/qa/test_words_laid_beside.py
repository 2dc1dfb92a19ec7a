"""A statement laid beside the cited words: what only shortens them is carried, what replaces or drops a word is not."""

from __future__ import annotations

import pytest

from core.qa.support import Cited, judge

FEE = (
    "For the services rendered hereunder, the Fund shall pay Adviser a fee accrued daily and payable monthly at an "
    "annual rate equal to 0.40% of the Fund's average weekly net assets."
)
SUCCESSOR = (
    "This Agreement may not be assigned without the written consent of the other party, which consent shall not be "
    "unreasonably delayed, except that it shall be assigned automatically to any successor to the Bank, and any such "
    "successor shall be bound by the terms of this Agreement."
)
INSURED = (
    "Carrier shall maintain liability insurance covering injuries to persons and shall cause Shipper to be named as an "
    "additional insured."
)
SCARCE = (
    "In the event of a shortage, Dealer shall be treated no less favorably than any other dealer and shall receive its "
    "share of the Products."
)
LINK = "Portal hereby grants to Shop a non-exclusive, royalty-free license to display and link to the Portal Pages."
PROVIDERS = "Shop shall not enter into any agreement with any provider of a mobile payment system other than Portal."
REVENUE = "After refunds are deducted from the gross revenue, Studio will obtain 60% of the remaining revenue."
AUDITS = (
    "Upon notice, not more than once during any calendar year, Servicer shall give Trustee access to the Trust's books."
)
EXCLUDED = "Except for claims under section 9, in no event will either party be liable for any indirect damages."
SHIPS = "Seller shall ship the Goods within ten days after receipt of the order if Buyer has paid the deposit."
NOTICE = "This Agreement shall renew for one year unless either party requests termination in writing."
LISTED = "Attached as Schedule B is a list of the competitors of Publisher."

CONSENTS = "投稿者は、画像に署名を追加できる。署名を削除するには、投稿者の書面による承諾を得なければならない。"
SCOPE = "水道代、電気代等は、使用量が変わるため、本覚書の範囲に含まず、後日の精算とする。"
NAMED = "譲渡人（以下「甲」という）と譲受人（以下「乙」という）は、以下の通り合意する。"
SHARED = "委託者は、受託者に対し、毎月末日までに前月分の委託料を支払うものとする。"
REPAIRS = "納入した製品に不具合がある場合、売主は、直ちに代替品を納入するものとする。"
WORN = "1.6.摩耗品とは、本契約の下で消耗する部品を指します。"
ARTICLES = "本売買契約第6条（検収）、同第8条（保証）は、部品の納入に準用する。"


@pytest.mark.parametrize(
    ("words", "true"),
    [
        (FEE, "The fee is at an annual rate equal to 0.40% of the Fund's average weekly net assets."),
        (SUCCESSOR, "Consent shall not be unreasonably delayed."),
        (SUCCESSOR, "Any such successor is bound by the terms of the Agreement."),
        (SUCCESSOR, "It is assigned automatically to any successor to the Bank."),
        (INSURED, "Carrier shall cause Shipper to be named as an additional insured."),
        (SCARCE, "Dealer shall receive its share of the Products."),
        (NOTICE, "Either party may request termination in writing."),
        (ARTICLES, "第8条（保証）が準用されます。"),
        (ARTICLES, "本売買契約第6条および第8条は、部品の納入に準用されます。"),
        (REPAIRS, "納入した製品に不具合がある場合、売主は、直ちに代替品を納入することとされています。"),
    ],
)
def test_what_only_shortens_the_words_is_carried(words: str, true: str) -> None:
    assert judge(true, [Cited(words)]).carried


@pytest.mark.parametrize(
    ("words", "false"),
    [
        (FEE, "The fee is accrued monthly and payable daily."),
        (INSURED, "Shipper shall cause Carrier to be named as an additional insured."),
        (SCARCE, "Dealer shall be treated less favorably than any other dealer."),
        (LINK, "Shop shall link to the Portal Pages."),
        (LINK, "Shop may display the Portal Pages for any purpose."),
        (PROVIDERS, "Shop shall not enter into any agreement with any provider other than Portal."),
        (REVENUE, "Studio will obtain 60% of the gross revenue."),
        (AUDITS, "Servicer shall give Trustee access to the Trust's books at least once during any calendar year."),
        (AUDITS, "Servicer shall give access to the Depositor's books."),
        (
            EXCLUDED,
            "In no event will either party be liable for any indirect damages, even for claims under section 9.",
        ),
        (SHIPS, "Seller shall ship the Goods within ten days after receipt of the order."),
        (LISTED, "Attached as Schedule C is a list of the competitors of Publisher."),
        (CONSENTS, "閲覧者は、画像に署名を追加できます。"),
        (CONSENTS, "署名を削除するには、閲覧者の書面による承諾を得なければなりません。"),
        (SCOPE, "水道代、電気代等は、本覚書の範囲に含まれます。"),
        (NAMED, "譲渡人を「乙」といいます。"),
        (SHARED, "委託者は、受託者に対し、毎月末日までに前月分の経費を支払うものとする。"),
        (WORN, "契約58の1.7項によれば、摩耗品とは、消耗する部品です。"),
        (SHARED, "毎月末日までに支払うのは委託料に限られます。"),
        (REPAIRS, "売主は、直ちに代替品を納入するものとする。"),
    ],
)
def test_what_replaces_or_drops_a_word_is_marked(words: str, false: str) -> None:
    assert not judge(false, [Cited(words)]).carried
