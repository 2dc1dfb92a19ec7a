"""Sentences of a message, what they may be, and the chain over them.

The chain weighs every way to label the sentences (a conditional random field: Lafferty, McCallum, Pereira, ICML 2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ACROSS, WITHIN, CORRECTING = 0, 1, 2
"""How a sentence follows the one before: in the next message, in the same one, or as a change of mind."""
FAITH = 0.8
"""How sure it is what the sentence before a message was."""
LABELS = (
    "source_case",
    "problem_pattern",
    "risk",
    "recommended_clause",
    "applicability",
    "fallback_positions",
    "walk_away",
    "note",
    "title",
    "contract_types",
    "severity",
    "clause_types",
    "law_references",
    "talk",
)
"""What a sentence may be: a field of the draft, or talk that belongs into none."""


@dataclass(frozen=True)
class SentenceInMessage:
    """A sentence of a message.

    Attributes:
        sentence: as typed.
        signs: names of what it holds.
        around: names of what surrounds it.
        label: where it is known, by a label before a colon or the like.
        corrects: whether it begins as a change of mind does.
    """

    sentence: str
    signs: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    label: str | None = None
    corrects: bool = False

    def link(self, *, first: bool) -> int:
        """How it follows the sentence before, as the first of its message or not."""
        return CORRECTING if self.corrects else ACROSS if first else WITHIN


@dataclass(frozen=True)
class Before:
    """What stands before a message.

    Attributes:
        label: of the sentence before it; None where there is none.
        words: of that sentence, as typed.
        asked_field: the field that was asked for.
    """

    label: str | None = None
    words: str = ""
    asked_field: str | None = None


def chained(
    scores: Sequence[NDArray[np.float64]],
    sentences: Sequence[SentenceInMessage],
    before: Before,
    follows: NDArray[np.float32],
) -> NDArray[np.float64]:
    """The natural logarithm of how likely each sentence is to have each label, sentences × labels.

    Args:
        scores: what each sentence by itself speaks for.
        sentences: the sentences; of one whose label is known the scores count nothing.
        before: what stands before them.
        follows: how well a label goes with the one before, by how it follows: 3 × labels × labels.
    """
    own = [_known(each.label) if each.label else score for score, each in zip(scores, sentences, strict=True)]
    forward: list[NDArray[np.float64]] = []
    for place, score in enumerate(own):
        if place:
            score = score + _through(forward[-1], follows[sentences[place].link(first=False)])
        elif before.label is not None and before.label in LABELS:
            score = score + _through(_believed(before.label), follows[sentences[0].link(first=True)])
        forward.append(_normal(score))
    found = np.zeros((len(sentences), len(LABELS)))
    backward = np.zeros(len(LABELS))
    for place in range(len(sentences) - 1, -1, -1):
        found[place] = _normal(forward[place] + backward)
        if place:
            backward = _normal(_through(backward + own[place], follows[sentences[place].link(first=False)].T))
    return found


def _known(label: str) -> NDArray[np.float64]:
    return np.where(np.array(LABELS) == label, 0.0, -30.0)


def _believed(label: str) -> NDArray[np.float64]:
    others = (1 - FAITH) / (len(LABELS) - 1)
    return np.log(np.where(np.array(LABELS) == label, FAITH, others))


def _through(before: NDArray[np.float64], follows: NDArray[np.float32]) -> NDArray[np.float64]:
    """For each label the logarithm of the sum over the labels before it."""
    paths = before[:, None] + follows
    most = paths.max(axis=0)
    return np.asarray(most + np.log(np.exp(paths - most).sum(axis=0)), np.float64)


def _normal(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    scores = scores - scores.max()
    return np.asarray(scores - np.log(np.exp(scores).sum()), np.float64)
