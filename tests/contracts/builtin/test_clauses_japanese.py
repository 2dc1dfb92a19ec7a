"""Clauses of Japanese contracts by rules: what counts, what does not, and what stays unknown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.contracts.builtin import find_clauses
from core.contracts.builtin.clauses import clauses_japanese
from core.contracts.builtin.clauses.clauses_japanese import japanese_rules, score_japanese
from core.documents import Document
from core.errors import ConfigError
from core.taxonomy import taxonomy

CODES = [category.code for category in taxonomy().categories]
Maker = Callable[..., Document]


def found(text: str) -> set[str]:
    """Codes of the categories that reach the threshold."""
    rows = zip(CODES, score_japanese(text), strict=True)
    return {code for code, scored in rows if scored and scored[0].confidence > japanese_rules().threshold}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("甲は、相手方の事前の書面による承諾なく、本契約上の地位を第三者に譲渡してはならない。", {"anti_assignment"}),
        ("乙は、本契約期間中、甲の製品と競合する製品を取り扱ってはならないものとし、競業しない。", {"non_compete"}),
        ("甲は乙に対し、本特許について独占的通常実施権を許諾する。", {"exclusivity", "license_grant"}),
        ("甲は乙に対し、本特許について非独占的通常実施権を許諾する。", {"license_grant"}),
        ("本契約に基づく権利は独占的なものではない。", set()),
        ("東京地方裁判所を第一審の専属的合意管轄裁判所とする。", set()),
        ("乙は、甲の従業員を引き抜き、または雇用してはならない。", {"no_solicit_of_employees"}),
        ("甲は、理由の如何を問わず、30日前に通知することによりいつでも本契約を解約することができる。",
         {"termination_for_convenience"}),
        ("理由の如何にかかわらず本契約が終了した場合には、乙は対象データを削除することができる。",
         {"post_termination_services"}),
        ("甲の損害賠償責任は、本契約の委託料を上限とする。", {"cap_on_liability"}),
        ("本成果物に係る著作権は、乙に帰属する。", {"ip_ownership_assignment"}),
        ("共同で創出した発明に関する特許権は、甲および乙の共有とする。", {"joint_ip_ownership"}),
        ("甲は、乙の帳簿を閲覧し、監査を行うことができる。", {"audit_rights"}),
        ("本契約に違反した当事者は、相手方に違約金として1000万円を支払う。", {"liquidated_damages"}),
        ("乙は、納品後1年間、契約不適合について無償で修補する。", {"warranty_duration"}),
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


def test_presence_of_types_without_a_rule_is_unknown(text_document: Maker) -> None:
    text = "第1条　甲の損害賠償責任は、本契約の委託料を上限とする。（ただし、故意による場合を除く。）\r\n"
    document = text_document(text, language="ja")
    clauses = find_clauses(document)
    assert [clause.type for clause in clauses] == CODES
    verdicts = {clause.type: clause.presence for clause in clauses}
    assert verdicts["cap_on_liability"] == "present"
    assert verdicts["parties"] == verdicts["document_name"] == verdicts["affiliate_license_licensor"] == "unknown"
    assert verdicts["insurance"] == verdicts["audit_rights"] == "absent"
    cap = clauses[CODES.index("cap_on_liability")]
    assert (cap.confidence, cap.excerpts[0].text) == (0.85, "第1条　甲の損害賠償責任は、本契約の委託料を上限とする。")
    unread = {clause.presence for clause in find_clauses(text_document(text, language="ja", unread=True))}
    assert unread == {"present", "unknown"}


def test_a_sentence_cut_by_a_page_is_one_sentence() -> None:
    text = "甲および乙は、相手方の事前の書面による承諾を得ることなく、本契約上の地位を\f第三者に譲渡してはならない。"
    rows = score_japanese(text)[CODES.index("anti_assignment")]
    assert [(row.start, row.end) for row in rows] == [(0, len(text))]


@pytest.mark.parametrize(
    "content", ["rules: [", "confidence: {}", "rules: [{code: nothing, strength: strong, all: [x]}]"]
)
def test_a_wrong_rule_file_is_named(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ja_clauses.yaml"
    path.write_text(content, encoding="utf-8")
    monkeypatch.setattr(clauses_japanese, "PATH", path)
    japanese_rules.cache_clear()
    with pytest.raises(ConfigError, match=r"ja_clauses\.yaml"):
        japanese_rules()
    japanese_rules.cache_clear()
