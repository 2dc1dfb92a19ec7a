"""A run from the page, without a key: begun, paused, gone on with, ended; a choice outlives a change of language."""

from __future__ import annotations

import re

import pytest
from journey_helpers import WAIT_MS, go, settled
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]


def test_a_run_from_the_page_to_its_end(page: Page, port: int) -> None:
    go(page, port, "/optimizer")
    main = page.get_by_test_id("stMain")
    main.get_by_text("新しく始める", exact=True).click()
    method = page.locator(".st-key-new_optimizer").get_by_role("combobox")
    method.click()
    page.get_by_role("option", name="トンプソン抽出", exact=True).click()
    settled(page)
    page.get_by_text("English", exact=True).click()
    expect(method).to_have_value("Thompson sampling", timeout=WAIT_MS)
    for key, value in (("new_steps", "30"), ("new_confidence", "0")):
        box = page.locator(f".st-key-{key} input")
        box.fill(value)
        box.press("Enter")
        settled(page)
    expect(method).to_have_value("Thompson sampling")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("run="), timeout=WAIT_MS)
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_role("combobox").first).to_have_value(re.compile("paused"), timeout=WAIT_MS)
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(page.get_by_text(re.compile("On 11 examples kept apart"))).to_be_visible(timeout=2 * WAIT_MS)
    expect(page.get_by_text("30 / 30")).to_be_visible()
    # What the list says of the run is what became of it, in the language of the page.
    expect(page.get_by_role("combobox").first).to_have_value(re.compile("done"), timeout=WAIT_MS)
    page.get_by_text("日本語", exact=True).click()
    expect(page.get_by_role("combobox").first).to_have_value(re.compile("完了"), timeout=WAIT_MS)
