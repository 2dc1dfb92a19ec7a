"""Who does what in a Japanese text, how bindingly, and whether it is denied: read by words, without a parser.

A predicate is a run of kanji or katakana with the inflection behind it; who does it is the party marked by は, が or も
before it. What is not found so is unknown, and what a statement says of it is then not carried.
"""

from core.qa.support.japanese_frames.japanese_comparison import differs
from core.qa.support.japanese_frames.japanese_consent import consent_needed
from core.qa.support.japanese_frames.japanese_predicates import JapaneseFrames
from core.qa.support.japanese_frames.japanese_reader import frames

__all__ = ["JapaneseFrames", "consent_needed", "differs", "frames"]
