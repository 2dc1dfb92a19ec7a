"""Words of a page image by RapidOCR, an optional package (Apache-2.0, its models are inside its wheel).

It reads Japanese and poor pictures better than Tesseract (`benchmarks/ocr.py`) and knows no dictionary: on a clean page
in English Tesseract stays the one that reads. It runs in a process of its own: its time is not the parser's, and what
it does to its memory ends with the document.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, cast

import numpy as np
from numpy.typing import NDArray

from core import ipc
from core.documents.ocr.tesseract import OcrFailed, RecognisedWord

LEAST_SCORE = 0.5  # of a line, 0-1, below which it is no writing
_ROOT = Path(__file__).resolve().parents[3]
_MAX_ANSWER = 32 << 20
_LONG_SIGN = re.compile("(?<=[\u30a1-\u30fa\u30fc])[\u4e00\u2014\u2015-](?=[\u30a1-\u30fa\u30fc]|\\b|$)")
_WORD = re.compile(r"\S+")


def rapid_installed() -> bool:
    """Whether the optional packages are there."""
    return all(importlib.util.find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


class RapidReader:
    """The process that reads, started at the first page. Pages are read one after the other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, image: NDArray[np.uint8], *, timeout_s: float) -> list[RecognisedWord]:
        """Words of a grey page image in reading order.

        Raises:
            OcrFailed: it failed or took longer than `timeout_s`; the next page starts another process.
        """
        with self._lock:
            process = self._started()
            ended = threading.Event()

            def overrun() -> None:
                ended.set()
                process.kill()

            timer = threading.Timer(max(timeout_s, 0.1), overrun)
            timer.start()
            try:
                frame = ipc.encode({"height": image.shape[0], "width": image.shape[1]}, image.tobytes())
                ipc.send(cast(IO[bytes], process.stdin), frame)
                answer, _ = ipc.receive(cast(IO[bytes], process.stdout), max_bytes=_MAX_ANSWER)
            except (EOFError, OSError):
                self._end()
                raise OcrFailed("ocr_timeout" if ended.is_set() else "ocr_failed") from None
            finally:
                timer.cancel()
        return [word for number, line in enumerate(answer["lines"]) for word in _words(number, *line)]

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "core.documents.ocr.rapid_child", str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=_ROOT,
                env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
            )
        return self._process

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # what is left unsent has nowhere to go
                cast(IO[bytes], pipe).close()
        self._process = None


def _words(number: int, text: str, score: float, box: tuple[float, float, float, float]) -> list[RecognisedWord]:
    """A line as its words, its box shared out among them by their letters; the sign of a long vowel is no dash."""
    if score < LEAST_SCORE:
        return []
    text = _LONG_SIGN.sub("ー", text)
    left, top, right, bottom = box
    widths = np.array([1.0 if character.isascii() else 2.0 for character in text])
    edges = left + np.concatenate([[0.0], np.cumsum(widths)]) / max(float(widths.sum()), 1.0) * (right - left)
    return [
        RecognisedWord(
            match[0],
            (number, 0, 0),
            100 * score,
            (round(edges[match.start()]), round(top), round(edges[match.end()]), round(bottom)),
        )
        for match in _WORD.finditer(text)
    ]
