"""Documents made by the tests of the matcher."""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from core.documents import Document, Page

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


@pytest.fixture(scope="session")
def document_of() -> Callable[..., Document]:
    """Makes a document out of the texts of its pages."""

    def make(*pages: str) -> Document:
        text = "\f".join(pages)
        placed, at = [], 0
        for number, page in enumerate(pages, start=1):
            placed.append(Page(number, at, at + len(page), 0.0, 0.0, "text"))
            at += len(page) + 1
        digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return Document(digest, "contract.txt", "text", text, tuple(placed), "en")

    return make
