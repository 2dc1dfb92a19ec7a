"""The facts of Japanese contracts and of templates with blanks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.contracts.builtin.facts.facts import find_facts
from core.contracts.current_term import kind_of
from core.documents import Document
from core.record import Party

Maker = Callable[..., Document]

WHOLE = """業務委託契約書

株式会社山田商事（以下「甲」という。）と合同会社サンプル・テック（以下「乙」という。）とは、次のとおり業務委託契約（以下「本契約」という。）を締結する。

第１条（目的）甲は乙に対し業務を委託する。
第２条（有効期間）本契約の有効期間は、本契約締結の日から３年間とする。\
ただし、期間満了の１か月前までに甲乙いずれからも書面による別段の申出がないときは、本契約は同一条件でさらに１年間更新されるものとし、以後も同様とする。
第３条（準拠法）本契約の準拠法は日本法とする。

本契約締結の証として、本書２通を作成し、甲乙記名押印の上、各１通を保有する。

令和６年４月１日

甲　東京都千代田区丸の内一丁目１番１号
　　株式会社山田商事
　　代表取締役　山田太郎
乙　大阪府大阪市北区梅田１－１
　　合同会社サンプル・テック
"""
TEMPLATE = """モデル契約書ver1.0
技術検証（PoC）契約書（AI）

【　　】株式会社（以下「甲」という。）と●●株式会社（以下「乙」という。）は、●年●月●日付で締結した秘密保持契約に基づき、\
本契約を締結する。
第5条 本契約の有効期間は、●年●月●日から●年間とする。
第6条 本契約の準拠法は、●法とする。

　　　年　　月　　日

甲
乙
"""


def plain(party: Party) -> tuple[str, str | None, str | None]:
    return party.name, party.role, party.country


def test_a_whole_contract(text_document: Maker) -> None:
    facts, parties = find_facts(text_document(WHOLE, language="ja"))
    assert {fact.name: fact.value for fact in facts} == {
        "document_name": "業務委託契約書",
        "agreement_type": "service",
        "agreement_date": "2024-04-01",
        "effective_date": None,
        "expiration_date": "2027-04-01",
        "renewal_term": "P1Y",
        "notice_period": "P1M",
        "governing_law": "JP",
    }
    assert [plain(party) for party in parties] == [
        ("株式会社山田商事", "甲", "JP"),
        ("合同会社サンプル・テック", "乙", "JP"),
    ]


def test_the_blanks_of_a_template_stay_blank(text_document: Maker) -> None:
    facts, parties = find_facts(text_document(TEMPLATE, language="ja"))
    assert [(fact.name, fact.value, fact.detail) for fact in facts] == [
        ("document_name", "技術検証（PoC）契約書（AI）", None),
        ("agreement_type", "poc", "技術検証（PoC）契約書（AI）"),
        ("agreement_date", None, "年　　月　　日"),
        ("effective_date", None, "●年●月●日"),
        ("expiration_date", None, "第5条本契約の有効期間は、●年●月●日から●年間とする。"),
        ("renewal_term", None, None),
        ("notice_period", None, None),
        ("governing_law", None, None),
    ]
    assert parties == ()


@pytest.mark.parametrize(
    ("body", "name", "expected"),
    [
        ("賃貸借期間は、平成30年4月1日から平成32年3月31日までとする。", "expiration_date", "2020-03-31"),
        ("本契約は2024年4月1日から1年間有効とする。", "expiration_date", "2025-03-31"),
        ("本契約の有効期間は二〇二四年四月一日から二〇二六年三月三十一日までとする。", "expiration_date", "2026-03-31"),
        ("本契約は2024年4月1日から1年間有効とする。", "effective_date", "2024-04-01"),
        ("本契約は2024年5月1日より効力を生じる。", "effective_date", "2024-05-01"),
        ("秘密保持義務は本契約終了後3年間存続する。", "expiration_date", None),
        (
            "期間満了の三か月前までに更新しない旨の通知がない限り、さらに一年間自動的に延長される。",
            "notice_period",
            "P3M",
        ),
        (
            "期間満了の三か月前までに更新しない旨の通知がない限り、さらに一年間自動的に延長される。",
            "renewal_term",
            "P1Y",
        ),
        ("本契約は更新されないものとする。", "renewal_term", None),
        ("本契約はニューヨーク州法に準拠し、同法に従って解釈される。", "governing_law", "US"),
        ("本契約はシンガポール法に準拠する。", "governing_law", "SG"),
        ("本契約に関する紛争は東京地方裁判所を管轄裁判所とする。", "governing_law", None),
    ],
)
def test_one_fact(text_document: Maker, body: str, name: str, expected: str | None) -> None:
    facts, _ = find_facts(text_document(f"契約書\n\n{body}\n", language="ja"))
    assert next(fact for fact in facts if fact.name == name).value == expected


@pytest.mark.parametrize(
    "body",
    [
        "本契約の有効期間は令和6年9月30日までとし、更新は行わない。",
        "本契約は、期間満了により終了し、更新がない。",
        "本契約は自動更新されず、期間の満了により当然に終了する。",
        "契約期間が満了しても、この契約は自動的には更新されません。",
        "本契約は自動的には更新されず、延長には両社の合意を要する。",
        "契約期間の更新は行いません。",
    ],
)
def test_what_is_not_renewed_keeps_its_words(text_document: Maker, body: str) -> None:
    """Issue 12, 7: nothing was found, or a renewal that comes by itself."""
    facts, _ = find_facts(text_document(f"契約書\n\n{body}\n", language="ja"))
    fact = next(fact for fact in facts if fact.name == "renewal_term")
    assert (fact.value, kind_of(fact)) == (None, "none")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "（株）青空（以下「開示者」という。）及びグローバル・リンク株式会社（以下「受領者」という。）は",
            [("（株）青空", "開示者", None), ("グローバル・リンク株式会社", "受領者", None)],
        ),
        (
            "X社（以下「甲」という。）、Y社（以下「乙」という）およびZ社（以下、「丙」という。）は、以下「本契約」という",
            [],
        ),
        ("株式会社Ａ（以下「甲」という。）と●社（以下「乙」という。）は", []),
        ("Ｘ銀行（以下「甲」という。）と株式会社みなと（以下「乙」という。）は", [("株式会社みなと", "乙", None)]),
        (
            "ＮＴＴ社（以下「甲」という。）と株式会社Ｙ２（以下「乙」という。）は",
            [("ＮＴＴ社", "甲", None), ("株式会社Ｙ２", "乙", None)],
        ),
        ("山田太郎（甲）と佐藤花子（乙）は", [("山田太郎", "甲", None), ("佐藤花子", "乙", None)]),
        ("当該情報（以下「本情報」という。）を相手方（以下「受領者」という。）に開示する", []),
    ],
)
def test_parties(text_document: Maker, text: str, expected: list[tuple[str, str, None]]) -> None:
    _, parties = find_facts(text_document(f"契約書\n{text}、契約を締結する。\n", language="ja"))
    assert [plain(party) for party in parties] == expected


def test_parties_of_the_signature_block(text_document: Maker) -> None:
    text = (
        "覚書\n"
        + "第1条 両者は協力する。\n" * 10
        + "\n令和5年1月10日\n\n甲：住所 東京都港区1-1\n　名称 株式会社みなと\n乙：\n　株式会社やま\n"
    )
    _, parties = find_facts(text_document(text, language="ja"))
    assert [plain(party) for party in parties] == [("株式会社みなと", "甲", "JP"), ("株式会社やま", "乙", None)]


@pytest.mark.parametrize(
    "after",
    [
        "\f【別紙（１）】\n対象データの明細\n（例）乙がカメラで撮影した動画データ\n",
        "\n別紙1\n業務委託料\n",
        "\n対象データの明細\n",
        "\n委託業務の内容\n",
        "\n別表第一 単価表\n山田太郎\n",
        "\n以上\n仕様の概要\n",
        "\n[3] 経済産業省「AI・データの契約ガイドライン」p35\n取決め\n\n【別紙（１）】\n対象データの明細\n",
    ],
)
def test_a_heading_below_blank_signatures_is_no_party(text_document: Maker, after: str) -> None:
    """The heading of an annex was taken for the name of the person who signs last."""
    text = "利用契約書\n" + "第1条 甲は乙に役務を提供する。\n" * 10 + "\n　年　月　日\n\n甲\n\n乙" + after
    assert find_facts(text_document(text, language="ja"))[1] == ()


def test_a_person_signs_without_a_label(text_document: Maker) -> None:
    text = "覚書\n" + "第1条 両者は協力する。\n" * 10 + "\n令和5年1月10日\n\n甲\n山田花子\n乙\n鈴木一郎\n以上\n"
    _, parties = find_facts(text_document(text, language="ja"))
    assert [plain(party) for party in parties] == [("山田花子", "甲", None), ("鈴木一郎", "乙", None)]
