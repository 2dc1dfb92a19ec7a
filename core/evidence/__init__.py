"""The evidence matcher: is this quote there, where, and what may be shown for it."""

from core.evidence.index import EvidenceIndex
from core.evidence.matcher import from_span, locate
from core.evidence.sentences import sentence_span
from core.evidence.types import Evidence, State

__all__ = ["Evidence", "EvidenceIndex", "State", "from_span", "locate", "sentence_span"]
