"""PDF files into pages of text with boxes. Runs in the child process: PDFium is neither thread-safe nor harmless."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.document import PageSource
from core.documents.hyphens import resolve_hyphens
from core.documents.limits import Limits
from core.documents.ocr.layer_check import is_scan
from core.documents.ocr.scanned_pages import Job, page_scale, read_pictures, unread
from core.documents.parsed import PageText, Parsed, join_pages, no_boxes, refuse_unread, stretches
from core.documents.pdf.form_fields import fill_forms, holds_more, load_page
from core.documents.pdf.integrity import (
    check_end,
    check_streams,
    contents_missing,
    drawn_parts_missing,
    has_layers,
    holds_files,
)
from core.documents.pdf.objects import LONGEST_STRING, Frame, Outline, lacks_image, longest_run, outline_of
from core.documents.pdf.page import Need, ocr_need
from core.documents.pdf.page_tree import check_page_tree
from core.documents.pdf.pictures import Pictures, Pixels
from core.documents.pdf.shapes import Shapes
from core.documents.pdf.text import Layer, PdfiumError, read_layer
from core.documents.words_in_ink import shows_more_words
from core.errors import DamagedDocument, EmptyDocument, EncryptedDocument, IngestError, TooLarge

_LEAST_PICTURE = 6  # pixels of the small picture: less holds no line of words


def read_pdf(data: bytes, limits: Limits, *, deadline: float) -> Parsed:
    """Text and boxes of a PDF.

    Args:
        deadline: `time.monotonic()` after which no further page goes through OCR.

    Raises:
        EncryptedDocument, DamagedDocument, EmptyDocument, TooLarge, NeedsOcr: as their names say.
    """
    with open_pdf(data) as pdf:
        count = len(pdf)
        if count > limits.max_pages:
            raise TooLarge(f"{count} pages.", reason="pages", limit=limits.max_pages, found=count)
        lacking = False
        if pdfium_c.FPDF_GetSecurityHandlerRevision(pdf) < 0:  # an encrypted file's streams cannot be inflated
            lacking = check_streams(data).lack(data)
        incomplete = check_page_tree(pdf, data)
        pages, jobs, beside = _layers(pdf, count, limits, cache(partial(has_layers, pdf, data)))
        if any(page.source == "text" and not page.text for page in pages) and contents_missing(data):
            pages = [page if page.text else unread(page, "damaged") for page in pages]
        for index in incomplete & set(range(count)):
            pages[index] = unread(pages[index], "damaged")
        jobs = [job for job in jobs if pages[job.index].source != "unread"]
        for index, page in read_pictures(partial(_render, pdf), jobs, limits, deadline=deadline):
            pages[index] = page
        if lacking or drawn_parts_missing(data):
            beside.add("damaged")
        if any(job.need == "rest" and pages[job.index] is job.layer for job in jobs):
            beside.add("picture")
        if holds_more(pdf) or holds_files(data):
            beside.add("embedded_file")
        pages += [unread(PageText("", boxes=no_boxes(0)), reason) for reason in sorted(beside)]
    refuse_unread(pages)
    parsed = join_pages(pages, boxed=True, max_characters=limits.max_characters)
    return replace(parsed, text=resolve_hyphens(parsed.text))


def _layers(
    pdf: Any, count: int, limits: Limits, layered: Callable[[], bool]
) -> tuple[list[PageText], list[Job], set[str]]:
    """Every page's text layer, those among them that need OCR, and what hangs on them that is not read."""
    pages: list[PageText] = []
    jobs: list[Job] = []
    shapes = Shapes()
    characters, beside = 0, set[str]()
    for index in range(count):
        page, need, pinned = _layer(pdf, index, limits, layered, shapes)
        beside |= pinned
        characters += len(page.text)
        if characters > limits.max_characters:
            raise TooLarge("Too many characters.", reason="characters", limit=limits.max_characters, page=index + 1)
        pages.append(page)
        if need != "none":
            jobs.append(Job(index, page, need))
    return pages, jobs, beside


def _layer(
    pdf: Any, index: int, limits: Limits, layered: Callable[[], bool], shapes: Shapes
) -> tuple[PageText, Need, frozenset[str]]:
    damaged = unread(PageText("", boxes=no_boxes(0)), "damaged")
    try:
        loaded = load_page(pdf, index)
    except PdfiumError:
        return damaged, "none", frozenset()
    page = loaded.page
    try:
        frame = Frame.of(page)
        width, height = frame.size
        outline = outline_of(page, frame)
        layer = read_layer(page, frame, outline, layered, shapes)
        shown = len(layer.text) + len(layer.unseen)
        if outline.too_deep or (shown >= LONGEST_STRING and longest_run(page, outline) >= LONGEST_STRING):
            return replace(damaged, width=width, height=height), "none", loaded.unread
        need = ocr_need(layer, outline, frame, min_characters=limits.min_page_characters)
        if need == "none" and _shows_more(page, layer, outline, frame):
            need = "rest"
        source: PageSource = "ocr" if is_scan(layer.pictured, layer.boxes) else "text"
        unseen = "\n".join(filter(None, (layer.unseen, loaded.unseen)))
        doubtful = () if layer.doubtful is None else stretches(layer.doubtful)
        page_text = PageText(layer.text, source, None, width, height, layer.boxes, unseen, layer.pictured, doubtful)
        return page_text, need, loaded.unread
    except PdfiumError:
        return damaged, "none", frozenset()
    finally:
        page.close()


def _shows_more(page: Any, layer: Layer, outline: Outline, frame: Frame) -> bool:
    """Whether the page shows words beside those of its text layer."""
    pictures = Pictures(page, frame, outline.runs)
    small = layer.picture if layer.picture is not None else pictures.whole()
    if len(outline.image_boxes) and lacks_image(page, partial(_has_ink, small, frame)):
        return True
    ways = (False, True) if outline.may_be_drawn_words else (False,)
    return shows_more_words(small, layer.text, layer.boxes, frame.size[1], pictures.grey, ways=ways)


def _has_ink(picture: Pixels, frame: Frame, box: tuple[float, float, float, float]) -> bool:
    """Whether a small picture of a page has any ink in a box, one too small for words included."""
    left, bottom, right, top = frame.shown(np.array([box]))[0].tolist()
    scale = picture.shape[0] / frame.size[1]
    edges = [(frame.size[1] - top) * scale, (frame.size[1] - bottom) * scale, left * scale, right * scale]
    first, last, begin, end = (max(0, round(edge)) for edge in edges)
    part = picture[first:last, begin:end]
    return bool(min(part.shape[:2]) < _LEAST_PICTURE or np.ptp(part[..., :3] if part.ndim == 3 else part) > 0)


def _render(pdf: Any, index: int) -> tuple[NDArray[np.uint8], float]:
    """Grey image of a page and its pixels per point."""
    page = load_page(pdf, index).page
    scale = page_scale(*page.get_size())
    bitmap = page.render(scale=scale, grayscale=True)
    image = np.array(bitmap.to_numpy(), dtype=np.uint8).reshape(bitmap.height, bitmap.width)
    bitmap.close()
    page.close()
    return image, scale


def open_pdf(data: bytes) -> Any:
    """The pypdfium2 document, complete and with at least one page; `data` must outlive it.

    Raises:
        EncryptedDocument, DamagedDocument, EmptyDocument: as their names say.
    """
    # Not by PdfDocument(data): a file without pages leaves PDFium's last error as an earlier file set it.
    handle = pdfium_c.FPDF_LoadMemDocument64(data, len(data), None)
    if not handle:
        error = pdfium_c.FPDF_GetLastError()
        if error in (pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY):
            raise EncryptedDocument("The PDF needs a password.", reason="password")
        check_end(data)
        raise DamagedDocument(f"The PDF cannot be opened, PDFium's error {error}.", reason="malformed")
    pdf = pdfium.PdfDocument(handle)
    try:
        check_end(data)
        if len(pdf) < 1:
            raise EmptyDocument("The PDF has no pages.", reason="zero_pages")
        fill_forms(pdf)
    except IngestError:
        pdf.close()
        raise
    return pdf
