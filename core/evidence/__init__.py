"""The evidence matcher: is this quote there, where, and what may be shown for it."""

from core.evidence.types import Evidence, State

__all__ = ["Evidence", "State"]
