"""The child process: limits end it, the parent reports why, and it takes nothing along."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from document_files import LIMITS, Sheet, make_pdf, one_page_pdf

from core.documents import Document, read
from core.documents.sandbox import child_pool
from core.documents.sandbox.workers import ask_read
from core.errors import DamagedDocument, IngestError, TooLarge
from core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SLOW = b"q 0.1 0 0 0.1 0 0 cm\n" * 10 + b"0 0 m 9 9 l S\n" * 4_000_000
"""Four million lines drawn: seconds of work, little text."""


@pytest.fixture(autouse=True)
def _fresh_children() -> None:
    child_pool.close_children()


def _refusal(pdf: bytes, **limits: int) -> IngestError:
    with pytest.raises(IngestError) as caught:
        ask_read(pdf, "pdf", dataclasses.replace(LIMITS, **limits))
    return caught.value


def test_wall_clock_cpu_and_memory() -> None:
    slow = one_page_pdf(SLOW)
    cases = ({"parse_timeout_s": 1}, "time"), ({"parse_cpu_s": 1}, "cpu"), ({"parse_memory_mb": 256}, "memory")
    for limit, reason in cases:
        error = _refusal(slow, **limit)
        assert type(error) is TooLarge
        assert error.facts == {"reason": reason, "limit": next(iter(limit.values()))}


def test_a_killed_child_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    pdf = make_pdf(Sheet(["All is well."]))
    ask_read(pdf, "pdf", LIMITS)
    (child,) = child_pool._pool._idle
    os.kill(child._process.pid, 9)
    assert type(_refusal(pdf)) is DamagedDocument
    parsed, cost = ask_read(pdf, "pdf", LIMITS)
    assert parsed.text == "All is well."
    assert 10 < cost.peak_mb < 400


def test_one_child_serves_many_files() -> None:
    pdf = make_pdf(Sheet(["All is well."]))
    pids = set()
    for _ in range(3):
        ask_read(pdf, "pdf", LIMITS)
        pids |= {child._process.pid for child in child_pool._pool._idle}
    assert len(pids) == 1


def test_many_threads_get_their_own_answers(settings: Settings) -> None:
    files = {f"Contract number {number}.": make_pdf(Sheet([f"Contract number {number}."])) for number in range(8)}
    found: dict[str, Document] = {}
    threads = [
        threading.Thread(target=lambda t=text, p=pdf: found.update({t: read(p, file_name=t, settings=settings)}))
        for text, pdf in files.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {text: document.text for text, document in found.items()} == {text: text for text in files}
    assert len(child_pool._pool._idle) <= child_pool.MAX_IDLE


def test_no_secret_reaches_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert "sk-secret" not in str(child_pool._environment())


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks into /proc")
def test_children_end_with_a_killed_parent() -> None:
    script = """
        import time
        from core.documents.sandbox import child_pool
        child = child_pool.Child()
        print(child._process.pid, flush=True)
        time.sleep(60)
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + 2  # seconds (issue 13, 11)
    while time.monotonic() < deadline:
        if not Path(f"/proc/{child}/cmdline").exists() or not Path(f"/proc/{child}/cmdline").read_bytes():
            return
        time.sleep(0.05)
    pytest.fail("the child lives on")


@pytest.mark.skipif(os.name == "nt", reason="a process keeps its parent's number there")
@pytest.mark.parametrize(
    "child",
    [["core.documents.sandbox.child"], ["core.graph.embedded.reader_process", "FOLDER"]],
    ids=lambda child: child[0],
)
def test_a_child_whose_parent_was_gone_before_it_began_ends(child: list[str], tmp_path: Path) -> None:
    """It took whoever had adopted it for its parent and went on with what it had been sent."""
    parent = subprocess.Popen([sys.executable, "-c", ""])
    parent.wait()
    arguments = [str(tmp_path / "reading") if part == "FOLDER" else part for part in child]
    begun = subprocess.Popen(
        [sys.executable, "-m", *arguments, str(parent.pid)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=ROOT
    )
    with begun:
        assert begun.wait(timeout=120) == 1  # its input is still open


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_process_has_its_own_children() -> None:
    pdf = make_pdf(Sheet(["All is well."]))
    ask_read(pdf, "pdf", LIMITS)
    before = child_pool._pool
    child_pool._after_fork()
    assert child_pool._pool is not before
    assert child_pool._pool._idle == []
    before.close()
