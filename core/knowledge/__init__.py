"""The knowledge base: entries with their revisions, search, duplicates, import and export."""

from typing import TYPE_CHECKING

from core.knowledge.agreement_types import applies_to_type
from core.knowledge.base import WAYS, EntryChanges, KnowledgeBase, Revision, StoredEntry
from core.knowledge.columns import HEADINGS, heading, severity_in_words, status_in_words
from core.knowledge.difference import FieldChange, field_changes, field_text
from core.knowledge.duplicates import Duplicate
from core.knowledge.entry import (
    FIELDS,
    NEEDED,
    SEVERITIES,
    STATUSES,
    Entry,
    EntryDraft,
    FallbackPosition,
    LawReference,
    Severity,
    Status,
    entry_name,
    missing_fields,
)
from core.knowledge.entry_writing import add_entry
from core.knowledge.proposed_revisions import Proposal
from core.lazy_names import lazy_names

if TYPE_CHECKING:
    from core.knowledge.files import FORMATS, export_entries, form_of
    from core.knowledge.importing import Imported, Problem, import_file, load_seeds, seeds_left

__all__ = [
    "FIELDS",
    "FORMATS",
    "HEADINGS",
    "NEEDED",
    "SEVERITIES",
    "STATUSES",
    "WAYS",
    "Duplicate",
    "Entry",
    "EntryChanges",
    "EntryDraft",
    "FallbackPosition",
    "FieldChange",
    "Imported",
    "KnowledgeBase",
    "LawReference",
    "Problem",
    "Proposal",
    "Revision",
    "Severity",
    "Status",
    "StoredEntry",
    "add_entry",
    "applies_to_type",
    "entry_name",
    "export_entries",
    "field_changes",
    "field_text",
    "form_of",
    "heading",
    "import_file",
    "load_seeds",
    "missing_fields",
    "seeds_left",
    "severity_in_words",
    "status_in_words",
]

__getattr__ = lazy_names(
    __name__,
    files=(
        "FORMATS",
        "export_entries",
        "form_of",
    ),
    importing=(
        "Imported",
        "Problem",
        "import_file",
        "load_seeds",
        "seeds_left",
    ),
)
