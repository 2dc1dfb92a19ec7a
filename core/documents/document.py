"""A contract's text as read from its file: pages, characters and their boxes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["pdf", "docx", "text", "png", "jpeg", "tiff"]
PageSource = Literal["text", "ocr", "unread"]
SHORTEST_CLAUSE = 20  # characters in doubt, one after the other, that may be a clause that was not read
_BREAK = 4  # characters between stretches in doubt that are one: spaces and marks
IMAGES: frozenset[Kind] = frozenset({"png", "jpeg", "tiff"})


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a document. A page that could not be read has no characters and says why.

    `start` and `end` are character offsets into `Document.text`; `width` and `height` are PDF points (72 to an inch;
    0 for Word and text files, which have no fixed page). `unseen` holds words of the file that no reader of the
    page can see, a line for each stretch; they are no part of the text. `doubtful` are stretches of `Document.text`
    (start and end) that a scan's text layer holds and that were not found again in its picture.
    """

    number: int
    start: int
    end: int
    width: float
    height: float
    source: PageSource
    reason: str | None = None
    unseen: str = ""
    doubtful: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in PDF points on the page as it is shown (cropped and turned), origin bottom left."""

    page: int
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """Text of a file with its pages.

    `boxes` is float32 of shape (len(text), 4), left, bottom, right, top in PDF points, aligned with `text`;
    NaN where a character has no ink (line breaks); None for Word and text files. Pages are joined by one
    form feed, which belongs to no page.
    """

    sha256: str
    file_name: str
    kind: Kind
    text: str
    pages: tuple[Page, ...]
    language: Literal["en", "ja"]
    boxes: NDArray[np.float32] | None = field(default=None, repr=False)

    @property
    def pictured(self) -> bool:
        """Whether its pages have a fixed look that `page_image` can draw: PDFs and pictures."""
        return self.kind == "pdf" or self.kind in IMAGES

    @property
    def unread_pages(self) -> tuple[int, ...]:
        """Numbers of the pages that could not be read."""
        return tuple(page.number for page in self.pages if page.source == "unread")

    @property
    def unseen_pages(self) -> tuple[int, ...]:
        """Numbers of the pages that hold words that cannot be seen."""
        return tuple(page.number for page in self.pages if page.unseen)

    @property
    def doubtful_pages(self) -> tuple[int, ...]:
        """Numbers of the pages where words of a scan's text layer were not found again in its picture."""
        return tuple(page.number for page in self.pages if page.doubtful)

    @property
    def read_in_full(self) -> bool:
        """Whether nothing as long as a clause is on a page that could not be read, or in doubt."""
        if self.unread_pages:
            return False
        length, last = 0, -_BREAK
        for start, end in sorted(stretch for page in self.pages for stretch in page.doubtful):
            length = end - start + (length if start - last < _BREAK else 0)
            if length >= SHORTEST_CLAUSE:
                return False
            last = end
        return True

    def in_doubt(self, start: int, end: int) -> bool:
        """Whether words of this span were not found again in the picture that they are said to stand on."""
        return any(
            left < end and start < right
            for page in self.pages
            if page.doubtful and page.start < end and start < page.end
            for left, right in page.doubtful
        )
