"""Whether a text is English: the clause model knows no other language, and must not call a clause absent there."""

from __future__ import annotations

import re

from core.contracts.builtin.segments import plain

STOPWORDS = frozenset(
    "the of and to in or any a by this be for shall is as that with on not such it its which from an are will may "
    "has have at other all under party parties agreement if was were been their your you we our he she they but".split()
)
LEAST_SHARE = 0.2
LEAST_ASCII = 0.5
_SAMPLE = 200_000
_WORD = re.compile(r"[^\W\d_]+")


def is_english(text: str) -> bool:
    """Whether at least a fifth of the words are common English ones (contracts have 35 to 50 percent).

    A text of fewer than ten words is taken as English: there is nothing to miss in it.
    """
    words = _WORD.findall(plain(text[:_SAMPLE]).lower())
    if len(words) < 10:
        return True
    return sum(word in STOPWORDS for word in words) >= LEAST_SHARE * len(words)
