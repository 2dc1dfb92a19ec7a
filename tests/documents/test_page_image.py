"""Pictures of pages with highlights, and the rectangles that are highlighted."""

from __future__ import annotations

import io

import numpy as np
import pytest
from document_files import LIMITS, Sheet, make_pdf
from PIL import Image

from core.documents import Box, Document, line_boxes, page_image, read_directly
from core.documents.drawing import FOCUS, HIGHLIGHT
from core.errors import BadArguments

LINES = ["Governing Law. This Agreement is governed", "by the laws of the State of New York."]


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return make_pdf(Sheet(LINES), Sheet(["“Fees,” he said, “are 5%.”", "They “rise”."], font="Times-Roman"))


@pytest.fixture(scope="module")
def document(pdf: bytes) -> Document:
    return read_directly(pdf, file_name="a.pdf", limits=LIMITS)


def _picture(png: bytes) -> np.ndarray:
    image = Image.open(io.BytesIO(png))
    assert image.format == "PNG"
    return np.array(image.convert("RGB")).astype(int)


def test_one_box_a_line(document: Document) -> None:
    start = document.text.index("This")
    end = document.text.index("New York.") + len("New York.")
    first, second = line_boxes(document, start, end)
    assert first.page == second.page == 1
    assert second.top < first.bottom
    assert first.left == pytest.approx(72 + 85, abs=6)
    assert second.left == pytest.approx(72, abs=2)


def test_small_marks_stay_on_their_line(document: Document) -> None:
    page = document.pages[1]
    assert len(line_boxes(document, page.start, page.end)) == 2


def test_a_span_over_pages_has_boxes_on_each(document: Document) -> None:
    boxes = line_boxes(document, document.text.index("New York"), document.pages[1].start + 6)
    assert [box.page for box in boxes] == [1, 2]


def test_spans_without_ink_have_no_boxes(document: Document) -> None:
    newline = document.text.index("\n")
    assert line_boxes(document, newline, newline + 1) == ()
    assert line_boxes(document, 5, 5) == ()
    text = read_directly(b"plain text", file_name="a.txt", limits=LIMITS)
    assert line_boxes(text, 0, 5) == ()


def test_highlights_colour_the_paper_and_keep_the_ink(pdf: bytes, document: Document) -> None:
    start, end = 0, document.pages[0].end
    first, second = line_boxes(document, start, end)
    plain = _picture(page_image(pdf, document, 1))
    marked = _picture(page_image(pdf, document, 1, highlights=[first, second], focus=second))
    scale = 1000 / 612
    for box, colour in ((first, HIGHLIGHT), (second, np.array(HIGHLIGHT) * np.array(FOCUS) // 255)):
        rows = slice(int((792 - box.top) * scale), int((792 - box.bottom) * scale))
        columns = slice(int(box.left * scale), int(box.right * scale))
        assert np.abs(marked[rows, columns].reshape(-1, 3).max(axis=0) - np.array(colour)).max() <= 2
        assert marked[rows, columns].min() <= plain[rows, columns].min()
    far = slice(int(400 * scale), None)
    assert (marked[far] == plain[far]).all()


def test_boxes_of_other_pages_are_left_out(pdf: bytes, document: Document) -> None:
    other = Box(2, 72, 690, 300, 710)
    assert page_image(pdf, document, 1, highlights=[other], focus=[other]) == page_image(pdf, document, 1)


def test_what_has_no_picture(pdf: bytes, document: Document) -> None:
    text = read_directly(b"plain text", file_name="a.txt", limits=LIMITS)
    for wrong, page, width in ((text, 1, 1000), (document, 0, 1000), (document, 3, 1000), (document, 1, 0)):
        with pytest.raises(BadArguments):
            page_image(pdf, wrong, page, width_px=width)
