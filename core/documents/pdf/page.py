"""Does a page's text layer hold the page's words, or are they in pictures?"""

from __future__ import annotations

from typing import Literal

import numpy as np

from core.documents.pdf.objects import MANY_SEGMENTS, Frame, Outline
from core.documents.pdf.text import Layer

Need = Literal["none", "add", "rest", "replace", "check"]
"""What OCR is for: it joins the text layer, reads what a layer that is good lacks, takes its place, or checks it."""

LARGE_PICTURE = 0.5  # share of the page above which a picture without text over it is taken for a scan
SMALL_PICTURE = 0.05  # share of the page above which a picture can hold a page's words
UNMAPPED_SHARE = 0.2  # of characters without a meaning: the layer is not readable


def ocr_need(layer: Layer, outline: Outline, frame: Frame, *, min_characters: int) -> Need:
    """Whether the page must go through OCR, and whether its result joins the text layer, takes its place or checks it.

    Args:
        min_characters: fewer characters than this, white space apart, are no page of text (a stamp, a page number).
    """
    if layer.unmapped >= UNMAPPED_SHARE:
        return "replace"
    share = outline.share(frame)
    may_hold_words = share >= SMALL_PICTURE or outline.segments >= MANY_SEGMENTS
    if may_hold_words and len("".join(layer.text.split())) < min_characters:
        return "add"
    if share >= LARGE_PICTURE and _characters_over(layer, outline) < min_characters:
        return "add"
    return "none" if layer.pictured is None else "check"


def _characters_over(layer: Layer, outline: Outline) -> int:
    inked = layer.boxes[~np.isnan(layer.boxes[:, 0])]
    x, y = (inked[:, 0] + inked[:, 2]) / 2, (inked[:, 1] + inked[:, 3]) / 2
    over = np.zeros(len(inked), dtype=bool)
    for left, bottom, right, top in outline.image_boxes:
        over |= (x >= left) & (x <= right) & (y >= bottom) & (y <= top)
    return int(over.sum())
