"""How long pages take to load and to run again with 0, 5 and 500 contracts, in a browser and in the script alone.

    python benchmarks/pages.py --out pages.json [--sizes 0 5 500] [--rounds 5]

Contracts are small texts; the 500 share one text and extraction under different names, since drawing does not depend
on what is in it. A load is a new session from the request until the page is drawn and nothing runs any more; the first
load on a fresh server stands apart. A rerun is a click until the same. The script alone is Streamlit's AppTest,
without browser.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import paths  # noqa: F401  # the root and the tests' oracles are found by it
from journey_helpers import WAIT_MS, server
from playwright.sync_api import Page, expect, sync_playwright

from core.settings import ROOT
from oracles.filled_folder import fill

FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking".split()
_GRAPH_MS = 300_000
_AT_REST = """() => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning"
  && !document.querySelector("[data-testid=stStatusWidget]")"""
"""Asked at each frame: the test helpers' own waiting looks ten times a second at first and once a second later."""
_SHOWN = f"""([place, words]) => document.querySelector(place)?.textContent.includes(words) && ({_AT_REST})()"""
"""That nothing runs is true also before the run begins: what it draws must be there."""
_VIEWS = {"Clause matrix": ".st-key-compare", "List": ".st-key-columns"}
"""What each view alone has."""


@dataclass(frozen=True)
class Row:
    """One measurement in milliseconds."""

    contracts: int
    what: str
    median_ms: int
    worst_ms: int
    rounds: int


def measured(size: int, what: str, rounds: int, once: Callable[[], float]) -> Row:
    """Median and worst of some rounds."""
    seconds = [once() for _ in range(rounds)]
    return Row(size, what, round(1e3 * statistics.median(seconds)), round(1e3 * max(seconds)), rounds)


def in_browser(size: int, folder: Path, rounds: int) -> list[Row]:
    """Loads and reruns in Chromium."""
    rows = []
    with server(folder, folder / "server.log") as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)

        def load(path: str) -> float:
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            begin = time.perf_counter()
            _go(page, port, path)
            seconds = time.perf_counter() - begin
            context.close()
            return seconds

        rows.append(measured(size, "first load on a fresh server", 1, lambda: load("/?lang=en")))
        if size:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            _go(page, port, "/qa?lang=en")
            rows.append(measured(size, "first question, graph made on the way", 1, lambda: _ask(page)))
            rows.append(measured(size, "question", rounds, lambda: _ask(page)))
            page.close()
        rows.append(measured(size, "load: today", rounds, lambda: load("/?lang=en")))
        rows.append(measured(size, "load: contracts", rounds, lambda: load("/contracts?lang=en")))
        if size:
            rows.append(measured(size, "load: one contract", rounds, lambda: load("/contract?contract=1&lang=en")))
            rows.append(measured(size, "load: Q&A", rounds, lambda: load("/qa?lang=en")))
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            _go(page, port, "/contracts?lang=en")
            views = ["Clause matrix", "List"] * rounds
            rows.append(measured(size, "rerun: list and matrix", 2 * rounds, lambda: _view(page, views.pop(0))))
            _go(page, port, "/contract?contract=1&lang=en")
            names = ["Expiration date", "Agreement date"] * rounds
            rows.append(measured(size, "rerun: choose a fact", 2 * rounds, lambda: _fact(page, names.pop(0))))
            context.close()
        browser.close()
    return rows


def _go(page: Page, port: int, path: str) -> None:
    page.goto(f"http://localhost:{port}{path}")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=WAIT_MS)
    _at_rest(page)


def _at_rest(page: Page) -> None:
    page.wait_for_function(_AT_REST, polling="raf", timeout=WAIT_MS)


def _view(page: Page, name: str) -> float:
    return _click(page, name, _VIEWS[name], "")


def _fact(page: Page, name: str) -> float:
    return _click(page, name, ".st-key-evidence_pane", name)


def _click(page: Page, name: str, place: str, words: str) -> float:
    target = page.get_by_role("main").or_(page.get_by_test_id("stMain")).get_by_text(name, exact=True).first
    begin = time.perf_counter()
    target.click()
    page.wait_for_function(_SHOWN, arg=[place, words], polling="raf", timeout=WAIT_MS)
    return time.perf_counter() - begin


def _ask(page: Page) -> float:
    before = page.get_by_test_id("stChatMessage").count()
    page.get_by_test_id("stChatInputTextArea").fill("How many contracts are there?")
    begin = time.perf_counter()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("stChatMessage")).to_have_count(before + 2, timeout=_GRAPH_MS)
    expect(page.get_by_text("What was looked up")).to_have_count(before // 2 + 1, timeout=_GRAPH_MS)
    _at_rest(page)
    seconds = time.perf_counter() - begin
    page.wait_for_timeout(500)
    return seconds


SCRIPT = """
import json, sys, time
from page_helpers import open_page
from core.ui.workbench import close_workbench
from core.workbench.workbench import Workbench
Workbench.start_jobs = lambda self: None
page = open_page(sys.argv[1] or None, language="en", contract="1")
seconds = []
for _ in range(int(sys.argv[2])):
    begin = time.perf_counter()
    page.run()
    seconds.append(time.perf_counter() - begin)
close_workbench()  # what warms up in threads is ended before the process
print(json.dumps(seconds))
"""


def in_script(size: int, folder: Path, rounds: int) -> list[Row]:
    """Reruns of the script alone, each page in a process of its own."""
    rows = []
    for page in ("", "pages/contracts.py", "pages/contract.py", "pages/qa.py") if size else ("",):
        output = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", SCRIPT, page, str(rounds)],
            env=os.environ | {"DATA_DIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path[:4])},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        seconds = iter(json.loads(output.splitlines()[-1]))
        rows.append(measured(size, f"script: {page or 'pages/today.py'}", rounds, lambda: next(seconds)))  # noqa: B023
    return rows


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[0, 5, 500])
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    rows: list[Row] = []
    for size in arguments.sizes:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            fill(folder, size)
            rows += in_browser(size, folder, arguments.rounds)
            rows += in_script(size, folder, arguments.rounds)
    report = {"load_average": round(os.getloadavg()[0], 1), "rows": [asdict(row) for row in rows]}
    arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print("| contracts | what | median ms | worst ms |\n|---:|---|---:|---:|")
    for row in rows:
        print(f"| {row.contracts} | {row.what} | {row.median_ms} | {row.worst_ms} |")


if __name__ == "__main__":
    main()
