"""Whether words fit a clause type: those that are used for it, and a denial that is what it forbids."""

from __future__ import annotations

import re
from functools import cache

from core.questions.lexicon import clause_words, is_japanese
from core.taxonomy import taxonomy

_GENERAL = 4
_STEM = 5


def denies_itself(words: str, code: str) -> bool:
    """Whether a denial in Japanese words belongs to what a clause type forbids: 「他の客より悪くしない」, 「移せない」.

    「…が書いてない」, 「…がない」 say that the clause is not there.
    """
    if code not in _FORBIDDING or is_japanese(words) is False:
        return False
    plain = _WITHOUT_CONSENT.sub("", words)
    return _ABSENT.search(plain) is None


_FORBIDDING = frozenset(
    {
        *("non_compete", "no_solicit_of_customers", "no_solicit_of_employees", "non_disparagement", "exclusivity"),
        *("anti_assignment", "covenant_not_to_sue", "most_favored_nation", "publicity", "confidentiality", "amendment"),
        *("price_restrictions", "volume_restriction", "subcontracting", "severability", "compliance"),
    }
)
"""Clause types that are said by what must not be done."""
_WITHOUT_CONSENT = re.compile(
    r"(?:同意|承諾|許可|許し|断り|了解|承認|理由|無断)(?:が|の|も)?(?:な[しく]|無[しく])(?:に|ば|で)?(?:は)?"
)
_ABSENT = re.compile(r"[てで]い?(?:ない|ません|な[くし])|[がのもはを](?:ない|無い|ありません)|なし|無し|欠|抜け|漏れ")


def is_used_for(word: str, code: str) -> bool:
    """Whether the taxonomy and the lexicon use a word for a clause type, or for many of them."""
    stem = f" {word[:_STEM]}" if word.isascii() else word
    return stem in _used(code) or sum(stem in _used(clause.code) for clause in taxonomy().clauses) >= _GENERAL


@cache
def _used(code: str) -> str:
    return " " + re.sub(r"\W+", " ", clause_words(code))
