"""The child that parses and draws: `python -m core.documents.sandbox.child PARENT`, spoken to through its pipes.

It takes one request after another, sets the memory and CPU limits that each names, and ends when its parent does.
A request that kills it is the parent's to explain; it holds nothing but the file that it was sent.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import BinaryIO

import numpy as np

from core import ipc
from core.documents.limits import Limits
from core.documents.parsed import Parsed
from core.documents.reading import parse
from core.errors import IngestError


def main() -> None:
    """Answer requests from standard input on standard output until it closes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    ipc.end_with_parent(int(sys.argv[1]), _end_the_group)
    while True:
        try:
            header, data = ipc.receive(sys.stdin.buffer)
        except EOFError:
            return
        limits = Limits(**header["limits"])
        _limit(limits)
        try:
            _answer(answers, header, data or b"", limits)
        except IngestError as error:
            refusal = {"error": error.code, "message": str(error), "facts": error.facts, "peak_mb": _peak_mb()}
            ipc.send(answers, ipc.encode(refusal))
        except MemoryError:
            ipc.send(answers, ipc.encode({"error": "memory", "peak_mb": _peak_mb()}))


def _answer(answers: BinaryIO, header: ipc.Message, data: bytes, limits: Limits) -> None:
    if header["task"] == "read":
        parsed = parse(data, header["kind"], limits)
        head, parts = pack(parsed)
        ipc.send(answers, ipc.encode_parts({**head, "peak_mb": _peak_mb()}, parts))
    else:
        from core.documents.drawing import draw_page

        image = draw_page(
            data, header["kind"], header["page"], header["width_px"], header["highlights"], header["focus"]
        )
        ipc.send(answers, ipc.encode_parts({"peak_mb": _peak_mb()}, [image]))


def pack(parsed: Parsed) -> tuple[ipc.Message, list[bytes]]:
    """Header and parts of a message that holds what was parsed."""
    pages = [
        [p.number, p.start, p.end, p.width, p.height, p.source, p.reason, p.unseen, p.doubtful] for p in parsed.pages
    ]
    boxes = b"" if parsed.boxes is None else np.ascontiguousarray(parsed.boxes, dtype="<f4").tobytes()
    return {"pages": pages, "boxed": parsed.boxes is not None}, [parsed.text.encode("utf-8"), boxes]


def _limit(limits: Limits) -> None:
    """Set the limits for the next request where the system has them (not on Windows, memory not on macOS)."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + limits.parse_cpu_s
    for what, amount in ((resource.RLIMIT_AS, limits.parse_memory_mb << 20), (resource.RLIMIT_CPU, seconds)):
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            amount = min(amount, hard)
        try:
            resource.setrlimit(what, (amount, hard))
        except (OSError, ValueError):
            continue  # the system does not know this limit; the wall clock still holds


def _peak_mb() -> float:
    """Most memory that this process has held, in MB; 0 where the system does not tell."""
    # On Linux ru_maxrss starts with the parent's peak, which says nothing about this process; VmHWM does not.
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _end_the_group() -> None:
    """End what this process started (Tesseract), and itself with it."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
