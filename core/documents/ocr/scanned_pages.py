"""Pages whose words are in pictures, read by OCR or named as unread with the reason."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.documents.document import PageSource
from core.documents.limits import Limits
from core.documents.ocr.engines import OcrEngines, ocr_engines, read_page
from core.documents.ocr.layer_check import check_layer, spans_of, unchecked, without_pictured
from core.documents.ocr.tesseract import (
    DPI,
    OcrFailed,
    RecognisedWord,
    lay_out,
    mean_confidence,
)
from core.documents.parsed import Boxes, PageText, no_boxes
from core.documents.pdf.page import Need
from core.documents.words_in_ink import accounted_for

ILLEGIBLE = 50.0  # mean confidence (0-100) below which the words are guesses
INK_SHARE = 0.01  # of dark pixels, above which a page without words is not blank
MAX_PIXELS = 40_000_000
_DARK = 128
POINTS = 72.0  # to an inch


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A page that needs OCR: its place in the document, its text layer and what becomes of that layer."""

    index: int
    layer: PageText
    need: Need


Render = Callable[[int], tuple[NDArray[np.uint8], float]]


def read_pictures(
    render: Render, jobs: Sequence[Job], limits: Limits, *, deadline: float
) -> Iterator[tuple[int, PageText]]:
    """(index, page) of every job, read by OCR or unread with `needs_ocr`, `ocr_limit`, `ocr_timeout`, ….

    Args:
        render: the grey image of a page by its index, and its pixels per point; called in this thread only.
        deadline: `time.monotonic()` after which no page is begun.
    """
    engines = ocr_engines(limits.ocr_languages) if limits.ocr and jobs else None
    if engines is None:
        yield from ((job.index, _not_read(job, "needs_ocr")) for job in jobs)
        return
    # Pages without words of their own come first: those of a text layer can be read, if only with doubt.
    jobs = sorted(jobs, key=lambda job: job.need == "check")
    for job in jobs[limits.ocr_max_pages :]:
        yield job.index, _not_read(job, "ocr_limit")
    width = min(4, os.cpu_count() or 1)
    chosen = jobs[: limits.ocr_max_pages]
    with ThreadPoolExecutor(width) as threads, contextlib.closing(engines):
        best = engines
        for first in range(0, len(chosen), width):
            # PDFium renders in this thread only; OCR runs beside it, a few pages at a time for their memory.
            batch = [(job, render(job.index)) for job in chosen[first : first + width]]
            waiting = [threads.submit(_read, best, job, image, scale, deadline) for job, (image, scale) in batch]
            for (job, _), future in zip(batch, waiting, strict=True):
                page, served = future.result()
                best = served or best
                yield job.index, page


def unread(layer: PageText, reason: str) -> PageText:
    """The page without characters, with the reason why."""
    return replace(layer, text="", boxes=no_boxes(0), source="unread", reason=reason, doubtful=())


def _not_read(job: Job, reason: str) -> PageText:
    """The page that OCR did not read: as it is where that is a page of text, in doubt where a picture is to show it."""
    if job.need == "rest":
        return job.layer
    return unchecked(job.layer) if job.need == "check" else unread(job.layer, reason)


def page_scale(width: float, height: float) -> float:
    """Pixels per point in which a page of this size in points is read: 300 dpi unless it is a poster."""
    return min(DPI / POINTS, math.sqrt(MAX_PIXELS / (width * height)))


def _read(
    engines: OcrEngines, job: Job, image: NDArray[np.uint8], scale: float, deadline: float
) -> tuple[PageText, OcrEngines | None]:
    try:
        reading = read_page(engines, image, deadline=deadline, compared=job.need == "check")
    except OcrFailed as failure:
        return _not_read(job, str(failure)), None
    words = reading.words
    if job.need == "check" and (not words or mean_confidence(words) < ILLEGIBLE):
        return unchecked(job.layer), None
    if job.need == "rest" and (not words or mean_confidence(words) < ILLEGIBLE):
        return job.layer, None
    if not words:
        blank = float((image < _DARK).mean()) < INK_SHARE
        return (replace(job.layer, source="ocr") if blank else unread(job.layer, "no_words")), None
    if mean_confidence(words) < ILLEGIBLE:
        return unread(job.layer, "illegible"), None
    return _page(job, words, image.shape[0], scale), reading.engines


def _page(job: Job, words: Sequence[RecognisedWord], height: int, scale: float) -> PageText:
    layer = job.layer
    if job.need == "check":
        pixels = np.array([word.box for word in words], dtype=np.float32).reshape(-1, 4)
        checked = check_layer(layer, words, _points(pixels, height, scale))
        if checked.by_picture:
            text, pixels = lay_out(words)
            doubtful = spans_of(words, text, checked.doubtful_words)
            boxes = _points(pixels, height, scale)
            return replace(checked.layer, text=text, boxes=boxes, source="ocr", doubtful=doubtful)
        assert checked.layer.boxes is not None
        return _with_rest(checked.layer, words, height, scale, taken=checked.layer.boxes, source=layer.source)
    layer = without_pictured(layer)
    if job.need == "rest" and layer.boxes is not None:
        return _with_rest(layer, words, height, scale, taken=accounted_for(layer.text, layer.boxes), source="ocr")
    if job.need == "add" and layer.boxes is not None and layer.text.strip():
        return _with_rest(layer, words, height, scale, taken=layer.boxes, source="ocr")
    text, pixels = lay_out(words)
    return replace(layer, text=text, boxes=_points(pixels, height, scale), source="ocr", doubtful=())


def _with_rest(
    layer: PageText, words: Sequence[RecognisedWord], height: int, scale: float, *, taken: Boxes, source: PageSource
) -> PageText:
    """The text layer, and after it the words of the picture that it does not hold: the layer is surer than OCR.

    Args:
        taken: places where the layer holds words.
    """
    layer_boxes = no_boxes(0) if layer.boxes is None else layer.boxes
    rest = [word for word in words if not _covered(word, taken, height, scale)]
    if not rest:
        return replace(layer, source=source)
    text, pixels = lay_out(rest)
    boxes = np.concatenate([layer_boxes, no_boxes(1), _points(pixels, height, scale)])
    return replace(layer, text=f"{layer.text}\n{text}", boxes=boxes, source="ocr")


def _covered(word: RecognisedWord, boxes: Boxes, height: int, scale: float) -> bool:
    left, top, right, bottom = word.box
    x, y = (left + right) / 2 / scale, (height - (top + bottom) / 2) / scale
    near = 1.0
    return bool(
        (
            (boxes[:, 0] - near <= x)
            & (x <= boxes[:, 2] + near)
            & (boxes[:, 1] - near <= y)
            & (y <= boxes[:, 3] + near)
        ).any()
    )


def _points(pixels: Boxes, height: int, scale: float) -> Boxes:
    """Pixel boxes (left, top, right, bottom) in points of the page as shown (left, bottom, right, top)."""
    points = np.empty_like(pixels)
    points[:, 0], points[:, 2] = pixels[:, 0] / scale, pixels[:, 2] / scale
    points[:, 1], points[:, 3] = (height - pixels[:, 3]) / scale, (height - pixels[:, 1]) / scale
    return points
