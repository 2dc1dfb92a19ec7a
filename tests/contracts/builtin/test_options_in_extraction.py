"""What a model contract only offers is no clause, no value of a fact and no answer: it is named as an option."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.contracts.builtin import find_clauses
from core.contracts.builtin.facts.facts import find_facts
from core.contracts.endpoint.categories import by_words, clause, excerpt
from core.documents import Document
from core.evidence import locate

Maker = Callable[..., Document]
MODEL = """ライセンス契約書

株式会社山田商事（以下「甲」という。）と合同会社サンプル（以下「乙」という。）とは、次のとおり契約を締結する。
第1条（譲渡禁止）
第1条 甲及び乙は、相手方の事前の書面による承諾なく、本契約上の地位を第三者に譲渡してはならない。
第2条（有効期間）
第2条 本契約の有効期間は、本契約締結の日から［1年間・3年間］とする。
【変更オプション － 外国法】
第3条 本契約は、英国法に準拠する。
第4条（協議）
第4条 本契約に定めのない事項は、協議の上解決する。
その他のオプション条項
【追加オプション条項 － 競業避止】
乙は、本契約期間中、甲の製品と競合する製品を取り扱ってはならないものとし、競業しない。
"""


def test_clauses_of_options_are_candidates_named_as_options(text_document: Maker) -> None:
    found = {verdict.type: verdict for verdict in find_clauses(text_document(MODEL, language="ja"))}
    assert found["anti_assignment"].presence == "present"
    assert {e.evidence.state for e in found["anti_assignment"].excerpts} == {"verified"}
    rival = found["non_compete"]
    assert (rival.presence, rival.excerpts) == ("not_found", ())
    assert rival.candidates[0].evidence.state == "option"
    assert "競業しない" in rival.candidates[0].text


def test_values_of_options_and_open_choices_are_not_taken(text_document: Maker) -> None:
    document = text_document(MODEL, language="ja")
    facts, parties = find_facts(document, find_clauses(document))
    by_name = {fact.name: fact for fact in facts}
    law = by_name["governing_law"]
    assert law.value is None
    assert law.evidence is not None
    assert (law.evidence.state, "英国法" in law.evidence.shown) == ("option", True)
    assert by_name["expiration_date"].value is None
    assert [party.name for party in parties] == ["株式会社山田商事", "合同会社サンプル"]


def test_the_agreed_law_is_read_beside_an_option(text_document: Maker) -> None:
    agreed = MODEL.replace("第4条 本契約に定めのない", "第4条 本契約は、日本法に準拠する。本契約に定めのない")
    facts, _ = find_facts(text_document(agreed, language="ja"))
    (law,) = [fact for fact in facts if fact.name == "governing_law"]
    assert law.evidence is not None
    assert (law.value, law.evidence.state) == ("JP", "verified")


@pytest.mark.parametrize(
    ("quote", "presence", "excerpts"),
    [
        ("乙は、本契約期間中、甲の製品と競合する製品を取り扱ってはならないものとし、競業しない。", "unknown", 0),
        (
            "甲及び乙は、相手方の事前の書面による承諾なく、本契約上の地位を第三者に譲渡してはならない。",
            "present",
            1,
        ),
    ],
)
def test_an_endpoint_that_quotes_an_option_has_found_no_clause(
    text_document: Maker, quote: str, presence: str, excerpts: int
) -> None:
    document = text_document(MODEL, language="ja")
    quoted = (excerpt(locate(document, quote)),)
    verdict = clause("non_compete", by_words(document, quoted=True)(True, quoted), quoted)
    assert (verdict.presence, len(verdict.excerpts), len(verdict.candidates)) == (presence, excerpts, 1 - excerpts)
