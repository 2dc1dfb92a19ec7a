"""The page of all contracts, empty, filled and failing, in both languages."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from page_helpers import column_of, open_page, tables, words
from sqlalchemy import update
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile, UploadedFileRec

from core.contracts import KIND, Assignments
from core.contracts.library import Library
from core.jobs import Fault, NewUnit
from core.store import ResultRow, Unit
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
        ("ja", "3 件中 3 件"),
        ("en", "3 of 3"),
    ],
)
@pytest.mark.usefixtures("filled")
def test_filled(language: str, heads: str) -> None:
    page = open_page(language=language)
    assert heads in [caption.value for caption in page.caption]
    (table,) = tables(page)
    assert column_of(table, "number") == [1, 2, 3]
    assert column_of(table, "title") == ["SUPPLY AGREEMENT NO. 1", "SUPPLY AGREEMENT NO. 2", "SUPPLY AGREEMENT NO. 3"]
    assert column_of(table, "expiration_date") == ["2026-03-02", "2026-03-03", "2026-03-04"]
    assert all(count > 0 for count in column_of(table, "to_review"))
    assert table["rows"][0]["href"].startswith("/contract?contract=c")


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
def test_filters_and_words_live_in_the_address() -> None:
    page = open_page(q="ＮＯＲＴＨＦＩＥＬＤ supply-2")
    assert column_of(tables(page)[0], "number") == [2]
    page.text_input(key="filter_q").set_value("nothing like this").run()
    assert [element.value for element in page.info] == ["条件に合う契約はありません。"]
    assert page.query_params["q"] == "nothing like this"
    page = open_page(law="US/Delaware", until="2026-03-03")
    assert column_of(tables(page)[0], "number") == [2]
    assert page.multiselect(key="filter_law").value == ["US/Delaware"]
    page.button(key="clear_filters").click().run()
    assert column_of(tables(page)[0], "number") == [1, 2, 3]
    page = open_page(review="done", language="en")
    assert [element.value for element in page.info] == ["No contract matches."]
    page = open_page(clause=["insurance"], by="sato", lang_of="en")
    assert len(tables(page)[0]["rows"]) == 3


@pytest.mark.usefixtures("filled")
def test_columns_are_kept_for_the_person() -> None:
    page = open_page(language="en")
    page.multiselect(key="columns_chosen").set_value(["pages", "file_name"]).run()
    assert [column["name"] for column in tables(page)[0]["columns"]] == ["number", "title", "pages", "file_name"]
    again = open_page(language="en")
    assert [column["title"] for column in tables(again)[0]["columns"]] == ["No.", "Contract", "Pages", "File"]


def test_ticked_rows_are_exported_assigned_and_deleted(filled: Path) -> None:
    assert filled.exists()
    page = open_page(language="en")
    chosen = workbench().library.find(2)
    page.session_state["contract_list_chosen"] = frozenset([chosen])
    page.run()
    assert "**1 selected**" in words(page)
    page.text_input(key="assign_name").set_value("Mori")
    next(button for button in page.button if button.label == "Assign" and button.key != "assign").click().run()
    assert Assignments(workbench().store).people() == {chosen: "Mori"}
    filtered = open_page(language="en", assigned="Mori")
    assert column_of(tables(filtered)[0], "number") == [2]
    page.button(key="read_again").click().run()
    (job,) = workbench().ledger.recent(limit=1)
    assert [unit.label for unit in workbench().ledger.units(job.batch_id)] == ["supply-2.txt"]
    page.button(key="delete").click().run()
    assert "SUPPLY AGREEMENT NO\\. 2" in words(page)
    # The answer comes from inside a dialog, which only a browser reruns: see the journeys.
    assert workbench().library.count() == 3


@pytest.mark.usefixtures("filled")
def test_words_in_all_texts_with_what_stands_around_them() -> None:
    page = open_page(language="en", view="text", words="additional INSURED")
    assert "Found in 3 of 3 contracts." in words(page)
    hits = [
        html.proto.body
        for html in page.get("html")
        if "shinsa-hits" in html.proto.body and "<mark>" in html.proto.body and "<style" not in html.proto.body
    ]
    assert len(hits) == 3
    assert "name Buyer as an <mark>additional insured</mark>." in hits[0]
    assert "find=additional+INSURED" in hits[0]
    assert "<b>" not in hits[2]
    nothing = open_page(language="en", view="text", words="escrow of code")
    assert [info.value for info in nothing.info] == ["Not found in the texts of 3 contracts."]


@pytest.mark.usefixtures("filled")
def test_words_of_a_clause_type_find_its_passages() -> None:
    page = open_page(language="ja", view="text", words="付保義務")
    assert "条項の種類「保険」の箇所：3 件の契約" in [expander.label for expander in page.expander]
    assert "additional insured" in "".join(html.proto.body for html in page.get("html"))


@pytest.mark.usefixtures("filled")
def test_the_choice_of_clause_types_takes_the_lexicons_words() -> None:
    page = open_page(language="en")
    page.multiselect(key="filter_clause").set_value(["付保義務"]).run()
    assert page.multiselect(key="filter_clause").value == ["insurance"]
    page.multiselect(key="filter_clause").set_value(["insurance", "blue cover"]).run()
    assert page.multiselect(key="filter_clause").value == ["insurance"]
    assert any("blue cover" in caption.value for caption in page.caption)


@pytest.mark.usefixtures("filled")
def test_matrix_tells_absent_from_unknown() -> None:
    page = open_page(view="matrix")
    (table,) = tables(page)
    codes = [column["name"] for column in table["columns"]][2:]
    assert set(codes) == set(workbench().library.rows()[0].summary.presence)
    assert column_of(table, "insurance") == ["p", "p", "p"]
    assert {name: look["symbol"] for name, look in table["looks"].items()} == {"p": "●", "a": "–", "n": "○", "u": "？"}
    page = open_page(view="matrix", without="insurance")
    assert [element.value for element in page.info] == ["条件に合う契約はありません。"]
    page = open_page(**{"view": "matrix", "with": "insurance", "group": "liability"})
    shown = [column["name"] for column in tables(page)[0]["columns"]]
    assert shown[2] == "insurance"
    assert "non_compete" not in shown


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
def test_of_a_large_upload_what_concerns_a_person_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each second of an upload of 5,100 files all were read and drawn, failed ones somewhere among them (issue 20)."""
    monkeypatch.setattr("core.ui.jobs._SHOWN", 4)
    ledger = workbench().ledger
    units = [NewUnit(f"{number}.pdf", {"number": number}, str(number)) for number in range(20)]
    batch = ledger.submit(KIND, "20 files", units, created_by="x")
    fault = Fault("damaged", "m", {}).as_json()
    with workbench().store.write() as session:
        for unit in ledger.units(batch):
            number = unit.payload["number"]
            failed = number >= 10
            values: dict[str, Any] = {"state": "failed", "error": fault} if failed else {"state": "done"}
            session.execute(update(Unit).where(Unit.id == unit.id).values(**values))
            if not failed:
                state = "duplicate" if number == 0 else "new"
                session.add(ResultRow(unit_id=unit.id, body={"state": state, "contract_id": "c" * 16}))
    page = open_page(language="en", job=batch)
    assert list(page.dataframe[0].value.iloc[:, 0]) == ["10.pdf", "11.pdf", "12.pdf", "13.pdf"]
    shown = words(page)
    assert "4 of 20 are listed" in shown
    links = [link.proto.label for link in page.get("page_link")]
    assert [label for label in links if "already there" in label] == [
        "0\\.pdf: open the contract that is already there"
    ]
    # What waits for a person stands once, below the panel.
    keys = [button.key or "" for button in page.button]
    assert (len([key for key in keys if key.startswith("again_")]), "retry_all" in keys) == (10, False)
    page.button(key="retry_failed").click().run()
    assert not page.exception
    assert ledger.progress(batch).counts["queued"] == 10
    ledger.cancel(batch)


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
