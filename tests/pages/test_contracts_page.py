"""The page of all contracts, empty, filled and failing, in both languages."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from page_helpers import open_page, words
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile, UploadedFileRec

from core.contracts.library import Library
from core.ui.contracts import upload
from core.ui.workbench import workbench


@pytest.mark.parametrize(
    ("language", "title", "hint"), [("ja", "契約", "まだ契約がありません"), ("en", "Contracts", "No contracts yet")]
)
@pytest.mark.usefixtures("empty")
def test_empty(language: str, title: str, hint: str) -> None:
    page = open_page(language=language)
    assert [element.value for element in page.title] == [title]
    assert [element.value for element in page.subheader] == [hint]
    assert page.expander[0].proto.expanded


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("ja", "3 件中 3 件。行の左端を選ぶと開きます。"),
        ("en", "3 of 3. Select a row at its left edge to open it."),
    ],
)
@pytest.mark.usefixtures("filled")
def test_filled(language: str, heads: str) -> None:
    page = open_page(language=language)
    assert heads in [caption.value for caption in page.caption]
    table = page.dataframe[0].value
    assert list(table["number"]) == [1, 2, 3]
    assert list(table["title"]) == ["SUPPLY AGREEMENT NO. 1", "SUPPLY AGREEMENT NO. 2", "SUPPLY AGREEMENT NO. 3"]
    assert list(table["expiration_date"]) == ["2026-03-02", "2026-03-03", "2026-03-04"]
    assert all(count > 0 for count in table["to_review"])


def test_a_page_opened_by_its_address_on_a_fresh_server(
    opener: Callable[[Path], None], filled_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(filled_folder, tmp_path / "data")
    opener(tmp_path / "data")
    page = open_page("pages/contract.py", language="en", contract="2")
    assert [title.value for title in page.title] == ["2\\. SUPPLY AGREEMENT NO\\. 2"]
    assert [button.options for button in page.sidebar.button_group] == [["日本語", "English"]]
    assert page.query_params["contract"] == "2"


@pytest.mark.usefixtures("filled")
def test_filter_by_words() -> None:
    page = open_page()
    page.text_input(key="filter").set_value("ＮＯＲＴＨＦＩＥＬＤ supply-2").run()
    assert list(page.dataframe[0].value["number"]) == [2]
    page.text_input(key="filter").set_value("nothing like this").run()
    assert [element.value for element in page.info] == ["条件に合う契約はありません。"]


@pytest.mark.usefixtures("filled")
def test_matrix_tells_absent_from_unknown() -> None:
    page = open_page()
    page.button_group(key="view").set_value("matrix").run()
    table = page.dataframe[0].value
    assert set(table.columns[2:]) == set(workbench().library.rows()[0].summary.presence)
    assert list(table["insurance"]) == ["●", "●", "●"]
    page.multiselect(key="matrix_without").select("insurance").run()
    assert [element.value for element in page.info] == ["条件に合う契約はありません。"]
    page.multiselect(key="matrix_without").unselect("insurance").run()
    page.multiselect(key="matrix_with").select("insurance").run()
    page.selectbox(key="matrix_group").set_value("liability").run()
    shown = page.dataframe[0].value
    assert "insurance" in shown.columns
    assert "non_compete" not in shown.columns


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize(
    ("language", "reference", "again"), [("ja", "照会番号", "もう一度試す"), ("en", "Reference", "Try again")]
)
def test_failing(language: str, reference: str, again: str) -> None:
    page = open_page(language=language)
    assert len(page.error) == 1
    assert reference in words(page)
    assert again in [button.label for button in page.button]
    assert "sqlite" not in words(page).lower()


@pytest.mark.usefixtures("filled")
def test_an_unexpected_error_shows_a_reference_and_no_details(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(_self: Library) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(Library, "rows", rows)
    page = open_page()
    assert "照会番号" in words(page)
    assert "hunter2" not in words(page)
    assert "RuntimeError" not in words(page)


@pytest.mark.usefixtures("empty")
def test_upload_keeps_the_bytes_at_once_and_submits_one_job() -> None:
    page = open_page()
    page.file_uploader[0].set_value(
        [("../x/a.txt", b"Agreement between A and B.", "text/plain"), ("empty.pdf", b"", "application/pdf")]
    ).run()
    assert not page.exception
    opened = workbench()
    (job,) = opened.ledger.recent()
    assert page.query_params["job"] == job.batch_id
    assert [(unit.label, unit.state) for unit in opened.ledger.units(job.batch_id)] == [("a.txt", "queued")]
    assert [error.value for error in page.error] == [
        "empty\\.pdf — 中身のないファイルです。元のファイルを確かめてください。"
    ]
    opened.ledger.cancel(job.batch_id)
    page.run()
    assert list(page.dataframe[0].value.iloc[:, 1]) == ["中止済み"]


@pytest.mark.usefixtures("empty")
def test_files_that_the_server_has_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dropped file has no name: "Something unexpected happened" under load (issue 12, 14)."""
    record = UploadedFileRec("f1", "a.txt", "text/plain", b"Agreement between A and B.")
    file = UploadedFile(record, FileURLs(file_id="f1", upload_url="", delete_url=""))
    state: dict[str, Any] = {"upload_generation": 0, "upload_0": [file, DeletedFile("f2")]}
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(st, "query_params", {})
    upload._take("upload_0")
    (job,) = workbench().ledger.recent()
    assert job.total == 1
    assert state["upload_faults"] == [("1 件のファイル", "upload_lost", {})]
    # The same submission again, from a browser that does not know yet: neither a second job nor a fault.
    state["upload_0"] = [DeletedFile("f1")]
    upload._take("upload_0")
    upload._take("upload_of_another_time")
    assert state["upload_faults"] == []
    assert len(workbench().ledger.recent()) == 1


def test_delete_asks_first(filled: Path) -> None:
    assert filled.exists()
    page = open_page()
    page.toggle(key="several").set_value(True).run()
    assert page.button(key="delete").disabled
    page.session_state["contract_list_True"] = {"selection": {"rows": [1], "columns": [], "cells": []}}
    page.run()
    page.button(key="delete").click().run()
    assert "SUPPLY AGREEMENT NO\\. 2" in words(page)
    assert "削除する" in [button.label for button in page.button]
    # The answer comes from inside a dialog, which only a browser reruns: see the journeys.
    assert workbench().library.count() == 3
