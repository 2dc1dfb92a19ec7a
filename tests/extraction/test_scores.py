"""Scores as the specification says them, failure modes by name, and what supports a value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.extraction.engines import read_output, requested_schema
from core.extraction.files import FieldGuide, LabelledCase, read_task
from core.extraction.scoring import OutputScore, band_of, score_output, support_of

TASK = read_task("customer_inquiry")
CASE = TASK.case("n01")
NOTHING = TASK.case("h02")
RIGHT = {
    "product_name": "ナビ勤怠",
    "issue_type": "障害",
    "severity": "緊急",
    "contact_email": "aoki@aoki-shoji.example.jp",
    "summary": "ナビ勤怠で今朝9時ごろから全社員が打刻できない。",
}


def scored(raw: str, case: LabelledCase = CASE, fault: str | None = None) -> OutputScore:
    return score_output(read_output(raw, TASK.schema), raw, case, TASK, fault=fault)


def text(*drop: str, **change: Any) -> str:
    return json.dumps({name: value for name, value in {**RIGHT, **change}.items() if name not in drop})


def modes(score: OutputScore) -> set[tuple[str, str]]:
    return {(failure.mode, failure.place) for failure in score.failures}


@pytest.mark.parametrize(
    ("raw", "total", "band", "repaired", "found"),
    [
        (text(), 100.0, "right", 100.0, set()),
        (text(contact_email=None), 94.0, "mostly_right", 94.0, {("left_out", "contact_email")}),
        (text(severity="低", issue_type="その他"), 88.0, "mostly_right", 88.0, None),
        (text(severity="低", issue_type="その他", contact_email=None), 82.0, "partly_right", 82.0, None),
        (text("summary"), 20.0, "breaks_schema", 20.0, {("left_out", "summary")}),
        (text(secret=1), 20.0, "breaks_schema", 20.0, {("prohibited", "/secret"), ("hallucination", "secret")}),
        (text(contact_email="invalid-email"), 20.0, "breaks_schema", 20.0, None),
        ("[]", 20.0, "breaks_schema", 20.0, {("malformed", "")}),
        ("ナビ勤怠の障害です。", 0.0, "no_json", 0.0, None),
        ("", 0.0, "no_json", 0.0, {("malformed", "")}),
        ("```json\n" + text() + "\n```", 0.0, "no_json", 100.0, {("off_topic", "")}),
        ("次のとおりです。\n" + text() + "\n以上です。", 0.0, "no_json", 100.0, {("off_topic", "")}),
        (text()[:-1] + ",}", 0.0, "no_json", 100.0, {("malformed", "")}),
        (text(product_name="クモ会議"), 94.0, "mostly_right", 94.0, {("hallucination", "product_name")}),
        (text(severity="低"), 94.0, "mostly_right", 94.0, {("wrong_value", "severity")}),
        (
            text(summary="ナビ勤怠のサーバーが火災で停止し、復旧に3週間かかる。"),
            94.0,
            "mostly_right",
            94.0,
            {("hallucination", "summary")},
        ),
    ],
)
def test_the_scale(raw: str, total: float, band: str, repaired: float, found: set[tuple[str, str]] | None) -> None:
    score = scored(raw)
    assert (score.total, score.band, score.repaired) == (total, band, repaired)
    if found is not None:
        assert modes(score) == found


def test_a_field_counts_once_however_much_is_wrong_with_it() -> None:
    score = scored(text(severity=3))
    assert [violation[0] for violation in score.violations] == ["/severity", "/severity"]
    assert [field.name for field in score.mismatches] == ["severity"]


@pytest.mark.parametrize(
    ("fault", "mode"), [("refusal", "refused"), ("content_filter", "refused"), ("truncated", "cut_off")]
)
def test_what_is_no_whole_answer_is_no_json(fault: str, mode: str) -> None:
    score = scored(text(), fault=fault)
    assert (score.total, score.valid, {failure.mode for failure in score.failures}) == (0.0, False, {mode})


def test_nothing_to_extract_ends_as_the_error_that_names_what_is_missing() -> None:
    score = scored("{}", NOTHING)
    assert (score.total, score.as_labelled, score.valid, score.failures) == (100.0, True, False, ())
    assert read_output("{}", TASK.schema).error == {
        "error": "JSON Schema validation failed.",
        "details": [
            {"path": f"/{name}", "message": f"'{name}' is a required property"}
            for name in ("issue_type", "product_name", "severity", "summary")
        ],
    }


def test_nulls_stand_for_what_is_left_out() -> None:
    """A strict endpoint must write every property: null is its only way to say that the text has none."""
    nothing = json.dumps(dict.fromkeys(RIGHT))
    assert scored(nothing, NOTHING).total == 100.0
    assert scored(nothing).total == 20.0


def test_invented_values_of_an_empty_text_are_worth_no_more_than_a_broken_object() -> None:
    invented = dict.fromkeys(("product_name",), "システム") | {
        "issue_type": "その他",
        "severity": "中",
        "contact_email": None,
        "summary": "お客様からのご連絡がありました。",
    }
    score = scored(json.dumps(invented), NOTHING)
    assert (score.total, score.as_labelled) == (20.0, False)
    assert {place for mode, place in modes(score) if mode == "hallucination"} >= {
        "product_name",
        "issue_type",
        "severity",
    }


def test_what_a_model_is_asked_for_requires_nothing() -> None:
    asked = requested_schema(TASK.schema).body
    assert "required" not in asked
    assert asked["properties"] == TASK.schema.body["properties"]


@pytest.mark.parametrize(
    ("value", "said", "support"),
    [
        ("ナビ勤怠", "ナビ勤怠が止まる", "exact"),
        ("HankoLink", "ＨａｎｋｏＬｉｎｋの件", "normalised"),
        ("Hanko Link", "HANKO-LINKの件", "normalised"),
        ("2018-12-31", "dated as of December 31, 2018", "normalised"),
        ("2018-12-31", "dated as of December 30, 2018", "none"),
        ("P60D", "at least sixty (60) days prior", "normalised"),
        ("P1Y", "from year to year", "normalised"),
        ("P2Y", "for one (1) year", "none"),
        (1_200, "金額は1,200円", "normalised"),
        (1_300, "金額は1,200円", "none"),
        (True, "x", "unchecked"),
        (None, "x", "absent"),
        (["ナビ勤怠", "クモ会議"], "ナビ勤怠のみ", "none"),
        ({"name": "ナビ勤怠"}, "ナビ勤怠のみ", "exact"),
    ],
)
def test_support_of_quoted_values(value: object, said: str, support: str) -> None:
    assert support_of(value, said, FieldGuide(), {}) == support


def test_support_by_alias_and_by_judgement() -> None:
    guide = TASK.guide.fields["severity"]
    rule = TASK.checked.body["properties"]["severity"]
    assert support_of("緊急", "大至急お願いします", guide, rule) == "alias"
    assert support_of("緊急", "お手すきのときに", guide, rule) == "none"
    assert support_of("中", "印刷できない", guide, rule) == "judged"
    assert support_of("中", "", guide, rule, missing=True) == "none"


def test_bands() -> None:
    totals = [0.0, 20.0, 70.0, 84.9, 85.0, 99.9, 100.0]
    assert [band_of(total) for total in totals] == [
        "no_json",
        "breaks_schema",
        "partly_right",
        "partly_right",
        "mostly_right",
        "mostly_right",
        "right",
    ]


def test_an_output_of_five_megabytes_is_refused_with_words() -> None:
    raw = text(summary="あ" * 1_700_000)
    assert len(raw.encode()) > 5_000_000
    score = scored(raw)
    assert (score.total, score.valid) == (0.0, False)
    assert "longer than 4194304 bytes" in str(score.violations).lower()
    assert len(json.dumps(score.as_json())) < 10_000


def test_scores_are_stored_and_read_again() -> None:
    for raw in (text(), text(secret=1), "no", text(severity=3)):
        score = scored(raw)
        assert OutputScore.from_json(json.loads(json.dumps(score.as_json()))) == score
