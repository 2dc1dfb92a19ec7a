"""The knowledge base: entries with their revisions, search, duplicates, import and export."""

from core.knowledge.base import Changes, KnowledgeBase, Revision, StoredEntry
from core.knowledge.duplicates import Duplicate
from core.knowledge.entry import (
    FIELDS,
    NEEDED,
    SEVERITIES,
    STATUSES,
    Draft,
    Entry,
    FallbackPosition,
    LawReference,
    Severity,
    Status,
    entry_name,
    missing_fields,
)

__all__ = [
    "FIELDS",
    "NEEDED",
    "SEVERITIES",
    "STATUSES",
    "Changes",
    "Draft",
    "Duplicate",
    "Entry",
    "FallbackPosition",
    "KnowledgeBase",
    "LawReference",
    "Revision",
    "Severity",
    "Status",
    "StoredEntry",
    "entry_name",
    "missing_fields",
]
