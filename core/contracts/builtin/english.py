"""Whether a text is English, and a contract: the clause model has seen nothing else.

It must not call a clause absent in a language that it cannot read, nor name the parties of a letter: it was trained
on contracts only, where parties are always named.
"""

from __future__ import annotations

import re

from core.contracts.builtin.segments import plain

STOPWORDS = frozenset(
    "the of and to in or any a by this be for shall is as that with on not such it its which from an are will may "
    "has have at other all under party parties agreement if was were been their your you we our he she they but".split()
)
LEAST_SHARE = 0.2
CONTRACT_WORDS = frozenset(
    "agreement contract amendment party parties shall hereby herein hereof hereto hereunder thereof whereas pursuant "
    "undersigned notwithstanding licensor licensee distributor terminate termination obligations warranties "
    "indemnify liability assign covenant provisions consideration executed witness governed".split()
)
LEAST_CONTRACT_WORDS = 4
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


def is_contract(text: str) -> bool:
    """Whether an English text has a few of the words that no contract does without."""
    return len(CONTRACT_WORDS.intersection(_WORD.findall(plain(text[:_SAMPLE]).lower()))) >= LEAST_CONTRACT_WORDS
