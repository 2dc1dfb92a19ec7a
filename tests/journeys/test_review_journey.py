"""Reviewing in a row in a real browser: by key, several at once, corrected from the page, and what the files say after.

The tests of this module share one server with 120 contracts in English and one in Japanese.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import docx
import openpyxl
import pytest
from icalendar import Calendar
from journey_helpers import WAIT_MS, go, server, settled
from playwright.sync_api import Page, expect

from core.contracts.ingestion import ingest_file, store_contract
from core.contracts.library import Library
from core.settings import load_settings
from core.store import open_store
from oracles.filled_folder import fill

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]
JAPANESE = """業務委託契約書

株式会社山田商事（以下「甲」という。）と合同会社サンプル・テック（以下「乙」という。）とは、次のとおり業務委託契約を締結する。

第1条（有効期間）本契約の有効期間は、2026年4月1日から2027年3月31日までとする。ただし、期間満了の3か月前までに甲乙いずれからも\
書面による申出がないときは、本契約は同一条件でさらに1年間更新されるものとし、以後も同様とする。
第2条（譲渡禁止）甲及び乙は、相手方の事前の書面による承諾なく、本契約上の地位を第三者に譲渡してはならない。
第3条（準拠法）本契約の準拠法は日本法とする。
【変更オプション － 仲裁条項】
第3条（準拠法）本契約に関する一切の紛争は、東京において仲裁により終局的に解決されるものとする。
第4条（協議）本契約に定めのない事項は、協議の上解決する。

2026年4月1日
"""


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Port of a server with 120 small English contracts and a Japanese one."""
    fill(folder / "data", 120)
    chosen = load_settings(data_dir=folder / "data")
    store = open_store(chosen)
    library = Library(store, chosen)
    data = JAPANESE.encode()
    batch = library.ingest([(library.receive(data, "itaku.txt"), "itaku.txt")], user="sato")
    (unit,) = library._ledger.units(batch)
    with store.write() as session:
        store_contract(session, unit, ingest_file(unit.payload, data, lambda _stage: None))
    library._ledger.cancel(batch)
    store.close()
    with server(folder / "data", folder / "server.log") as number:
        yield number


def download(page: Page, name: str) -> io.BytesIO:
    """The file behind a button."""
    with page.expect_download(timeout=WAIT_MS) as waiting:
        page.get_by_role("button", name=name, exact=True).click()
    return io.BytesIO(Path(waiting.value.path()).read_bytes())


def next_by_key(page: Page) -> None:
    """Go on by the key and wait until another item or contract is there."""
    before = page.url
    page.keyboard.press("Alt+n")
    page.wait_for_function("before => location.href !== before", arg=before, timeout=WAIT_MS)
    settled(page)


def drag_over(page: Page, words: str) -> None:
    """Select words of the text with the mouse and take them; again where the text was drawn anew meanwhile."""
    take = page.get_by_role("button", name="Use these words")
    for _ in range(8):
        left, begin, right, end = _place(page, words)
        # A press on words that are selected would drag them.
        page.locator(".frame .words").evaluate("() => getSelection().removeAllRanges()")
        page.mouse.move(left + 1, begin)
        page.mouse.down()
        page.mouse.move(right - 1, end, steps=6)
        page.mouse.up()
        page.wait_for_timeout(1000)
        if take.is_visible() and _selected(page) == words:
            break
    take.click()
    settled(page)


def open_correction(page: Page) -> None:
    """Open the form; again where the words that were taken drew a new one, closed, after it was opened."""
    form = page.get_by_test_id("stPopoverBody")
    for _ in range(4):
        settled(page)
        if form.count() == 0:
            page.get_by_role("button", name="Correct", exact=True).click()
        page.wait_for_timeout(1000)
        settled(page)
        if form.count() and form.get_by_text("The words selected on the page").count():
            return


def _selected(page: Page) -> str:
    """The words of the text that are selected."""
    return str(
        page.locator(".frame .words").evaluate(
            "element => String((element.getRootNode().getSelection?.call(element.getRootNode()) ?? getSelection()))"
        )
    ).strip()


def _place(page: Page, words: str) -> tuple[float, float, float, float]:
    """Where words stand on the screen: left and middle of their first line, right and middle of their last."""
    expect(page.locator(".frame .words")).to_contain_text(words, timeout=WAIT_MS)
    left, begin, right, end = page.locator(".frame .words").evaluate(
        """(element, words) => {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                const at = node.data.indexOf(words);
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + words.length);
                node.parentElement.scrollIntoView({block: "center"});
                const lines = [...range.getClientRects()];
                const [first, last] = [lines[0], lines[lines.length - 1]];
                return [first.left, (first.top + first.bottom) / 2, last.right, (last.top + last.bottom) / 2];
            }
        }""",
        words,
    )
    return left, begin, right, end


def test_from_the_first_item_to_the_next_contract_and_into_the_files(page: Page, port: int) -> None:
    go(page, port, "/?lang=en")
    page.get_by_role("button", name="Begin review (121 contracts)").click()
    expect(page).to_have_url(re.compile(r"/contract\?contract="), timeout=WAIT_MS)
    settled(page)
    first = page.url.split("contract=")[1].split("&")[0]
    # What was not found is folded under what was.
    expect(page.get_by_text(re.compile("^Not stated or not found"))).to_be_visible(timeout=WAIT_MS)
    next_by_key(page)
    assert f"contract={first}" in page.url

    # A party is turned down and stays in sight as rejected.
    party = page.get_by_role("button", name=re.compile("Harbor Retail 1 LLC"))
    party.click()
    settled(page)
    page.get_by_role("button", name="Reject", exact=True).click()
    expect(party.locator("del")).to_be_visible(timeout=WAIT_MS)
    expect(party).to_contain_text("rejected")
    expect(page.locator(".st-key-contract_head")).not_to_contain_text("Harbor Retail 1 LLC")

    # Words selected on the page become the evidence of a corrected value; the form closes when it is saved.
    page.get_by_role("button", name=re.compile("^Governing law")).click()
    settled(page)
    drag_over(page, "Neither party may assign")
    open_correction(page)
    expect(page.get_by_text("The words selected on the page are taken as evidence.")).to_be_visible(timeout=WAIT_MS)
    form = page.get_by_test_id("stPopoverBody")
    form.get_by_label("State").fill("Ohio")
    page.get_by_role("button", name="Save correction").click()
    expect(form).to_have_count(0, timeout=WAIT_MS)
    expect(page.get_by_text("corrected by reviewer")).to_be_visible(timeout=WAIT_MS)
    expect(page.locator(".frame .words mark.now")).to_have_text("Neither party may assign", timeout=WAIT_MS)

    # The rest at once, then the key goes to the next contract.
    for tab in ("Facts", "Clauses"):
        page.get_by_role("button", name=tab, exact=True).or_(page.get_by_role("radio", name=tab)).first.click()
        together = page.get_by_role("button", name=re.compile("^Approve .* on the page"))
        together.click()
        expect(together).to_have_count(0, timeout=WAIT_MS)
        settled(page)
    for _ in range(12):
        if f"contract={first}" not in page.url:
            break
        next_by_key(page)
    assert f"contract={first}" not in page.url

    go(page, port, "/contract?contract=1&lang=en")
    page.get_by_role("button", name="Export", exact=True).click()
    sheet = openpyxl.load_workbook(download(page, "Facts and clauses (Excel)"))
    table = [[str(cell.value or "") for cell in row] for row in sheet.worksheets[0].iter_rows()]
    head = table[0]
    law = next(row for row in table if row[0] == "Governing law")
    assert law[head.index("Value")] == "Ohio, United States"
    assert law[head.index("Words of the contract")].startswith("Neither party may assign")
    assert law[head.index("Review")] == "corrected"
    assert law[head.index("Reviewed by")] == "reviewer"
    assert law[head.index("Engine's value before")] == "Nevada, United States"
    turned_down = next(row for row in table if "Harbor Retail 1 LLC" in row[-1])
    assert turned_down[head.index("Presence")] == "rejected"
    assert any("Harbor Retail 1 LLC" in str(cell.value) for row in sheet.worksheets[1].iter_rows() for cell in row)

    go(page, port, "/contract?contract=1&lang=en")
    page.get_by_role("button", name="Findings", exact=True).or_(page.get_by_role("radio", name="Findings")).click()
    report = docx.Document(download(page, "Report (Word)"))
    cells = [cell.text for table in report.tables for row in table.rows for cell in row.cells]
    assert any("Harbor Retail 1 LLC" in cell and "rejected" in cell for cell in cells)
    assert any("Insurance" in cell for cell in cells)
    assert any("Ohio" in cell for cell in cells)
    assert "The initial term ends on 2026-03-02." in [paragraph.text for paragraph in report.paragraphs]


def test_a_japanese_contract_its_option_and_its_calendar(page: Page, port: int) -> None:
    go(page, port, "/contract?contract=121&item=presence:arbitration")
    expect(page.get_by_text("モデル契約のオプション：合意された文言ではありません").first).to_be_visible(
        timeout=WAIT_MS
    )
    go(page, port, "/qa")
    page.get_by_test_id("stChatInputTextArea").fill("契約121に仲裁条項はありますか？")
    page.keyboard.press("Enter")
    cited = page.get_by_role("button", name=re.compile("^◇ 121"))
    expect(cited).to_be_visible(timeout=WAIT_MS)
    settled(page)
    expect(page.locator(".frame .words mark.now")).to_contain_text("仲裁により", timeout=WAIT_MS)
    expect(page.get_by_text("モデル契約のオプション：合意された文言ではありません")).to_be_visible()
    go(page, port, "/contract?contract=121")
    page.get_by_role("button", name="期日", exact=True).or_(page.get_by_role("radio", name="期日")).click()
    events = list(Calendar.from_ical(download(page, "カレンダーに追加（.ics）").getvalue()).walk("VEVENT"))
    assert len(events) == 2
    for event in events:
        assert "121." in event["summary"]
        assert "株式会社山田商事" in event["summary"]
        assert "合同会社サンプル・テック" in event["summary"]
        assert "2027年3月31日" in event["description"]
