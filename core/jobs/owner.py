"""Who holds a lease: host, process and the process's start, so that a dead holder on this host is known at once."""

from __future__ import annotations

import os
import socket
from functools import cache
from pathlib import Path


@cache
def _host() -> str:
    return socket.gethostname()[:40].replace(":", "-")


def _start(pid: int) -> str:
    """Start of a process in clock ticks since boot; "0" where the system does not tell; empty when it is gone."""
    stat = Path(f"/proc/{pid}/stat")
    if not Path("/proc/self/stat").exists():
        return "0" if _exists(pid) else ""
    try:
        fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in {"Z", "X"} else fields[19]


def _exists(pid: int) -> bool:
    if os.name == "nt":  # where a signal of 0 would end the process: what is not known is not called dead
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def this_owner() -> str:
    """Name of this process as a holder of leases, `host:pid:start`."""
    return f"{_host()}:{os.getpid()}:{_start(os.getpid())}"


def is_dead(owner: str) -> bool:
    """Whether a holder is certainly gone: its host is this one and no such process runs. False when not known."""
    parts = owner.split(":")
    if len(parts) != 3 or parts[0] != _host() or not parts[1].isdigit():
        return False
    return _start(int(parts[1])) != parts[2]
