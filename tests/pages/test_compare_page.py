"""The comparison of clauses: empty, filled and failing, and the ways to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_helpers import open_page, words
from streamlit.testing.v1 import AppTest

from core.knowledge import EntryDraft
from core.ui.workbench import workbench

_ENTRY = EntryDraft.model_validate(
    {
        "title": "Insurance",
        "contract_types": [],
        "problem_pattern": "No insurance.",
        "risk": "Nobody pays.",
        "recommended_clause": "Supplier shall maintain general liability insurance of at least $9,000,000.",
        "note": None,
        "clause_types": ["insurance"],
    }
)


def compare(**query: str) -> AppTest:
    """The page."""
    return open_page("pages/compare.py", language="en", **query)


def columns(page: AppTest) -> str:
    """The clauses side by side, as sent to the browser."""
    return "".join(html.proto.body for html in page.get("html") if 'class="shinsa-compare"' in html.proto.body)


@pytest.mark.usefixtures("empty")
def test_empty_leads_to_the_contracts() -> None:
    page = compare()
    assert [title.value for title in page.title] == ["Comparison of clauses"]
    assert "Add some first" in words(page)
    assert not page.multiselect


@pytest.mark.usefixtures("filled")
def test_filled_shows_marks_baselines_and_what_is_gone() -> None:
    assert "Choose two contracts or more" in words(compare())
    page = compare(contracts="1,2,77", clause="governing_law")
    assert "1 of the contracts in the address are no longer there." in words(page)
    assert page.multiselect(key="compare_contracts").value == [1, 2]
    shown = columns(page)
    assert "<del>" in shown
    assert "<ins>" in shown
    assert "item=fact%3Agoverning_law&amp;page=1" in shown
    page.selectbox(key="compare_base").select("2").run()
    assert page.query_params["base"] == "2"
    assert columns(page).index("2. SUPPLY") < columns(page).index("1. SUPPLY")
    page.toggle(key="compare_marks").set_value(False).run()
    assert "<del>" not in columns(page)
    assert page.query_params["plain"] == "1"


@pytest.mark.usefixtures("filled")
def test_an_approved_recommendation_is_a_baseline_and_a_hostile_name_stays_text() -> None:
    knowledge = workbench().knowledge
    knowledge.create(_ENTRY, author="sato", status="approved")
    knowledge.create(_ENTRY, author="sato")
    page = compare(contracts="1,3", clause="insurance", base="K1")
    assert [option for option in page.selectbox(key="compare_base").options if "K" in option] == [
        "Recommended clause K1 Insurance"
    ]
    shown = columns(page)
    assert "K1 Insurance" in shown
    assert "9,000,000" in shown
    assert "<b>" not in shown
    assert "&lt;b&gt;" in shown
    page.selectbox(key="compare_clause").select("non_compete").run()
    assert "K1 Insurance" not in columns(page)
    assert "<ins>" not in columns(page)


@pytest.mark.usefixtures("filled")
def test_the_matrix_leads_to_a_comparison() -> None:
    page = open_page(language="en", view="matrix", **{"with": "insurance"})
    page.button(key="compare_go").click().run()
    assert [title.value for title in page.title] == ["Comparison of clauses"]
    assert page.query_params["contracts"] == "1,2,3"
    assert page.query_params["clause"] == "insurance"


@pytest.mark.usefixtures("filled")
def test_an_answer_leads_to_a_comparison() -> None:
    page = open_page("pages/qa.py", language="en")
    page.chat_input(key="question").set_value("Which contracts have an insurance clause?").run()
    (link,) = [link for link in page.get("page_link") if "side by side" in link.proto.label]
    assert "contracts=1%2C2%2C3" in link.proto.query_string
    assert "clause=insurance" in link.proto.query_string


def test_failing_says_so(failing: Path) -> None:
    page = compare(contracts="1,2")
    assert failing.exists()
    assert page.error
    assert not columns(page)
