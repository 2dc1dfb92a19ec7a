"""A page of a PDF or picture as an image with highlighted words. Runs in the child process."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from core.documents.document import Kind
from core.documents.images import draw_image
from core.documents.pdf.form_fields import load_page
from core.documents.pdf.pdf_file import open_pdf
from core.documents.pdf.text import PdfiumError
from core.errors import DamagedDocument

Corners = Sequence[float]  # left, bottom, right, top in points of the page as shown

PADDING = 1.5  # points around the ink
HIGHLIGHT = (255, 236, 130)
FOCUS = (255, 170, 60)
_MAX_PIXELS = 60_000_000
_BLANK_ROWS = 40


def draw_page(
    data: bytes, kind: Kind, number: int, width_px: int, highlights: Sequence[Corners], focus: Sequence[Corners]
) -> bytes:
    """PNG of page `number` (from 1), `width_px` wide, with padded translucent rectangles, stronger for `focus`.

    Raises:
        DamagedDocument: the page cannot be loaded.
    """
    if kind == "pdf":
        pixels, height, scale = _drawn_pdf(data, number, width_px)
    else:
        pixels, height = draw_image(data, kind, number - 1, width_px)
        scale = pixels.shape[0] / height
    for boxes, colour in ((highlights, HIGHLIGHT), (focus, FOCUS)):
        _tint(pixels, boxes, colour, height, scale)
    image = io.BytesIO()
    Image.fromarray(pixels).save(image, "PNG", compress_level=3)
    return image.getvalue()


def _drawn_pdf(data: bytes, number: int, width_px: int) -> tuple[NDArray[np.uint8], float, float]:
    """Pixels of a PDF's page, its height in points, and pixels per point."""
    with open_pdf(data) as pdf:
        if number == len(pdf) + 1:  # what the file holds beside its pages has none to show
            return np.full((_BLANK_ROWS, width_px, 3), 255, dtype=np.uint8), 1.0, float(_BLANK_ROWS)
        try:
            page = load_page(pdf, number - 1).page
        except PdfiumError:
            raise DamagedDocument(f"Page {number} cannot be drawn.", reason="damaged", page=number) from None
        width, height = page.get_size()
        scale = min(width_px / width, (_MAX_PIXELS / (width * height)) ** 0.5)
        pixels = np.array(page.render(scale=scale, rev_byteorder=True, draw_annots=True).to_numpy())[:, :, :3]
        page.close()
    return pixels, height, scale


def _tint(
    pixels: NDArray[np.uint8], boxes: Sequence[Corners], colour: tuple[int, int, int], height: float, scale: float
) -> None:
    """Multiply the colour into the boxes, like a marker pen: white turns to the colour, ink stays ink."""
    rows, columns = pixels.shape[:2]
    marked = np.zeros((rows, columns), dtype=bool)  # once, however many boxes lie on each other
    for left, bottom, right, top in boxes:
        first, last = int((height - top - PADDING) * scale), int(np.ceil((height - bottom + PADDING) * scale))
        begin, end = int((left - PADDING) * scale), int(np.ceil((right + PADDING) * scale))
        marked[max(0, first) : max(0, last), max(0, begin) : max(0, end)] = True
    pixels[marked] = (pixels[marked].astype(np.uint16) * np.array(colour, dtype=np.uint16) // 255).astype(np.uint8)
