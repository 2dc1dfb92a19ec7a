"""Functions that worker processes run in the tests of jobs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from typing import Any

from core.errors import EncryptedDocument, RateLimited

Report = Callable[[str], None]


def double(payload: dict[str, Any], blob: bytes | None, report: Report) -> dict[str, Any]:
    return {"twice": payload["number"] * 2}


def nothing(payload: dict[str, Any], blob: bytes | None, report: Report) -> dict[str, Any]:
    return {}


def size(payload: dict[str, Any], blob: bytes | None, report: Report) -> dict[str, Any]:
    return {"size": None if blob is None else len(blob), "blob": None if blob is None else blob[::-1]}


def misbehave(payload: dict[str, Any], blob: bytes | None, report: Report) -> dict[str, Any]:
    """Does what `payload["do"]` says."""
    what = payload["do"]
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "exit":
        os._exit(3)
    if what == "hang":
        child = subprocess.Popen(["sleep", "600"])
        with open(f"{payload['folder']}/child", "w", encoding="ascii") as file:
            file.write(str(child.pid))
        report("waiting")
        time.sleep(600)
    if what == "hang in c":
        re.match(r"(a+)+$", "a" * 64 + "b")
    if what == "refuse":
        raise EncryptedDocument("It needs a password", page=3)
    if what == "raise":
        raise ValueError("secret words of a contract")
    if what == "limited":
        raise RateLimited("Told to wait", wait_s=0.01)
    if what == "print":
        print("stray", flush=True)  # noqa: T201  # what must not garble the pipe
        os.write(1, b"more stray bytes\n")
    if what == "not json":
        return {"set": {1, 2}}
    if what == "stages":
        report("reading")
        time.sleep(payload["seconds"])
        report("extracting")
        time.sleep(payload["seconds"])
    if what == "sleep":
        time.sleep(payload["seconds"])
    return {"did": what, "pid": os.getpid()}
