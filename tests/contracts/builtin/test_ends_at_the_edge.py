"""Ends that are said by the day before or after: the day that a lawyer would write down, or none."""

from __future__ import annotations

import pytest

from core.contracts.builtin import find_clauses
from core.contracts.builtin.facts.facts import find_facts
from core.documents import Document, Page

ENGLISH = """SUPPLY AGREEMENT

This Supply Agreement (the "Agreement") is entered into as of April 1, 2024 (the "Effective Date") by and between \
Orrin Valves, Inc., a Delaware corporation ("Supplier"), and Pell Marine LLC, \
a Texas limited liability company ("Buyer").

1. Supply. Supplier shall sell and Buyer shall purchase the valves listed in Schedule A.

2. Term. {}

3. Law. This Agreement is governed by the laws of the State of Texas.
"""
JAPANESE = """売買基本契約書

株式会社オリン(以下「甲」という。)と株式会社ペル(以下「乙」という。)は、製品の売買に関し、次のとおり契約を締結する。

第1条(目的)甲は乙に対し、別紙の製品を売り渡し、乙はこれを買い受ける。

第2条(有効期間){}

第3条(準拠法)本契約は日本法に準拠する。

令和6年4月1日

甲 東京都港区一丁目1番1号 株式会社オリン 代表取締役 山田太郎
乙 大阪市北区二丁目2番2号 株式会社ペル 代表取締役 鈴木花子
"""


def end_of(text: str, language: str) -> str | None:
    document = Document("ab" * 32, "a.txt", "text", text, (Page(1, 0, len(text), 0.0, 0.0, "text"),), language)
    facts, _ = find_facts(document, find_clauses(document))
    return next(fact.value for fact in facts if fact.name == "expiration_date")


@pytest.mark.parametrize(
    ("sentence", "last_day"),
    [
        ("This Agreement shall remain in effect until but not including April 1, 2027.", "2027-03-31"),
        ("This Agreement shall remain in effect up to but excluding April 1, 2027.", "2027-03-31"),
        ("This Agreement continues in force until (but excluding) 1 January 2028.", "2027-12-31"),
        ("This Agreement shall expire on the day immediately preceding April 1, 2027.", "2027-03-31"),
        ("The Agreement remains valid through the day before May 1, 2029.", "2029-04-30"),
        ("This Agreement shall remain in effect until and including March 31, 2027.", "2027-03-31"),
        ("This Agreement shall remain in effect at least until March 31, 2027 and thereafter until terminated.", None),
        ("This Agreement ends when the stock is sold, but it lasts at least through June 30, 2026.", None),
    ],
)
def test_english_ends(sentence: str, last_day: str | None) -> None:
    assert end_of(ENGLISH.format(sentence), "en") == last_day


@pytest.mark.parametrize(
    ("sentence", "last_day"),
    [
        ("本契約は、令和9年4月1日の前日まで効力を有する。", "2027-03-31"),
        ("本契約の有効期間は、令和6年4月1日から令和9年4月1日の前日までとする。", "2027-03-31"),
        ("本契約は、2026年10月1日の前日をもって終了する。", "2026-09-30"),
        ("本契約は、令和9年3月31日の満了をもって終了する。", "2027-03-31"),
        ("本契約は、令和9年3月31日の満了により終了する。", "2027-03-31"),
        ("本契約は、令和9年4月1日をもって失効する。", "2027-04-01"),
        ("本契約は、令和8年12月31日をもってその効力を失う。", "2026-12-31"),
        ("本契約は2027年3月31日24時に終了する。", "2027-03-31"),
        ("本契約の有効期間は、令和6年4月1日から3年間とする。", "2027-03-31"),
        ("本契約の有効期間は、令和6年4月1日の翌日から起算して3年間とする。", "2027-04-01"),
        ("甲は、令和8年4月1日の前日までに代金を支払う。本契約の有効期間は締結日から2年間とする。", "2026-04-01"),
    ],
)
def test_japanese_ends(sentence: str, last_day: str) -> None:
    assert end_of(JAPANESE.format(sentence), "ja") == last_day
