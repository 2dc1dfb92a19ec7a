"""Working with the list of contracts in a real browser: rows, links, ticked rows, sorting, the matrix, words in texts.

The tests of this module share one server with small contracts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from journey_helpers import WAIT_MS, go, server, settled
from playwright.sync_api import Page, expect

from oracles.filled_folder import fill

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Port of a server with 120 small contracts."""
    fill(folder / "data", 120)
    with server(folder / "data", folder / "server.log") as number:
        yield number


def test_a_row_opens_its_contract_and_the_list_comes_back_as_it_was(page: Page, port: int) -> None:
    go(page, port, "/contracts?lang=en&q=supply-11")
    table = page.locator(".frame[data-rows]")
    expect(table).to_have_attribute("data-rows", "11", timeout=WAIT_MS)
    table.get_by_role("button", name="No.").click()
    table.get_by_role("button", name="No.").click()
    expect(page).to_have_url(re.compile("sort=-number"), timeout=WAIT_MS)
    settled(page)
    expect(table.locator("tbody tr").first).to_contain_text("119")
    with page.context.expect_page() as opened:
        table.get_by_role("link").first.click(button="middle")
    assert "/contract?contract=c" in opened.value.url
    opened.value.close()
    table.locator("tbody tr").first.locator("td.number").last.click()
    expect(page).to_have_url(re.compile(r"/contract\?contract=c"), timeout=WAIT_MS)
    expect(page.get_by_role("heading", level=1)).to_contain_text("119.", timeout=WAIT_MS)
    page.get_by_role("link", name="All contracts").click()
    expect(page).to_have_url(re.compile("sort=-number"), timeout=WAIT_MS)
    expect(table).to_have_attribute("data-rows", "11", timeout=WAIT_MS)


def test_the_export_follows_the_ticked_rows(page: Page, port: int) -> None:
    go(page, port, "/contracts?lang=en&q=supply-11")
    table = page.locator(".frame[data-rows]")
    for row in range(2):
        table.locator("tbody tr").nth(row).get_by_role("checkbox").click()
        expect(page.get_by_text(f"{row + 1} selected")).to_be_visible(timeout=WAIT_MS)
        settled(page)
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download(timeout=WAIT_MS) as waiting:
        page.get_by_role("button", name="List (CSV)").click()
    lines = Path(waiting.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert [line.split(",")[0] for line in lines] == ["No.", "11", "110"]


def test_a_cell_of_the_matrix_opens_its_words(page: Page, port: int) -> None:
    go(page, port, "/contracts?lang=en&view=matrix&with=insurance")
    table = page.locator(".frame[data-rows]")
    expect(table.locator("thead th").nth(2)).to_contain_text("Insurance", timeout=WAIT_MS)
    first = table.locator("tbody tr").first.locator(".title")
    left = first.bounding_box()
    table.evaluate("table => { table.scrollLeft = 600 }")
    assert first.bounding_box() == left
    table.evaluate("table => { table.scrollLeft = 0 }")
    cell = table.get_by_role("link", name="Insurance: present").first
    cell.click()
    expect(page).to_have_url(re.compile("item=presence(:|%3A)insurance"), timeout=WAIT_MS)
    expect(page.locator(".frame .words mark.now")).to_be_visible(timeout=WAIT_MS)
    chosen = page.locator('.st-key-review_list [class*="st-key-row_"] button[kind="secondary"]')
    expect(chosen).to_contain_text("Insurance")
    expect(chosen).to_be_in_viewport(ratio=1)


def test_words_of_a_text_lead_to_their_page(page: Page, port: int) -> None:
    go(page, port, "/contracts?lang=en&view=text&words=additional+insured")
    page.get_by_role("link", name="p. 1").first.click()
    expect(page.locator(".frame .words mark.hit.now")).to_have_text("additional insured", timeout=WAIT_MS)
    expect(page.locator(".frame .marks")).to_have_text("Hit 1/1")


def test_rows_out_of_sight_are_made_when_they_come_near(page: Page, port: int) -> None:
    go(page, port, "/contracts?lang=en&view=matrix")
    table = page.locator(".frame[data-rows]")
    expect(table).to_have_attribute("data-rows", "120", timeout=WAIT_MS)
    assert table.locator("tr[data-id]").count() < 120
    table.evaluate("table => { table.scrollTop = table.scrollHeight }")
    expect(table.get_by_role("link").filter(has_text="SUPPLY AGREEMENT").last).to_be_visible(timeout=WAIT_MS)
    expect(table.locator("tr[data-id]").last).to_have_attribute("aria-rowindex", "121")
    table.evaluate("table => { table.scrollTop = 0 }")
    table.get_by_role("link").first.focus()
    for _ in range(45):
        page.keyboard.press("ArrowDown")
    focused = table.evaluate("t => t.getRootNode().activeElement.closest('tr').getAttribute('aria-rowindex')")
    assert focused == "47"
