"""The server is told to end in the middle of an upload: nothing that was submitted is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from journey_helpers import WAIT_MS, go, server
from playwright.sync_api import Page, expect

from core.contracts import Library
from core.jobs import Ledger
from core.settings import load_settings
from core.store import open_store
from small_contracts import small_contract

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]
FILES = 12


def test_a_submitted_upload_survives_a_restart(page: Page, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with server(data, tmp_path / "before.log") as port:
        go(page, port, "/contracts")
        page.get_by_test_id("stFileUploader").locator("input").set_input_files(
            [
                {"name": f"{number:02}.txt", "mimeType": "text/plain", "buffer": small_contract(number)}
                for number in range(FILES)
            ]
        )
        expect(page.locator(".st-key-job_panel")).to_be_attached(timeout=WAIT_MS)
    # The server has had its SIGTERM: what ran was handed back, uncharged.
    settings = load_settings(data_dir=data, env_file=tmp_path / "none")
    store = open_store(settings)
    ledger = Ledger(store, settings)
    (job,) = ledger.recent()
    assert (job.total, job.counts["leased"]) == (FILES, 0)
    assert {unit.attempts for unit in ledger.units(job.batch_id, states=("queued",))} <= {0}
    with server(data, tmp_path / "after.log") as port:
        go(page, port, f"/contracts?job={job.batch_id}")
        finished = page.locator(".st-key-job_panel").get_by_text(re.compile(f"{FILES} 件中 {FILES} 件"))
        expect(finished).to_be_visible(timeout=2 * WAIT_MS)
    assert ledger.progress(job.batch_id).counts["done"] == FILES
    assert Library(store, settings).count() == FILES
    store.close()
