"""Panels of the page of questions and answers."""

from core.ui.qa import chat, cited, conversations

__all__ = [
    "chat",
    "cited",
    "conversations",
]
