"""Reading and drawing in a child process, and what its death means: time, CPU, memory or a crash."""

from __future__ import annotations

import dataclasses
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.documents.document import Box, Kind, Page
from core.documents.limits import Limits
from core.documents.parsed import Parsed
from core.documents.sandbox.child_pool import Died, ask
from core.errors import DamagedDocument, IngestError, TooLarge
from core.ipc import Message

_MEMORY_DEATH_SHARE = 0.5
_DRAW_TIMEOUT_S = 60
_MAX_IMAGE_BYTES = 256 << 20
_BYTES_PER_CHARACTER = 4 + 16  # UTF-8 at most, and a box


@dataclass(frozen=True, slots=True)
class Cost:
    """What one request took of the child: its peak memory in MB since it started."""

    peak_mb: float


def ask_read(data: bytes, kind: Kind, limits: Limits) -> tuple[Parsed, Cost]:
    """Text, pages and boxes of a PDF, picture or Word file, read in a child process, and what it cost.

    Raises:
        IngestError: the file is refused, or its parser died: of time, CPU or memory (TooLarge) or a crash
            (DamagedDocument).
    """
    header = {"task": "read", "kind": kind, "limits": dataclasses.asdict(limits)}
    most = limits.max_characters * _BYTES_PER_CHARACTER
    answer, parts, peak_mb = _ask(header, data, limits, timeout_s=limits.parse_timeout_s, max_bytes=most)
    text = parts[0].decode("utf-8")
    boxes = np.frombuffer(parts[1], dtype="<f4").reshape(-1, 4) if answer["boxed"] else None
    return Parsed(text, tuple(map(_page, answer["pages"])), boxes), Cost(peak_mb)


def _page(sent: Sequence[Any]) -> Page:
    *start, doubtful = sent
    return dataclasses.replace(Page(*start), doubtful=tuple((begin, end) for begin, end in doubtful))


def ask_draw(
    data: bytes,
    kind: Kind,
    page: int,
    limits: Limits,
    *,
    width_px: int,
    highlights: Sequence[Box],
    focus: Sequence[Box],
) -> bytes:
    """PNG of a page of a PDF or picture, drawn in a child process.

    Raises:
        IngestError: the page cannot be drawn within the limits.
    """
    header = {
        "task": "draw",
        "kind": kind,
        "page": page,
        "width_px": width_px,
        "highlights": [_corners(box) for box in highlights],
        "focus": [_corners(box) for box in focus],
        "limits": dataclasses.asdict(limits),
    }
    _, parts, _ = _ask(header, data, limits, timeout_s=_DRAW_TIMEOUT_S, max_bytes=_MAX_IMAGE_BYTES)
    return parts[0]


def _corners(box: Box) -> tuple[float, float, float, float]:
    return (box.left, box.bottom, box.right, box.top)


def _ask(
    header: Message, data: bytes, limits: Limits, *, timeout_s: float, max_bytes: int
) -> tuple[Message, list[bytes], float]:
    try:
        answer, parts, peak_mb = ask(header, data, timeout_s=timeout_s, max_bytes=max_bytes)
    except Died as death:
        raise _cause(death, limits, timeout_s) from None
    if "error" in answer:
        raise _refusal(answer, limits)
    return answer, parts, peak_mb


def _refusal(answer: Message, limits: Limits) -> IngestError:
    if answer["error"] == "memory":
        return _over("memory", limits.parse_memory_mb)
    kinds = {kind.code: kind for kind in IngestError.__subclasses__()}
    return kinds[answer["error"]](answer["message"], **answer["facts"])


def _cause(death: Died, limits: Limits, timeout_s: float) -> IngestError:
    """Why a child died. PDFium aborts when it gets no memory; other deaths with much memory in use are that too."""
    if death.overran:
        return _over("time", timeout_s)
    if hasattr(signal, "SIGXCPU") and death.exit_code == -signal.SIGXCPU:
        return _over("cpu", limits.parse_cpu_s)
    much = death.peak_mb > _MEMORY_DEATH_SHARE * limits.parse_memory_mb
    if death.exit_code == -signal.SIGABRT or (death.exit_code < 0 and much):
        return _over("memory", limits.parse_memory_mb)
    return DamagedDocument(f"The parser ended with exit code {death.exit_code}.", reason="parser_died")


def _over(reason: str, limit: float) -> TooLarge:
    return TooLarge(f"Reading took more than its limit of {reason}: {limit}.", reason=reason, limit=limit)
