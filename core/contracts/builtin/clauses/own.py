"""Clause types that users defined, found by the words of their examples, by headings and by what reviewers said.

No model was trained for them. A sentence is as near to a type as its telling words are to one of the examples and to
all of them taken together, with the words of the type's name and meaning; words that the contract uses everywhere tell
little. That proposes passages well and says little about presence (`benchmarks/own_types.py`): only what comes very
near to the examples is a finding, everything else a candidate for a reviewer, and such a type is never called absent.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.contracts.builtin.clauses.general import heading_words
from core.contracts.builtin.clauses.scored import Scored
from core.contracts.builtin.clauses.sentence_features import sentences
from core.contracts.builtin.japanese import binding_sentences
from core.documents import Document
from core.graph.text import normal, terms
from core.taxonomy import OwnType

PRESENT = 0.45
LEAST = 0.12
MOST = 10
_NEAREST_EXAMPLE, _ALL_EXAMPLES = 0.4, 0.6
_SHARED = 2.0  # a word that two examples share, against one of a single example
_IN_NAME, _IN_MEANING = 0.35, 0.1
_UNDER_HEADING = 0.1
_SURE = 0.95
_FEWEST_LETTERS = 15
_Weights = dict[str, float]


class _Passage(NamedTuple):
    start: int
    end: int
    text: str
    heading: str


def score_own(document: Document, types: Sequence[OwnType]) -> dict[str, list[Scored]]:
    """By code the sentences that are like a type's examples, the most like first.

    A confidence is likeness, more under a heading with the type's name; it is no probability. A sentence that is nearer
    to a passage that a reviewer rejected than to any example is left out.
    """
    found: dict[str, list[Scored]] = {own.code: [] for own in types}
    passages = _passages(document) if types else []
    if not passages:
        return found
    counted = [Counter(terms(normal(passage.text))) for passage in passages]
    often = Counter(term for words in counted for term in words)

    def rarity(term: str) -> float:
        return math.log((len(passages) + 1) / (often[term] + 0.5))

    vectors = [_weighed(words, rarity) for words in counted]
    for own in types:
        examples = [_weighed(Counter(terms(normal(text))), rarity) for text in (*own.examples, *own.accepted)]
        rejected = [_weighed(Counter(terms(normal(text))), rarity) for text in own.rejected]
        profile = _profile(own, examples, rarity)
        names = {_plain(name) for name in (own.en, own.ja)}
        scored = []
        for passage, vector in zip(passages, vectors, strict=True):
            like = max((_cosine(vector, example) for example in examples), default=0.0)
            if any(_cosine(vector, other) > like for other in rejected):
                continue
            score = _NEAREST_EXAMPLE * like + _ALL_EXAMPLES * _cosine(vector, profile)
            score += _UNDER_HEADING * any(name in passage.heading for name in names)
            # What nearly repeats one of several examples is as near as can be, whatever the others say.
            scored.append(Scored(passage.start, passage.end, round(min(max(score, like**2), _SURE), 4)))
        scored.sort(key=lambda row: (-row.confidence, row.start))
        found[own.code] = [row for row in scored[:MOST] if row.confidence >= LEAST]
    return found


def _weighed(words: Counter[str], rarity: Callable[[str], float]) -> _Weights:
    return _unit({term: (1 + math.log(count)) * rarity(term) for term, count in words.items()})


def _profile(own: OwnType, examples: Sequence[_Weights], rarity: Callable[[str], float]) -> _Weights:
    """All examples as one: what several share counts more, and so do the words of the name and the meaning."""
    together: Counter[str] = Counter()
    for example in examples:
        together.update(example)
    shared = Counter(term for example in examples for term in example)
    weights = {term: weight * (_SHARED if shared[term] > 1 else 1.0) for term, weight in together.items()}
    for share, words in ((_IN_NAME, {own.en, own.ja}), (_IN_MEANING, {own.definition.en, own.definition.ja})):
        for term in {term for text in words for term in terms(normal(text))}:
            weights[term] = weights.get(term, 0.0) + share * rarity(term)
    return _unit(weights)


def _unit(weights: _Weights) -> _Weights:
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()} if length else {}


def _cosine(first: _Weights, second: _Weights) -> float:
    if len(first) > len(second):
        first, second = second, first
    return sum(weight * second.get(term, 0.0) for term, weight in first.items())


def _passages(document: Document) -> list[_Passage]:
    if document.language == "ja":
        return [
            _Passage(sentence.start, sentence.end, document.text[sentence.start : sentence.end], sentence.heading)
            for sentence in binding_sentences(document.text)
        ]
    cut = sentences(document.text)
    spans, sections = cut.spans.tolist(), cut.section.tolist()
    return [
        _Passage(start, end, document.text[start:end], _plain(heading_words(cut, section)))
        for (start, end), section in zip(spans, sections, strict=True)
        if len(document.text[start:end].strip()) >= _FEWEST_LETTERS
    ]


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
