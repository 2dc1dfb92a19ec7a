"""The evidence matcher: whether a quote is in a document, where, and which words may be shown for it."""

from core.evidence.canonical import Skeleton, skeleton
from core.evidence.compare import Difference, compare
from core.evidence.fuzzy import fuzzy_match
from core.evidence.index import EvidenceIndex
from core.evidence.matcher import from_span, locate
from core.evidence.numerals import FORMAL_NUMERALS, NUMBER_WORDS, english_value, kanji_value
from core.evidence.sentences import sentence_span
from core.evidence.tokens import TextToken, tokens
from core.evidence.types import OFFERED, Evidence, State

__all__ = [
    "FORMAL_NUMERALS",
    "NUMBER_WORDS",
    "OFFERED",
    "Difference",
    "Evidence",
    "EvidenceIndex",
    "Skeleton",
    "State",
    "TextToken",
    "compare",
    "english_value",
    "from_span",
    "fuzzy_match",
    "kanji_value",
    "locate",
    "sentence_span",
    "skeleton",
    "tokens",
]
