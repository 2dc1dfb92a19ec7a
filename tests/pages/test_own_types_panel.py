"""Clause types of the users' own on the page of contracts: defined, looked for, removed with a question."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from page_helpers import open_page, unfold, words

from core.contracts import OwnTypes
from core.taxonomy import use_own_types
from core.ui.workbench import workbench

EXAMPLES = (
    "Supplier shall keep a spare unit at the site.",
    "A spare unit is kept available by the supplier at all times.",
)


@pytest.fixture(autouse=True)
def _only_shipped_types() -> Iterator[None]:
    yield
    use_own_types([])


def _book() -> OwnTypes:
    return OwnTypes(workbench().store, workbench().settings)


@pytest.mark.parametrize(
    ("language", "label"), [("ja", "独自の条項の種類（0）"), ("en", "Clause types of your own (0)")]
)
@pytest.mark.usefixtures("filled")
def test_nothing_defined_yet(language: str, label: str) -> None:
    page = open_page(language=language, view="matrix")
    unfold(page, "own_types")
    assert label in [expander.label for expander in page.expander]
    assert not [button for button in page.button if button.key and button.key.startswith("own_again")]


@pytest.mark.usefixtures("filled")
def test_a_type_is_defined_and_looked_for() -> None:
    page = open_page(language="en", view="matrix")
    unfold(page, "own_types")
    page.text_input(key="own_name").set_value("Spare units")
    page.text_area(key="own_meaning").set_value("A spare unit is kept for the customer.")
    submit = next(button for button in page.button if button.label == "Add and look for it")
    submit.click().run()
    assert [warning.value for warning in page.warning] == ["Give a name, what it means and at least two examples."]
    for number, example in enumerate(EXAMPLES, 1):
        page.text_area(key=f"own_example_{number}").set_value(example)
    next(button for button in page.button if button.label == "Add and look for it").click().run()
    assert not page.exception
    (own,) = _book().types()
    assert (own.en, own.examples) == ("Spare units", EXAMPLES)
    (job,) = [job for job in workbench().ledger.recent() if job.kind == "own_types"]
    assert (job.title, job.total) == ("Looking for “Spare units”", 3)
    assert "Clause types of your own (1)" in [expander.label for expander in page.expander]
    assert "0 present, 0 absent, 0 not found, 3 not looked through (2 examples, 0 accepted, 0 rejected)" in words(page)


@pytest.mark.usefixtures("filled")
def test_a_name_that_is_there_already_is_refused() -> None:
    page = open_page(language="en", view="matrix")
    unfold(page, "own_types")
    page.text_input(key="own_name").set_value("governing LAW")
    page.text_area(key="own_meaning").set_value("Which law holds.")
    for number, example in enumerate(EXAMPLES, 1):
        page.text_area(key=f"own_example_{number}").set_value(example)
    next(button for button in page.button if button.label == "Add and look for it").click().run()
    assert [warning.value for warning in page.warning] == ["“Governing law” is there already. Choose another name."]
    assert _book().types() == ()


@pytest.mark.usefixtures("filled")
def test_removing_asks_first() -> None:
    code = _book().define("Spare units", "A spare unit is kept.", EXAMPLES, user="sato")
    page = open_page(language="en", view="matrix")
    unfold(page, "own_types")
    page.button(key=f"own_remove_{code}").click().run()
    assert "The type is taken out of lists, contracts and graph. Reviewers made 0 decisions about it." in words(page)
    assert len(_book().types()) == 1
    page.button(key="own_remove_yes").click().run()
    assert not page.exception
    assert _book().types() == ()
