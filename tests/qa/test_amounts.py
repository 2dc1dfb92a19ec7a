"""Amounts in statements: at least, more than, up to, less than, below and above, at their edges (issue 12, 3 and 9)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from core.qa.support import Cited, judge
from core.qa.support.bounds import bound_differs
from core.qa.support.figures import figures

SAME_AND_OTHER = [
    (
        "Supplier shall maintain insurance of at least $1,000,000 per occurrence.",
        [
            "Supplier must carry insurance of at least $1 million per occurrence.",
            "Supplier must carry insurance of no less than USD 1,000,000 per occurrence.",
        ],
        [
            "Supplier must carry insurance of at most $1,000,000 per occurrence.",
            "Supplier must carry insurance of more than $1,000,000 per occurrence.",
            "Supplier must carry insurance of up to $1,000,000 per occurrence.",
            "Supplier must carry insurance of exactly $1,000,000 per occurrence.",
            "Supplier must carry insurance of less than $1,000,000 per occurrence.",
        ],
    ),
    (
        "The aggregate liability of Supplier shall not exceed $500,000.",
        [
            "Supplier's aggregate liability is capped at $500,000.",
            "Supplier's aggregate liability may not exceed USD 0.5 million.",
            "Supplier's aggregate liability is limited to five hundred thousand dollars.",
        ],
        [
            "Supplier's aggregate liability is at least $500,000.",
            "Supplier's aggregate liability exceeds $500,000.",
            "Supplier's aggregate liability must be below $500,000.",
            "Supplier's aggregate liability is limited to EUR 500,000.",
        ],
    ),
    (
        "Buyer shall reimburse expenses of up to $10,000 per year.",
        ["Buyer reimburses expenses up to $10,000 a year."],
        [
            "Buyer reimburses expenses over $10,000 a year.",
            "Buyer reimburses expenses of at least $10,000 a year.",
            "Buyer reimburses expenses of less than $10,000 a year.",
        ],
    ),
    (
        "Prior approval is required for any expenditure of more than $25,000.",
        ["Any expenditure above $25,000 requires prior approval."],
        [
            "Any expenditure of $25,000 or more requires prior approval.",
            "Any expenditure of at least $25,000 requires prior approval.",
            "Any expenditure under $25,000 requires prior approval.",
            "Any expenditure of up to $25,000 requires prior approval.",
        ],
    ),
    (
        "Licensee shall pay Licensor a license fee of $250,000.",
        ["Licensee shall pay Licensor a license fee of $250k."],
        [
            "Licensee shall pay Licensor a license fee of at least $250,000.",
            "Licensee shall pay Licensor a license fee of up to $250,000.",
            "Licensee shall pay Licensor a license fee of $250 million.",
            "Licensee shall pay Licensor a license fee of $250.",
        ],
    ),
    (
        "乙は、一事故につき1億円以上の賠償責任保険に加入する。",
        [
            "乙は一事故につき１億円以上の賠償責任保険に加入する義務を負う。",
            "乙は一事故につき100,000,000円以上の賠償責任保険に加入する。",
        ],
        [
            "乙は一事故につき1億円以下の賠償責任保険に加入する。",
            "乙は一事故につき1億円を超える賠償責任保険に加入する。",
            "乙は一事故につき1億円未満の賠償責任保険に加入する。",
            "乙は一事故につき最大1億円の賠償責任保険に加入する。",
        ],
    ),
    (
        "甲の損害賠償額は、金1,000万円を上限とする。",
        [
            "甲の損害賠償額の上限は一千万円である。",
            "甲の損害賠償額は1,000万円以下である。",
            "甲の損害賠償額は金壱阡萬円を上限とする。",
        ],
        [
            "甲の損害賠償額は1,000万円以上である。",
            "甲の損害賠償額は1,000万円未満である。",
            "甲の損害賠償額は1,000万円を超える。",
        ],
    ),
    (
        "乙は、50万円未満の備品を甲の承諾なく購入することができる。",
        ["乙は50万円未満の備品を甲の承諾なく購入できる。"],
        [
            "乙は50万円以下の備品を甲の承諾なく購入できる。",
            "乙は50万円以上の備品を甲の承諾なく購入できる。",
            "乙は50万円までの備品を甲の承諾なく購入できる。",
        ],
    ),
    (
        "乙は、100万円を超える支出について事前に甲の承認を得なければならない。",
        ["乙は100万円超の支出について甲の事前承認を得なければならない。"],
        [
            "乙は100万円以上の支出について甲の事前承認を得なければならない。",
            "乙は100万円未満の支出について甲の事前承認を得なければならない。",
            "乙は100万円以下の支出について甲の事前承認を得なければならない。",
        ],
    ),
    (
        "甲は、月額10万円以下の交通費を負担する。",
        ["甲は月額10万円以下の交通費を負担する。", "甲は月額10万円までの交通費を負担する。"],
        [
            "甲は月額10万円未満の交通費を負担する。",
            "甲は月額10万円以上の交通費を負担する。",
            "甲は月額10万円を超える交通費を負担する。",
        ],
    ),
    (
        "Reseller shall purchase Products with an aggregate value of not less than $2,000,000 in each Contract Year.",
        [
            "Reseller must buy Products worth at least $2 million in each Contract Year.",
            "Reseller must buy Products worth a minimum of $2,000,000 in each Contract Year.",
        ],
        [
            "Reseller must buy Products worth no more than $2,000,000 in each Contract Year.",
            "Reseller must buy Products worth over $2,000,000 in each Contract Year.",
        ],
    ),
    (
        "IN NO EVENT SHALL EITHER PARTY'S LIABILITY EXCEED THE SUM OF FIVE MILLION DOLLARS ($5,000,000).",
        [
            "Each party's total liability is limited to $5 million.",
            "Neither party's total liability exceeds five million dollars.",
        ],
        [
            "Each party's total liability is at least $5,000,000.",
            "Each party's total liability stays below $5,000,000.",
            "Each party's total liability may be more than $5,000,000.",
        ],
    ),
    (
        "The Company may, without the consent of the Bank, incur indebtedness in an amount less than $750,000.",
        ["The Company may incur indebtedness under $750,000 without the Bank's consent."],
        [
            "The Company may incur indebtedness of up to $750,000 without the Bank's consent.",
            "The Company may incur indebtedness above $750,000 without the Bank's consent.",
        ],
    ),
    (
        "Any single claim below $5,000 shall be disregarded in determining whether the deductible has been met.",
        ["Single claims of less than $5,000 are disregarded."],
        ["Single claims of $5,000 or less are disregarded.", "Single claims of more than $5,000 are disregarded."],
    ),
    (
        "The Distributor shall receive a discount of 12% on orders equal to or greater than $40,000.",
        [
            "The Distributor receives a 12% discount on orders of at least $40,000.",
            "The Distributor receives a 12% discount on orders of $40,000 or more.",
        ],
        [
            "The Distributor receives a 12% discount on orders exceeding $40,000.",
            "The Distributor receives a 12% discount on orders below $40,000.",
            "The Distributor receives a discount of up to 12% on orders of at least $40,000.",
        ],
    ),
    (
        "Landlord shall contribute to the improvements a sum not to be more than Ninety Thousand Dollars ($90,000).",
        [
            "Landlord contributes up to $90,000 towards the improvements.",
            "Landlord contributes a maximum of $90k towards the improvements.",
        ],
        [
            "Landlord contributes no less than $90,000 towards the improvements.",
            "Landlord contributes less than $90,000 towards the improvements.",
        ],
    ),
    (
        "乙の年間最低購入金額は、3,000万円とする。",
        ["乙の年間購入金額は3,000万円以上である。", "乙の年間最低購入金額は三千万円である。"],
        ["乙の年間購入金額は最大3,000万円である。", "乙の年間購入金額は3,000万円を超える。"],
    ),
    (
        "一件の見積金額が200万円以上となる発注については、甲乙別途協議の上、書面により個別契約を締結する。",
        ["見積金額200万円以上の発注は、書面により個別契約を締結する。"],
        [
            "見積金額200万円超の発注は、書面により個別契約を締結する。",
            "見積金額200万円未満の発注は、書面により個別契約を締結する。",
            "見積金額200万円以下の発注は、書面により個別契約を締結する。",
        ],
    ),
    (
        "甲は、乙の請求に基づき、金五百万円を限度として前払金を支払うものとする。",
        ["甲は、500万円を上限として前払金を支払う。", "甲は、500万円以下の前払金を支払う。"],
        ["甲は、500万円以上の前払金を支払う。", "甲は、500万円を超える前払金を支払う。"],
    ),
    (
        "本契約に基づく乙の賠償責任は、いかなる場合も委託料の総額である800万円を超えないものとする。",
        ["乙の賠償責任は800万円以下である。", "乙の賠償責任は800万円を超えない。"],
        ["乙の賠償責任は800万円未満である。", "乙の賠償責任は800万円を超える。", "乙の賠償責任は800万円以上である。"],
    ),
    (
        "売上高が5億円を超えた場合、乙は甲に対し、超過額の3％に相当する追加使用料を支払う。",
        ["売上高が5億円を上回った場合、乙は追加使用料を支払う。"],
        [
            "売上高が5億円に達した場合、乙は追加使用料を支払う。",
            "売上高が5億円以上の場合、乙は追加使用料を支払う。",
            "売上高が5億円以下の場合、乙は追加使用料を支払う。",
        ],
    ),
    (
        "少額（1万円未満）の経費については、領収書の提出を要しない。",
        ["1万円未満の経費は、領収書の提出を要しない。"],
        [
            "1万円以下の経費は、領収書の提出を要しない。",
            "1万円までの経費は、領収書の提出を要しない。",
            "1万円以上の経費は、領収書の提出を要しない。",
        ],
    ),
]


@pytest.mark.parametrize(("source", "same", "other"), SAME_AND_OTHER)
def test_bounds_of_amounts(source: str, same: list[str], other: list[str]) -> None:
    """Of 69 false statements 16 were shown as supported: another bound, currency or amount than the source's."""
    assert [text for text in other if judge(text, [Cited(source)]).carried] == []
    assert [text for text in same if bound_differs(text, source)] == []


@pytest.mark.parametrize(
    ("words", "value", "unit"),
    [
        ("九千万円", "90000000", "JPY"),
        ("９０，０００，０００円", "90000000", "JPY"),
        ("1億2千万円", "120000000", "JPY"),
        ("金壱阡萬円也", "10000000", "JPY"),
        ("金弐拾万円", "200000", "JPY"),
        ("金壱千弐百参拾万円", "12300000", "JPY"),
        ("USD 1.5 million", "1500000", "USD"),
        ("$1.5M", "1500000", "USD"),
        ("USD 100k", "100000", "USD"),
        ("Two Hundred Fifty Thousand Dollars", "250000", "USD"),
        ("５％", "5", "%"),
    ],
)
def test_amounts_are_read(words: str, value: str, unit: str) -> None:
    assert [(amount, kind) for amount, kind in figures(words).amounts] == [(Decimal(value), unit)]


def test_a_letter_scales_money_alone() -> None:
    assert figures("a wall of 5 m").amounts == {(Decimal(5), None)}
