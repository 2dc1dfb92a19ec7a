"""The page of one contract: evidence, review, dates, history."""

from __future__ import annotations

import io
import json
from datetime import date

import pandas as pd
import pytest
from page_helpers import add_contract, open_page, pages_read, words
from reportlab.pdfgen.canvas import Canvas
from streamlit.testing.v1 import AppTest

from core.contracts import FactCorrection, decisions_table, to_xlsx
from core.contracts.builtin.miss_rates import absent_below
from core.contracts.review import ReviewRecord
from core.record import Fact
from core.ui.reader import Selection
from core.ui.workbench import workbench

PAGE = "pages/contract.py"


def contract_id(number: int) -> str:
    return workbench().library.find(number)


def reviews(number: int) -> dict[str, ReviewRecord]:
    return workbench().library.detail(contract_id(number)).reviews


def at_item(number: int, subject: str, language: str = "ja") -> AppTest:
    return open_page(PAGE, language=language, contract=str(number), item=subject)


def insurance_excerpt(number: int) -> str:
    detail = workbench().library.detail(contract_id(number))
    (excerpt,) = detail.shown.clause("insurance").excerpts
    return f"excerpt:insurance:{excerpt.evidence.start}-{excerpt.evidence.end}"


@pytest.mark.parametrize(
    ("language", "hint"),
    [
        ("ja", "契約が選ばれていません。一覧から開いてください。"),
        ("en", "No contract is chosen. Open one from the list."),
    ],
)
@pytest.mark.usefixtures("empty")
def test_without_a_contract(language: str, hint: str) -> None:
    assert [info.value for info in open_page(PAGE, language=language).info] == [hint]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("ja", "見つかりません。削除されたか、リンクが古い可能性があります。一覧から開き直してください。"),
        ("en", "It is not there. It may have been deleted or the link is old. Open it from the list."),
    ],
)
@pytest.mark.usefixtures("filled")
def test_a_contract_that_is_not_there(language: str, message: str) -> None:
    page = open_page(PAGE, language=language, contract="99")
    assert [error.value for error in page.error] == [message]
    assert len(page.title) == 1
    assert "照会番号" not in words(page)


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(PAGE, contract="1")
    assert len(page.error) == 1
    assert "照会番号" in words(page)


@pytest.mark.parametrize(
    ("language", "facts", "state"),
    [("ja", "契約満了日", "引用は原文にあり"), ("en", "Expiration date", "Quote found on the page")],
)
@pytest.mark.usefixtures("filled")
def test_a_fact_with_its_page(language: str, facts: str, state: str) -> None:
    page = at_item(1, "fact:expiration_date", language)
    assert [title.value for title in page.title] == ["1\\. SUPPLY AGREEMENT NO\\. 1"]
    assert f"**{facts}**" in [markdown.value for markdown in page.markdown]
    assert f":green-badge[{state}]" in [markdown.value for markdown in page.markdown]
    (sent,) = pages_read(page)
    assert sent["picture"].endswith(".png")
    assert [mark["now"] for mark in sent["marks"]] == [True]
    assert (sent["page"], sent["pages"], sent["steps"]["count"]) == (1, 1, 1)


@pytest.mark.usefixtures("filled")
def test_a_text_file_shows_its_words_marked_and_escaped() -> None:
    page = at_item(3, "fact:expiration_date")
    (sent,) = pages_read(page)
    assert sent["picture"] is None
    assert "".join(text for _, text, _ in sent["text"]).count('"Agreement"') == 1
    (marked,) = [text for _, text, kind in sent["text"] if kind == "mark now"]
    assert "March 4, 2026" in marked
    assert "evil" not in json.dumps(sent)
    assert "\\<b\\>\\=SUM\\(A1\\)" in words(page)


@pytest.mark.parametrize(
    ("button", "decision", "label"), [("approve", "approve", "承認"), ("reject", "reject", "却下")]
)
@pytest.mark.usefixtures("filled")
def test_a_decision_is_recorded_and_can_be_withdrawn(button: str, decision: str, label: str) -> None:
    subject = "fact:expiration_date"
    page = at_item(1, subject)
    page.button(key=button).click().run()
    record = reviews(1)[subject]
    assert (record.decision, record.reviewer) == (decision, "reviewer")
    assert any(caption.value.endswith(f"reviewer：{label}") for caption in page.caption)
    page.button(key="withdraw").click().run()
    assert reviews(1)[subject].decision == "withdraw"
    assert not page.exception


@pytest.mark.usefixtures("filled")
def test_a_rejected_item_stays_in_sight() -> None:
    subject = insurance_excerpt_after_open(1)
    page = at_item(1, subject)
    page.button(key="reject").click().run()
    assert workbench().library.detail(contract_id(1)).shown.clause("insurance").presence == "unknown"
    assert any(button.label.startswith("~~") and "(却下)" in button.label for button in page.button)


def insurance_excerpt_after_open(number: int) -> str:
    open_page()
    return insurance_excerpt(number)


@pytest.mark.usefixtures("filled")
def test_correct_a_date() -> None:
    page = at_item(1, "fact:expiration_date")
    page.date_input[0].set_value(date(2027, 5, 6))
    page.main.text_input[-1].set_value("side letter")
    next(button for button in page.button if button.label == "修正を保存").click().run()
    assert not page.exception
    record = reviews(1)["fact:expiration_date"]
    assert (record.decision, record.note) == ("correct", "side letter")
    assert workbench().library.row(contract_id(1)).summary.expiration_date == "2027-05-06"


@pytest.mark.usefixtures("filled")
def test_words_that_are_not_in_the_contract_are_refused() -> None:
    page = at_item(1, "fact:expiration_date")
    page.text_area[0].set_value("The contract never ends at all.")
    next(button for button in page.button if button.label == "修正を保存").click().run()
    assert [error.value for error in page.error] == ["入力の内容が合いません。入力を見直してください。"]
    assert reviews(1) == {}


@pytest.mark.usefixtures("filled")
def test_correct_a_presence() -> None:
    page = at_item(1, "presence:audit_rights", "en")
    page.selectbox[0].set_value("absent" if page.selectbox[0].value != "absent" else "unknown")
    wanted = page.selectbox[0].value
    next(button for button in page.button if button.label == "Save correction").click().run()
    assert workbench().library.row(contract_id(1)).summary.presence["audit_rights"] == wanted


@pytest.mark.usefixtures("filled")
def test_dates_with_their_arithmetic() -> None:
    open_page()
    library = workbench().library
    for name, value in (("notice_period", "P60D"), ("expiration_date", "2091-03-02")):
        library.review(contract_id(1), f"fact:{name}", "correct", reviewer="x", value=FactCorrection(value))
    page = open_page(PAGE, contract="1")
    page.button_group(key="contract_tab").set_value("dates").run()
    assert [metric.value for metric in page.metric] == ["2091-01-01"]
    assert "契約期間の満了日は2091年3月2日。その60日前は2091年1月1日。" in words(page)
    assert [button.key for button in page.get("download_button") if button.key == "ics"] == ["ics"]


@pytest.mark.usefixtures("filled")
def test_history() -> None:
    page = at_item(1, "fact:expiration_date", "en")
    page.button_group(key="contract_tab").set_value("history").run()
    assert [info.value for info in page.info] == ["Nobody has reviewed anything yet."]
    page.button(key="approve").click().run()
    table = page.dataframe[0].value
    assert list(table["Who"]) == ["reviewer"]
    assert list(table["What"]) == ["Expiration date"]
    assert list(table["Engine's value"]) == ["2026-03-02"]


@pytest.mark.usefixtures("filled")
def test_candidates_are_called_candidates() -> None:
    page = at_item(1, "presence:non_compete")
    page.button_group(key="contract_tab").set_value("clauses").run()
    assert "候補は近い文です。条項として認定したものではありません。承認すると条項になります。" in words(page)


@pytest.mark.usefixtures("filled")
def test_words_that_cannot_be_seen_are_named_and_shown_on_request() -> None:
    """Issue 13, 1: white words on a page are no part of the contract; the page says so and shows them when asked."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    canvas.drawString(50, 800, "SUPPLY AGREEMENT between A Ltd. and B Ltd.")
    canvas.setFillGray(1)
    canvas.drawString(50, 700, "This Agreement is governed by the laws of Nevada.")
    canvas.save()
    contract = add_contract(workbench().library, buffer.getvalue(), "white.pdf")
    page = open_page(PAGE, language="en", contract=contract)
    warnings = [warning.value for warning in page.warning]
    assert warnings[0].startswith("Pages with words that cannot be seen: p. 1.")
    assert warnings[1].startswith("This page holds words that cannot be seen")
    assert not shown_texts(page)
    page.toggle(key=f"unseen_{contract}_1").set_value(True).run()
    assert shown_texts(page) == ['<div class="shinsa-text">This Agreement is governed by the laws of Nevada.</div>']


def shown_texts(page: AppTest) -> list[str]:
    return [html.proto.body for html in page.get("html") if 'class="shinsa-text"' in html.proto.body]


@pytest.mark.parametrize(
    ("language", "said", "never"),
    [
        ("ja", "内蔵エンジンでは見つからず", ("記載なし", "全ページ")),
        ("en", "not found by the built-in engine", ("not stated", "every page", " absent**")),
    ],
)
@pytest.mark.usefixtures("filled")
def test_reading_every_page_is_not_knowing(language: str, said: str, never: tuple[str, ...]) -> None:
    """Issue 12.1: a clause without findings was called absent by an engine that was never measured on its type."""
    assert absent_below("price_restrictions", "en", "contract") is None
    clauses = words(at_item(1, "presence:price_restrictions", language))
    assert said in clauses
    assert [word for word in never[1:] if word in clauses.partition("●")[0]] == []


@pytest.mark.usefixtures("filled")
def test_no_confidence_beside_an_absence() -> None:
    page = at_item(1, "presence:audit_rights", "en")
    assert "sure" not in "\n".join(str(markdown.value) for markdown in page.markdown)


@pytest.mark.usefixtures("filled")
def test_a_rejected_item_has_neither_evidence_nor_confidence() -> None:
    subject = "fact:expiration_date"
    before = "\n".join(str(item.value) for item in at_item(1, subject, "en").markdown)
    assert "Quote found on the page" in before
    assert "% sure" in before
    library = workbench().library
    library.review(contract_id(1), subject, "reject", reviewer="sato")
    after = at_item(1, subject, "en")
    badges = "\n".join(str(item.value) for item in after.markdown)
    assert "Quote found" not in badges
    assert "sure" not in badges
    assert not next(button.label for button in after.button if button.key == f"row_{subject}").endswith("✓]")


@pytest.mark.usefixtures("filled")
def test_a_correction_keeps_the_words_that_it_stands_on() -> None:
    page = at_item(1, "fact:expiration_date")
    before = workbench().library.detail(contract_id(1)).shown.fact("expiration_date")
    page.date_input[0].set_value(date(2027, 5, 6))
    next(button for button in page.button if button.label == "修正を保存").click().run()
    assert not page.exception
    after = workbench().library.detail(contract_id(1)).shown.fact("expiration_date")
    assert before is not None
    assert after is not None
    assert (before.evidence is not None, after.value) == (True, "2027-05-06")
    assert after.evidence is not None
    assert after.evidence.state == "verified"
    assert after.evidence.page == 1


@pytest.mark.usefixtures("filled")
def test_words_selected_on_the_page_become_the_evidence() -> None:
    page = at_item(1, "fact:expiration_date")
    document = workbench().library.document(contract_id(1))
    start = document.text.index("commences on the date")
    page.session_state["reader_selected"] = Selection(contract_id(1), start, start + 21, "commences on the date")
    page.run()
    next(button for button in page.button if button.label == "修正を保存").click().run()
    record = reviews(1)["fact:expiration_date"]
    assert isinstance(record.value, Fact)
    assert record.value.evidence is not None
    assert record.value.evidence.start == start
    assert "reader_selected" not in page.session_state


@pytest.mark.usefixtures("filled")
def test_the_next_to_review_goes_on_to_the_next_contract() -> None:
    page = at_item(1, "fact:expiration_date", "en")
    seen = []
    for _ in range(30):
        seen.append(str(page.query_params["item"]))
        for decide in [button for button in page.button if button.key == "approve" and not button.disabled]:
            decide.click().run()
        page.button(key="next_review").click().run()
        assert not page.exception
        if [title.value for title in page.title] == ["2\\. SUPPLY AGREEMENT NO\\. 2"]:
            break
    assert [title.value for title in page.title] == ["2\\. SUPPLY AGREEMENT NO\\. 2"]
    assert len(set(seen)) == len(seen) > 3
    assert workbench().library.row(contract_id(1)).summary.to_review == 0


@pytest.mark.usefixtures("filled")
def test_several_are_approved_at_once() -> None:
    page = at_item(2, "fact:expiration_date", "en")
    page.button(key="approve_together").click().run()
    decided = reviews(2)
    assert len(decided) > 4
    assert {record.decision for record in decided.values()} == {"approve"}
    assert not [button for button in page.button if button.key == "approve_together"]


@pytest.mark.usefixtures("filled")
def test_decisions_stand_in_the_spreadsheet_with_what_was_rejected() -> None:
    library = workbench().library
    library.review(contract_id(1), "fact:expiration_date", "reject", reviewer="Mori", note="draft only")
    library.review(
        contract_id(1),
        "fact:agreement_date",
        "correct",
        reviewer="Sato",
        value=FactCorrection("2021-03-05"),
    )
    table = decisions_table(library.history(contract_id(1)), "en")
    assert table.drop(columns="When").to_numpy().tolist() == [
        ["Sato", "corrected", "Agreement date", "2021-03-02", "2021-03-05", ""],
        ["Mori", "rejected", "Expiration date", "2026-03-02", "", "draft only"],
    ]
    book = pd.read_excel(io.BytesIO(to_xlsx(table, further={"Reviews": table})), sheet_name=None)
    assert list(book) == ["Shinsa", "Reviews"]
