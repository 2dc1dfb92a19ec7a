"""Who does what in an English text, how bindingly, and whether it is denied: read by words, without a parser.

Contracts write in few patterns: a party, a modal verb, what it does. What does not fit them is read as unknown, and a
statement whose doer or force cannot be held against the cited words is not carried.
"""

from core.qa.support.english_frames.english_actors import actors_of
from core.qa.support.english_frames.english_comparison import (
    differs,
    drops_restriction,
    order_differs,
    part_unconfirmed,
)
from core.qa.support.english_frames.english_consent import consent_needed
from core.qa.support.english_frames.english_predicates import PARTIES, EnglishFrames
from core.qa.support.english_frames.english_reader import frames

__all__ = [
    "PARTIES",
    "EnglishFrames",
    "actors_of",
    "consent_needed",
    "differs",
    "drops_restriction",
    "frames",
    "order_differs",
    "part_unconfirmed",
]
