"""What a file is by its content; its name says nothing."""

from __future__ import annotations

import re

from core.documents.document import Kind
from core.errors import EmptyDocument, EncryptedDocument, NotADocument

_HEADER_WINDOW = 1024  # readers accept a PDF header within the first 1,024 bytes
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_OTHER = (
    (b"PK\x05\x06", "zip"),
    (b"{\\rtf", "rtf"),
    (b"%!PS", "postscript"),
    (b"GIF8", "image"),
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf", "archive"),
    (b"Rar!", "archive"),
)
_IMAGES: tuple[tuple[bytes, Kind], ...] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
)
_OTHER_IMAGE = re.compile(rb"RIFF.{4}WEBP|.{4}ftyp(?:heic|heix|hevc|mif1|msf1|avif)", re.DOTALL)
_MARKUP = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!doctype\s+html|html)[\s>]", re.IGNORECASE)


def kind_of(data: bytes) -> Kind:
    """Kind of a file: `pdf`, a picture, `docx` (any zip, looked into later) or `text` (the rest, decoded later).

    Raises:
        EmptyDocument: zero bytes.
        EncryptedDocument: an Office file behind a password.
        NotADocument: something else; `reason` says what.
    """
    if not data:
        raise EmptyDocument("The file has zero bytes.", reason="zero_bytes")
    if b"%PDF-" in data[:_HEADER_WINDOW]:
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return "docx"
    if data.startswith(_OLE):
        if _ENCRYPTED_PACKAGE in data:
            raise EncryptedDocument("A Word file behind a password.", reason="password")
        raise NotADocument("A file of Word 97-2003 (.doc); save it as .docx.", reason="legacy_word")
    for magic, kind in _IMAGES:
        if data.startswith(magic):
            return kind
    if _OTHER_IMAGE.match(data):
        raise NotADocument("A picture of another kind; save it as PNG, JPEG or TIFF.", reason="image")
    for magic, reason in _OTHER:
        if data.startswith(magic):
            raise NotADocument(f"Not a contract file: {reason}.", reason=reason)
    if _MARKUP.match(data[:_HEADER_WINDOW]):
        raise NotADocument("A web page or XML file; print it to PDF.", reason="markup")
    return "text"
