"""Every page held by axe-core against the rules of WCAG 2.1 A and AA, in both themes and both languages.

axe-core (MPL-2.0) comes by npm at test time only: `scripts/setup_tests.sh` puts it under `.make/axe`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from journey_helpers import ROOT, WAIT_MS, filled_server, go, settled
from playwright.sync_api import Page, expect

from core.ui.menu import MENU

AXE = ROOT / ".make" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
RULES = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations']}"
VIEWS = (
    *(f"/{entry.name}" for entry in MENU if entry.group != "hidden"),
    "/contracts?view=matrix",
    "/contracts?view=text&words=franchisee",
    "/contract?contract=1",
    "/contract?contract=2&item=presence:insurance",
    "/compare?contracts=1,2&clause=governing_law",
)
pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core; where npm could not fetch it, these tests are skipped, but never in CI."""
    if not AXE.exists():
        missing = "axe-core is not here: npm install --prefix .make/axe axe-core (scripts/setup_tests.sh does it)"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Port of a server with a PDF and a Word file."""
    with filled_server(folder, ["SimplicityEsportsGamingCompany.pdf", "meti_nda.docx"]) as number:
        yield number


def serious(page: Page, axe: str) -> list[str]:
    """Rules that a page breaks seriously, with the first place of each."""
    page.evaluate(axe)
    found = page.evaluate(f"axe.run(document, {RULES})")
    assert len(found["passes"]) > 8
    return [
        f"{broken['id']}: {broken['nodes'][0]['html'][:160]} {broken['nodes'][0]['failureSummary'][:200]}"
        for broken in found["violations"]
        if broken["impact"] in ("serious", "critical")
    ]


FOCUS = """() => { const e = document.activeElement, b = e.getBoundingClientRect();
  return { tab: e.tabIndex, left: b.left, top: b.top, middle: b.top + b.height / 2, tag: e.tagName,
    inside: !!e.closest('[data-testid="stSidebar"]') } }"""


def test_the_keyboard_goes_as_one_reads(page: Page, port: int) -> None:
    """First the menu from top to bottom, then the page line by line; nothing jumps ahead."""
    go(page, port, "/contracts?lang=en")
    expect(page.locator(".st-key-menu a").last).to_be_visible(timeout=WAIT_MS)
    settled(page)
    reached = []
    for _ in range(26):
        page.keyboard.press("Tab")
        reached.append(page.evaluate(FOCUS))
    assert [place for place in reached if place["tab"] > 0] == []
    menu = [place["top"] for place in reached if place["inside"] and place["tag"] == "A"]
    assert len(menu) == sum(entry.group != "hidden" for entry in MENU)
    assert menu == sorted(menu)
    first = max(at for at, place in enumerate(reached) if place["inside"])
    after = reached[first + 1 :]
    body = [place for place in after if place["tag"] in ("BUTTON", "INPUT", "SUMMARY") and place["top"] > 60]
    assert len(body) >= 5
    lines = [(round(place["middle"] / 24), place["left"]) for place in body]
    assert lines == sorted(lines)


@pytest.mark.parametrize("path", VIEWS)
def test_no_serious_finding(page: Page, port: int, axe: str, path: str) -> None:
    page.emulate_media(color_scheme="light")
    go(page, port, path)
    found = {}
    for language, other in (("ja", "English"), ("en", "日本語")):
        expect(page.locator("html")).to_have_attribute("lang", language, timeout=WAIT_MS)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(300)
            found[f"{path} {language} {theme}"] = serious(page, axe)
        page.get_by_test_id("stSidebar").get_by_text(other, exact=True).click()
        settled(page)
    assert {place: broken for place, broken in found.items() if broken} == {}
    assert cut_off(page) == []


def cut_off(page: Page) -> list[str]:
    """What is wider than its place at 150 % of 1280 × 800."""
    page.set_viewport_size({"width": 853, "height": 533})
    settled(page)
    places = ("html", "[data-testid=stMain]")
    wider = "place => place.scrollWidth > place.clientWidth + 1"
    return [place for place in places if page.locator(place).evaluate(wider)]


def test_it_finds_what_is_wrong(page: Page, port: int, axe: str) -> None:
    go(page, port, "/contracts?lang=en")
    page.evaluate(
        "document.querySelector('h1').insertAdjacentHTML('afterend', "
        "'<button></button><p style=\"color:#bbb\">Pale</p>')"
    )
    assert {line.partition(":")[0] for line in serious(page, axe)} == {"button-name", "color-contrast"}


def test_the_tab_says_which_contract(page: Page, port: int) -> None:
    go(page, port, "/contract?contract=1&lang=en")
    expect(page).to_have_title(re.compile(r"^1\. .*FRANCHISE.* · Shinsa$", re.IGNORECASE), timeout=WAIT_MS)
    go(page, port, "/qa?lang=ja")
    expect(page).to_have_title("質問 · Shinsa 審査", timeout=WAIT_MS)
