"""A day that a Japanese term counts from and that has a row, or the article before, to itself.

利用開始日から1年間 counts from 2024年7月1日 where a row says 利用開始日 2024年7月1日.
"""

from __future__ import annotations

import re
from datetime import date

from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan

_COUNTS_FROM = re.compile(
    r"(?:^|[、。「」()はがをのに:|\s])[ごお]?(?P<label>[一-龥ァ-ヶー]{2,12}日)(?:から|より|を(?:始期|起算日)|に開始)(?:起算(?:して|し)?)?[、,]?\s*満?\s*$"
)
# 出向期間は、前条の日から2年とする
_OF_THE_ARTICLE_BEFORE = re.compile(
    r"前(?P<part>[条項])(?:の|に定める)[^。、\d]{0,6}日(?:から|より|を(?:始期|起算日)(?:とし(?:て)?)?)(?:起算し(?:て)?)?[、,]?\s*満?\s*$"
)
_ARTICLE = re.compile(r"^[ \t]*第\s*[\d一二三四五六七八九十百]+\s*条", re.MULTILINE)
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


def day_of_the_article_before(reading: DocumentReading, before: str, span: SentenceSpan) -> date | None:
    """The only day of the article or paragraph before, where a length counts from that, and none otherwise.

    Args:
        reading: the document.
        before: the words of the sentence before the length.
        span: the sentence.
    """
    named = _OF_THE_ARTICLE_BEFORE.search(before)
    if named is None:
        return None
    starts = [match.start() for match in _ARTICLE.finditer(reading.plain, 0, span.end)]
    if len(starts) < 2:
        return None
    first, last = (starts[-2], starts[-1]) if named["part"] == "条" else (starts[-1], span.start)
    days = reading.dates_in(first, last)
    return days[0].value if len(days) == 1 else None
