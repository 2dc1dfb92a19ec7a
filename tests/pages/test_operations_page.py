"""The page of operations: empty, filled and failing."""

from __future__ import annotations

import json

import pytest
from page_helpers import open_page, words

from core.ui.workbench import workbench
from stored_turns import BROKEN, fill

PAGE = "pages/operations.py"
ALL = 0


@pytest.mark.parametrize(
    ("language", "title", "hint"),
    [
        ("ja", "運用", "この期間の記録はまだありません。"),
        ("en", "Operations", "Nothing was recorded in this period yet."),
    ],
)
@pytest.mark.usefixtures("empty")
def test_empty(language: str, title: str, hint: str) -> None:
    page = open_page(PAGE, language=language)
    assert title in [item.value for item in page.title]
    for view in ("progress", "repairs", "failures"):
        page.segmented_control(key="operations_view").set_value(view).run()
        assert not page.exception
        assert hint in words(page)


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(PAGE)
    assert len(page.error) == 1
    assert "照会番号" in words(page)


@pytest.mark.usefixtures("empty")
def test_progress_shows_the_figures() -> None:
    fill(workbench().store)
    page = open_page(PAGE, language="en")
    page.segmented_control(key="operations_period").set_value(ALL).run()
    assert {metric.label: metric.value for metric in page.metric} == {
        "Interviews": "3",
        "Approved": "1",
        "Turns to draft (median)": "2.5",
        "Turns to finalize (median)": "4",
        "Failed turns": "1",
    }
    assert [len(table.value) for table in page.dataframe] == [7, 3]


@pytest.mark.usefixtures("empty")
def test_a_failure_is_inspected_and_replayed() -> None:
    fill(workbench().store)
    page = open_page(PAGE, language="ja")
    page.segmented_control(key="operations_period").set_value(ALL).run()
    page.segmented_control(key="operations_view").set_value("failures").run()
    page.session_state["failure_rows"] = {"selection": {"rows": [], "columns": [], "cells": [[2, "X"]]}}
    page.run()
    assert not page.exception
    assert [code.value for code in page.code] == [BROKEN] * 3
    page.button(key="replay_3").click().run()
    assert not page.exception
    assert "今の検査でも再質問になります" in words(page)


@pytest.mark.usefixtures("empty")
def test_costs_and_repairs_have_their_tables() -> None:
    fill(workbench().store)
    page = open_page(PAGE, language="en")
    page.segmented_control(key="operations_period").set_value(ALL).run()
    page.segmented_control(key="operations_view").set_value("costs").run()
    assert {metric.label: metric.value for metric in page.metric} == {"Tokens": "440", "Cost": "0.0400", "Calls": "4"}
    tokens, _, latency = (json.loads(chart.proto.spec) for chart in page.get("plotly_chart"))
    # Two roles of one model were two lines of one name, and one day was divided into milliseconds.
    names = [line["name"] for line in latency["data"]]
    assert len(set(names)) == len(names)
    for chart in (tokens, latency):
        assert chart["layout"]["xaxis"]["tickformat"] == "%Y-%m-%d"
        assert chart["layout"]["yaxis"]["rangemode"] == "nonnegative"
    page.segmented_control(key="operations_view").set_value("repairs").run()
    assert not page.exception
    assert [len(table.value) for table in page.dataframe] == [6]
