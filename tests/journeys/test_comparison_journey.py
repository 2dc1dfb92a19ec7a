"""From the list to clauses side by side, to their page, and away as a file, in a real browser."""

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
    """Port of a server with five contracts under the laws of different states."""
    fill(folder / "data", 5)
    with server(folder / "data", folder / "server.log") as number:
        yield number


def test_ticked_contracts_are_compared_and_lead_to_their_words(page: Page, port: int) -> None:
    go(page, port, "/contracts?lang=en")
    table = page.locator(".frame[data-rows]")
    for row in range(3):
        table.locator("tbody tr").nth(row).get_by_role("checkbox").click()
        expect(page.get_by_text(f"{row + 1} selected")).to_be_visible(timeout=WAIT_MS)
        settled(page)
    page.get_by_role("button", name="Compare clauses (3)").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Comparison of clauses", timeout=WAIT_MS)
    settled(page)
    columns = page.get_by_role("region", name="The clause of each contract").locator("section")
    expect(columns).to_have_count(3)
    expect(columns.first.get_by_text("Baseline")).to_be_visible()
    expect(columns.nth(1).locator("del")).to_have_text("Nevada")
    came = columns.nth(1).locator("ins")
    expect(came).to_have_text("Delaware")
    # The marks need no colour.
    assert "underline" in came.evaluate("mark => getComputedStyle(mark).textDecorationLine")
    page.reload()
    expect(columns).to_have_count(3, timeout=WAIT_MS)
    settled(page)
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download(timeout=WAIT_MS) as waiting:
        page.get_by_role("button", name="Report (Word)").click()
    assert Path(waiting.value.path()).read_bytes()[:2] == b"PK"
    page.keyboard.press("Escape")
    columns.nth(1).get_by_role("link", name="p. 1").click()
    expect(page).to_have_url(re.compile(r"/contract\?contract=c.*item=fact%3Agoverning_law"), timeout=WAIT_MS)
    expect(page.locator(".frame .words mark.now")).to_contain_text("laws of the State", timeout=WAIT_MS)
