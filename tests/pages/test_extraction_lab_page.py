"""The Extraction lab: empty, filled and failing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from page_helpers import open_page, words

from core.extraction.files import read_task
from core.extraction.runs import ExtractionRun, LabSettings
from core.jobs import Dispatcher
from core.ui.workbench import extraction_book, run_book
from extraction_in_process import InProcess, closed_stores

PAGE = "pages/extraction_lab.py"
CASES = ("n01", "n10", "h02", "c01")
PARTS = ("table", "case", "errors", "improve")


@pytest.fixture(autouse=True)
def _stores() -> Iterator[None]:
    yield
    closed_stores()


def played(**more: Any) -> ExtractionRun:
    """A run of a few cases, read to its end in this process."""
    book = extraction_book()
    values = {"strategies": {"zero_shot": {}, "step_by_step": {}}, "cases": CASES, **more}
    run = book.start(read_task("customer_inquiry"), LabSettings(**values), user="sato", title="問い合わせ")
    Dispatcher(book.ledger, InProcess(), book.ledger.settings).run_until_done(run.batch_id)
    return run


@pytest.mark.parametrize(
    ("language", "title", "hint"),
    [("ja", "抽出ラボ", "まだ実行がありません"), ("en", "Extraction lab", "There is no run yet")],
)
@pytest.mark.usefixtures("empty")
def test_empty(language: str, title: str, hint: str) -> None:
    page = open_page(PAGE, language=language)
    assert title in [found.value for found in page.title]
    assert hint in words(page)
    for name in ("contract_terms", "customer_inquiry"):
        page.selectbox(key="lab_task").set_value(name).run()
        assert not page.exception
        assert not page.error


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(PAGE)
    assert len(page.error) == 1
    assert "照会番号" in words(page)


@pytest.mark.usefixtures("empty")
def test_a_run_is_started_from_the_form_watched_and_cancelled() -> None:
    page = open_page(PAGE, language="en")
    assert "66 cases × 3 strategies = 198 extractions" in words(page)
    page.selectbox(key="lab_part").set_value("held_out").run()
    page.multiselect(key="lab_strategies_customer_inquiry").set_value(["zero_shot"]).run()
    assert "21 cases × 1 strategies = 21 extractions" in words(page)
    page.button(key="lab_start").click().run()
    assert not page.exception
    (run,) = extraction_book().runs()
    assert (len(run.settings.cases), list(run.settings.strategies)) == (21, ["zero_shot"])
    page.button(key="lab_cancel").click().run()
    assert extraction_book().progress(run).counts["cancelled"] == 21
    assert "21 were cancelled" in "".join(warning.value for warning in page.warning)
    page.button(key="lab_again").click().run()
    assert not extraction_book().progress(run).finished


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.usefixtures("empty")
def test_every_part_of_a_run_draws(language: str) -> None:
    run = played()
    page = open_page(PAGE, language=language, run=run.id)
    assert {metric.value for metric in page.metric} >= {"100.0"}
    for part in PARTS:
        page.segmented_control(key="lab_part_of_run").set_value(part).run()
        assert not page.exception, part
    page.segmented_control(key="lab_part_of_run").set_value("case").run()
    page.selectbox(key="lab_case").set_value("h02").run()
    assert not page.exception
    assert "JSON Schema validation failed." in "".join(code.value for code in page.code)
    assert "'product_name' is a required property" in "".join(code.value for code in page.code)


@pytest.mark.usefixtures("empty")
def test_only_what_changed_since_another_run() -> None:
    before = played()
    after = played(strategies={"zero_shot": {"summary_from": "matter"}, "step_by_step": {}})
    page = open_page(PAGE, language="en", run=after.id, before=before.id)
    assert not page.exception
    shown = page.dataframe[0].value
    assert 0 < len(shown) < len(CASES)
    assert "Change (Zero-shot)" in shown.columns
    page.toggle(key="lab_only_changed").set_value(False).run()
    assert len(page.dataframe[0].value) == len(CASES)


@pytest.mark.usefixtures("empty")
def test_proposals_are_run_again_and_compared() -> None:
    run = played(engine="sampler")
    page = open_page(PAGE, language="en", run=run.id)
    page.segmented_control(key="lab_part_of_run").set_value("improve").run()
    assert "leave_out" in page.dataframe[0].value.to_string()
    page.button(key="lab_run_again").click().run()
    assert not page.exception
    newest = extraction_book().runs()[0]
    assert (newest.parent_id, newest.settings.strategies["zero_shot"]["absent"]) == (run.id, "leave_out")
    assert page.query_params["run"] == newest.id
    assert page.selectbox(key=f"lab_before_{newest.id}").value == run.id
    Dispatcher(extraction_book().ledger, InProcess(), extraction_book().ledger.settings).run_until_done(newest.batch_id)
    page.run()
    assert page.segmented_control(key="lab_part_of_run").value == "table"
    assert page.toggle(key="lab_only_changed").value is True


@pytest.mark.usefixtures("empty")
def test_a_strategy_is_handed_to_the_optimizer() -> None:
    run = played(cases=())
    page = open_page(PAGE, language="en", run=run.id)
    page.segmented_control(key="lab_part_of_run").set_value("improve").run()
    page.button(key="lab_optimizer_go").click().run()
    assert not page.exception
    (handed,) = run_book().runs()
    assert handed.dataset == "customer_inquiry_zero_shot"


@pytest.mark.usefixtures("empty")
def test_a_schema_is_checked_as_it_is_edited() -> None:
    page = open_page(PAGE, language="en")
    shipped = page.text_area(key="lab_schema_customer_inquiry_0").value
    for text, said in (
        ("{", "The schema is no JSON"),
        (shipped.replace('"maxLength": 50', '"$ref": "http://x.example/s"'), "points outside of itself"),
        (shipped.replace('"type": "object"', '"type": "strin"', 1), "breaks the rules of JSON Schema"),
    ):
        page.text_area(key="lab_schema_customer_inquiry_0").set_value(text).run()
        assert not page.exception
        assert said in "".join(error.value for error in page.error)
        assert "lab_start" not in {button.key for button in page.button}
    page.text_area(key="lab_schema_customer_inquiry_0").set_value(
        shipped.replace('"maxLength": 50', '"format": "product"')
    ).run()
    assert not page.error
    assert "the format" in "".join(warning.value for warning in page.warning)
    assert "This task was edited." in words(page)
    page.button(key="lab_reset").click().run()
    assert "This task was edited." not in words(page)


@pytest.mark.usefixtures("empty")
def test_a_broken_line_of_cases_and_a_wrong_template_are_named() -> None:
    page = open_page(PAGE, language="en")
    area = page.text_area(key="lab_cases_customer_inquiry_0")
    lines = area.value.split("\n")
    area.set_value("\n".join([*lines[:4], '{"id": ', *lines[5:]])).run()
    assert not page.exception
    assert "Line 5 of the cases is wrong" in "".join(error.value for error in page.error)
    page.button(key="lab_reset").click().run()
    prompt = page.text_area(key="lab_prompt_customer_inquiry_1_zero_shot")
    prompt.set_value(prompt.value.replace("{{ text |", "{{ texts |")).run()
    assert not page.exception
    assert "texts is not declared" in "".join(error.value for error in page.error).replace("\\", "")


@pytest.mark.usefixtures("empty")
def test_without_an_endpoint_the_page_says_what_to_do() -> None:
    page = open_page(PAGE, language="en")
    page.selectbox(key="lab_engine").set_value("extraction").run()
    page.button(key="lab_start").click().run()
    assert not page.exception
    assert "No model is configured" in "".join(error.value for error in page.error)
