"""Zip and PDF bombs through the page's own upload: refused by name, while the server goes on and stays small."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import Path

import pytest
from journey_helpers import WAIT_MS, go, served, settled
from playwright.sync_api import Page, expect

from core.contracts import Library
from core.jobs import Ledger
from core.settings import load_settings
from core.store import open_store
from small_contracts import small_contract

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]
MOST_GROWTH_KB = 300_000
"""What the server's own process may grow by: the bombs would take gigabytes."""


def _word_bomb() -> bytes:
    """A Word file of some 500 kB with a member of half a gigabyte."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w") as member:
            for _ in range(500):
                member.write(b" " * 1_000_000)
    return out.getvalue()


def _pdf_bomb() -> bytes:
    """A PDF of some 600 kB whose one page is a stream of 600 MB of drawing."""
    packer = zlib.compressobj(9)
    stream = b"".join([*(packer.compress(b"0 0 m 9 9 l S " * 71_429) for _ in range(600)), packer.flush()])
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(stream), stream),
    ]
    body, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, start=1):
        places.append(len(body))
        body += b"%d 0 obj%s endobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return body + b"xref\n0 5\n0000000000 65535 f \n%strailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        table,
        len(body),
    )


def _peak_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1])  # type: ignore[index]


def test_bombs_fail_alone(page: Page, tmp_path: Path) -> None:
    bombs = {"bomb.docx": _word_bomb(), "bomb.pdf": _pdf_bomb()}
    assert all(len(bomb) < 3_000_000 for bomb in bombs.values())
    files = [*bombs.items(), ("good.txt", small_contract(1))]
    with served(tmp_path / "data", tmp_path / "log") as (port, process):
        go(page, port, "/contracts")
        before = _peak_kb(process.pid)
        page.get_by_test_id("stFileUploader").locator("input").set_input_files(
            [{"name": name, "mimeType": "application/octet-stream", "buffer": body} for name, body in files]
        )
        finished = page.locator(".st-key-job_panel").get_by_text(re.compile("3 件中 3 件"))
        expect(finished).to_be_visible(timeout=4 * WAIT_MS)
        settled(page)
        go(page, port, "/contracts")
        expect(page.get_by_text(re.compile("bomb.docx")).first).to_be_visible(timeout=WAIT_MS)
        assert process.poll() is None
        assert _peak_kb(process.pid) - before < MOST_GROWTH_KB
    settings = load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")
    store = open_store(settings)
    ledger = Ledger(store, settings)
    (job,) = ledger.recent()
    ended = {unit.label: (unit.state, unit.error.code if unit.error else None) for unit in ledger.units(job.batch_id)}
    assert ended["good.txt"] == ("done", None)
    assert ended["bomb.docx"] == ("failed", "too_large")
    assert ended["bomb.pdf"][0] in ("failed", "quarantined")
    assert ended["bomb.pdf"][1] is not None
    assert [row.file_name for row in Library(store, settings).rows()] == ["good.txt"]
    store.close()
