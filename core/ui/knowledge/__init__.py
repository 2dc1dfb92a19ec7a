"""The knowledge page: search, one entry, its form, its revisions, files."""

from core.ui.knowledge import entry_view, form, listing
from core.ui.knowledge.opened import EDIT, ENTRY, NEW, go

__all__ = [
    "EDIT",
    "ENTRY",
    "NEW",
    "entry_view",
    "form",
    "go",
    "listing",
]
