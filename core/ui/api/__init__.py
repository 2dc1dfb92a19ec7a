"""`/api/v1`: contracts for programs, by tokens; see docs/api.md."""

from core.ui.api.gate import ApiGate

__all__ = ["ApiGate"]
