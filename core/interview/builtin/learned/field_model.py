"""How likely each sentence of a message is to speak of each field: two models trained apart, as one.

One sees letters, words and meaning of a sentence (`sentence_model`), the other reads a whole message (`message_model`).
They err in different places: the geometric mean of their likelihoods is right more often than either, and surer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.interview.builtin.learned import message_model, sentence_model
from core.interview.builtin.learned.message_model import MessageModel
from core.interview.builtin.learned.sentence_chain import LABELS, Before, SentenceInMessage
from core.interview.builtin.learned.sentence_model import SentenceModel

Likelihoods = list[Mapping[str, float]]
"""For each sentence of a message the natural logarithm of how likely it is to speak of each label."""


def likelihoods(sentences: Sequence[SentenceInMessage], before: Before) -> Likelihoods:
    """What each sentence of a message speaks of.

    Args:
        sentences: the sentences in their order; a sign that the models do not know counts nothing.
        before: what stands before the message.

    Raises:
        ConfigError: the file of a model, or of the encoder, is missing or wrong.
    """
    return likelihoods_of([(sentences, before)])[0]


def likelihoods_of(
    messages: Sequence[tuple[Sequence[SentenceInMessage], Before]],
    models: tuple[SentenceModel, MessageModel] | None = None,
) -> list[Likelihoods]:
    """The same of several messages, which are read at once.

    Args:
        messages: sentences and what stands before them.
        models: None for those that ship.

    Raises:
        ConfigError: the file of a model, or of the encoder, is missing or wrong.
    """
    by_sentence, by_message = models or (
        sentence_model.stored(sentence_model.PATH),
        message_model.stored(message_model.PATH),
    )
    found = zip(by_sentence.likelihoods(messages), by_message.likelihoods(messages), strict=True)
    return [_named((first + second) / 2) for first, second in found]


def likelihoods_by_sentence(messages: Sequence[tuple[Sequence[SentenceInMessage], Before]]) -> list[Likelihoods]:
    """The same by the model of single sentences alone.

    Raises:
        ConfigError: the file of the model, or of the encoder, is missing or wrong.
    """
    return [_named(scores) for scores in sentence_model.stored(sentence_model.PATH).likelihoods(messages)]


def _named(scores: NDArray[np.float64]) -> Likelihoods:
    """Rows of logarithms, up to a constant, by label and with the sum 1."""
    scores = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
    return [dict(zip(LABELS, row.tolist(), strict=True)) for row in scores]
