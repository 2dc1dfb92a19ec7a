"""The general clause types in English: linear machines over a sentence's words, weighed with heading and topic.

Nobody labelled them. The machines were taught by headings (a section headed "Confidentiality" labels its sentences),
and the weights that make a probability of score, heading and topic come from passages labelled by reading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.sentence_features import Sentences
from core.contracts.builtin.clauses.topics import topic_shares
from core.taxonomy import shipped_taxonomy

LONGEST_HEADING = 60
LEAST_WORDS = 6
PER_CATEGORY = 8
PRESENT = 0.7  # of the labelled passages that reach it nine of ten are right
_ENUMERATION = re.compile(r"^(?:(?:article|section|exhibit|schedule)\s+)?[\divxa-z]{0,4}(?:\.\d+)*[.):\s-]+(?=[a-z])")


@dataclass(frozen=True, slots=True, eq=False)
class GeneralModel:
    """What makes a probability of the machines' scores.

    `codes` names the categories, `grounds` weighs (score, heading, topic share, score under a heading, constant).
    """

    codes: tuple[str, ...]
    grounds: NDArray[np.float64]


def grounds(document: Sentences, scores: NDArray[np.float32], codes: tuple[str, ...]) -> NDArray[np.float64]:
    """What speaks for each sentence in each category, shape (sentences, codes, 5)."""
    headed = under_heading(document, codes)
    topic = topic_shares(document, codes)
    parts = (scores, headed, topic, scores * headed, np.ones_like(scores))
    return np.stack([part.astype(np.float64) for part in parts], axis=2)


def probability(document: Sentences, scores: NDArray[np.float32], model: GeneralModel) -> NDArray[np.float64]:
    """Probability of each sentence in each category, shape (sentences, codes); 0 for headings themselves."""
    headed = under_heading(document, model.codes)
    by_score, by_heading, by_topic, by_both, constant = model.grounds.tolist()
    total = scores * by_score + headed * by_heading + topic_shares(document, model.codes) * by_topic
    total += scores * headed * by_both + constant
    value = 1 / (1 + np.exp(-total))
    value[document.bounds[1:] - document.bounds[:-1] < LEAST_WORDS] = 0
    return np.asarray(value)


def under_heading(document: Sentences, codes: tuple[str, ...]) -> NDArray[np.bool_]:
    """Whether each sentence stands in a section whose heading names each category, shape (sentences, codes)."""
    sections, row = np.unique(document.section, return_inverse=True)
    named = [_named(heading_words(document, at), codes) for at in sections.tolist()]
    return np.array(named, bool).reshape(len(sections), len(codes))[row]


@lru_cache(maxsize=8_000)
def _named(heading: str, codes: tuple[str, ...]) -> tuple[bool, ...]:
    """Which categories a heading names; contracts share their headings."""
    anything, patterns = _patterns(codes)
    if not heading or not anything.search(heading):
        return (False,) * len(codes)
    return tuple(pattern is not None and pattern.search(heading) is not None for pattern in patterns)


@cache
def _patterns(codes: tuple[str, ...]) -> tuple[re.Pattern[str], tuple[re.Pattern[str] | None, ...]]:
    """A pattern for headings that name any of the categories, and one of each that has one."""
    written = [shipped_taxonomy().get(code).headings.en for code in codes]
    anything = re.compile("|".join(f"(?:{pattern})" for pattern in written if pattern) or "(?!)")
    return anything, tuple(re.compile(pattern) if pattern else None for pattern in written)


def heading_words(document: Sentences, at: int) -> str:
    """The words of a heading in lower case without its number; nothing where it is too long to be one."""
    if at < 0:
        return ""
    start, end = document.spans[at].tolist()
    words = " ".join(document.text[start : min(end, start + 200)].lower().split())
    while (number := _ENUMERATION.match(words)) is not None:
        words = words[number.end() :]
    words = words.strip(" .:-")
    return words if len(words) <= LONGEST_HEADING else ""
