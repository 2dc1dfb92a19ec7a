"""Deletes a contract everywhere: rows, queues, conversations, runs, caches, the graph's files and free pages."""

from core.deletion.deletions import DeletionRecord, Deletions

__all__ = ["DeletionRecord", "Deletions"]
