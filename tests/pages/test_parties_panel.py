"""The panel of parties: suggestions with reasons, approve, reject, join by hand, take out, undo; nothing raw."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from page_helpers import words
from streamlit.testing.v1 import AppTest

from core.ui.texts import wordings
from core.ui.workbench import workbench
from related_contracts import fill


@pytest.fixture(scope="module")
def related_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the related contracts, to be copied."""
    made = tmp_path_factory.mktemp("related")
    fill(made)
    return made


@pytest.fixture
def related(opener: Callable[[Path], None], served_before: None, related_folder: Path, tmp_path: Path) -> Path:
    """Pages over a copy of it."""
    folder = shutil.copytree(related_folder, tmp_path / "data")
    opener(folder)
    return folder


def panel(language: str = "ja", **state: object) -> AppTest:
    def script() -> None:
        from core.ui.language import follow_address
        from core.ui.parties.panel import parties_panel
        from core.ui.shell import declare_pages

        follow_address()
        declare_pages(position="hidden")
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
