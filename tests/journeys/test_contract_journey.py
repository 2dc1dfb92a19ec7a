"""From a PDF to an approved clause and an answered question, in a real browser on a real server.

The tests of this module tell one story in order, on one server.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from journey_helpers import ROOT, WAIT_MS, Watch, go, server, settled
from PIL import Image
from playwright.sync_api import Page, expect

PDF = ROOT / "data" / "samples" / "SimplicityEsportsGamingCompany.pdf"
pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]


def marked_pixels(page: Page) -> int:
    """How many pixels of the page that is read carry the colour of the mark that is meant."""
    picture = page.locator(".frame .view")
    expect(picture).to_be_visible(timeout=WAIT_MS)
    expect(page.locator(".frame .boxes .now").first).to_be_in_viewport(timeout=WAIT_MS)
    with Image.open(io.BytesIO(picture.screenshot())) as image:
        pixels = image.convert("RGB").get_flattened_data()
    return sum(red > 200 and green > 100 and blue < 90 for red, green, blue in pixels)


def test_upload_a_real_pdf_and_something_that_is_none(page: Page, port: int) -> None:
    go(page, port, "/contracts")
    expect(page.get_by_text("まだ契約がありません")).to_be_visible()
    page.get_by_test_id("stFileUploader").locator("input").set_input_files(
        [
            {"name": PDF.name, "mimeType": "application/pdf", "buffer": PDF.read_bytes()},
            {"name": "../../<b>x</b>.pdf", "mimeType": "application/pdf", "buffer": b"MZ\x90\x00" * 50},
        ]
    )
    panel = page.locator(".st-key-job_panel")
    expect(panel.locator("td", has_text="完了")).to_be_attached(timeout=WAIT_MS)
    expect(panel.locator("td", has_text="失敗")).to_be_attached(timeout=WAIT_MS)
    expect(panel.locator("td", has_text=re.compile("PDF・Word"))).to_be_attached()
    expect(page).to_have_url(re.compile("job="))
    settled(page)
    page.reload()
    expect(panel.locator("td", has_text="完了")).to_be_attached(timeout=WAIT_MS)


def test_a_failure_stays_until_it_is_put_away_and_what_is_there_is_linked(page: Page, port: int) -> None:
    go(page, port, "/operations?lang=en")
    failed = page.get_by_text("Files that failed (1)")
    expect(failed).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_text(re.compile("This is neither PDF, Word")).first).to_be_visible()
    # Trying again shows how it goes, and the failure is there again when it ends.
    page.get_by_role("button", name="Try again", exact=True).click()
    panel = page.locator(".st-key-job_panel")
    expect(panel.locator("td", has_text="Failed")).to_be_attached(timeout=WAIT_MS)
    expect(failed).to_be_visible(timeout=WAIT_MS)
    settled(page)
    expect(page.get_by_role("button", name="Try again", exact=True)).to_have_count(1)
    page.get_by_role("button", name="Dismiss", exact=True).click()
    expect(failed).to_have_count(0, timeout=WAIT_MS)
    page.get_by_role("link", name="Contracts", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Contracts", timeout=WAIT_MS)
    settled(page)
    expect(failed).to_have_count(0)
    page.get_by_text("Add contracts").click()
    page.get_by_test_id("stFileUploader").locator("input").set_input_files(
        [{"name": "again.pdf", "mimeType": "application/pdf", "buffer": PDF.read_bytes()}]
    )
    page.get_by_role("link", name="again.pdf: open the contract that is already there").click(timeout=WAIT_MS)
    expect(page.get_by_role("heading", level=1)).to_contain_text("1. ", timeout=WAIT_MS)


def test_open_a_clause_see_the_highlight_and_approve(page: Page, port: int) -> None:
    go(page, port, "/contracts")
    table = page.locator(".frame[data-rows]")
    expect(table.locator("td", has_text=re.compile("Franchise", re.IGNORECASE)).first).to_be_visible(timeout=WAIT_MS)
    table.locator("td.text").first.click()
    expect(page).to_have_url(re.compile(r"/contract\?contract="), timeout=WAIT_MS)
    settled(page)
    page.get_by_role("radio", name="条項").or_(page.get_by_role("button", name="条項", exact=True)).first.click()
    clause = page.get_by_role("button", name=re.compile("license granted herein shall be exclusive"))
    clause.first.click()
    expect(page).to_have_url(re.compile("item=excerpt"), timeout=WAIT_MS)
    settled(page)
    expect(page.get_by_alt_text(re.compile("根拠の文言に印"))).to_be_visible(timeout=WAIT_MS)
    assert marked_pixels(page) > 500
    page.get_by_role("button", name="承認", exact=True).click()
    expect(page.get_by_text("reviewer：承認")).to_be_visible(timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_text("reviewer：承認")).to_be_visible(timeout=WAIT_MS)


def test_ask_and_open_the_citation(page: Page, port: int) -> None:
    go(page, port, "/qa?lang=en")
    # While nothing is cited, the place beside the chat holds one line and leaves the width to the chat.
    page.get_by_test_id("stChatInputTextArea").fill("Please sing a song")
    page.keyboard.press("Enter")
    asked = page.locator(".st-key-chat_messages")
    expect(asked.get_by_text("Please sing a song")).to_be_visible(timeout=WAIT_MS)
    settled(page)
    assert (asked.bounding_box() or {"width": 0})["width"] > 700
    page.get_by_test_id("stChatInputTextArea").fill("Contract 1")
    page.keyboard.press("Enter")
    cited = page.get_by_role("button", name=re.compile(r"1 · p\. \d+"))
    expect(cited.first).to_be_visible(timeout=WAIT_MS)
    settled(page)
    cited.last.click()
    settled(page)
    expect(page.get_by_alt_text(re.compile("words of the evidence marked"))).to_be_visible(timeout=WAIT_MS)
    assert marked_pixels(page) > 100
    # At 150 % of 1280 × 800 the page stands below the chat, as wide as it; a pressed citation brings it into sight.
    page.set_viewport_size({"width": 853, "height": 533})
    page.reload()
    expect(cited.first).to_be_visible(timeout=WAIT_MS)
    settled(page)
    # Both in one look: the width changes while the page settles into its new size.
    page.wait_for_function(
        """() => {
            const [chat, pane] = [".st-key-chat_messages", ".st-key-evidence_pane"].map(
                (part) => document.querySelector(part)?.getBoundingClientRect());
            return chat && pane && pane.top >= chat.bottom && Math.abs(chat.width - pane.width) < 1;
        }""",
        timeout=WAIT_MS,
    )
    cited.first.click()
    expect(page.locator(".frame .boxes .now").first).to_be_in_viewport(timeout=WAIT_MS)


def test_the_language_stays_through_pages_and_reloads(page: Page, port: int) -> None:
    go(page, port, "/contracts")
    expect(page.get_by_role("heading", level=1)).to_have_text("契約")
    page.get_by_test_id("stSidebar").get_by_text("English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Contracts", timeout=WAIT_MS)
    page.get_by_role("link", name="Q&A").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Q&A", timeout=WAIT_MS)
    expect(page).to_have_url(re.compile("lang=en"), timeout=WAIT_MS)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Q&A", timeout=WAIT_MS)
    expect(page.get_by_text("No contract text leaves this machine.")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "heading"),
    [("/contract?contract=1&lang=en", re.compile(r"^1\. ")), ("/today?lang=en", re.compile("^Today$"))],
)
def test_a_link_opened_on_a_fresh_server(
    page: Page, port: int, folder: Path, path: str, heading: re.Pattern[str]
) -> None:
    assert port
    with server(folder / "data", folder / "fresh.log") as fresh:
        go(page, fresh, path)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page.get_by_test_id("stSidebar").get_by_text("Built-in engine")).to_be_visible()
        assert "lang=en" in page.url
        assert ("contract=1" in page.url) == ("contract=1" in path)
        # The file-name menu of a server that knows the folder `pages/` only would say "contract".
        work = ["Today", "Contracts", "Matters", "Q&A", "Graph", "Interview", "Knowledge"]
        menu = [
            *work,
            "Operations",
            "Connecting a model",
            "Optimizer",
            "Extraction lab",
            "Decoding lab",
            "People and audit",
        ]
        expect(page.locator(".st-key-menu a")).to_have_text(menu)


def test_delete_after_a_question(page: Page, port: int, watch: Watch) -> None:
    go(page, port, "/contract?contract=1&lang=en")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Delete this contract").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("This cannot be undone")).to_be_visible(timeout=WAIT_MS)
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("No contracts yet")).to_be_visible(timeout=WAIT_MS)
    assert any(url.startswith("ws://localhost:") for url in watch.asked)
