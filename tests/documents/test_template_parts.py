"""Options, explanations and open choices of model contracts are told from agreed wording, and only they are."""

from __future__ import annotations

import pytest

from core.documents import agreed_text, part_at, template_parts

MODEL = """第1条（準拠法）
第1条 本契約は日本法に準拠し、●地方裁判所を第一審の専属的合意管轄裁判所とする。
＜ポイント＞
・管轄を定める条項である。
＜解説＞
・仲裁によることも考えられる。
【変更オプション － 仲裁条項例】
本契約に関する一切の紛争は、仲裁により終局的に解決されるものとする。
第2条（損害賠償）
第2条 本契約に違反した当事者は、相手方に対し、損害賠償を請求することができる。
【変更オプション条項】
第2条 本契約に違反した当事者は、相手方に違約金として1000万円を支払う。
＜解説＞
・立証は困難である。
第3条（協議）
第3条 定めのない事項は協議の上解決する。
その他のオプション条項
【追加オプション条項 － 立入検査条項】
甲は、乙の施設に立ち入り、検査を行うことができるものとする。
第●条 乙は、甲に報告する。
別紙1
対象情報の一覧
"""

ALTERNATIVES = """第5条（期間）
【A案】
第5条 本契約の期間は1年間とする。
【B案】
第5条 本契約の期間は3年間とする。
第6条 雑則。
"""

ENGLISH = """MODEL AGREEMENT (template)
1. Law. This Agreement is governed by the laws of [Delaware/New York].
[Drafting note: check with counsel [and tax] before signing.]
2. Disputes. [Option A: Disputes are settled by the courts of Ohio.] [Option B: Disputes are settled by arbitration.]
3. Term. This Agreement runs for two years.
Alternative 1: The Supplier may terminate on 30 days' notice.
Alternative 2: Neither party may terminate.
4. General. Nothing else.
"""


def named(text: str) -> list[tuple[str, str, str]]:
    return [(part.kind, part.name, text[part.start : part.end]) for part in template_parts(text)]


def test_headed_options_of_a_japanese_model_contract() -> None:
    options = [(name, words.partition("\n")[2]) for kind, name, words in named(MODEL) if kind == "option"]
    assert options == [
        ("変更オプション － 仲裁条項例", "本契約に関する一切の紛争は、仲裁により終局的に解決されるものとする。"),
        ("変更オプション条項", "第2条 本契約に違反した当事者は、相手方に違約金として1000万円を支払う。"),
        ("その他のオプション条項", ""),
        (
            "追加オプション条項 － 立入検査条項",
            "甲は、乙の施設に立ち入り、検査を行うことができるものとする。\n第●条 乙は、甲に報告する。",
        ),
    ]
    left = agreed_text(MODEL)
    assert len(left) == len(MODEL)
    assert [line.strip() for line in left.split("\n") if line.strip()] == [
        "第1条（準拠法）",
        "第1条 本契約は日本法に準拠し、●地方裁判所を第一審の専属的合意管轄裁判所とする。",
        "第2条（損害賠償）",
        "第2条 本契約に違反した当事者は、相手方に対し、損害賠償を請求することができる。",
        "第3条（協議）",
        "第3条 定めのない事項は協議の上解決する。",
        "別紙1",
        "対象情報の一覧",
    ]


def test_labelled_alternatives() -> None:
    assert [(kind, name) for kind, name, _ in named(ALTERNATIVES)] == [("option", "A案"), ("option", "B案")]
    assert agreed_text(ALTERNATIVES).split() == ["第5条（期間）", "第6条", "雑則。"]


def test_english_options_notes_and_choices() -> None:
    found = named(ENGLISH)
    assert [(kind, name) for kind, name, _ in found] == [
        ("choice", "Delaware/New York"),
        ("explanation", "Drafting note"),
        ("option", "Option A"),
        ("option", "Option B"),
        ("option", "Alternative 1"),
        ("option", "Alternative 2"),
    ]
    assert found[1][2] == "[Drafting note: check with counsel [and tax] before signing.]"
    at = ENGLISH.index("settled by arbitration")
    part = part_at(ENGLISH, at, at + 10)
    assert part is not None
    assert part.name == "Option B"
    assert "two years" in agreed_text(ENGLISH)


@pytest.mark.parametrize(
    "text",
    [
        "第1条 乙はオプションサービスを利用することができる。\nオプションの料金は別表による。\n第2条 雑則。",
        "Option 1. Callers will be asked to identify themselves as Supplier.\nThe rest follows.",
        "2. Renewal. Buyer may choose.\nOption A - one year\nOption B - two years\n3. Fees [and/or taxes].",
        "第3条 甲は次の案を採る。A案は採らない。\n第4条（秘密情報の破棄または返還）\n第4条 返還する。",
        "第1条1項（定義）【オプション1～3共通】\n2. 前項の定めにかかわらず、次の情報を除く。\n第2条 秘密を保持する。",
        "＜解説＞\nこの契約について。\n第1条 甲は乙に支払う。",
        "The [***] fee is due within thirty (30) days of [●].",
    ],
)
def test_agreed_wording_of_ordinary_contracts_is_left_alone(text: str) -> None:
    assert template_parts(text) == ()
    assert agreed_text(text) == text


def test_an_option_ends_with_the_explanation_that_follows() -> None:
    at = MODEL.index("立証は困難")
    part = part_at(MODEL, at, at + 5)
    assert part is not None
    assert (part.kind, part.name) == ("explanation", "解説")


def test_choices_within_brackets_are_no_headings() -> None:
    text = "第1条 まず［東京・大阪］地方裁判所に申し立てる。\n［期間・更新］\n第2条 雑則。"
    assert [(kind, name) for kind, name, _ in named(text)] == [("choice", "東京・大阪")]
