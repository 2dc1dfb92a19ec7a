"""The page of the Decoding lab: in both languages, stepping, a text that left its form, a form that cannot be used."""

from __future__ import annotations

import jsonschema_rs
import orjson
import pytest
from page_helpers import open_page, words
from streamlit.testing.v1 import AppTest

from core.ui.decoding_lab.token_text import token_text

PAGE = "pages/decoding_lab.py"
pytestmark = pytest.mark.usefixtures("empty")


def _view(page: AppTest, name: str) -> AppTest:
    page.segmented_control(key="decoding_lab_view").set_value(name).run()
    assert not page.exception
    return page


@pytest.mark.parametrize(
    ("language", "title", "may_go_on"),
    [("ja", "デコーディングラボ", "次に来られるもの：{"), ("en", "Decoding lab", "It may go on with: {")],
)
def test_it_opens_with_an_example(language: str, title: str, may_go_on: str) -> None:
    page = open_page(PAGE, language=language)
    assert title in words(page)
    assert may_go_on in words(page).replace("\\", "")
    for view in ("path", "automaton", "samples", "how", "next"):
        _view(page, view)


def test_the_model_writes_to_the_end_within_the_form() -> None:
    page = open_page(PAGE, language="en")
    page.button[[button.label for button in page.button].index("Write to the end")].click().run()
    text = page.text_area(key="decoding_lab_text").value
    schema = orjson.loads(page.text_area(key="decoding_lab_source").value)
    assert jsonschema_rs.validator_for(schema).is_valid(orjson.loads(text))
    assert "may end here" in page.success[0].value
    table = _view(page, "path").dataframe[0].value
    assert len(table) > 5
    assert set(table["Verdict"]) == {"allowed"}
    lexemes = page.dataframe[1].value
    assert lexemes["Terminal"].tolist()[:3] == ["sign", "key", "sign"]
    assert set(lexemes["State"]) <= {"given to the parser", "left out"}


def test_a_text_that_left_the_form_is_shown_where() -> None:
    page = open_page(PAGE, language="en")
    page.text_area(key="decoding_lab_text").set_value('{"governing_law": "France"').run()
    assert "Behind character 19 " in page.error[0].value
    table = _view(page, "path").dataframe[0].value
    assert table["Verdict"].tolist()[-1] == "refused"


@pytest.mark.parametrize("source", ["{", '{"type": "strin"}', '{"$ref": "https://example.org/x"}'])
def test_a_form_that_cannot_be_used_says_why(source: str) -> None:
    page = open_page(PAGE, language="en")
    page.text_area(key="decoding_lab_source").set_value(source).run()
    assert not page.exception
    assert "cannot be used" in page.error[0].value
    assert page.code[0].value


def test_patterns_and_grammars_are_forms_too() -> None:
    page = open_page(PAGE, language="en")
    page.segmented_control(key="decoding_lab_kind").set_value("pattern").run()
    page.text_area(key="decoding_lab_text").set_value("-16").run()
    assert "may end here" in page.success[0].value
    page.text_area(key="decoding_lab_text").set_value("-").run()
    assert "must go on" in words(page)
    page.segmented_control(key="decoding_lab_kind").set_value("grammar").run()
    page.selectbox(key="decoding_lab_example_grammar").set_value("json").run()
    page.text_area(key="decoding_lab_text").set_value('{"a": [1, 2]}').run()
    assert "may end here" in page.success[0].value


def test_with_the_form_all_texts_are_valid() -> None:
    page = _view(open_page(PAGE, language="en"), "samples")
    page.button[[button.label for button in page.button].index("Write and compare")].click().run()
    assert page.metric[0].value == "8 / 8"
    assert page.metric[1].value.endswith("/ 8")


def test_the_terminals_that_a_grammar_admits_are_shown() -> None:
    page = open_page(PAGE, language="en")
    page.segmented_control(key="decoding_lab_kind").set_value("grammar").run()
    page.selectbox(key="decoding_lab_example_grammar").set_value("json").run()
    page.text_area(key="decoding_lab_text").set_value("[1").run()
    assert _view(page, "path").dataframe[1].value["Terminal"].tolist() == ['"["', "NUMBER"]
    _view(page, "automaton")
    assert 'where this lexeme began (8): `"["` `"]"` `"false"`' in words(page)


def test_likely_tokens_that_are_allowed_stand_before_those_that_are_refused() -> None:
    table = open_page(PAGE, language="en").dataframe[0].value
    verdicts = table["Verdict"].tolist()
    assert verdicts == sorted(verdicts)
    assert set(verdicts) == {"allowed", "refused"}
    assert table["With the form"].sum() == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "shown"),
    [(b"ab \n", "ab␣↵"), ("日".encode(), "日"), (b"\xe6\x97", "‹e6›‹97›"), (b"\x01a", "‹01›a"), (b"a2", "a2")],
)
def test_a_token_is_shown_as_what_it_is(text: bytes, shown: str) -> None:
    assert token_text(text) == shown
