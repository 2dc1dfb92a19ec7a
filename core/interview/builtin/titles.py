"""The title within the words that give it: what is quoted, or what is left without "the title is" and its like."""

from __future__ import annotations

import re

from core.interview.builtin.cues import cues

_QUOTED = re.compile(r"[「『“\"](?P<title>[^「」『』“”\"]+)[」』”\"]")


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
