"""Does a page's text layer hold the page's words, or are they in pictures?"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray

from core.documents.pdf.text import Frame, Layer

Need = Literal["none", "add", "replace"]

LARGE_PICTURE = 0.5  # share of the page above which a picture without text over it is taken for a scan
SMALL_PICTURE = 0.05  # share of the page above which a picture can hold a page's words
MANY_SEGMENTS = 1_000  # of drawn paths: text turned into outlines has about twenty a letter, a ruled table has few
UNMAPPED_SHARE = 0.2  # of characters without a meaning: the layer is not readable
_MAX_DEPTH = 8


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """What is drawn on a page beside text: boxes of images in points of the page as shown, and path segments."""

    boxes: NDArray[np.float32]
    segments: int

    def share(self, frame: Frame) -> float:
        """Share of the page that images cover; strips of one scan add up, images on each other count once at most."""
        width, height = frame.size
        clipped = np.clip(self.boxes, 0.0, np.array([width, height, width, height], dtype=np.float32))
        areas = (clipped[:, 2] - clipped[:, 0]) * (clipped[:, 3] - clipped[:, 1])
        return min(1.0, float(areas.sum()) / (width * height)) if width * height > 0 else 0.0


def pictures_of(page: Any, frame: Frame) -> Pictures:
    """Images and paths of a pypdfium2 page, those inside form objects included."""
    found: list[tuple[float, float, float, float]] = []
    segments = 0
    for index in range(pdfium_c.FPDFPage_CountObjects(page)):
        item = pdfium_c.FPDFPage_GetObject(page, index)
        images, paths = _inside(item, 0)
        segments += paths
        if images:
            found.append(_bounds(item))
    boxes = np.array(found, dtype=np.float64).reshape(-1, 4)
    return Pictures(frame.shown(boxes), segments)


def _inside(item: Any, depth: int) -> tuple[int, int]:
    """Images and path segments of one page object."""
    kind = pdfium_c.FPDFPageObj_GetType(item)
    if kind == pdfium_c.FPDF_PAGEOBJ_IMAGE:
        return 1, 0
    if kind == pdfium_c.FPDF_PAGEOBJ_PATH:
        return 0, max(0, pdfium_c.FPDFPath_CountSegments(item))
    if kind != pdfium_c.FPDF_PAGEOBJ_FORM or depth >= _MAX_DEPTH:
        return 0, 0
    images = segments = 0
    for index in range(max(0, pdfium_c.FPDFFormObj_CountObjects(item))):
        more_images, more_segments = _inside(pdfium_c.FPDFFormObj_GetObject(item, index), depth + 1)
        images += more_images
        segments += more_segments
    return images, segments


def _bounds(item: Any) -> tuple[float, float, float, float]:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not pdfium_c.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return (0.0, 0.0, 0.0, 0.0)
    return (left.value, bottom.value, right.value, top.value)


def ocr_need(layer: Layer, pictures: Pictures, frame: Frame, *, min_characters: int) -> Need:
    """Whether the page must go through OCR, and whether its result joins the text layer or takes its place.

    Args:
        min_characters: fewer characters than this, white space apart, are no page of text (a stamp, a page number).
    """
    if layer.unmapped >= UNMAPPED_SHARE:
        return "replace"
    share = pictures.share(frame)
    letters = sum(not character.isspace() for character in layer.text)
    if letters < min_characters and (share >= SMALL_PICTURE or pictures.segments >= MANY_SEGMENTS):
        return "add"
    if share >= LARGE_PICTURE and _characters_over(layer, pictures) < min_characters:
        return "add"
    return "none"


def _characters_over(layer: Layer, pictures: Pictures) -> int:
    inked = layer.boxes[~np.isnan(layer.boxes[:, 0])]
    x, y = (inked[:, 0] + inked[:, 2]) / 2, (inked[:, 1] + inked[:, 3]) / 2
    over = np.zeros(len(inked), dtype=bool)
    for left, bottom, right, top in pictures.boxes:
        over |= (x >= left) & (x <= right) & (y >= bottom) & (y <= top)
    return int(over.sum())
