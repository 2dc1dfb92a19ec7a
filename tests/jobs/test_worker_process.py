"""The pipe between pool and worker, and the names of those who hold leases."""

from __future__ import annotations

import io
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.ipc import encode, receive, send
from core.jobs.owner import is_dead, this_owner
from core.settings import ROOT


@pytest.mark.parametrize(
    ("message", "blob"),
    [({}, None), ({"名": ["契約", 1.5, None]}, None), ({"a": 1}, b""), ({"a": 1}, bytes(range(256)) * 9000)],
)
def test_messages_come_back(message: dict[str, object], blob: bytes | None) -> None:
    pipe = io.BytesIO()
    send(pipe, encode(message, blob))
    send(pipe, encode({"next": True}))
    pipe.seek(0)
    assert [receive(pipe), receive(pipe)] == [(message, blob), ({"next": True}, None)]


@pytest.mark.parametrize(
    "came", [b"", b"\0\0", struct.pack(">IQ", 5, 0) + b"{}", struct.pack(">IQ", 2, 0) + b"no", encode({"a": 1})[0][:-1]]
)
def test_what_is_no_message(came: bytes) -> None:
    with pytest.raises(EOFError):
        receive(io.BytesIO(came))


def gone() -> str:
    """The owner's name of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return f"{this_owner().split(':')[0]}:{process.pid}:12345"


@pytest.mark.parametrize(
    ("owner", "dead"),
    [
        (this_owner(), False),
        (this_owner() + "0", True),
        (gone(), True),
        ("another-host:1:1", False),
        ("", False),
        ("no owner", False),
        (f"{this_owner().split(':')[0]}:x:1", False),
    ],
    # The processes' own numbers would give each test worker other names.
    ids=["this process", "its number again", "an ended process", "another host", "nothing", "no form", "no number"],
)
def test_only_the_certainly_dead_are_dead(owner: str, dead: bool) -> None:
    assert is_dead(owner) is dead


POOL = """
import sys, time
sys.path.insert(0, sys.argv[1])
from core.jobs.engine import Work
from core.jobs.local_pool import LocalPool
from core.settings import Settings
pool = LocalPool(1, Settings(_env_file=None))
payload = {"do": "hang", "folder": sys.argv[2]}
pool.submit(Work("u", "t", "job_functions:misbehave", payload, None, 600.0))
time.sleep(600)
"""


def test_workers_and_their_children_end_with_the_program(tmp_path: Path) -> None:
    """After kill −9 of the program nothing of its work goes on beside the work of the next program."""
    program = subprocess.Popen([sys.executable, "-c", POOL, str(Path(__file__).parent), str(tmp_path)], cwd=ROOT)
    child = tmp_path / "child"
    wait_for(lambda: child.exists() and child.read_text().isdigit())
    worker = os.getpgid(int(child.read_text()))
    assert worker != os.getpgid(program.pid)
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    wait_for(lambda: not running(worker) and not running(int(child.read_text())), seconds=2)  # issue 13, 11


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(true: Callable[[], bool], *, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)
