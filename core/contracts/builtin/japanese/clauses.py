"""Clauses of Japanese contracts by heading and rules, and the sentences that machines hold to be nearest.

Commentary in annotated model contracts and headings themselves are passed over.
"""

from __future__ import annotations

import re

from core.contracts.builtin.clauses.scored import Scored
from core.contracts.builtin.japanese.structure import Sentence, binding_sentences
from core.contracts.builtin.japanese.told import MOST, Told, nearest, told_model
from core.contracts.builtin.japanese.words import Grounds, confidences, fits, ruled
from core.taxonomy import Category, Strength

_RANK: dict[Strength, int] = {"strong": 2, "fair": 1, "weak": 0}
_READ_AS_FACTS = frozenset({"expiration_date", "renewal_term", "notice_period", "effective_date"})
_WITH_HEADING: dict[Strength, Grounds] = {
    "strong": "strong_under_heading",
    "fair": "fair_under_heading",
    "weak": "weak_under_heading",
}


def score_japanese(text: str) -> dict[str, list[Scored]]:
    """By category code the sentences that speak of it, the surest first.

    What machines alone hold to be near (`told`) stands below every finding.
    """
    sentences = binding_sentences(text)
    return weighed(sentences, nearest([row.words for row in sentences], told_model()))


def weighed(sentences: list[Sentence], candidates: dict[str, list[Told]]) -> dict[str, list[Scored]]:
    """What rules and headings say of sentences, joined with what machines say: the surer of both counts."""
    confidence = confidences()
    sure = {
        code: {(row.start, row.end): confidence[grounds] for row, grounds in reasons}
        for code, reasons in _grounds(sentences).items()
    }
    ruled_spans = {span for spans in sure.values() for span in spans}
    for code, rows in candidates.items():
        spans = sure.setdefault(code, {})
        for told in rows:
            span = sentences[told.sentence].start, sentences[told.sentence].end
            # a machine claims by itself only what no rule reads as anything, and nothing that is read as a fact
            alone = span not in ruled_spans and code not in _READ_AS_FACTS
            value = told.confidence if alone else min(told.confidence, MOST)
            spans[span] = max(spans.get(span, 0.0), value)
    return {
        code: sorted(
            (Scored(start, end, value) for (start, end), value in spans.items()),
            key=lambda row: (-row.confidence, row.start),
        )
        for code, spans in sure.items()
    }


def grounds_of(text: str) -> dict[str, list[tuple[Sentence, Grounds]]]:
    """By category code the sentences that speak of it, each with what says so, in reading order.

    Under a heading of the category, where no sentence fits a rule, the first one stands for the article.
    """
    return _grounds(binding_sentences(text))


def codes_of_sentence(words: str, heading: str = "") -> set[str]:
    """Codes of the categories of which a rule that fits a sentence, or the heading it stands under, speaks."""
    return {
        category.code
        for category in ruled()
        if any(fits(rule, words) for rule in category.japanese) or _speaks_of(category, heading)
    }


def _grounds(sentences: list[Sentence]) -> dict[str, list[tuple[Sentence, Grounds]]]:
    return {category.code: _of_category(category, sentences) for category in ruled()}


def _of_category(category: Category, sentences: list[Sentence]) -> list[tuple[Sentence, Grounds]]:
    found: list[tuple[Sentence, Grounds]] = []
    headed: dict[str, tuple[Sentence, bool]] = {}
    naming = {heading for heading in {row.heading for row in sentences} if _speaks_of(category, heading)}
    for sentence in sentences:
        under = sentence.heading in naming
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


def _speaks_of(category: Category, heading: str) -> bool:
    return bool(heading and category.headings.ja and re.search(category.headings.ja, heading))
