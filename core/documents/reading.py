"""Files into documents: what kind it is, the parser for it, and the limits around it."""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING

from core.documents.document import IMAGES, Document, Kind
from core.documents.kinds import kind_of
from core.documents.language import language_of
from core.documents.limits import Limits
from core.documents.parsed import Parsed
from core.documents.plain_text import read_text
from core.documents.sandbox.workers import ask_read
from core.errors import NotADocument, TooLarge

if TYPE_CHECKING:
    from core.settings import Settings

_OCR_RESERVE = 0.9  # of the time limit: what is left must do for the page that OCR is at and for the answer


def read(data: bytes, *, file_name: str, settings: Settings) -> Document:
    """The document in a file, told by its content; all but plain text is parsed in a child process under limits.

    The text of a plain text file is the file's own, character by character.

    Args:
        data: the file.
        file_name: what people call it; kept, never looked at.
        settings: its size, page, memory and time limits and its OCR settings hold.

    Raises:
        IngestError: EmptyDocument, NotADocument, EncryptedDocument, DamagedDocument, TooLarge or NeedsOcr;
            the fact `reason` says which case of it.
    """
    limits = Limits.of(settings)
    kind = _kind(data, limits)
    _check_ending(file_name, kind)
    parsed = parse(data, kind, limits) if kind == "text" else ask_read(data, kind, limits)[0]
    return _document(data, file_name, kind, parsed)


def read_directly(data: bytes, *, file_name: str, limits: Limits) -> Document:
    """The same as `read` in this very process, for callers that are a limited child themselves.

    Raises:
        IngestError: as `read`.
    """
    kind = _kind(data, limits)
    return _document(data, file_name, kind, parse(data, kind, limits))


def parse(data: bytes, kind: Kind, limits: Limits) -> Parsed:
    """Text, pages and boxes of a file of a known kind, in this process.

    Raises:
        IngestError: as `read`.
    """
    # The parsers are imported where they are needed: most processes never parse.
    if kind == "pdf":
        from core.documents.pdf.pdf_file import read_pdf

        return read_pdf(data, limits, deadline=time.monotonic() + _OCR_RESERVE * limits.parse_timeout_s)
    if kind in IMAGES:
        from core.documents.images import read_images

        return read_images(data, kind, limits, deadline=time.monotonic() + _OCR_RESERVE * limits.parse_timeout_s)
    if kind == "docx":
        from core.documents.docx.docx_file import read_docx

        return read_docx(data, limits)
    return read_text(data, max_characters=limits.max_characters, max_pages=limits.max_pages)


def _kind(data: bytes, limits: Limits) -> Kind:
    if len(data) > limits.max_file_bytes:
        from core.settings import MB  # here, because a child process that reads never loads the settings

        raise TooLarge(
            f"{len(data)} bytes.",
            reason="file_size",
            limit=limits.max_file_bytes // MB,
            found=round(len(data) / MB, 1),
        )
    return kind_of(data)


def _check_ending(file_name: str, kind: Kind) -> None:
    """Pass unless a file that is no more than text is called a Word file: it is not what its owner takes it for.

    Raises:
        NotADocument: it is.
    """
    if kind == "text" and file_name.strip().lower().endswith(".docx"):
        raise NotADocument("A text file that is called .docx.", reason="ending", ending=".docx")


def _document(data: bytes, file_name: str, kind: Kind, parsed: Parsed) -> Document:
    return Document(
        sha256=hashlib.sha256(data).hexdigest(),
        file_name=file_name,
        kind=kind,
        text=parsed.text,
        pages=parsed.pages,
        language=language_of(parsed.text),
        boxes=parsed.boxes,
    )
