"""How soon the Graph page's picture of 300 nodes can be used, and how smoothly it moves, in Chromium.

    python benchmarks/graph_page.py --out graph_page.json [--contracts 500] [--rounds 5]

Contracts share one small text and extraction under different titles, parties and states, since drawing does not depend
on what else is in them. Times are from the request (or the click in the menu) until the picture of 300 nodes is drawn
and the script has ended, on a server that has shown it before: in a new browser profile, which loads all scripts anew;
again in the same profile (F5); and from another page of the workbench. The floor is a page of Streamlit's with nothing
but a title, loaded in turn with the picture by the same browser: what lies between the two is ours. Frames are those
of the browser while the mouse drags the picture and turns the wheel over it. The browser draws without a graphics card.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import paths  # noqa: F401  # the root and the tests' oracles are found by it
from journey_helpers import WAIT_MS, server, settled
from playwright.sync_api import Page, expect, sync_playwright

from core.graph.view.layout import positions
from core.graph.view.overview import MAX_NODES
from core.graph.view.picture import Picture, PictureRequest, draw_up, parse_step
from core.settings import load_settings
from core.workbench.workbench import open_workbench
from oracles.filled_folder import fill

FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking".split()
STEPS = "~".join(["Country.US"] * 12)
HOST = ".st-key-graph_picture [data-testid=stBidiComponentIsolated]"
_FIRMS = 150
_MOVES = 60

FRAMES = """() => { window.frames_seen = []; let last = performance.now();
  const next = (now) => {
    window.frames_seen.push(now - last); last = now; window.frame_run = requestAnimationFrame(next) };
  window.frame_run = requestAnimationFrame(next); }"""


@dataclass(frozen=True)
class Row:
    """One measurement in milliseconds."""

    what: str
    median_ms: float
    worst_ms: float
    rounds: int


def own_parties(number: int, result: dict[str, Any]) -> None:
    """Give a contract two of many firms, so that firms meet again and again."""
    extraction = json.loads(result["extraction"])
    for place, party in enumerate(extraction["parties"]):
        party["name"] = f"Firm {(number * (7 + 4 * place) + place) % _FIRMS + 1} Inc."
    result["extraction"] = json.dumps(extraction)


def measured(what: str, rounds: int, once: Callable[[], float]) -> Row:
    """Median and worst of some rounds of something that takes seconds."""
    return row(what, [once() for _ in range(rounds)])


def row(what: str, seconds: list[float]) -> Row:
    """Median and worst of some measurements in seconds."""
    return Row(what, round(1e3 * statistics.median(seconds), 1), round(1e3 * max(seconds), 1), len(seconds))


def in_python(folder: Path, rounds: int) -> tuple[list[Row], Picture]:
    """The picture read from the graph, and its layout for the first time; builds the graph where it is missing."""
    request = PictureRequest(steps=tuple(step for text in STEPS.split("~") if (step := parse_step(text)) is not None))
    with open_workbench(load_settings(data_dir=folder)) as opened:
        graph = opened.graph()

        def read() -> float:
            begin = time.perf_counter()
            draw_up(graph, request, "en")
            return time.perf_counter() - begin

        picture = draw_up(graph, request, "en")
        numbers = {node.ref: number for number, node in enumerate(picture.nodes)}
        links = tuple((numbers[edge.source], numbers[edge.target]) for edge in picture.edges)

        def lay_out() -> float:
            positions.cache_clear()
            begin = time.perf_counter()
            positions(picture.stages, links)
            return time.perf_counter() - begin

        return [
            measured("picture read from the graph", rounds, read),
            measured("layout, first time", rounds, lay_out),
        ], picture


def in_browser(folder: Path, rounds: int) -> list[Row]:
    """Loads and movements in Chromium."""
    path = f"/graph?lang=en&steps={STEPS}"
    bare = folder / "bare.py"
    bare.write_text('import streamlit as st\n\nst.title("Bare")\n', encoding="utf-8")
    with (
        server(folder, folder / "server.log") as port,
        server(folder, folder / "bare.log", script=bare) as bare_port,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()

        def go() -> float:
            return _load(page, f"http://localhost:{port}{path}", _usable)

        def fresh(address: str, ready: Callable[[Page], None]) -> float:
            own = browser.new_context(viewport={"width": 1280, "height": 800})
            seconds = _load(own.new_page(), address, ready)
            own.close()
            return seconds

        def fresh_picture() -> float:
            return fresh(f"http://localhost:{port}{path}", _usable)

        def fresh_bare() -> float:
            return fresh(f"http://localhost:{bare_port}/", _titled)

        def from_menu() -> float:
            page.get_by_role("link", name="Operations").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Operations", timeout=WAIT_MS)
            settled(page)
            begin = time.perf_counter()
            page.get_by_role("link", name="Graph").click()
            _usable(page)
            return time.perf_counter() - begin

        go()
        fresh_bare()
        new, floor = [], []
        for _ in range(rounds):
            floor.append(fresh_bare())
            new.append(fresh_picture())
        rows = [
            row("load in a new browser profile", new),
            row("floor: a page with only a title in a new browser profile", floor),
            row("ours: the difference of each pair", [own - bare for own, bare in zip(new, floor, strict=True)]),
            measured("load again in the same profile", rounds, go),
        ]
        rows.append(_open(page, rounds))
        rows += [_frames("drag", page, _drag), _frames("zoom by the wheel", page, _zoom)]
        rows.append(measured("from another page to the start (about 100 nodes)", rounds, from_menu))
        browser.close()
    return rows


def _load(page: Page, address: str, ready: Callable[[Page], None]) -> float:
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    ready(page)
    return time.perf_counter() - begin


def _usable(page: Page) -> None:
    _wait(page, f"document.querySelector('{HOST}')?.shadowRoot?.querySelector('[data-nodes]')")


def _titled(page: Page) -> None:
    _wait(page, "document.querySelector('h1')")


def _wait(page: Page, drawn: str) -> None:
    """Wait in the browser, frame by frame: looking from outside every 100 ms would be part of what is measured."""
    ended = "document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"
    page.wait_for_function(f"() => {drawn} && {ended}", polling="raf", timeout=WAIT_MS)


def _open(page: Page, rounds: int) -> Row:
    """From the key that selects a node until the page has answered; the picture is full, so nothing is added."""
    seconds = []
    picture = page.locator(".st-key-graph_picture .frame")
    picture.locator("canvas").focus()
    for number in range(rounds):
        page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[number % 4])
        begin = time.perf_counter()
        page.keyboard.press("Enter")
        expect(picture).to_have_attribute("aria-busy", "false", timeout=WAIT_MS)
        settled(page)
        seconds.append(time.perf_counter() - begin)
    return row("select a node by the keyboard", seconds)


def _frames(what: str, page: Page, move: Callable[[Page, float, float], None]) -> Row:
    box = page.locator(".st-key-graph_picture .frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 12
    page.mouse.move(x, y)
    page.wait_for_timeout(900)
    page.evaluate(FRAMES)
    move(page, x, y)
    frames = page.evaluate("() => { cancelAnimationFrame(window.frame_run); return window.frames_seen }")
    kept = sorted(frames[1:])
    return Row(
        f"frame while: {what}", round(statistics.median(kept), 1), round(kept[int(len(kept) * 0.95)], 1), len(kept)
    )


def _drag(page: Page, x: float, y: float) -> None:
    page.mouse.down()
    for step in range(_MOVES):
        page.mouse.move(x - 2 * step, y - 3 * step)
    page.mouse.up()


def _zoom(page: Page, _x: float, _y: float) -> None:
    for step in range(_MOVES):
        page.mouse.wheel(0, -40 if step < _MOVES / 2 else 40)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--contracts", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        fill(folder, arguments.contracts, own_parties)
        rows, picture = in_python(folder, arguments.rounds)
        if len(picture.nodes) < MAX_NODES:
            raise SystemExit(f"only {len(picture.nodes)} nodes: more contracts are needed")
        rows += in_browser(folder, arguments.rounds)
    chromium = subprocess.run(["/usr/bin/chromium", "--version"], capture_output=True, text=True, check=False).stdout
    report = {
        "contracts": arguments.contracts,
        "nodes": len(picture.nodes),
        "relations": len(picture.edges),
        "load_average": round(os.getloadavg()[0], 1),
        "browser": chromium.strip(),
        "rows": [asdict(row) for row in rows],
    }
    arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"{len(picture.nodes)} nodes, {len(picture.edges)} relations, {arguments.contracts} contracts\n")
    print("| what | median ms | worst ms (frames: 95th percentile) | rounds |\n|---|---:|---:|---:|")
    for row in rows:
        print(f"| {row.what} | {row.median_ms:g} | {row.worst_ms:g} | {row.rounds} |")


if __name__ == "__main__":
    main()
