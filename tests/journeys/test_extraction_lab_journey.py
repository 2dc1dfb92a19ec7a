"""Cases are read by workers, the page is closed in between, a failure's knobs are run again and compared."""

from __future__ import annotations

import re

import pytest
from journey_helpers import WAIT_MS, go, settled
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]


def test_a_run_survives_a_closed_tab_and_is_bettered(page: Page, port: int) -> None:
    go(page, port, "/extraction_lab")
    page.locator(".st-key-lab_part").get_by_role("combobox").click()
    page.get_by_role("option", name="取り置き").click()
    expect(page.get_by_text("21件 × 戦略3つ ＝ 63回の抽出")).to_be_visible(timeout=WAIT_MS)
    page.get_by_role("button", name="実行する").click()
    expect(page).to_have_url(re.compile("run="), timeout=WAIT_MS)
    address = page.url
    page.close()
    other = page.context.new_page()
    other.goto(address)
    expect(other.get_by_text(re.compile(r"期待どおりに終わった事例: \d+ / 21")).first).to_be_visible(timeout=WAIT_MS)
    expect(other.get_by_text("件を読みました")).to_have_count(0, timeout=WAIT_MS)
    settled(other)
    other.get_by_text("改善", exact=True).first.click()
    other.get_by_role("button", name="この変更でもう一度実行し、比べる").click()
    expect(other).to_have_url(re.compile("before="), timeout=WAIT_MS)
    expect(other.get_by_text("変わった事例だけ")).to_be_visible(timeout=WAIT_MS)
