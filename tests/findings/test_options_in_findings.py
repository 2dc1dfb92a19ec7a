"""Options of model contracts in findings, reports and comments: named as options, never taken for agreed wording."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import docx
import pytest

from core.contracts import ReviewRecord, excerpt_subject
from core.findings import FindingsReview, findings_for, review_report
from core.findings.comments import comment_text
from core.llm import endpoint
from core.llm.scripted import ScriptedServer, Step
from core.settings import Settings
from core.wording import Language

Make = Callable[..., Any]
WHEN = datetime(2026, 11, 22, tzinfo=UTC)
ARBITRATION = "本契約に関する一切の紛争は、東京において仲裁により終局的に解決されるものとする。"
COURT = "第1条 本契約に関する紛争については、東京地方裁判所を第一審の専属的合意管轄裁判所とする。"
OFFERED = f"【変更オプション － 仲裁条項例】\n{ARBITRATION}\n"
JAPANESE = f"第1条（紛争）\n{COURT}\n{OFFERED}第2条（協議）\n第2条 協議の上解決する。\n"
CAP = "Supplier's total liability under this Agreement shall not exceed the fees paid in the twelve (12) months before."
UNCAPPED = (
    "Supplier's total liability under this Agreement shall not exceed the fees paid in the three (3) months before."
)
ENGLISH = (
    f"1. Liability. {UNCAPPED}\n[Option A: {CAP}]\n[Option B: There is no limit of liability at all here.]\n2. End.\n"
)
CAPPED = {"recommended_clause": CAP, "clause_types": ("cap_on_liability",)}
ARBITRATED = {"recommended_clause": ARBITRATION, "clause_types": ("arbitration",)}


def test_a_clause_that_only_an_option_has_is_no_agreed_clause(contract: Make, entry: Make) -> None:
    detail, document = contract(JAPANESE, present={"arbitration": ARBITRATION})
    (excerpt,) = detail.shown.clause("arbitration").excerpts
    assert excerpt.evidence.state == "option"
    (finding,) = findings_for(detail, [entry(12, **ARBITRATED)], document)
    assert (finding.verdict, finding.reason, finding.evidence) == ("unclear", "only_option", ())
    (offered,) = finding.options
    assert offered.name == "変更オプション － 仲裁条項例"
    assert ARBITRATION in offered.evidence.shown


def test_an_option_in_line_with_the_entry_does_not_make_the_contract_so(contract: Make, entry: Make) -> None:
    detail, document = contract(ENGLISH, present={"cap_on_liability": UNCAPPED})
    (finding,) = findings_for(detail, [entry(12, **CAPPED)], document)
    assert (finding.verdict, finding.reason) == ("deviates", "differs")
    assert [evidence.shown for evidence in finding.evidence] == [UNCAPPED]
    (offered,) = finding.options
    assert offered.name == "Option A"
    assert CAP in offered.evidence.shown


def test_an_entry_without_clause_type_finds_no_agreed_words_in_an_option(contract: Make, entry: Make) -> None:
    detail, document = contract(JAPANESE)
    (finding,) = findings_for(detail, [entry(12, recommended_clause=ARBITRATION)], document)
    assert (finding.verdict, finding.reason) == ("unclear", "only_option")


def test_a_choice_left_open_is_said(contract: Make, entry: Make) -> None:
    words = "受領者は、本契約の終了後［2年間・5年間］、秘密情報を第三者に開示してはならない。"
    detail, document = contract(f"第1条 {words}\n第2条 雑則。\n", present={"confidentiality": words})
    stored = entry(
        12, recommended_clause="受領者は終了後2年間、情報を外部に漏らさない。", clause_types=("confidentiality",)
    )
    (finding,) = findings_for(detail, [stored], document)
    assert (finding.verdict, finding.reason) == ("unclear", "left_open")


def test_words_that_a_person_took_for_agreed_count(contract: Make, entry: Make) -> None:
    detail, document = contract(JAPANESE, present={"arbitration": ARBITRATION})
    subject = excerpt_subject("arbitration", detail.shown.clause("arbitration").excerpts[0])
    detail = replace(detail, reviews={subject: ReviewRecord(subject, "approve", None, None, None, "sato", WHEN)})
    (finding,) = findings_for(detail, [entry(12, **ARBITRATED)], document)
    assert finding.reason != "only_option"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ja", "合意された文言ではありません"),
        ("en", "Option in a model contract, “変更オプション － 仲裁条項例”: not agreed wording"),
    ],
)
def test_report_and_comment_name_the_option(contract: Make, entry: Make, language: Language, said: str) -> None:
    detail, document = contract(JAPANESE, present={"arbitration": ARBITRATION})
    findings = findings_for(detail, [entry(12, **ARBITRATED)], document)
    review = FindingsReview(detail.row.contract_id, tuple(findings), (), (), "builtin")
    report = docx.Document(io.BytesIO(review_report(detail, review, language=language, day=date(2026, 11, 22))))
    text = "\n".join(paragraph.text for paragraph in report.paragraphs)
    assert said in text
    assert said in comment_text(findings[0], language)


def test_a_model_that_quotes_an_option_is_not_believed(contract: Make, entry: Make) -> None:
    other = "第1条 紛争は当事者が誠実に協議して解決を図り、解決しないときは裁判所に訴える。"
    text = JAPANESE.replace(COURT, other)
    detail, document = contract(text, present={"arbitration": other})
    answer = {
        "findings": [{"entry": "K12", "verdict": "fine", "position": 0, "quote": ARBITRATION, "explanation": "仲裁。"}]
    }
    with ScriptedServer([Step(value=answer)]) as server:
        settings = Settings(
            _env_file=None, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="k", LLM_MODEL="m", llm_retries=0
        )
        model = endpoint("chat", settings)
        assert model is not None
        with model:
            (finding,) = findings_for(detail, [entry(12, **ARBITRATED)], document, model=model)
    assert (finding.verdict, finding.reason) == ("unclear", "model_quotes_option")
    assert ARBITRATION not in str(finding.evidence)
