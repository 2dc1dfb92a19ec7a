"""Files into documents: PDF, pictures, Word and plain text, with pages, characters and boxes."""

from core.documents.document import Box, Document, Kind, Page
from core.documents.kinds import kind_of
from core.documents.limits import Limits
from core.documents.lines import line_boxes
from core.documents.ocr.rapid import rapid_installed
from core.documents.ocr.tesseract import ocr_available, ocr_languages
from core.documents.page_image import page_image
from core.documents.page_words import PageWords, Word, page_words
from core.documents.reading import read, read_directly
from core.documents.search import find_words, words_pattern
from core.documents.template_parts import PART_NAMES, TemplatePart, agreed_text, names_a_part, part_at, template_parts

__all__ = [
    "PART_NAMES",
    "Box",
    "Document",
    "Kind",
    "Limits",
    "Page",
    "PageWords",
    "TemplatePart",
    "Word",
    "agreed_text",
    "find_words",
    "kind_of",
    "line_boxes",
    "names_a_part",
    "ocr_available",
    "ocr_languages",
    "page_image",
    "page_words",
    "part_at",
    "rapid_installed",
    "read",
    "read_directly",
    "template_parts",
    "words_pattern",
]
