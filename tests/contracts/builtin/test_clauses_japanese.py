"""Clauses of Japanese contracts by rules: what counts, what does not, and what stays unknown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.contracts.builtin import find_clauses
from core.contracts.builtin.japanese import (
    articles,
    binding_sentences,
    confidences,
    plain_words,
    rule_book,
    score_japanese,
    words,
)
from core.documents import Document
from core.errors import ConfigError
from core.taxonomy import taxonomy

CODES = [category.code for category in taxonomy().categories]
Maker = Callable[..., Document]


def found(text: str) -> set[str]:
    """Codes of the categories that reach the threshold."""
    scored = score_japanese(text)
    return {code for code, rows in scored.items() if rows and rows[0].confidence > rule_book().threshold}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("甲は、相手方の事前の書面による承諾なく、本契約上の地位を第三者に譲渡してはならない。", {"anti_assignment"}),
        ("乙は、本契約期間中、甲の製品と競合する製品を取り扱ってはならないものとし、競業しない。", {"non_compete"}),
        ("甲は乙に対し、本特許について独占的通常実施権を許諾する。", {"exclusivity", "license_grant"}),
        ("甲は乙に対し、本特許について非独占的通常実施権を許諾する。", {"license_grant"}),
        ("本契約に基づく権利は独占的なものではない。", set()),
        ("東京地方裁判所を第一審の専属的合意管轄裁判所とする。", {"jurisdiction"}),
        ("乙は、甲の従業員を引き抜き、または雇用してはならない。", {"no_solicit_of_employees"}),
        ("甲は、理由の如何を問わず、30日前に通知することによりいつでも本契約を解約することができる。",
         {"termination_for_convenience"}),
        ("理由の如何にかかわらず本契約が終了した場合には、乙は対象データを削除することができる。",
         {"post_termination_services", "data_use"}),
        ("甲の損害賠償責任は、本契約の委託料を上限とする。", {"cap_on_liability"}),
        ("本成果物に係る著作権は、乙に帰属する。", {"ip_ownership_assignment"}),
        ("共同で創出した発明に関する特許権は、甲および乙の共有とする。", {"joint_ip_ownership"}),
        ("甲は、乙の帳簿を閲覧し、監査を行うことができる。", {"audit_rights"}),
        ("本契約に違反した当事者は、相手方に違約金として1000万円を支払う。", {"liquidated_damages"}),
        ("乙は、納品後1年間、契約不適合について無償で修補する。", {"warranty_duration", "non_conformity"}),
        ("乙は、年間の最低購入数量として1000個を購入する。", {"minimum_commitment"}),
        ("乙は、賠償責任保険に加入しなければならない。", {"insurance"}),
        ("乙は、本特許権の有効性を争わない。", {"covenant_not_to_sue"}),
        ("本契約は日本法を準拠法とし、これに従って解釈される。", {"governing_law"}),
        ("議決権の過半数が変動し支配権に変更があったときは、相手方は本契約を解除できる。", {"change_of_control"}),
        ("開示者は、受領者に対し、いかなる権利も許諾するものではない。", set()),
        ("本規定では独占的な許諾をする場合が多いことが多いと考えられる。", set()),
        ("春の散歩は気持ちがよく、桜がとてもきれいでした。", set()),
    ],
)  # fmt: skip
def test_rules(sentence: str, expected: set[str]) -> None:
    assert found(sentence) == expected


def test_commentary_of_an_annotated_contract_is_not_the_contract() -> None:
    text = (
        "第1条（許諾）\n第1条　甲は乙に対し本発明の実施を許諾する。\n＜解説＞\n"
        "甲の損害賠償責任は、本契約の委託料を上限とする。\n"
        "第2条（譲渡禁止）\n第2条　甲は乙の承諾なく本契約上の地位を譲渡してはならない。\n"
    )
    assert found(text) == {"license_grant", "anti_assignment"}


def test_nothing_is_called_absent_in_a_kind_of_document_that_was_not_measured(text_document: Maker) -> None:
    """Issue 12: 「記載なし」 was said of things that stand in Japanese contracts."""
    text = "第1条　甲の損害賠償責任は、本契約の委託料を上限とする。（ただし、故意による場合を除く。）\r\n"
    clauses = find_clauses(text_document(text, language="ja"))
    assert [clause.type for clause in clauses] == CODES
    assert {clause.presence for clause in clauses} == {"present", "not_found", "unknown"}
    cap = clauses[CODES.index("cap_on_liability")]
    assert cap.presence == "present"
    assert cap.confidence == confidences()["strong"]
    assert cap.excerpts[0].text == "第1条　甲の損害賠償責任は、本契約の委託料を上限とする。"


def test_a_sentence_cut_by_a_page_is_one_sentence() -> None:
    text = "甲および乙は、相手方の事前の書面による承諾を得ることなく、本契約上の地位を\f第三者に譲渡してはならない。"
    rows = score_japanese(text)["anti_assignment"]
    assert [(row.start, row.end) for row in rows] == [(0, len(text))]


@pytest.mark.parametrize("content", ["patterns: [", "expected: {}", "threshold: high", "patterns: {number: '('}"])
def test_a_wrong_rule_file_is_named(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ja_clauses.yaml"
    path.write_text(content, encoding="utf-8")
    monkeypatch.setattr(words, "PATH", path)
    rule_book.cache_clear()
    with pytest.raises(ConfigError, match=r"ja_clauses\.yaml"):
        rule_book()
    rule_book.cache_clear()


@pytest.mark.parametrize(
    ("polite", "plain"),
    [
        ("責任を負いません。", "責任を負わない。"),
        ("第三者に開示してはなりません。", "第三者に開示してはならない。"),
        ("変更することができるものとします。", "変更することができるものとする。"),
        ("当社が定めます。", "当社が定める。"),
        ("解約いただけません。", "解約できない。"),
        ("本 契約　書", "本契約書"),
        ("第１２条　準拠法", "第12条準拠法"),
    ],
)
def test_polite_forms_are_turned_to_plain_ones(polite: str, plain: str) -> None:
    assert plain_words(polite) == plain


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("第1条（目的）\n本契約は…する。\n第2条（秘密保持）\n甲は…。", ["目的", "秘密保持"]),
        ("（目的）\n第１条　甲は…する。\n（秘密保持）\n第２条　甲は…。", ["目的", "秘密保持"]),
        ("第一条　目的\n甲は…する。\n第二条　秘密の保持\n乙は…。", ["目的", "秘密の保持"]),
        ("第1条\n【定義】\n…とする。\n第2条の2【解除】\n…できる。", ["定義", "解除"]),
        ("# 第3条　（解除）\nできる。\n第4条 前条第2項の規定にかかわらず、乙は支払う。", ["解除", ""]),
        ("1. 契約期間\n期間は1年とする。\n2．賃金\n月額20万円とする。", ["契約期間", "賃金"]),
        ("■ 免責事項\n当社は責任を負いません。\n■ 準拠法\n日本法とします。", ["免責事項", "準拠法"]),
        ("甲は乙に支払う。乙は甲に納品する。", []),
    ],
)
def test_articles_and_their_headings(text: str, headings: list[str]) -> None:
    assert [article.heading for article in articles(text)] == headings


def test_a_row_of_key_terms_stands_under_its_own_heading() -> None:
    text = "頭書\n賃料：月額10万円（消費税別）\n契約期間　令和6年4月1日から2年間\n"
    assert [(row.heading, row.words) for row in binding_sentences(text)] == [
        ("賃料", "賃料:月額10万円(消費税別)"),
        ("契約期間", "契約期間令和6年4月1日から2年間"),
    ]
    assert {"payment", "taxes", "expiration_date"} <= found(text)


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("第９条の規定は、本契約の終了後３年間、権利の存続期間中なお有効とする。", "survival"),
        ("本契約は、双方の代表者が署名した書面によらなければ修正することができない。", "amendment"),
        ("乙は、毎日の作業日報を甲に提出する。", "reporting"),
        ("乙は、商号又は所在地を変更したときは、１０日以内に甲に届け出る。", "notices"),
        ("期限を過ぎた代金には、年率８％の利息を付する。", "late_payment"),
        ("乙は、遅延１日につき代金の１，０００分の１に当たる額を損害金として支払う。", "liquidated_damages"),
        ("甲は、毎年度１万個以上を乙に発注する。", "minimum_commitment"),
        ("甲は、契約期間中、本製品の製造を乙以外の者に委託しない。", "exclusivity"),
        ("乙は、本製品と類似の菓子を自己又は第三者のために製造してはならない。", "non_compete"),
        ("違約金の合計は、請負金額の１０％を超えない。", "cap_on_liability"),
        ("甲は、納入された図面を複製して使うことができる。", "license_grant"),
        ("業務上の発明について特許を受ける権利は、甲がこれを取得する。", "ip_ownership_assignment"),
        ("納入品に不良が見つかったときは、乙は代品と取り替える。", "non_conformity"),
        (
            "地震その他責めに帰することのできない事由により使用できないときは、契約は終了し互いに請求しない。",
            "force_majeure",
        ),
        ("本成果を第三者に実施許諾するときは、共有者の同意を要する。", "sublicensing"),
        ("乙は、作業の一部を外部の者に委託するときは、甲の承諾を得る。", "subcontracting"),
    ],
)
def test_clauses_in_other_words(sentence: str, code: str) -> None:
    assert code in found(sentence)


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("本覚書に定めのない事項については、原契約の各条項が変更されることなく引き続きその効力を有する。", "survival"),
        ("他の条項が執行不能となっても、残る条項は引き続き有効とする。", "survival"),
        ("丙は、乙が負担する一切の債務を保証する。", "warranties"),
        ("株式に係る権利は、代金の支払により買主に移転する。", "ip_ownership_assignment"),
        ("お客様は、この権利を第三者に再許諾することはできない。", "exclusivity"),
        ("乙は、支払限度額一億円の賠償責任保険を維持する。", "cap_on_liability"),
    ],
)
def test_what_only_sounds_like_a_clause(sentence: str, code: str) -> None:
    assert code not in found(sentence)


def test_an_article_and_its_words_on_one_line_keep_the_heading_above() -> None:
    text = "（目的）\n第１条　甲は乙に業務を委託する。\n（存続条項）\n第２条　第１条の定めは、なお守られる。\n"
    assert [row.heading for row in binding_sentences(text)] == ["目的", "存続条項"]
