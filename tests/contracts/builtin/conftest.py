"""Documents made from plain text, as the reader makes them."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from core.documents import Document, Page

DATA = Path(__file__).resolve().parents[2] / "data" / "clauses"
Maker = Callable[..., Document]


@pytest.fixture
def text_document() -> Maker:
    """A one-page document of a text; `unread` adds a second page that could not be read."""

    def make(text: str, *, language: str = "en", unread: bool = False) -> Document:
        pages = [Page(1, 0, len(text), 0.0, 0.0, "text")]
        if unread:
            pages.append(Page(2, len(text), len(text), 0.0, 0.0, "unread", "scan"))
        return Document(sha256(text.encode()).hexdigest(), "x.txt", "text", text, tuple(pages), language)

    return make
