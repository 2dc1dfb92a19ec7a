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
from core.documents.pdf.integrity import check_end, check_streams, contents_missing, has_layers, holds_files
from core.documents.pdf.objects import LONGEST_STRING, Frame, longest_run, outline_of
from core.documents.pdf.page import Need, ocr_need
from core.documents.pdf.page_tree import check_page_tree
from core.documents.pdf.shapes import Shapes
from core.documents.pdf.text import PdfiumError, read_layer
from core.errors import DamagedDocument, EmptyDocument, EncryptedDocument, IngestError, TooLarge


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
        if pdfium_c.FPDF_GetSecurityHandlerRevision(pdf) < 0:  # an encrypted file's streams cannot be inflated
            check_streams(data)
        incomplete = check_page_tree(pdf, data)
        pages, jobs, holds_file = _layers(pdf, count, limits, cache(partial(has_layers, pdf, data)))
        if any(page.source == "text" and not page.text for page in pages) and contents_missing(data):
            pages = [page if page.text else unread(page, "damaged") for page in pages]
        for index in incomplete & set(range(count)):
            pages[index] = unread(pages[index], "damaged")
        jobs = [job for job in jobs if pages[job.index].source != "unread"]
        for index, page in read_pictures(partial(_render, pdf), jobs, limits, deadline=deadline):
            pages[index] = page
        if holds_file or holds_more(pdf) or holds_files(data):
            pages.append(unread(PageText("", boxes=no_boxes(0)), "embedded_file"))
    refuse_unread(pages)
    parsed = join_pages(pages, boxed=True, max_characters=limits.max_characters)
    return replace(parsed, text=resolve_hyphens(parsed.text))


def _layers(
    pdf: Any, count: int, limits: Limits, layered: Callable[[], bool]
) -> tuple[list[PageText], list[Job], bool]:
    """Every page's text layer, those among them that need OCR, and whether another file is pinned to one of them."""
    pages: list[PageText] = []
    jobs: list[Job] = []
    shapes = Shapes()
    characters, holds_file = 0, False
    for index in range(count):
        page, need, pinned = _layer(pdf, index, limits, layered, shapes)
        holds_file |= pinned
        characters += len(page.text)
        if characters > limits.max_characters:
            raise TooLarge("Too many characters.", reason="characters", limit=limits.max_characters, page=index + 1)
        pages.append(page)
        if need != "none":
            jobs.append(Job(index, page, need))
    return pages, jobs, holds_file


def _layer(
    pdf: Any, index: int, limits: Limits, layered: Callable[[], bool], shapes: Shapes
) -> tuple[PageText, Need, bool]:
    blank = PageText("", boxes=no_boxes(0))
    try:
        loaded = load_page(pdf, index)
    except PdfiumError:
        return unread(blank, "damaged"), "none", False
    page = loaded.page
    try:
        frame = Frame.of(page)
        width, height = frame.size
        outline = outline_of(page, frame)
        layer = read_layer(page, frame, outline, layered, shapes)
        shown = len(layer.text) + len(layer.unseen)
        if shown >= LONGEST_STRING and longest_run(page, outline) >= LONGEST_STRING:
            return unread(PageText(layer.text, "text", None, width, height, layer.boxes), "damaged"), "none", False
        need = ocr_need(layer, outline, frame, min_characters=limits.min_page_characters)
        source: PageSource = "ocr" if is_scan(layer.pictured, layer.boxes) else "text"
        unseen = "\n".join(filter(None, (layer.unseen, loaded.unseen)))
        doubtful = () if layer.doubtful is None else stretches(layer.doubtful)
        page_text = PageText(layer.text, source, None, width, height, layer.boxes, unseen, layer.pictured, doubtful)
        return page_text, need, loaded.holds_file
    except PdfiumError:
        return unread(blank, "damaged"), "none", False
    finally:
        page.close()


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
