"""The evidence matcher: is this quote there, where, and what may be shown for it."""

from core.evidence.canonical import Skeleton, skeleton
from core.evidence.compare import Difference, compare
from core.evidence.fuzzy import near_match
from core.evidence.index import EvidenceIndex
from core.evidence.matcher import from_span, locate
from core.evidence.sentences import sentence_span
from core.evidence.tokens import Token, tokens
from core.evidence.types import Evidence, State

__all__ = [
    "Difference",
    "Evidence",
    "EvidenceIndex",
    "Skeleton",
    "State",
    "Token",
    "compare",
    "from_span",
    "locate",
    "near_match",
    "sentence_span",
    "skeleton",
    "tokens",
]
