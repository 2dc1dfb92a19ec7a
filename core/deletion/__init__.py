"""Deletion of contracts everywhere: rows, queues, conversations, runs, caches, the graph's files, free pages."""

from core.deletion.deletions import DeletionRecord, Deletions

__all__ = ["DeletionRecord", "Deletions"]
