"""The title within the words that give it: what is quoted, or what is left without "the title is" and its like."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.interview.builtin.cues import cues

_END_MARKS = tuple('.!?。！？」”")）')
_QUOTED = re.compile(r"[「『“\"](?P<title>[^「」『』“”\"]+)[」』”\"]")


def is_unended(sentences: Sequence[str], place: int) -> bool:
    """Whether a sentence opens or closes its message and alone in it has no mark at its end, as a title would."""
    ended = [sentence.rstrip()[-1:] in _END_MARKS for sentence in sentences]
    return len(ended) > 1 and place in (0, len(ended) - 1) and not ended[place] and ended.count(False) == 1


def title_in(sentence: str) -> str:
    """The title that a sentence gives, without its wrapper."""
    quoted = _QUOTED.search(sentence)
    if quoted is not None:
        return quoted["title"].strip()
    left, before = sentence.strip(), ""
    while left != before:
        before = left
        for pattern in cues().title_wrappers:
            shorter = re.sub(pattern, "", left, flags=re.I).strip(" 、,")
            left = shorter or left
    return left.rstrip("。.")
