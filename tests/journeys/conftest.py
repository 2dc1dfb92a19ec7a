"""One browser for all journeys; one server with a data folder of its own for each module."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from journey_helpers import Watch, server
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module's data folder."""
    return tmp_path_factory.mktemp("workbench")


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Port of the module's server."""
    with server(folder / "data", folder / "server.log") as number:
        yield number


@pytest.fixture
def watch() -> Iterator[Watch]:
    """The watch; whatever a journey does, no request may leave this machine."""
    watching = Watch()
    yield watching
    assert watching.asked
    assert watching.outside() == []


@pytest.fixture
def page(browser: Browser, watch: Watch) -> Iterator[Page]:
    """A new session at 1280 × 800."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="ja-JP")
    watch.follow(context)
    opened = context.new_page()
    yield opened
    context.close()
