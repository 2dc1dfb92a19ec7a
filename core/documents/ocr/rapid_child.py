"""The process in which RapidOCR reads pages: `python -m core.documents.ocr.rapid_child PARENT`, asked by its pipes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core import ipc

Line = tuple[str, float, tuple[float, float, float, float]]
_SAME_LINE = 0.5  # of the lower line's height: boxes that share so much stand beside each other


def main() -> None:
    """Answer pictures on standard input with their lines until it closes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    ipc.end_with_parent(int(sys.argv[1]))
    _without_limit_of_time()
    read = _engine()
    while True:
        try:
            header, data = ipc.receive(sys.stdin.buffer)
        except EOFError:
            return
        image = np.frombuffer(data or b"", np.uint8).reshape(header["height"], header["width"])
        ipc.send(answers, ipc.encode({"lines": in_reading_order(read(image))}))


def _without_limit_of_time() -> None:
    """Its parent's limit of processor time is for parsing; pages are limited by number and by the clock."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def _engine() -> Callable[[NDArray[np.uint8]], list[Line]]:
    from rapidocr import RapidOCR

    engine = RapidOCR(
        params={
            "Global.log_level": "error",
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )

    def read(image: NDArray[np.uint8]) -> list[Line]:
        found: Any = engine(np.repeat(image[:, :, None], 3, axis=2))
        if found.boxes is None:
            return []
        lines: list[Line] = []
        for corners, text, score in zip(found.boxes, found.txts, found.scores, strict=True):
            (left, top), (right, bottom) = np.min(corners, axis=0), np.max(corners, axis=0)
            lines.append((str(text), float(score), (float(left), float(top), float(right), float(bottom))))
        return lines

    return read


def in_reading_order(lines: list[Line]) -> list[Line]:
    """Lines from top to bottom; those that stand beside each other from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line[2][1] + line[2][3]):
        _, top, _, bottom = line[2]
        row = rows[-1] if rows else None
        if row is not None:
            _, above, _, below = row[0][2]
            if min(bottom, below) - max(top, above) > _SAME_LINE * min(bottom - top, below - above):
                row.append(line)
                continue
        rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line[2][0])]


if __name__ == "__main__":
    main()
