"""The related contracts on a contract's page: suggested with the words on the page, approved, undone, added by hand."""

from __future__ import annotations

import pytest
from page_helpers import open_page, pages_read, words
from streamlit.testing.v1 import AppTest

from core.ui.workbench import workbench
from core.wording import wordings


def at(number: int, language: str = "ja") -> AppTest:
    return open_page("pages/contract.py", language=language, contract=str(number), relation="any")


def standing() -> list[tuple[str, int, int, str]]:
    numbers = {row.contract_id: row.number for row in workbench().library.rows()}
    return [
        (relation.kind, numbers[relation.source], numbers[relation.target], relation.status)
        for relation in workbench().relations.relations()
    ]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.usefixtures("related")
def test_approve_and_undo_with_the_words_beside(language: str) -> None:
    page = at(2, language)
    said = words(page)
    assert wordings()["relations.way_amends"].text("ja" if language == "ja" else "en") in said
    assert "same_date" not in said
    (sent,) = pages_read(page)
    marked = [text for _, text, kind in sent["text"] if kind]
    assert marked == ["amend the Supply Agreement dated March 1, 2019"]
    page.button("relation_approve").click().run()
    assert not page.exception
    assert standing() == [("AMENDS", 2, 1, "approved")]
    page.button("relation_withdraw").click().run()
    assert standing() == []


@pytest.mark.usefixtures("related")
def test_seen_from_the_other_end_and_rejected() -> None:
    page = at(1)
    said = words(page)
    for way in ("amended_by", "superseded_by"):
        assert wordings()[f"relations.way_{way}"].ja in said
    page.button("relation_reject").click().run()
    assert len(standing()) == 1
    assert standing()[0][3] == "rejected"


@pytest.mark.usefixtures("related")
def test_added_by_hand_and_a_circle_is_refused() -> None:
    page = at(4)
    assert wordings()["relations.none"].ja in [info.value for info in page.info]
    page.selectbox("relation_other").select_index(0).run()
    page.button("relation_add_button").click().run()
    assert standing() == [("AMENDS", 4, 1, "approved")]
    page = at(1)
    page.selectbox("relation_other").select_index(2).run()
    page.button("relation_add_button").click().run()
    assert [error.value for error in page.error] == [wordings()["errors.bad_arguments__relation_circle"].ja]
    assert standing() == [("AMENDS", 4, 1, "approved")]
