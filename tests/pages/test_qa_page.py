"""The page of questions: empty, filled and failing."""

from __future__ import annotations

import pytest
from page_helpers import open_page, pages_read, unfold, words
from streamlit.testing.v1 import AppTest

from core.qa import Conversations
from core.ui.workbench import workbench
from core.wording import Language, wording_text

PAGE = "pages/qa.py"


def open_receipts(page: AppTest) -> None:
    """Unfold what the answers of the newest conversation rest on."""
    (saved, *_) = Conversations(workbench().store).recent()
    for message in Conversations(workbench().store).messages(saved.id):
        unfold(page, f"receipt_{message.id}")


def plain_label(label: str) -> str:
    """A button's label without the marks that keep it from being read as Markdown."""
    return label.replace("\\", "").replace("\u2060", "")


@pytest.mark.parametrize(
    ("language", "hint"),
    [
        ("ja", "まだ契約がありません。先に契約を追加してください。"),
        ("en", "No contracts yet. Add some first."),
    ],
)
@pytest.mark.usefixtures("empty")
def test_empty(language: str, hint: str) -> None:
    assert [info.value for info in open_page(PAGE, language=language).info] == [hint]


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(PAGE)
    assert len(page.error) == 1
    assert "照会番号" in words(page)


@pytest.mark.parametrize(
    ("language", "question", "quote", "reading", "found"),
    [
        ("ja", "契約1の保険の文言", "引用", "読み取り", "原文にあり"),
        ("en", "Show me the wording of insurance in contract 1", "Quote", "Reading", "found on the page"),
    ],
)
@pytest.mark.usefixtures("filled")
def test_a_receipt_names_quote_and_reading_as_other_pages_do(
    language: str, question: str, quote: str, reading: str, found: str
) -> None:
    """It said "Evidence: verified" and "Confidence", 「根拠あり」 and 「確信度」."""
    page = open_page(PAGE, language=language)
    page.chat_input[0].set_value(question).run()
    open_receipts(page)
    tables = [table.value for table in page.dataframe if quote in table.value.columns]
    assert tables
    assert all({quote, reading} <= set(table.columns) and set(table[quote]) == {found} for table in tables)


@pytest.mark.parametrize(
    ("language", "question", "answer", "receipt"),
    [
        ("ja", "契約は何件ありますか？", "契約は3件あります。", "**契約の件数**"),
        ("en", "How many contracts are there?", "There are 3 contracts.", "**Number of contracts**"),
    ],
)
@pytest.mark.usefixtures("filled")
def test_ask(language: str, question: str, answer: str, receipt: str) -> None:
    page = open_page(PAGE, language=language)
    page.chat_input[0].set_value(question).run()
    assert not page.exception
    assert answer in words(page)
    assert receipt not in words(page)
    open_receipts(page)
    assert receipt in words(page)
    (saved,) = Conversations(workbench().store).recent()
    assert page.query_params["conversation"] == saved.id
    assert saved.messages == 2


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("language", "place", "other"),
    [("ja", "アメリカ合衆国カリフォルニア州", "California"), ("en", "California, United States", "州")],
)
def test_places_in_a_receipt_are_named_in_the_language_of_the_page(language: Language, place: str, other: str) -> None:
    page = open_page(PAGE, language=language)
    page.chat_input[0].set_value("Which contracts are governed by California law?").run()
    open_receipts(page)
    column = wording_text("qa.field_country", language)
    places = [set(frame.value[column]) for frame in page.dataframe if column in frame.value]
    assert places == [{place}]
    assert other not in str(places)


@pytest.mark.usefixtures("filled")
def test_a_citation_opens_the_page_beside_the_chat() -> None:
    page = open_page(PAGE, language="en")
    page.chat_input[0].set_value("What is in contract 1?").run()
    cited = [button for button in page.button if (button.key or "").startswith("cite_")]
    assert cited
    cited[0].click().run()
    assert not page.exception
    assert "**1\\. SUPPLY AGREEMENT NO\\. 1**" in words(page)
    assert len(pages_read(page)) == 1


@pytest.mark.usefixtures("filled")
def test_a_conversation_is_there_again_and_can_be_left() -> None:
    page = open_page(PAGE)
    page.chat_input[0].set_value("契約は何件ありますか？").run()
    (saved,) = Conversations(workbench().store).recent()
    again = open_page(PAGE, conversation=saved.id)
    assert "契約は3件あります。" in words(again)
    again.button(key="new_conversation").click().run()
    assert "契約は3件あります。" not in words(again)
    assert Conversations(workbench().store).get(saved.id).messages == 2
    # The browser names a choice by its words: asked again, the same question is another choice.
    again.chat_input[0].set_value("契約は何件ありますか？").run()
    options = again.selectbox(key="conversation_choice").options
    assert len(set(options)) == len(options) == 3


@pytest.mark.usefixtures("filled")
def test_an_unknown_conversation_starts_a_new_one() -> None:
    page = open_page(PAGE, conversation="gone")
    assert not page.error
    assert "登録した契約について質問できます。" in words(page)


@pytest.mark.parametrize(
    ("language", "question", "restated", "answer"),
    [
        ("ja", "言語別の契約件数は？", "言語ごとの契約の件数", "英語：3件"),
        ("en", "Number of contracts by language", "Number of contracts by language", "English: 3 contracts"),
    ],
)
@pytest.mark.usefixtures("filled")
def test_a_question_over_all_contracts_shows_its_query(
    language: str, question: str, restated: str, answer: str
) -> None:
    page = open_page(PAGE, language=language)
    page.chat_input[0].set_value(question).run()
    assert not page.exception
    open_receipts(page)
    shown = words(page)
    assert answer in shown
    assert restated in shown
    assert [table.value.shape for table in page.dataframe] == [(1, 2)]
    assert [code.value.splitlines()[0] for code in page.code] == ["MATCH (a:Agreement)"]


@pytest.mark.usefixtures("filled")
def test_one_press_on_a_reading_answers() -> None:
    page = open_page(PAGE, language="en")
    page.chat_input[0].set_value("how many contracts in 2021").run()
    offered = [button for button in page.button if (button.key or "").startswith("reading_")]
    assert len(offered) == 3
    offered[1].click().run()
    assert not page.exception
    assert "agreement date from January 1, 2021 to December 31, 2021" in words(page)
    assert not [button for button in page.button if (button.key or "").startswith("reading_")]


@pytest.mark.usefixtures("filled")
def test_a_guess_waits_for_a_press_and_a_refusal_offers_questions_that_work() -> None:
    page = open_page(PAGE, language="en")
    page.chat_input[0].set_value("contracts with examination of ledgers").run()
    assert "Understood “examination of ledgers” as Audit Rights" in words(page)
    labels = [page.button(key=f"reading_{place}").label for place in (1, 2)]
    assert "List: contracts with Audit Rights" not in words(page)
    assert [plain_label(label) for label in labels] == ["List: contracts with Audit Rights", "Not this"]
    page.button(key="reading_2").click().run()
    assert "Then please say it in other words" in words(page)
    assert "1. " in words(page)
    page.chat_input[0].set_value("the frobnicated wibbles").run()
    example = plain_label(page.button(key="reading_1").label)
    page.button(key="reading_1").click().run()
    assert not page.exception
    assert [text.value for text in page.text][-1] == example


@pytest.mark.usefixtures("filled")
def test_a_slip_that_was_put_right_can_be_taken_back() -> None:
    page = open_page(PAGE, language="en")
    page.chat_input[0].set_value("contarcts with insurence").run()
    assert "Understood “insurence” as “insurance”." in words(page)
    assert page.button(key="reading_1").label == "Not this"
