"""The start page, failures that stay, and who is working; empty, filled and failing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from pathlib import Path

import pytest
from page_helpers import open_page, words
from sqlalchemy import update

from core.contracts.ingestion import ingest_file, store_contract
from core.knowledge import EntryDraft
from core.preferences import Preferences
from core.store import ResultRow, Unit
from core.ui.workbench import workbench
from core.workbench import deadlines, to_review

_DRAFT = EntryDraft.model_validate(
    {
        "title": "Cap in supply agreements",
        "contract_types": ["supply"],
        "problem_pattern": "Liability without a limit.",
        "risk": "The whole firm stands for one delivery.",
        "recommended_clause": None,
        "note": None,
    }
)


@pytest.mark.usefixtures("empty")
def test_empty_leads_to_the_contracts() -> None:
    page = open_page(None)
    assert [title.value for title in page.title] == ["今日"]
    assert "まだ契約がありません" in words(page)
    assert not [button for button in page.button if button.key == "begin_review"]


@pytest.mark.usefixtures("filled")
def test_filled_counts_what_waits() -> None:
    workbench().knowledge.create(_DRAFT, author="sato")
    page = open_page(None, language="en")
    assert page.button(key="begin_review").label == "Begin review (3 contracts)"
    heads = [head.value for head in page.subheader]
    assert heads == ["Deadlines ahead  :gray[0]", "Contracts to review  :gray[3]", "Knowledge in draft  :gray[1]"]
    page.button(key="begin_review").click().run()
    assert [title.value for title in page.title] == ["1\\. SUPPLY AGREEMENT NO\\. 1"]


@pytest.mark.usefixtures("filled")
def test_deadlines_of_a_day() -> None:
    rows = workbench().library.rows()
    found = deadlines(rows, today=date(2026, 2, 25))
    assert [(item.day.isoformat(), item.kind, item.row.number) for item in found if item.kind == "end"] == [
        ("2026-03-02", "end", 1),
        ("2026-03-03", "end", 2),
        ("2026-03-04", "end", 3),
    ]
    assert found[0].days_left(date(2026, 2, 25)) == (found[0].day - date(2026, 2, 25)).days
    assert deadlines(rows, today=date(2030, 1, 1)) == []


@pytest.mark.usefixtures("filled")
def test_every_deadline_can_be_reached_and_says_whose_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """What did not fit was only counted; contracts of one title could not be told apart."""
    (first, *_) = deadlines(workbench().library.rows(), today=date(2026, 2, 25))
    ahead = [replace(first, day=datetime.now(UTC).astimezone().date() + timedelta(days=day)) for day in range(1, 15)]
    monkeypatch.setattr(import_module("core.ui.today.day_view"), "deadlines", lambda _rows, *, today: ahead)
    page = open_page(None, language="en")
    (more,) = page.expander
    assert more.label == "and 2 more"
    links = [link.proto.label for link in page.get("page_link") if "1\\. SUPPLY AGREEMENT" in link.proto.label]
    assert len([link for link in links if ":gray[Northfield Widgets 1… \\/ Harbor Retail 1 LLC]" in link]) == 15
    assert len(more.get("page_link")) == 2


@pytest.mark.usefixtures("filled")
def test_what_waits_for_review_is_what_is_not_decided() -> None:
    rows = workbench().library.rows()
    assert to_review(rows) == rows


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(None)
    assert len(page.error) == 1
    assert "照会番号" in words(page)


@pytest.mark.usefixtures("empty")
def test_a_failed_file_stays_until_it_is_put_away() -> None:
    opened = workbench()
    batch = opened.library.ingest([(opened.library.receive(b"x", "lost.pdf"), "lost.pdf")], user="sato")
    (unit,) = opened.ledger.units(batch)
    with opened.store.write() as session:
        fault = {"code": "damaged_document", "message": "damaged", "facts": {"file": "lost.pdf"}}
        session.execute(update(Unit).values(state="failed", error=fault))
    for page_file in (None, "pages/contracts.py", "pages/operations.py"):
        assert "lost\\.pdf" in words(open_page(page_file, language="en")), page_file
    page = open_page("pages/operations.py", language="en")
    page.button(key=f"away_{unit.id}").click().run()
    assert "lost\\.pdf" not in words(page)
    opened.ledger.retry(unit.id)
    assert opened.ledger.failures("ingest") == []


def test_the_name_is_asked_once_and_kept(empty: Path) -> None:
    assert empty.exists()
    page = open_page(language="en")
    assert "signed “reviewer”" in words(page)
    page.text_input(key="person_name").set_value("  Sato ")
    next(button for button in page.button if button.label == "Save").click().run()
    assert Preferences(workbench().store).get("person") == "Sato"
    again = open_page(language="en")
    assert "signed" not in words(again)


@pytest.mark.usefixtures("empty")
def test_preferences_are_kept_by_person() -> None:
    preferences = Preferences(workbench().store)
    preferences.put("columns", ["title"], person="Sato")
    preferences.put("columns", ["title", "law"], person="Sato")
    assert preferences.get("columns", person="Sato") == ["title", "law"]
    assert preferences.get("columns", person="Mori") is None
    preferences.put("columns", None, person="Sato")
    assert preferences.get("columns", person="Sato") is None


@pytest.mark.usefixtures("filled")
def test_a_file_that_is_already_there_leads_to_its_contract() -> None:
    opened = workbench()
    data = opened.library.file(opened.library.find(2))
    batch = opened.library.ingest([(opened.library.receive(data, "again.txt"), "again.txt")], user="sato")
    (unit,) = opened.ledger.units(batch)
    with opened.store.write() as session:
        outcome = store_contract(session, unit, ingest_file(unit.payload, data, lambda _stage: None))
        session.add(ResultRow(unit_id=unit.id, body=outcome))
        session.execute(update(Unit).where(Unit.id == unit.id).values(state="done"))
    page = open_page(language="en", job=batch)
    (link,) = [
        found.proto
        for found in page.main.get("page_link")
        if "open the contract that is already there" in found.proto.label
    ]
    assert f"contract={opened.library.find(2)}" in link.query_string
