"""The knowledge page, empty, filled and failing, in both languages; two people at once; findings on a contract."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_helpers import open_page, tables, words
from streamlit.testing.v1 import AppTest

from core.knowledge import EntryDraft
from core.ui.workbench import workbench

PAGE = "pages/knowledge.py"


def listed(page: AppTest) -> list[str]:
    """Names of the entries that the list shows."""
    return [row["id"] for row in tables(page)[0]["rows"]]


@pytest.mark.parametrize(
    ("language", "title", "hint"),
    [("ja", "ナレッジ", "まだナレッジがありません"), ("en", "Knowledge", "No knowledge yet")],
)
@pytest.mark.usefixtures("empty")
def test_empty_then_the_seeds(language: str, title: str, hint: str) -> None:
    page = open_page(PAGE, language=language)
    assert [element.value for element in page.title] == [title]
    assert [element.value for element in page.subheader] == [hint]
    page.button(key="load_seeds").click().run()
    assert not page.exception
    assert listed(page) == [f"K{number}" for number in range(1, 33)]


@pytest.mark.usefixtures("empty")
def test_search_and_filters() -> None:
    page = open_page(PAGE)
    page.button(key="load_seeds").click().run()
    page.text_input(key="knowledge_search").set_value("ｎｏｎ－ｃｏｍｐｅｔｅ").run()
    assert listed(page) == ["K17"]
    page.text_input(key="knowledge_search").set_value("").run()
    page.selectbox(key="knowledge_clause_types").set_value("audit_rights").run()
    assert listed(page) == ["K10", "K22"]
    page.selectbox(key="knowledge_status").set_value("draft").run()
    assert [info.value for info in page.info] == ["条件に合うナレッジはありません。"]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.usefixtures("empty")
def test_write_edit_compare_approve(language: str) -> None:
    page = open_page(PAGE, language=language, new="1")
    page.text_area(key="title_new").set_value("監査は年1回")
    page.text_area(key="risk_new").set_value("業務の妨げになる")
    page.button(key="save_new").click().run()
    assert page.query_params["entry"] == "K1"
    page = open_page(PAGE, language=language, entry="K1", edit="1")
    key = workbench().knowledge.get("K1").entry.id
    page.text_area(key=f"risk_{key}").set_value("業務の大きな妨げになる")
    page.button(key=f"save_{key}").click().run()
    assert not page.exception
    page = open_page(PAGE, language=language, entry="K1")
    assert list(page.dataframe[0].value.iloc[:, 0]) == [2, 1]
    page.button(key="to_in_review").click().run()
    # The answer comes from inside a dialog, which only a browser reruns.
    assert not page.button(key="status_yes").disabled
    knowledge = workbench().knowledge
    knowledge.set_status("K1", "in_review", base_revision=2, author="a")
    page = open_page(PAGE, language=language, entry="K1")
    page.button(key="to_approved").click().run()
    assert page.button(key="status_yes").disabled
    assert len(page.error) == 1
    knowledge.set_status("K1", "draft", base_revision=3, author="a")


@pytest.mark.usefixtures("empty")
def test_two_people_at_once() -> None:
    open_page(PAGE).button(key="load_seeds").click().run()
    knowledge = workbench().knowledge
    stored = knowledge.set_status("K17", "in_review", base_revision=1, author="山田")
    page = open_page(PAGE, entry="K17", edit="1")
    knowledge.edit("K17", stored.entry.content.model_copy(update={"risk": "別の人"}), base_revision=2, author="佐藤")
    page.text_area(key=f"note_{stored.entry.id}").set_value("私の備考")
    page.button(key=f"save_{stored.entry.id}").click().run()
    assert "佐藤" in page.error[0].value
    assert page.text_area(key=f"note_{stored.entry.id}").value == "私の備考"
    assert knowledge.get("K17").entry.risk == "別の人"
    page.run()
    page.button(key="take_newest").click().run()
    page.button(key=f"save_{stored.entry.id}").click().run()
    assert knowledge.get("K17").entry.note == "私の備考"
    assert [revision.revision for revision in knowledge.revisions("K17")] == [1, 2, 3, 4]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.usefixtures("empty")
def test_a_revision_of_an_approved_entry_is_proposed_and_approved(language: str) -> None:
    open_page(PAGE).button(key="load_seeds").click().run()
    knowledge = workbench().knowledge
    stored = knowledge.get("K17")
    page = open_page(PAGE, entry="K17", edit="1")
    page.text_area(key=f"note_{stored.entry.id}").set_value("改めた備考")
    page.button(key=f"save_{stored.entry.id}").click().run()
    assert not page.exception
    assert knowledge.get("K17") == stored
    page = open_page(PAGE, language=language, entry="K17")
    assert {"approve_proposal", "put_aside", "edit"} <= {button.key for button in page.button}
    assert "to_retired" not in {button.key for button in page.button}
    page.button(key="approve_proposal").click().run()
    assert not page.exception
    assert (knowledge.get("K17").entry.note, knowledge.get("K17").entry.revision) == ("改めた備考", 2)
    assert "approve_proposal" not in {button.key for button in page.button}


@pytest.mark.usefixtures("empty")
def test_samples_are_offered_as_long_as_some_are_missing() -> None:
    known = dict.fromkeys(("contract_types", "problem_pattern", "risk", "recommended_clause", "note"))
    workbench().knowledge.create(EntryDraft(title="責任の上限", **known), author="a")
    page = open_page(PAGE)
    page.button(key="load_seeds").click().run()
    assert len(workbench().knowledge.entries()) == 33
    assert "load_seeds" not in {button.key for button in page.button}


@pytest.mark.usefixtures("empty")
def test_a_near_duplicate_is_named_before_approval() -> None:
    open_page(PAGE).button(key="load_seeds").click().run()
    knowledge = workbench().knowledge
    knowledge.create(knowledge.get("K17").entry.content, author="a")
    page = open_page(PAGE, entry="K33")
    page.button(key="to_in_review").click().run()
    assert "K17" in page.warning[0].value


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(PAGE)
    assert len(page.error) == 1


@pytest.mark.usefixtures("empty")
def test_an_entry_that_is_not_there() -> None:
    page = open_page(PAGE, entry="K99")
    assert len(page.error) == 1
    assert [title.value for title in page.title] == ["ナレッジ"]
    page.button(key="back").click().run()
    assert not page.error


@pytest.mark.parametrize("language", ["ja", "en"])
def test_findings_of_a_contract(filled: Path, language: str) -> None:
    page = open_page("pages/contract.py", language=language, contract="1", finding="K1")
    assert any("ナレッジがまだありません" in item.value or "no approved knowledge" in item.value for item in page.info)
    knowledge = workbench().knowledge
    draft = {"title": "譲渡は事前の同意", "contract_types": [], "problem_pattern": "p", "risk": "リスク", "note": None}
    clause = "Neither party may assign this Agreement without the prior written consent of the other party."
    knowledge.create(
        EntryDraft.model_validate(draft | {"recommended_clause": clause, "clause_types": ["anti_assignment"]}),
        author="a",
        status="approved",
    )
    page = open_page("pages/contract.py", language=language, contract="1", finding="K1")
    shown = words(page)
    assert "譲渡は事前の同意" in shown.replace("\\", "")
    assert {"ja": "推奨どおり", "en": "In line with our position"}[language] in shown
    assert len(page.get("download_button")) >= 1
