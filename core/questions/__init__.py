"""What a question says: clause types, dates, agreements."""

from core.questions.agreement_words import type_names, types_in
from core.questions.date_windows import FIELDS, DateField, Range, Window, ranges, until_yesterday, window
from core.questions.mentions import Mention, folded, mentions

__all__ = [
    "FIELDS",
    "DateField",
    "Mention",
    "Range",
    "Window",
    "folded",
    "mentions",
    "ranges",
    "type_names",
    "types_in",
    "until_yesterday",
    "window",
]
