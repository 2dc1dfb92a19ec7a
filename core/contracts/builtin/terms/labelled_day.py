"""A day that a Japanese term counts from and that has a row of its own.

利用開始日から1年間 counts from 2024年7月1日 where a row says 利用開始日 2024年7月1日.
"""

from __future__ import annotations

import re
from datetime import date

from core.contracts.builtin.facts.facts_text import DocumentReading

_COUNTS_FROM = re.compile(
    r"(?:^|[、。「」()はがをのに:|\s])[ごお]?(?P<label>[一-龥ァ-ヶー]{2,12}日)(?:から|より|を(?:始期|起算日)|に開始)(?:起算(?:して|し)?)?[、,]?\s*満?\s*$"
)
_LABEL_ENDS = r"[)\]】]?[ \t]*(?:[:|は][ \t]*|[ \t]+|$)"


def labelled_day(reading: DocumentReading, before: str) -> date | None:
    """The day that the words before a length name, where a row of the contract dates it, and none otherwise.

    Args:
        reading: the document.
        before: the words of the sentence before the length.
    """
    base = _COUNTS_FROM.search(before)
    if base is None:
        return None
    label = re.compile(rf"(?<![一-龥ァ-ヶー])[ごお]?{re.escape(base['label'])}{_LABEL_ENDS}", re.MULTILINE)
    ends = {match.end() for match in label.finditer(reading.plain)}
    days = {mention.value for mention in reading.dates if mention.start in ends}
    return days.pop() if len(days) == 1 else None
