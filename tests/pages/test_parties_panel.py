"""The panel of parties: suggestions with reasons, approve, reject, join by hand, take out, undo; nothing raw."""

from __future__ import annotations

import pytest
from page_helpers import words
from streamlit.testing.v1 import AppTest

from core.ui.workbench import workbench
from core.wording import wordings


def panel(language: str = "ja", **state: object) -> AppTest:
    def script() -> None:
        from core.ui.language import follow_address
        from core.ui.menu import navigation
        from core.ui.parties.panel import parties_panel

        follow_address()
        navigation()
        parties_panel()

    test = AppTest.from_function(script, default_timeout=60)
    test.query_params["lang"] = language
    for name, value in state.items():
        test.session_state[name] = value
    test.run()
    assert not test.exception
    return test


def groups() -> list[tuple[str, ...]]:
    return [group.names for group in workbench().parties.groups()]


PAIR = ("NORTHFIELD WIDGETS, INC.", "Northfield Widgets Inc.")


@pytest.mark.usefixtures("empty")
def test_without_contracts() -> None:
    assert [info.value for info in panel().info] == [wordings()["parties.none"].ja]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.usefixtures("related")
def test_a_suggestion_with_its_reason_is_approved_and_undone(language: str) -> None:
    test = panel(language)
    said = words(test)
    assert {"ja": "空白、記号を除くと同じ名称です", "en": "The names are the same but for capitals"}[language] in said
    assert "same_words" not in said
    test.button("party_approve").click().run()
    assert groups() == [PAIR]
    assert not test.exception
    test = panel(language, party_view="history")
    undo = workbench().parties.history()[0].id
    test.button(f"party_undo_{undo}").click().run()
    assert groups() == []
    assert not test.exception


@pytest.mark.usefixtures("related")
def test_a_rejected_suggestion_comes_back_only_when_asked() -> None:
    test = panel()
    test.button("party_reject").click().run()
    assert [info.value for info in test.info] == [wordings()["parties.no_suggestions"].ja]
    test = panel(party_view="history")
    [again] = [button for button in test.button if button.key and button.key.startswith("party_again_")]
    again.click().run()
    assert [button.key for button in panel().button if button.key == "party_approve"] == ["party_approve"]


@pytest.mark.usefixtures("related")
def test_joined_by_hand_and_taken_out() -> None:
    workbench().parties.approve(["Harbor Retail LLC", "Lakeside Press Ltd."], by="ito")
    test = panel(party_view="table")
    frame = test.dataframe[0].value
    assert frame.iloc[0].tolist() == ["Harbor Retail LLC", "Harbor Retail LLC、Lakeside Press Ltd.", 4]
    assert test.button("party_merge").disabled
    panel("en", party_view="history")
    workbench().parties.detach("Harbor Retail LLC", by="ito")
    assert groups() == []


@pytest.mark.usefixtures("related")
def test_a_decision_that_somebody_else_was_before_is_told() -> None:
    test = panel()
    workbench().parties.reject(*PAIR, by="ito")
    test.button("party_approve").click().run()
    assert "ito" in test.error[0].value
    assert groups() == []


@pytest.mark.usefixtures("related")
def test_another_search_is_another_table() -> None:
    """Rows chosen under one search once stood for other names under the next that found as many."""
    test = panel(party_view="table")
    keys = []
    for words_searched in ("harbor", "ＬＡＫＥＳＩＤＥ"):
        test.text_input("party_search").set_value(words_searched).run()
        assert len(test.dataframe[0].value) == 1
        keys.append(test.dataframe[0].proto.id)
    assert keys[0] != keys[1]
    assert test.dataframe[0].value.iloc[0, 0] == "Lakeside Press Ltd."
    test.text_input("party_search").set_value('"a\\b" AND (x* OR ~)').run()
    assert wordings()["parties.nothing_found"].ja in [info.value for info in test.info]
