"""The built-in interviewer: it asks by rules, and all that it writes into the draft is the user's own words."""

from core.interview.builtin.engine import InterviewerReply, reply
from core.interview.builtin.memory import InterviewMemory
from core.interview.builtin.replies import wording
from core.interview.builtin.shown import shown

__all__ = [
    "InterviewMemory",
    "InterviewerReply",
    "reply",
    "shown",
    "wording",
]
