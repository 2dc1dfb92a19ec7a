"""A contract's pages to read: zoom, search, marks, text beside the picture."""

from core.ui.reader.place import document_of, show_place
from core.ui.reader.selection import Selection, forget_selection, selection_of
from core.ui.reader.sent import Mark

__all__ = ["Mark", "Selection", "document_of", "forget_selection", "selection_of", "show_place"]
