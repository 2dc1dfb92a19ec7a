"""Clauses of Japanese contracts by heading and rules.

Commentary in annotated model contracts and headings themselves are passed over.
"""

from __future__ import annotations

import re
from functools import cache

from core.contracts.builtin.clauses.scored import Scored
from core.contracts.builtin.japanese.structure import Sentence, binding_sentences
from core.contracts.builtin.japanese.words import Grounds, confidences, fits, ruled
from core.taxonomy import Category, Strength

_RANK: dict[Strength, int] = {"strong": 2, "fair": 1, "weak": 0}
_WITH_HEADING: dict[Strength, Grounds] = {
    "strong": "strong_under_heading",
    "fair": "fair_under_heading",
    "weak": "weak_under_heading",
}


def score_japanese(text: str) -> dict[str, list[Scored]]:
    """By category code the sentences that speak of it, the surest first."""
    confidence = confidences()
    return {
        code: sorted(
            (Scored(sentence.start, sentence.end, confidence[grounds]) for sentence, grounds in found),
            key=lambda row: (-row.confidence, row.start),
        )
        for code, found in grounds_of(text).items()
    }


def grounds_of(text: str) -> dict[str, list[tuple[Sentence, Grounds]]]:
    """By category code the sentences that speak of it, each with what says so, in reading order.

    Under a heading of the category, where no sentence fits a rule, the first one stands for the article.
    """
    sentences = binding_sentences(text)
    return {category.code: _of_category(category, sentences) for category in ruled()}


def _of_category(category: Category, sentences: list[Sentence]) -> list[tuple[Sentence, Grounds]]:
    found: list[tuple[Sentence, Grounds]] = []
    headed: dict[str, tuple[Sentence, bool]] = {}
    for sentence in sentences:
        under = bool(sentence.heading) and _speaks_of(category, sentence.heading)
        strength = max(
            (rule.strength for rule in category.japanese if fits(rule, sentence.words)),
            key=_RANK.__getitem__,
            default=None,
        )
        if under:
            first, matched = headed.get(sentence.heading, (sentence, False))
            headed[sentence.heading] = first, matched or strength is not None
        if strength is not None:
            found.append((sentence, _WITH_HEADING[strength] if under else strength))
    found += [(sentence, "heading") for sentence, matched in headed.values() if not matched]
    return sorted(found, key=lambda pair: pair[0].start)


@cache
def _heading_pattern(category: Category) -> re.Pattern[str] | None:
    return re.compile(category.headings.ja) if category.headings.ja else None


def _speaks_of(category: Category, heading: str) -> bool:
    pattern = _heading_pattern(category)
    return pattern is not None and pattern.search(heading) is not None
