"""Whether a statement follows from the words and rows that it cites.

This is no proof: it is a fixed set of tests, each of which can only withdraw a statement's support.
"""

from core.qa.support.call_rows import CallRows, judge_call
from core.qa.support.days import window_off
from core.qa.support.judge import Cited, SupportVerdict, judge

__all__ = ["CallRows", "Cited", "SupportVerdict", "judge", "judge_call", "window_off"]
