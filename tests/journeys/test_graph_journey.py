"""Through the graph in a real browser: search, select, open, undo, to the words in the contract, take it away.

The tests of this module tell one story in order, on one server.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest
from journey_helpers import WAIT_MS, filled_server, go, settled
from PIL import Image
from playwright.sync_api import Locator, Page, expect

SAMPLES = ("SimplicityEsportsGamingCompany.pdf", "meti_nda.docx", "meti_ai_service.docx")
CONTRACT = (0x2F, 0x6E, 0xA5)
pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Port of a server with three of the samples."""
    with filled_server(folder, SAMPLES) as number:
        yield number


def picture(page: Page) -> Locator:
    """The picture, drawn."""
    drawn = page.locator(".st-key-graph_picture .frame[data-nodes]")
    expect(drawn).to_have_attribute("aria-busy", "false", timeout=WAIT_MS)
    settled(page)
    return drawn


def contract_at(drawn: Locator) -> tuple[int, int]:
    """Where a contract is, found by its colour."""
    with Image.open(io.BytesIO(drawn.screenshot())) as image:
        width, height = image.size
        pixels = image.convert("RGB").load()
        assert pixels is not None
        return next(
            (x, y)
            for y in range(4, height - 4, 2)
            for x in range(4, width - 4, 2)
            if all(pixels[x + dx, y + dy] == CONTRACT for dx in (-4, 0, 4) for dy in (-4, 0, 4))
        )


def click_a_contract(page: Page) -> tuple[int, int]:
    """Click on a contract; gives where it was."""
    drawn = picture(page)
    x, y = contract_at(drawn)
    drawn.click(position={"x": x, "y": y})
    expect(page).to_have_url(re.compile("node=Agreement"), timeout=WAIT_MS)
    picture(page)
    return x, y


def download(page: Page, label: str) -> bytes:
    """What a button of the export menu gives."""
    page.get_by_role("button", name="書き出し").click()
    with page.expect_download(timeout=WAIT_MS) as waiting:
        page.get_by_role("button", name=label).click()
    data = Path(waiting.value.path()).read_bytes()
    page.keyboard.press("Escape")
    return data


def test_a_click_selects_and_tells_without_keys(page: Page, port: int) -> None:
    go(page, port, "/graph")
    click_a_contract(page)
    panel = page.locator(".st-key-graph_side")
    expect(panel.get_by_role("button", name="契約を開く")).to_be_visible(timeout=WAIT_MS)
    expect(panel).to_contain_text("当事者", timeout=WAIT_MS)
    assert not re.search(r"\bc[0-9a-f]{15}\b", panel.inner_text())


def test_opening_a_node_leaves_zoom_and_place_alone(page: Page, port: int) -> None:
    """The chart of Streamlit's that this page once had was set up anew for new nodes, and showed the whole again."""
    go(page, port, "/graph?steps=!Country.JP")
    drawn = picture(page)
    whole = drawn.get_attribute("data-view")
    x, y = contract_at(drawn)
    drawn.hover(position={"x": x, "y": y})
    for _ in range(4):
        page.mouse.wheel(0, -120)
    box = drawn.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + box["height"] - 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + box["height"] - 70, steps=3)
    page.mouse.up()
    expect(drawn).not_to_have_attribute("data-view", str(whole))
    chosen, nodes = drawn.get_attribute("data-view"), int(drawn.get_attribute("data-nodes") or 0)
    x, y = click_a_contract(page)
    expect(drawn).not_to_have_attribute("data-nodes", str(nodes), timeout=WAIT_MS)
    assert "steps=" in page.url
    assert drawn.get_attribute("data-view") == chosen
    # A node grows with its relations, about the same middle.
    assert max(abs(now - before) for now, before in zip(contract_at(drawn), (x, y), strict=True)) <= 4
    page.get_by_role("button", name="元に戻す").click()
    expect(drawn).to_have_attribute("data-nodes", str(nodes), timeout=WAIT_MS)
    assert drawn.get_attribute("data-view") == chosen
    # Another tab of the page and back: the person finds what they left.
    tabs = page.locator(".st-key-graph_view")
    tabs.get_by_text("一覧", exact=True).click()
    expect(drawn).to_have_count(0, timeout=WAIT_MS)
    tabs.get_by_text("図", exact=True).click()
    assert picture(page).get_attribute("data-view") == chosen
    drawn.get_by_role("button", name="全体を表示").first.click()
    expect(drawn).to_have_attribute("data-view", str(whole), timeout=WAIT_MS)


def test_the_keyboard_walks_and_selects(page: Page, port: int) -> None:
    go(page, port, "/graph?lang=en")
    drawn = picture(page)
    whole = drawn.get_attribute("data-view")
    drawn.locator("canvas").focus()
    page.keyboard.press("ArrowRight")
    told = drawn.locator(".said")
    first = told.inner_text()
    assert re.search(r"Relations: \d+", first)
    page.keyboard.press("ArrowLeft")
    expect(told).not_to_have_text(first)
    page.keyboard.press("+")
    expect(drawn).not_to_have_attribute("data-view", str(whole))
    name = str(told.text_content()).splitlines()[1]
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("node="), timeout=WAIT_MS)
    expect(page.locator(".st-key-graph_side")).to_contain_text(name[:20], timeout=WAIT_MS)


def test_search_open_undo_and_reload(page: Page, port: int) -> None:
    go(page, port, "/graph")
    picture(page)
    search = page.get_by_placeholder("契約・当事者・国・条項を検索")
    search.fill("秘密保持")
    page.locator(".st-key-graph_found").get_by_role("button", name=re.compile("秘密保持契約書")).click()
    panel = page.locator(".st-key-graph_side")
    expect(panel).to_contain_text("秘密保持契約書", timeout=WAIT_MS)
    expect(search).to_have_value("")
    settled(page)
    panel.get_by_role("button", name=re.compile("文言を表示")).click()
    expect(page).to_have_url(re.compile("steps="), timeout=WAIT_MS)
    words = page.locator(".shinsa-key", has_text="文言")
    expect(words).not_to_contain_text("文言 0/", timeout=WAIT_MS)
    settled(page)
    page.reload()
    picture(page)
    expect(words).not_to_contain_text("文言 0/", timeout=WAIT_MS)
    page.get_by_role("button", name="元に戻す").click()
    expect(words).to_contain_text("文言 0/", timeout=WAIT_MS)
    assert "steps=" not in page.url


def test_filters_are_taken_back_one_after_the_other(page: Page, port: int) -> None:
    go(page, port, "/graph?lang=en")
    picture(page)
    for label, option, parameter in (
        ("Agreement type", "Franchise agreement", "types="),
        ("Governing law", "United States", "laws="),
    ):
        page.locator(".st-key-graph_bar").get_by_role("button", name=re.compile("^Filters")).click()
        menu = page.get_by_test_id("stPopoverBody")
        menu.get_by_test_id("stMultiSelect").filter(has_text=label).locator("input").click()
        page.get_by_role("option", name=option, exact=True).click()
        expect(page).to_have_url(re.compile(parameter), timeout=WAIT_MS)
        settled(page)
        page.keyboard.press("Escape")
        page.get_by_role("heading", level=1).click()
        expect(menu).to_have_count(0)
    undo = page.get_by_role("button", name="Undo")
    # A menu that is shut kept the filter that was taken back, and the next press brought it back.
    undo.click()
    expect(page).not_to_have_url(re.compile("laws="), timeout=WAIT_MS)
    settled(page)
    undo.click()
    expect(page).not_to_have_url(re.compile("types="), timeout=WAIT_MS)
    settled(page)
    expect(undo).to_be_disabled()


def test_from_a_node_to_the_words_in_the_contract(page: Page, port: int) -> None:
    go(page, port, "/graph?lang=en")
    page.get_by_placeholder("Find a contract").fill("smaaash")
    page.locator(".st-key-graph_found").get_by_role("button").first.click()
    panel = page.locator(".st-key-graph_side")
    expect(panel).to_contain_text("Party to", timeout=WAIT_MS)
    settled(page)
    panel.get_by_role("link", name=re.compile(r"p\. \d+")).first.click()
    expect(page).to_have_url(re.compile(r"/contract\?.*contract="), timeout=WAIT_MS)
    settled(page)
    expect(page.get_by_alt_text(re.compile("words of the evidence marked"))).to_be_visible(timeout=WAIT_MS)


def test_exports_are_a_picture_a_graph_and_tables(page: Page, port: int) -> None:
    go(page, port, "/graph")
    picture(page)
    with Image.open(io.BytesIO(download(page, "図（PNG）"))) as image:
        assert (image.format, image.size) == ("PNG", (2400, 1600))
        assert len(image.convert("RGB").getcolors(1 << 24) or []) > 50
    read = nx.parse_graphml(download(page, "グラフ（GraphML）").decode())
    assert "日本" in {data["name"] for _, data in read.nodes(data=True)}
    assert read.number_of_edges() > 5
    table = download(page, "表示中の関係（CSV）").decode("utf-8-sig").splitlines()
    assert table[0] == "どれから,関係,どれへ"
    assert len(table) == read.number_of_edges() + 1
