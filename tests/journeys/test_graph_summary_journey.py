"""The graph over many contracts in a real browser: summary, a choice from it, a search result in the middle, undo."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from journey_helpers import WAIT_MS, go, server, settled
from playwright.sync_api import Page, expect

from oracles.filled_folder import fill

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]
_MANY = 62


def of_its_kind(number: int, result: dict[str, Any]) -> None:
    """Give every third contract another type, and each a firm of its own beside one that all share."""
    extraction = json.loads(result["extraction"])
    for fact in extraction["facts"]:
        if fact["name"] == "agreement_type" and number % 3 == 0:
            fact["value"] = "license"
    extraction["parties"][0]["name"] = f"Firm {number} Inc."
    result["extraction"] = json.dumps(extraction)


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Port of a server with many contracts."""
    fill(folder / "data", _MANY, of_its_kind)
    with server(folder / "data", folder / "server.log") as number:
        yield number


def test_many_contracts_are_summarised_opened_found_and_undone(page: Page, port: int) -> None:
    go(page, port, "/graph?lang=en")
    drawn = page.locator(".st-key-graph_picture .frame[data-nodes]")
    expect(page.locator(".shinsa-note")).to_contain_text(f"{_MANY} contracts summarised", timeout=WAIT_MS)
    expect(drawn).to_have_attribute("data-nodes", "4", timeout=WAIT_MS)
    panel = page.locator(".st-key-graph_side")
    expect(panel).to_contain_text("42 Supply agreement")
    panel.get_by_role("button", name="20 License agreement").click()
    expect(page).to_have_url(re.compile("types=license"), timeout=WAIT_MS)
    expect(drawn).not_to_have_attribute("data-nodes", "4", timeout=WAIT_MS)
    settled(page)
    # A search result is in the middle, opened and told of.
    page.get_by_placeholder("Find a contract").fill("Firm 33 ")
    page.locator(".st-key-graph_found").get_by_role("button", name=re.compile("Firm 33 Inc")).click()
    expect(panel).to_contain_text("Party to", timeout=WAIT_MS)
    settled(page)
    page.wait_for_timeout(600)
    x, y = map(int, str(drawn.get_attribute("data-chosen")).split())
    box = drawn.bounding_box()
    assert box is not None
    assert abs(x - box["width"] / 2) <= 3
    assert abs(y - box["height"] / 2) <= 3
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(page).not_to_have_url(re.compile("types="), timeout=WAIT_MS)
    expect(drawn).to_have_attribute("data-nodes", "4", timeout=WAIT_MS)
    expect(undo).to_be_disabled(timeout=WAIT_MS)
