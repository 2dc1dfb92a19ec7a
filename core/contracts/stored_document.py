"""Documents to and from the store's columns. Boxes are kept to a twentieth of a point, delta-coded and compressed."""

from __future__ import annotations

import zlib
from dataclasses import asdict
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from core.documents import Document, Kind, Page
from core.store import DocumentRow

_STEPS_PER_POINT = 20
_NO_INK = np.iinfo(np.int32).min


def pack_boxes(boxes: NDArray[np.float32]) -> bytes:
    """Compressed form of character boxes of shape (n, 4), in points."""
    blank = np.isnan(boxes)
    steps = np.where(blank, 0.0, np.round(boxes * _STEPS_PER_POINT)).astype(np.int32)
    steps[blank] = _NO_INK
    columns = np.ascontiguousarray(steps.T)
    deltas = np.diff(columns, axis=1, prepend=np.zeros((4, 1), np.int32))
    return zlib.compress(deltas.tobytes(), level=1)


def unpack_boxes(packed: bytes) -> NDArray[np.float32]:
    """Character boxes that `pack_boxes` packed, float32 of shape (n, 4), NaN where there is no ink."""
    deltas = np.frombuffer(zlib.decompress(packed), np.int32).reshape(4, -1)
    steps = np.cumsum(deltas, axis=1, dtype=np.int32).T
    boxes = (steps / _STEPS_PER_POINT).astype(np.float32)
    boxes[steps == _NO_INK] = np.nan
    return np.ascontiguousarray(boxes)


def document_columns(document: Document) -> dict[str, Any]:
    """A document as JSON-ready columns, without its boxes."""
    return {
        "sha256": document.sha256,
        "file_name": document.file_name,
        "kind": document.kind,
        "language": document.language,
        "text": document.text,
        "pages": [asdict(page) for page in document.pages],
    }


def document_from(row: DocumentRow, *, boxes: bytes | None) -> Document:
    """The document that a row holds."""
    return Document(
        sha256=row.sha256,
        file_name=row.file_name,
        kind=cast(Kind, row.kind),
        text=row.text,
        pages=tuple(_page(cast(dict[str, Any], page)) for page in row.pages),
        language="ja" if row.language == "ja" else "en",
        boxes=None if boxes is None else unpack_boxes(boxes),
    )


def _page(stored: dict[str, Any]) -> Page:
    """A page as the store keeps it; earlier versions kept no `doubtful` stretches."""
    return Page(**stored | {"doubtful": tuple((start, end) for start, end in stored.get("doubtful", ()))})
