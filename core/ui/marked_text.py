"""Two texts as one for the page: what came is underlined, what went is struck through; colour is not needed."""

from __future__ import annotations

from collections.abc import Iterable

from core.text_difference import Piece
from core.ui.escape import markup

_TAGS = {"removed": "del", "added": "ins"}


def marked_text(pieces: Iterable[Piece]) -> str:
    """HTML of the pieces; `core.ui.style` draws the marks."""
    return "".join(
        f"<{tag}>{markup(piece.text)}</{tag}>" if (tag := _TAGS.get(piece.mark)) else markup(piece.text)
        for piece in pieces
    )
