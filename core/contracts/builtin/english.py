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
LEAST_SHARE = 0.12
NAMES = frozenset({"agreement", "agreements", "contract", "amendment", "addendum"})
CONTRACT_WORDS = frozenset(
    "amendment party parties shall hereby herein hereof hereto hereunder thereof whereas pursuant "
    "undersigned notwithstanding licensor licensee distributor terminate termination obligations warranties "
    "indemnify liability assign covenant provisions consideration executed witness governed".split()
)
LEAST_CONTRACT_WORDS = 3
_SAMPLE = 200_000
_WORD = re.compile(r"[^\W\d_]+")


def is_english(text: str) -> bool:
    """Whether at least 12 of 100 words are common English ones.

    Contracts have 35 to 50, contracts full of tables 22; German, French and Spanish texts about 5.

    A text of fewer than ten words is taken as English: there is nothing to miss in it.
    """
    words = _WORD.findall(plain(text[:_SAMPLE]).lower())
    if len(words) < 10:
        return True
    return sum(word in STOPWORDS for word in words) >= LEAST_SHARE * len(words)


def is_contract(text: str) -> bool:
    """Whether an English text calls itself an agreement or contract, or has a few of the words of contracts."""
    words = set(_WORD.findall(plain(text[:_SAMPLE]).lower()))
    return not words.isdisjoint(NAMES) or len(words & CONTRACT_WORDS) >= LEAST_CONTRACT_WORDS
