"""The server's process ends while somebody works: nothing that was clicked is lost, nothing is half done.

By SIGTERM, as a platform ends it, and by kill −9: while a correction is being typed, while a chat turn waits for its
model, and while reviews are being saved.
"""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from journey_helpers import WAIT_MS, add_contract, free_port, go, served, server, settled
from playwright.sync_api import Page, expect

from core.access import AuditFilter, AuditList, verify_audit
from core.contracts import Library
from core.interview import Interviews, TurnLog
from core.settings import Settings, load_settings
from core.store import Store, open_store
from small_contracts import small_contract

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]
SIGNALS = (signal.SIGTERM, signal.SIGKILL)
TOGETHER = 8
"""So many items of the contract have a verified quote."""
CASE = "去年の秘密保持契約で、期間の定めがなく、7年後に漏えいの責任を問われて訴えられました。"


@pytest.fixture
def chosen(tmp_path: Path) -> Settings:
    """Settings of a data folder with one contract."""
    settings = load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")
    store = open_store(settings)
    add_contract(Library(store, settings), small_contract(3), "supply-3.txt")
    store.close()
    return settings


@contextmanager
def _store(settings: Settings) -> Iterator[Store]:
    opened = open_store(settings)
    try:
        yield opened
    finally:
        opened.close()


def _first(settings: Settings) -> str:
    with _store(settings) as store:
        return Library(store, settings).find(1)


@pytest.mark.parametrize("number", SIGNALS)
def test_while_a_correction_is_typed(page: Page, chosen: Settings, tmp_path: Path, number: signal.Signals) -> None:
    contract_id, port = _first(chosen), free_port()
    where = f"/contract?contract={contract_id}&item=fact:governing_law"
    with served(chosen.data_dir, tmp_path / "before.log", port=port) as (_, process):
        go(page, port, where)
        page.get_by_role("button", name="承認", exact=True).click()
        expect(page.get_by_text(re.compile("：承認")).first).to_be_visible(timeout=WAIT_MS)
        settled(page)
        page.get_by_test_id("stPopover").filter(has_text="修正").first.click()
        page.get_by_label("メモ（任意）").fill("typed and not saved")
        process.send_signal(number)
        process.wait(30)
    with _store(chosen) as store:
        library = Library(store, chosen)
        assert [record.decision for record in library.history(contract_id)] == ["approve"], "what was clicked"
        assert verify_audit(store).is_whole
    with server(chosen.data_dir, tmp_path / "after.log", port=port):
        go(page, port, where)
        expect(page.get_by_text(re.compile("：承認")).first).to_be_visible(timeout=WAIT_MS)
        page.get_by_role("button", name="取り消し", exact=True).click()
        expect(page.get_by_text(re.compile("：承認"))).to_have_count(0, timeout=WAIT_MS)
    with _store(chosen) as store:
        decisions = [record.decision for record in Library(store, chosen).history(contract_id)]
        assert decisions == ["approve", "withdraw"], "work goes on"


class _Silent(BaseHTTPRequestHandler):
    """An endpoint that takes a question and says nothing."""

    def do_POST(self) -> None:
        self.server.asked.set()  # type: ignore[attr-defined]
        time.sleep(300)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize("number", SIGNALS)
def test_while_a_chat_turn_waits(page: Page, chosen: Settings, tmp_path: Path, number: signal.Signals) -> None:
    silent = ThreadingHTTPServer(("127.0.0.1", 0), _Silent)
    silent.daemon_threads = True
    silent.asked = threading.Event()  # type: ignore[attr-defined]
    threading.Thread(target=silent.serve_forever, daemon=True).start()
    model = {
        "CHAT_BASE_URL": f"http://127.0.0.1:{silent.server_port}/v1",
        "CHAT_API_KEY": "k",
        "CHAT_MODEL": "silent",
    }
    port = free_port()
    with served(chosen.data_dir, tmp_path / "before.log", port=port, environment=model) as (_, process):
        go(page, port, "/interview")
        page.get_by_test_id("stChatInputTextArea").fill(CASE)
        page.keyboard.press("Enter")
        assert silent.asked.wait(WAIT_MS / 1000)  # type: ignore[attr-defined]
        process.send_signal(number)
        process.wait(60)
    silent.shutdown()
    silent.server_close()
    with _store(chosen) as store:
        (interview,) = Interviews(store).recent()
        (turn,) = TurnLog(store).turns(interview.id)
        assert turn.message == CASE, "the words are kept before a model is asked"
    with server(chosen.data_dir, tmp_path / "after.log", port=port):
        go(page, port, "/interview")
        page.get_by_role("button", name=re.compile(CASE[:12])).click()
        expect(page.get_by_text(CASE, exact=True).first).to_be_visible(timeout=WAIT_MS)
        again = page.get_by_role("button", name="もう一度試す")
        expect(again.first).to_be_visible(timeout=2 * WAIT_MS)
        again.first.click()
        expect(page.get_by_test_id("stChatMessage").last).to_contain_text("契約書のどの文言", timeout=WAIT_MS)


@pytest.mark.parametrize(("number", "pause_s"), [(signal.SIGKILL, 0.0), (signal.SIGTERM, 0.15), (signal.SIGKILL, 0.4)])
def test_while_reviews_are_saved(
    page: Page, chosen: Settings, tmp_path: Path, number: signal.Signals, pause_s: float
) -> None:
    contract_id = _first(chosen)
    with served(chosen.data_dir, tmp_path / "before.log") as (port, process):
        go(page, port, f"/contract?contract={contract_id}")
        page.locator(".st-key-approve_together button").click()
        time.sleep(pause_s)
        process.send_signal(number)
        process.wait(30)
    with _store(chosen) as store:
        library = Library(store, chosen)
        history = library.history(contract_id)
        entries, _count = AuditList(store).entries(AuditFilter(actions=("contract.review",)))
        assert len(entries) == len(history), "each decision is there with its entry, or neither is"
        assert [entry.facts["subject"] for entry in reversed(entries)] == [record.subject for record in history]
        assert library.row(contract_id).summary.reviewed == len({record.subject for record in history})
        assert verify_audit(store).is_whole
    with server(chosen.data_dir, tmp_path / "after.log") as port:
        # Where no fact is left the page would open at the clauses, which are approved together by themselves.
        at = "&item=fact:document_name" if len(history) == TOGETHER else ""
        go(page, port, f"/contract?contract={contract_id}{at}")
        rest = page.locator(".st-key-approve_together button")
        expect(page.locator(".st-key-decision_bar")).to_be_visible(timeout=WAIT_MS)
        if len(history) == TOGETHER - 1:
            # Nothing is left to approve together: the one open item has its own button.
            page.get_by_role("button", name="承認", exact=True).click()
            settled(page)
        elif len(history) < TOGETHER:
            rest.click()
        expect(rest).to_have_count(0, timeout=WAIT_MS)
    with _store(chosen) as store:
        subjects = [record.subject for record in Library(store, chosen).history(contract_id)]
        assert len(subjects) == len(set(subjects)) == TOGETHER, "work goes on, and nothing is decided twice"
