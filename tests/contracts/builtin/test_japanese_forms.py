"""Parties, dates and titles of Japanese contracts in the many forms in which companies write them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from core.contracts.builtin.facts.facts import find_facts
from core.contracts.builtin.japanese.flow import flowing, page_breaks, without_old_wording
from core.documents import Document
from core.record import Fact

Maker = Callable[..., Document]

CASES: dict[str, Any] = yaml.safe_load(
    (Path(__file__).resolve().parents[2] / "data" / "ja_forms.yaml").read_text(encoding="utf-8")
)
WIDE: str = CASES["wide"]
BODY = "\n第１条（目的）甲は乙に対し業務を委託する。\n第２条（報酬）甲は報酬を支払う。\n"
SIGNATURES = "\n本契約の成立を証するため、本書２通を作成し、各自１通を保有する。\n\n令和５年６月１日\n\n"
HEAD = (
    "業務委託契約書\n\n株式会社青空（以下「甲」という。）と合同会社北斗（以下「乙」という。）とは契約する。\n"
    "第１条（目的）甲は委託する。\n"
)
SIGNED = f"{SIGNATURES}甲　株式会社青空\n乙　合同会社北斗\n"
DAY = "2023-06-01"
FILLER = "第２条　乙は善良な管理者の注意をもって業務を行い、甲は報酬を支払う。\n" * 8


def bare(words: str | None) -> str:
    return "".join((words or "").split())


def facts_of(document: Document) -> dict[str, Fact]:
    return {fact.name: fact for fact in reversed(find_facts(document)[0])}


@pytest.mark.parametrize("case", CASES["parties"], ids=lambda case: case["text"][:24])
def test_parties(text_document: Maker, case: dict[str, Any]) -> None:
    text = case["text"].replace("<body>", BODY).replace("<signed>", SIGNATURES)
    _, parties = find_facts(text_document(text, language="ja"))
    assert {bare(party.name) for party in parties} == set(case["names"])


@pytest.mark.parametrize("case", CASES["terms"], ids=lambda case: case["text"][:40])
def test_beginning_end_and_notice(text_document: Maker, case: dict[str, Any]) -> None:
    facts = facts_of(text_document(f"{HEAD}第２条（その他）{case['text']}{SIGNED}", language="ja"))
    assert facts["agreement_date"].value == DAY
    said = [facts[name].value for name in ("effective_date", "expiration_date", "notice_period")]
    assert said == [case["begins"], case["ends"], case["notice"]]


def test_of_two_dates_of_terms_of_use_the_one_in_force_counts(text_document: Maker) -> None:
    history = "附則\n2020年4月1日　制定\n2023年11月1日　改定（同日施行）\n"
    text = f"青空サービス利用規約\n第1条（目的）定める。\n第2条（料金）支払う。\n{history}"
    assert facts_of(text_document(text, language="ja"))["effective_date"].value == "2023-11-01"


@pytest.mark.parametrize("case", CASES["signing"], ids=lambda case: bare(case["text"])[:24])
def test_day_of_signing(text_document: Maker, case: dict[str, Any]) -> None:
    assert facts_of(text_document(HEAD + case["text"], language="ja"))["agreement_date"].value == case["day"]


@pytest.mark.parametrize("case", CASES["days"], ids=lambda case: bare(case["text"])[-40:])
def test_days_of_whole_contracts(text_document: Maker, case: dict[str, Any]) -> None:
    text = case["text"].replace("<filler>", FILLER).replace("<signed>", SIGNATURES)
    facts = facts_of(text_document(text, language="ja"))
    days = [facts[name].value for name in ("agreement_date", "effective_date", "expiration_date")]
    assert days == [case["signed"], case["begins"], case["ends"]]


@pytest.mark.parametrize("case", CASES["titles"], ids=lambda case: case["title"])
def test_title(text_document: Maker, case: dict[str, Any]) -> None:
    assert facts_of(text_document(case["text"], language="ja"))["document_name"].value == case["title"]


def test_lines_that_a_page_cuts_run_on(text_document: Maker) -> None:
    document = text_document(WIDE, language="ja")
    flowed = flowing(document)
    assert flowed is not None
    text = flowed[0].text
    assert "本契約の期間は、２０２３年７月１日より２０２４年６月３０日までとし" in text
    assert "株式会社青空物流（以下「甲」という。）と合同会社北斗運輸（以下「乙」という。）は次の通り契約する。" in text
    assert "委託の目的）\n　甲は" in text
    assert "２番３\n　　株式会社" in text  # signatures stay in their lines
    values = facts_of(document)
    assert values["effective_date"].value == "2023-07-01"
    assert values["expiration_date"].value == "2024-06-30"
    assert values["notice_period"].value == "P2M"
    evidence = values["expiration_date"].evidence
    assert evidence is not None
    assert WIDE[evidence.start : evidence.end] == evidence.quote
    assert {party.name for party in find_facts(document)[1]} == {"株式会社青空物流", "合同会社北斗運輸"}


def test_a_text_of_paragraphs_has_no_cut_lines() -> None:
    assert page_breaks(HEAD + BODY + SIGNED) == ()


def test_old_wording_is_blanked_only_before_the_new_one() -> None:
    text = "【変更前】\n旧い定め\n【変更後】\n新しい定め\n"
    assert without_old_wording(text) == text.replace("【変更前】", " " * 5).replace("旧い定め", " " * 4)
    assert without_old_wording("【変更前】\n旧い定め\n") == "【変更前】\n旧い定め\n"
