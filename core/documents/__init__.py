"""Files into documents: PDF, Word and plain text, with pages, characters and boxes."""

from core.documents.document import Box, Document, Kind, Page

__all__ = ["Box", "Document", "Kind", "Page"]
