"""What a parser hands back: page texts with boxes, joined into one text whose offsets hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.documents.document import Page, PageSource
from core.errors import DamagedDocument, EmptyDocument, NeedsOcr, TooLarge

PAGE_BREAK = "\f"

Boxes = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class PageText:
    """One page as read. `boxes` has one row a character, in points of the page as shown (turned and cropped).

    `pictured` says which characters are seen only because a picture shows words at their place, None where none is;
    `doubtful` are stretches of `text` that were not found again in that picture, or whose font draws other letters.
    """

    text: str
    source: PageSource = "text"
    reason: str | None = None
    width: float = 0.0
    height: float = 0.0
    boxes: Boxes | None = field(default=None, repr=False)
    unseen: str = ""
    pictured: NDArray[np.bool_] | None = field(default=None, repr=False)
    doubtful: tuple[tuple[int, int], ...] = ()


def stretches(mask: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Start and end of each run of true entries."""
    edges = np.flatnonzero(np.diff(np.r_[False, mask, False]))
    return tuple(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """A file's text with its pages; the same meaning as in `Document`."""

    text: str
    pages: tuple[Page, ...]
    boxes: Boxes | None = field(default=None, repr=False)


def no_boxes(count: int) -> Boxes:
    """`count` rows for characters that have no ink."""
    return np.full((count, 4), np.nan, dtype=np.float32)


def join_pages(read: Iterable[PageText], *, boxed: bool, max_characters: int) -> Parsed:
    """The pages joined by one form feed each; stops as soon as there are too many characters.

    Raises:
        TooLarge: more than `max_characters` characters.
    """
    texts: list[str] = []
    boxes: list[Boxes] = []
    pages: list[Page] = []
    start = 0
    for number, page in enumerate(read, 1):
        if number > 1:
            texts.append(PAGE_BREAK)
            boxes.append(no_boxes(1))
            start += 1
        end = start + len(page.text)
        if end > max_characters:
            raise TooLarge(
                f"More than {max_characters} characters.", reason="characters", limit=max_characters, page=number
            )
        texts.append(page.text)
        if boxed:
            boxes.append(no_boxes(len(page.text)) if page.boxes is None else page.boxes)
        doubtful = tuple((start + left, start + right) for left, right in page.doubtful)
        pages.append(Page(number, start, end, page.width, page.height, page.source, page.reason, page.unseen, doubtful))
        start = end
    return Parsed("".join(texts), tuple(pages), np.concatenate(boxes) if boxed else None)


def refuse_unread(pages: Sequence[PageText]) -> None:
    """Pass when at least one page was read.

    Raises:
        NeedsOcr: all are pictures of text, and there is no OCR.
        DamagedDocument: none could be read for other reasons.
        EmptyDocument: all are blank.
    """
    reasons = {page.reason for page in pages if page.source == "unread"}
    if any(page.text.strip() for page in pages):
        return
    if "needs_ocr" in reasons:
        raise NeedsOcr("Only pictures of text, and no OCR.", reason="needs_ocr", pages=len(pages))
    if reasons:
        raise DamagedDocument("No page could be read.", reason=sorted(filter(None, reasons))[0], pages=len(pages))
    raise EmptyDocument("No text at all.", reason="no_text", pages=len(pages))
