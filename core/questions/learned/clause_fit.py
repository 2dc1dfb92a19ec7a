"""Whether words fit a clause type: those used for it, each part of them, and a denial of what it forbids."""

from __future__ import annotations

import re
from functools import cache

from core.questions.learned.clause_words import NONE, ClauseWordsModel, likely_types
from core.questions.lexicon import clause_words, is_japanese
from core.taxonomy import taxonomy

LEAST_OF_PART = 0.4
"""How likely each half of some words must be what they mean together, where "and" stands between."""
BETWEEN = re.compile(r"\band\b|\bor\b|\bbut\b|[,;、。]|および|及び|または|又は")
SURE_PART = 0.8
"""How sure a part must be of another clause type than the whole."""
_GENERAL, _STEM, _SHORT = 4, 5, 12


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


def is_one(words: str, code: str, model: ClauseWordsModel) -> bool:
    """Whether no part of some words, between "and", "or" and commas, means another clause type than the whole."""
    parts = _parts(words)
    return len(parts) < 2 or all(_may_mean(part, code, model) for part in parts)


def means_another(words: str, code: str, model: ClauseWordsModel) -> bool:
    """Whether a part of some words, between "and", "or" and commas, surely means another clause type than the whole."""
    parts = _parts(words)
    surely = [max(likely_types(part, model).items(), key=lambda item: item[1]) for part in parts]
    return len(parts) > 1 and any(chance >= SURE_PART and other not in (code, NONE) for other, chance in surely)


def _parts(words: str) -> list[str]:
    return [part for part in BETWEEN.split(words) if len(part.split()) > 1 or len(part) > _SHORT]


def _may_mean(words: str, code: str, model: ClauseWordsModel) -> bool:
    types = likely_types(words, model)
    others = max(chance for other, chance in types.items() if other not in (code, NONE))
    return types[code] >= max(others, LEAST_OF_PART * (1 - types[NONE]))
