"""Files into documents: PDF, pictures, Word and plain text, with pages, characters and boxes."""

from core.documents.document import Box, Document, Kind, Page
from core.documents.kinds import kind_of
from core.documents.limits import Limits
from core.documents.lines import line_boxes
from core.documents.ocr.tesseract import ocr_available, ocr_languages
from core.documents.page_image import page_image
from core.documents.page_words import PageWords, Word, page_words
from core.documents.reading import read, read_directly
from core.documents.search import find_words, words_pattern

__all__ = [
    "Box",
    "Document",
    "Kind",
    "Limits",
    "Page",
    "PageWords",
    "Word",
    "find_words",
    "kind_of",
    "line_boxes",
    "ocr_available",
    "ocr_languages",
    "page_image",
    "page_words",
    "read",
    "read_directly",
    "words_pattern",
]
