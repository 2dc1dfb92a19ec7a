"""Reading a contract in a real browser: the page large enough, turned, searched, filled over the screen, selected from.

The tests of this module share one server with the sample contract.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from journey_helpers import WAIT_MS, filled_server, go, settled
from playwright.sync_api import Locator, Page, expect

LEAST_INK_PX = 9.99
"""From the highest to the lowest ink of a line: letters of 11 px."""
pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Port of a server with the sample of 37 pages."""
    with filled_server(folder, ["SimplicityEsportsGamingCompany.pdf"]) as number:
        yield number


def reader(page: Page, port: int) -> Locator:
    """The reader with the governing law, drawn."""
    go(page, port, "/contract?contract=1&item=fact:governing_law&lang=en")
    frame = page.locator(".frame[data-page]")
    expect(frame.locator(".boxes .now").first).to_be_in_viewport(timeout=WAIT_MS)
    return frame


def number_of(frame: Locator, name: str) -> float:
    return float(frame.get_attribute(name) or "nan")


def test_the_text_fits_the_pane_and_is_large_enough(page: Page, port: int) -> None:
    frame = reader(page, port)
    view = frame.locator(".view")
    assert number_of(frame, "data-line") >= LEAST_INK_PX
    assert view.evaluate("view => view.scrollWidth <= view.clientWidth + 1")
    scale = number_of(frame, "data-scale")
    frame.get_by_role("button", name="Zoom in").click()
    assert number_of(frame, "data-scale") > 1.2 * scale
    frame.get_by_role("button", name="Page", exact=True).click()
    assert view.evaluate("view => view.scrollHeight <= view.clientHeight + 1")
    frame.get_by_role("button", name="Fit").click()
    assert number_of(frame, "data-scale") == scale


def test_pages_and_highlights_by_keys_and_search(page: Page, port: int) -> None:
    frame = reader(page, port)
    law_page = int(number_of(frame, "data-page"))
    frame.focus()
    page.keyboard.press("ArrowRight")
    expect(frame).to_have_attribute("data-page", str(law_page + 1), timeout=WAIT_MS)
    expect(page).to_have_url(re.compile(rf"page={law_page + 1}"), timeout=WAIT_MS)
    page.keyboard.press("n")
    expect(frame).to_have_attribute("data-page", str(law_page), timeout=WAIT_MS)
    page.keyboard.press("/")
    page.keyboard.type("ｆｒａｎｃｈｉｓｅｅ shall")
    page.keyboard.press("Enter")
    expect(frame.locator(".marks")).to_have_text(re.compile(r"Hit \d+/\d+"), timeout=WAIT_MS)
    first = frame.locator(".marks").inner_text()
    expect(frame.locator(".boxes .hit.now").first).to_be_in_viewport(timeout=WAIT_MS)
    page.keyboard.press("Enter")
    expect(frame.locator(".marks")).not_to_have_text(first, timeout=WAIT_MS)
    frame.focus()
    page.keyboard.press("t")
    expect(frame.locator(".words mark.hit.now")).to_be_in_viewport(timeout=WAIT_MS)
    expect(frame.locator(".view")).to_be_visible()


def test_full_screen_covers_all_and_closes(page: Page, port: int) -> None:
    frame = reader(page, port)
    covers = "frame => frame.getRootNode().elementFromPoint(20, 400)?.closest('.frame') === frame"
    sidebar = page.get_by_test_id("stSidebar").get_by_text("Contracts", exact=True)
    frame.focus()
    page.keyboard.press("f")
    assert frame.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
    assert frame.evaluate(covers)
    page.keyboard.press("ArrowRight")
    settled(page)
    assert frame.evaluate(covers)
    page.keyboard.press("Escape")
    assert not frame.evaluate(covers)
    frame.get_by_role("button", name="Full screen").click()
    assert frame.evaluate(covers)
    frame.get_by_role("button", name="Close").click()
    assert not frame.evaluate(covers)
    sidebar.click(trial=True)


def test_at_150_percent_the_page_stands_below_the_list_as_wide_as_the_window(page: Page, port: int) -> None:
    """1280 × 800 at 150 %: two columns left no room for a page whose text can be read."""
    page.set_viewport_size({"width": 853, "height": 533})
    go(page, port, "/contract?contract=1&item=fact:governing_law&lang=en")
    frame = page.locator(".frame[data-page]")
    expect(frame.locator(".boxes .now").first).to_be_attached(timeout=WAIT_MS)
    assert number_of(frame, "data-line") >= LEAST_INK_PX
    assert frame.locator(".view").evaluate("view => view.scrollWidth <= view.clientWidth + 1")
    # What is chosen in the list is brought into sight, with what can be decided on it.
    page.get_by_role("button", name=re.compile("^Agreement date")).click()
    expect(frame.locator(".boxes .now").first).to_be_in_viewport(timeout=WAIT_MS)
    expect(page.get_by_role("button", name="Approve", exact=True)).to_be_in_viewport()
    menu = page.locator(".st-key-menu a")
    assert menu.evaluate_all("links => links.filter(link => link.scrollWidth > link.clientWidth + 1).length") == 0
