"""The page of a contract opens whatever an extraction holds: built from the value types, built-in and by endpoint."""

from __future__ import annotations

import itertools
from datetime import date

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from page_helpers import open_page, words
from streamlit.testing.v1 import AppTest

from core.contracts.export import contracts_table, facts_table, matrix_table, to_csv
from core.contracts.extract import BUILTIN
from core.contracts.review import fact_subjects
from core.contracts.row import summarise
from core.evidence import Evidence, from_span
from core.graph.projection.records import records
from core.record import PRESENCES, Clause, Excerpt, Extraction, Fact, Party, ValueCheck, to_json
from core.store.models import Contract
from core.taxonomy import taxonomy
from core.ui.workbench import workbench
from core.workbench.catch_up import graph_contract

PAGE = "pages/contract.py"
TABS = ("facts", "clauses", "findings", "dates", "related", "history")
_SHA = "ab" * 32
_DATES = ("agreement_date", "effective_date", "expiration_date")
_TEXTS = st.sampled_from(
    ["", "x", "Nevada", "New York", "一年間", "<b>:red[x]</b>", "a\nb\fc", "\u202eevil", "Ａ" * 400, "$1 [x](y)"]
)
_VALUES = {
    **dict.fromkeys(_DATES, st.sampled_from(["2021-03-01", "9999-12-31", "0001-01-01", "soon", ""])),
    **dict.fromkeys(
        ("renewal_term", "notice_period"), st.sampled_from(["P1Y", "P9999Y", "P0D", "P1Y2M3W4D", "a year"])
    ),
    "governing_law": st.sampled_from(["US", "JP", "XX", "us", ""]),
    "agreement_type": st.sampled_from(["nda", "service", "Loan Agreement", ""]),
    "document_name": _TEXTS,
}
_UNPLACED = st.builds(
    Evidence, st.just(_SHA), st.just("unverified"), st.sampled_from(["not_found", "veto_number"]), _TEXTS
)
_CHECKS = st.builds(
    ValueCheck,
    st.sampled_from(["verified", "refused", "not_in_words"]),
    st.none() | _TEXTS,
    st.none() | st.sampled_from(["P2Y", "US", "New York, US", "2021-01-01", "?"]),
)


def _placed() -> st.SearchStrategy[Evidence]:
    document = workbench().library.document(workbench().library.find(1))
    return st.sampled_from([0, 20, 90, len(document.text) - 30]).map(
        lambda start: from_span(document, start, start + 25)
    )


@st.composite
def extractions(draw: st.DrawFn) -> Extraction:
    """An extraction of any shape; a category has one verdict, all else may stand several times."""
    evidence = _UNPLACED | _placed()
    sure = st.sampled_from([0.0, 0.3, 0.9, 1.0])
    facts: list[Fact] = []
    for name in draw(st.lists(st.sampled_from(sorted(_VALUES)), max_size=12)):
        value = draw(st.none() | _VALUES[name])
        check = draw(st.none() | _CHECKS)
        facts.append(Fact(name, value, draw(st.none() | _TEXTS), draw(sure), draw(st.none() | evidence), check))
    facts += draw(st.lists(st.sampled_from(facts), max_size=2)) if facts else []
    parties = draw(
        st.lists(
            st.builds(
                Party,
                st.sampled_from(["Alpha", "alpha", "株式会社Ａ", ""]),
                st.none() | _TEXTS,
                st.none() | st.sampled_from(["US", "XX"]),
                st.none() | _TEXTS,
                sure,
                st.none() | evidence,
                st.lists(_TEXTS, max_size=2).map(tuple),
            ),
            max_size=4,
        )
    )
    excerpts = st.lists(st.builds(Excerpt, _TEXTS, sure, evidence, st.booleans()), max_size=3).map(tuple)
    plain = Clause("", "not_found", 0.4)
    busy = draw(st.sets(st.sampled_from([category.code for category in taxonomy().categories]), max_size=4))
    clauses = tuple(
        Clause(category.code, draw(st.sampled_from(PRESENCES)), draw(sure), draw(excerpts), draw(excerpts))
        if category.code in busy
        else Clause(category.code, plain.presence, plain.confidence)
        for category in taxonomy().categories
    )
    return Extraction(draw(st.sampled_from([BUILTIN, "gpt-scripted"])), tuple(facts), tuple(parties), clauses)


def _put(extraction: Extraction) -> None:
    """Make it the extraction of contract 1, as ingestion would."""
    opened = workbench()
    contract_id = opened.library.find(1)
    document = opened.library.document(contract_id)
    with opened.store.write() as session:
        contract = session.query(Contract).filter_by(contract_id=contract_id).one()
        contract.extraction = to_json(extraction).decode()
        contract.engine = extraction.engine
        contract.summary = summarise(document, extraction, extraction, {})


def _open(tab: str, language: str, item: str | None = None) -> AppTest:
    page = open_page(PAGE, language=language, contract="1", **({"item": item} if item else {}))
    page.session_state["contract_tab"] = tab
    page.run()
    assert not page.exception
    assert not page.error
    return page


ELSEWHERE = (
    ("pages/contracts.py", {}),
    ("pages/contracts.py", {"view": "matrix"}),
    ("pages/compare.py", {"contracts": "1,2", "clause": "governing_law"}),
    ("pages/compare.py", {"contracts": "1,2", "clause": "insurance"}),
    ("pages/today.py", {}),
)


@pytest.mark.usefixtures("filled")
@settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=(Phase.generate,),
)
@given(st.data())
def test_every_other_page_opens(data: st.DataObject) -> None:
    """List, matrix, comparison and start page, one after the other, each with another extraction."""
    _put(data.draw(extractions()))
    language = data.draw(st.sampled_from(["ja", "en"]))
    page, query = ELSEWHERE[next(_TURN) % len(ELSEWHERE)]
    opened = open_page(page, language=language, **query)
    assert not opened.error


_TURN = itertools.count()


@pytest.mark.usefixtures("filled")
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=(Phase.generate,),
)
@given(st.data())
def test_every_export_and_the_graph_take_it(data: st.DataObject) -> None:
    extraction = data.draw(extractions())
    _put(extraction)
    library = workbench().library
    language = data.draw(st.sampled_from(["ja", "en"]))
    contract_id = library.find(1)
    rows = library.rows()
    for table in (
        facts_table(library.detail(contract_id), language),
        contracts_table(rows, language),
        matrix_table(rows, language),
    ):
        assert to_csv(table)
    taken = graph_contract(library, contract_id, today=date(2026, 11, 22))
    assert records(taken).agreement["contract_id"] == contract_id


@pytest.mark.usefixtures("filled")
@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=(Phase.generate,),  # a page takes a second: a failing shape is small enough as it is
)
@given(st.data())
def test_every_tab_opens(data: st.DataObject) -> None:
    extraction = data.draw(extractions())
    _put(extraction)
    tab, language = data.draw(st.sampled_from(TABS)), data.draw(st.sampled_from(["ja", "en"]))
    subjects = [subject for subject, _ in fact_subjects(extraction.facts)]
    _open(tab, language, data.draw(st.sampled_from(subjects)) if subjects else None)


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.usefixtures("filled")
def test_a_contract_with_two_governing_laws_opens(tab: str) -> None:
    """Issue 12.15: its page failed with two elements of one key."""
    document = workbench().library.document(workbench().library.find(1))
    there = from_span(document, 0, 20)
    laws = (Fact("governing_law", "US", "Nevada", 0.9, there), Fact("governing_law", "JP", None, 0.8, there))
    clauses = tuple(Clause(category.code, "not_found", 0.1) for category in taxonomy().categories)
    _put(Extraction(BUILTIN, laws, (), clauses))
    shown = words(_open(tab, "en"))
    if tab == "facts":
        assert "Nevada, United States" in shown
        assert "Japan" in shown


@pytest.mark.usefixtures("filled")
def test_a_refused_value_has_no_sign_that_its_quote_was_found() -> None:
    """Issue 12, 4: the value that its words contradict had a ✓ and "Quote found on the page" beside it."""
    document = workbench().library.document(workbench().library.find(1))
    check = ValueCheck("refused", "P10Y", "P2Y")
    term = Fact("renewal_term", None, "ten years", 0.0, from_span(document, 0, 20), check)
    clauses = tuple(Clause(category.code, "not_found", 0.1) for category in taxonomy().categories)
    _put(Extraction("gpt-scripted", (term,), (), clauses))
    page = _open("facts", "en", "fact:renewal_term")
    (row,) = (button.label for button in page.button if button.key == "row_fact:renewal_term")
    assert "✓" not in row
    assert "Quote found on the page" not in words(page)
    exported = facts_table(workbench().library.detail(workbench().library.find(1)), "en")
    assert "found on the page" not in exported.to_string()
