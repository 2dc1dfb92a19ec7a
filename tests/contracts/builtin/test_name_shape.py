"""A party is a name: roles, blanks, salutations and sentences name nobody."""

from __future__ import annotations

import pytest

from core.contracts.builtin.parties.name_shape import names_nobody


@pytest.mark.parametrize(
    "words",
    [
        "貸主",
        "賃借人",
        "甲",
        "委託者",
        "ライセンシー",
        "両当事者",
        "貴社",
        "《御中》",
        "●●株式会社",
        "【委託者名】",
        "〇〇　〇〇",
        "＿＿＿＿",
        "（会社名）",
        "関係者各位",
        "乙は、甲に支払うものとする。",
        "Licensee",
        "the Vendor",
        "Party A",
        "Disclosing Party",
        "each Party",
        "[NAME]",
        "<<NAME OF CLIENT>>",
        "{{party}}",
        "________",
        "[●]",
        "XXXX",
        "Company Name",
        "Dear Sirs",
        "To Whom It May Concern",
        "Attn: Legal",
        "TBD",
        "The Supplier shall deliver the Goods",
        "you",
        "",
        "...",
    ],
)
def test_what_names_nobody(words: str) -> None:
    assert names_nobody(words)


@pytest.mark.parametrize(
    "name",
    [
        "Fonterra (USA) Inc.",
        "Smith, Jones & Sons (Holdings) Ltd.",
        "E*TRADE Group, Inc.",
        "Yahoo! Inc.",
        "AT&T",
        "The Body Shop",
        "Party City Corp.",
        "Company 3 LLC",
        "Customer Value Partners, Inc.",
        "John Smith",
        "3M",
        "X Corp.",
        "Re/Max Holdings, Inc.",
        "株式会社青山工業",
        "山田太郎",
        "国立大学法人東京大学",
        "株式会社東京ガス・ケミカル（日本）",
        "合同会社エックス",
        "契約工業株式会社",
        "株式会社私",
        "Dear Harbor Fund LLC",
        "会社四季報株式会社",
    ],
)
def test_what_is_a_name(name: str) -> None:
    assert not names_nobody(name)
