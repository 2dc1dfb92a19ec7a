"""Times as administrators read them."""

from __future__ import annotations

from datetime import datetime


def local_time(when: datetime) -> str:
    """A time in this machine's zone, to the minute."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M")
