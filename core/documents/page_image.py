"""The picture of a page with the words of a fact highlighted."""

from __future__ import annotations

from collections.abc import Sequence

from core.documents.document import Box, Document
from core.documents.limits import Limits
from core.documents.sandbox.workers import ask_draw
from core.errors import BadArguments

MIN_WIDTH, MAX_WIDTH = 50, 4_000


def page_image(
    data: bytes,
    document: Document,
    page_number: int,
    *,
    highlights: Sequence[Box] = (),
    focus: Sequence[Box] | Box | None = None,
    width_px: int = 1000,
) -> bytes:
    """PNG of one page of a PDF or picture, drawn in a child process; worth caching by the caller.

    Args:
        data: the file that `document` was read from.
        page_number: from 1.
        highlights: rectangles to mark; those of other pages are left out.
        focus: the one, or the few of one clause, to mark more strongly.
        width_px: width of the picture in pixels.

    Raises:
        BadArguments: a Word or text file, no such page, or an absurd width.
        IngestError: the page cannot be drawn.
    """
    if not document.pictured:
        raise BadArguments(f"A file of kind {document.kind} has no page image.", kind=document.kind)
    if not 1 <= page_number <= len(document.pages):
        raise BadArguments(f"No page {page_number}.", page=page_number, pages=len(document.pages))
    if not MIN_WIDTH <= width_px <= MAX_WIDTH:
        raise BadArguments(f"Width {width_px} is not {MIN_WIDTH}-{MAX_WIDTH}.", width_px=width_px)
    focused = (focus,) if isinstance(focus, Box) else tuple(focus or ())
    return ask_draw(
        data,
        document.kind,
        page_number,
        _DRAWING,
        width_px=width_px,
        highlights=[box for box in highlights if box.page == page_number],
        focus=[box for box in focused if box.page == page_number],
    )


# A page that was read within the reading limits is drawn within these.
_DRAWING = Limits(
    max_file_bytes=0,
    max_pages=0,
    max_characters=0,
    parse_memory_mb=1_536,
    parse_cpu_s=60,
    parse_timeout_s=60,
    ocr=False,
    ocr_languages="",
    ocr_max_pages=0,
    min_page_characters=0,
)
