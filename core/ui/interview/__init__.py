"""The parts of the page of the knowledge interview."""

from core.ui.interview import chat, draft, progress, sessions
from core.ui.interview.engine_notice import engine_line
from core.ui.interview.opened import current, open_drafts

__all__ = [
    "chat",
    "current",
    "draft",
    "engine_line",
    "open_drafts",
    "progress",
    "sessions",
]
