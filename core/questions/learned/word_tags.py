"""What each word of a question carries: a linear chain of tags over signs of words (Lafferty et al. 2001).

Trained by `scripts/train_questions.py` on questions written for this project with their parts marked. A tag's
probability is that of all ways to tag the question in which the word has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.questions.learned.word_signs import QuestionWord, places, question_words

TAGS = (
    "",
    "filler",
    "ask",
    "thing",
    "type",
    "clause",
    "fact",
    "has",
    "lacks",
    "not",
    "name",
    "when",
    "order",
    "compare",
    "bound",
)
"""What a word may carry: nothing by itself (a function word), words that carry nothing for the answer, and the rest."""


@dataclass(frozen=True)
class TagModel:
    """A trained chain.

    Attributes:
        weights: of signs, buckets × tags.
        steps: from one tag to the next, tags × tags.
        begin: at the first word.
    """

    weights: NDArray[np.float32]
    steps: NDArray[np.float32]
    begin: NDArray[np.float32]


def likely_tags(text: str, model: TagModel) -> tuple[list[QuestionWord], NDArray[np.float64]]:
    """The words of a folded question and how likely each has each tag, words × tags."""
    words = question_words(text)
    if not words:
        return [], np.zeros((0, len(TAGS)))
    scores = np.stack([model.weights[signs].sum(axis=0) for signs in places(text, words)]).astype(np.float64)
    return words, shares(scores, model)


def shares(scores: NDArray[np.float64], model: TagModel) -> NDArray[np.float64]:
    """How likely each word has each tag, of the scores of its signs."""
    forward = np.empty_like(scores)
    forward[0] = scores[0] + model.begin
    for place in range(1, len(scores)):
        forward[place] = scores[place] + _summed(forward[place - 1][:, None] + model.steps, axis=0)
    backward = np.zeros_like(scores)
    for place in range(len(scores) - 2, -1, -1):
        backward[place] = _summed(model.steps + (scores[place + 1] + backward[place + 1])[None, :], axis=1)
    found = forward + backward
    found -= found.max(axis=1, keepdims=True)
    chance = np.exp(found)
    return np.asarray(chance / chance.sum(axis=1, keepdims=True))


def _summed(values: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """The logarithm of the sum of exponentials."""
    most = values.max(axis=axis, keepdims=True)
    return np.asarray(np.log(np.exp(values - most).sum(axis=axis)) + most.squeeze(axis))


def tag_places(tags: Sequence[str]) -> NDArray[np.intp]:
    """The places of tags by name."""
    return np.array([TAGS.index(tag) for tag in tags], np.intp)
