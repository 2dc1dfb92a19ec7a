"""The engines: rules that invent nothing, a sampler that cannot leave the schema, an endpoint with all its faults."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from core.errors import BadArguments, EndpointDown, ModelTimeout, RateLimited
from core.extraction.analysis import summaries
from core.extraction.engines import RuleEngine, SamplerEngine, read_output
from core.extraction.files import LabelledCase, checked_schema, read_task
from core.extraction.runs import CaseResult, LabSettings, engine_of, read_case, result_json
from core.llm.scripted import Step

TASK = read_task("customer_inquiry")
TERMS = read_task("contract_terms")
CASE = TASK.case("n01")
RIGHT = {
    "product_name": "ナビ勤怠",
    "issue_type": "障害",
    "severity": "緊急",
    "contact_email": "aoki@aoki-shoji.example.jp",
    "summary": "ナビ勤怠で今朝9時ごろから全社員が打刻できない。",
}
GOOD = Step(value=RIGHT, usage=(100, 20))


def by_rules(text: str, strategy: str = "step_by_step") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RuleEngine().extract(TASK, TASK.strategies[strategy], {}, text).raw)
    return found


@pytest.mark.parametrize("strategy", TASK.strategies)
def test_the_rules_are_useful_and_what_they_say_is_in_the_text(strategy: str) -> None:
    results = []
    for case in TASK.cases:
        extracted, score = read_case(RuleEngine(), TASK, strategy, {}, case)
        results.append(CaseResult.of(strategy, case.id, result_json(extracted, score)))
    (found,) = summaries(results, TASK)
    assert found.mean > 90
    assert found.by_class["normal"][0] > 95
    assert "hallucination" not in found.failures
    assert "malformed" not in found.failures


@pytest.mark.parametrize("strategy", TASK.strategies)
@pytest.mark.parametrize("case", [case for case in TASK.cases if len(case.missing) == 4], ids=lambda case: case.id)
def test_the_rules_invent_nothing_where_nothing_is_said(strategy: str, case: LabelledCase) -> None:
    raw = RuleEngine().extract(TASK, TASK.strategies[strategy], {}, case.text).raw
    error = read_output(raw, TASK.schema).error
    assert error is not None
    assert {detail["path"] for detail in error["details"]} == {f"/{name}" for name in case.missing}


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("製品：ヒカリ印刷\nエラーが出ます。", "product_name", "ヒカリ印刷"),
        ("至急ではありませんが、クモ会議の音声が途切れます。", "severity", "低"),
        ("クモ会議は障害ではありません。見積をください。", "issue_type", "その他"),
        ("クモ会議の録画が消えました。invalid-email", "contact_email", None),
        ("クモ会議が落ちます。a@b.example.jp へ", "contact_email", "a@b.example.jp"),
    ],
)
def test_fields_by_rules(text: str, field: str, value: object) -> None:
    assert by_rules(text).get(field) == value


def test_knobs_change_what_the_rules_do() -> None:
    text = "いつもお世話です。ナビ勤怠を使っています。全社員が打刻できません。"
    prompt = TASK.strategies["zero_shot"]
    words = RuleEngine().extract(TASK, prompt, {"severity_by": "words"}, text).raw
    implied = RuleEngine().extract(TASK, prompt, {"severity_by": "consequences"}, text).raw
    assert [json.loads(raw)["severity"] for raw in (words, implied)] == ["中", "緊急"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("governed by the laws of the State of Delaware.", {"term_kind": "governing_law", "governing_law": "Delaware"}),
        (
            "renews for successive one (1) year terms unless either party gives sixty (60) days prior notice.",
            {"term_kind": "renewal", "renewal_term": "P1Y", "notice_period": "P60D"},
        ),
        (
            "This Agreement is dated as of March 3, 2020.",
            {"term_kind": "agreement_date", "agreement_date": "2020-03-03"},
        ),
        ("Supplier shall insure the goods.", {}),
    ],
)
def test_terms_of_a_clause_by_rules(text: str, values: dict[str, str]) -> None:
    raw = RuleEngine().extract(TERMS, TERMS.strategies["zero_shot"], {}, text).raw
    assert {name: value for name, value in json.loads(raw).items() if value is not None} == values


def test_a_task_without_rules_says_that_it_needs_a_model() -> None:
    bare = replace(TASK, guide=TASK.guide.model_copy(update={"fields": {}}))
    with pytest.raises(BadArguments, match="needs a model endpoint"):
        RuleEngine().extract(bare, TASK.strategies["zero_shot"], {}, "x")


@pytest.mark.parametrize("task", [TASK, TERMS], ids=lambda task: task.name)
def test_the_sampler_cannot_leave_the_schema(task: Any) -> None:
    for seed in range(12):
        case = task.cases[seed]
        extracted = SamplerEngine(seed=seed).extract(task, task.strategies["zero_shot"], {}, case.text)
        assert read_output(extracted.raw, task.schema).valid, extracted.raw
        again = SamplerEngine(seed=seed).extract(task, task.strategies["zero_shot"], {}, case.text)
        assert again.raw == extracted.raw


def test_a_schema_that_the_sampler_cannot_hold_is_said() -> None:
    checked = checked_schema('{"type": "object", "properties": {"a": {"type": "string", "pattern": "(?<!x)y"}}}')
    task = replace(TASK, checked=checked, guide=TASK.guide.model_copy(update={"fields": {}}))
    with pytest.raises(BadArguments, match="cannot hold an output"):
        SamplerEngine().extract(task, TASK.strategies["zero_shot"], {}, "x")


@pytest.mark.parametrize(
    ("steps", "total", "faults", "mode"),
    [
        ([GOOD], 100.0, [None], None),
        ([Step(value={**RIGHT, "severity": "high"}), GOOD], 100.0, ["schema_error", None], None),
        ([Step(text="申し訳ありません"), GOOD], 100.0, ["parse_error", None], None),
        ([Step(refusal="できません"), Step(refusal="できません")], 0.0, ["refusal", "refusal"], "refused"),
        ([Step(text='{"product_name": "ナ', finish="length")] * 2, 0.0, ["truncated", "truncated"], "cut_off"),
        ([Step(text="{{{")] * 2, 0.0, ["parse_error", "parse_error"], "malformed"),
        ([Step(text="")] * 2, 0.0, ["empty", "empty"], None),
        ([Step(value={**RIGHT, "secret": 1})] * 2, 20.0, ["schema_error", "schema_error"], "prohibited"),
        ([Step(value={**RIGHT, "contact_email": "invalid-email"})] * 2, 20.0, None, "broken_rule"),
        # A required field that is left out is no reason to ask again: the text may not give it.
        ([Step(value={"contact_email": None})], 20.0, [None], "left_out"),
        ([Step(value=dict.fromkeys(RIGHT))], 20.0, [None], "left_out"),
    ],
)
def test_what_an_endpoint_may_answer(scripted: Any, steps: Any, total: float, faults: Any, mode: str | None) -> None:
    settings, server = scripted(steps)
    engine = engine_of(LabSettings(engine="extraction", strategies={"zero_shot": {}}), settings)
    extracted, score = read_case(engine, TASK, "zero_shot", {}, CASE)
    engine.close()
    assert score.total == total
    assert len(server.requests) == len(extracted.attempts)
    if faults is not None:
        assert [attempt.fault for attempt in extracted.attempts] == faults
    if mode is not None:
        assert mode in {failure.mode for failure in score.failures}


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (Step(times=None, status=429, headers={"Retry-After": "3600"}), RateLimited),
        (Step(times=None, status=500), EndpointDown),
        (Step(times=None, value=RIGHT, delay_s=1.5), ModelTimeout),
    ],
)
def test_an_endpoint_that_cannot_be_reached(scripted: Any, step: Step, error: type[Exception]) -> None:
    settings, _ = scripted([step], SHINSA_LLM_TIMEOUT_S="0.2")
    engine = engine_of(LabSettings(engine="extraction", strategies={"zero_shot": {}}), settings)
    with pytest.raises(error):
        read_case(engine, TASK, "zero_shot", {}, CASE)
    engine.close()


def test_an_answer_that_breaks_off_on_the_wire(scripted: Any) -> None:
    settings, _ = scripted([Step(times=None, value=RIGHT, cut_after=40)])
    engine = engine_of(LabSettings(engine="extraction", strategies={"zero_shot": {}}), settings)
    try:
        _, score = read_case(engine, TASK, "zero_shot", {}, CASE)
    except EndpointDown:
        pass
    else:
        assert not score.valid
    engine.close()


def test_the_examples_and_the_fenced_text_reach_the_model(scripted: Any) -> None:
    settings, server = scripted([GOOD])
    engine = engine_of(LabSettings(engine="extraction", strategies={"few_shot": {}}), settings)
    read_case(engine, TASK, "few_shot", {"shown": 2, "closed": "listed_only"}, CASE)
    engine.close()
    (system, user) = server.requests[0].messages
    assert system[1].count("<<example ") == 2
    assert "上の五つのほかに項目を加えない" in system[1]
    assert CASE.text in user[1]
    assert server.requests[0].body["temperature"] == 0.0


def test_an_engine_without_an_endpoint(chosen: Any) -> None:
    with pytest.raises(BadArguments, match="No model endpoint"):
        engine_of(LabSettings(engine="extraction", strategies={"zero_shot": {}}), chosen())
