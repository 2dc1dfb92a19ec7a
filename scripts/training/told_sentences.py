"""Learning which field a sentence speaks of by its letters, words, signs and meaning, as a chain over its message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.interview.builtin.learned import sentence_model
from core.interview.builtin.learned.sentence_chain import LABELS
from core.interview.builtin.learned.sentence_letters import BUCKETS, features
from core.interview.builtin.learned.sentence_model import AROUND, MEANINGS, SIGN, SentenceModel
from scripts.training import label_chain
from scripts.training.encoded import encoded
from scripts.training.label_chain import Rows
from scripts.training.told_messages import ToldMessage, ToldSentence

PENALTY, PENALTY_OF_LINKS, STEPS = 0.2, 0.5, 60
_SEEN, _CASES_AT_ONCE = 2, 100


@dataclass(frozen=True)
class _Row:
    """A sentence, whether it starts a chain, and the case that it is from."""

    told: ToldSentence
    starts: bool
    weight: float
    case: int


class SentenceLearner:
    """Sentences of messages with their features, to learn from all or from those of some cases.

    Args:
        messages: those of a case beside each other and in their order.
    """

    def __init__(self, messages: Sequence[ToldMessage]) -> None:
        self._rows = [
            _Row(row, message.starts and not place, message.weight, message.case)
            for message in messages
            for place, row in enumerate(message.sentences)
        ]
        self._names = sorted({name for row in self._rows for name in (*row.told.signs, *row.told.around)})
        texts = list(dict.fromkeys(row.told.text for row in self._rows))
        known = {text: features(text) for text in texts}
        # What stands in one sentence alone teaches nothing of others.
        counts = np.bincount(np.concatenate([places for places, _ in known.values()]), minlength=BUCKETS)
        self._features = [known[row.told.text] for row in self._rows]
        self._buckets = np.flatnonzero(counts >= _SEEN)
        self._place = np.full(BUCKETS, -1, np.int64)
        self._place[self._buckets] = np.arange(len(self._buckets))
        blocks: dict[int, list[str]] = {}
        for row in self._rows:
            blocks.setdefault(row.case // _CASES_AT_ONCE, []).append(row.told.text)
        vectors = encoded(blocks.values())
        self._meanings = np.concatenate(
            [
                sentence_model.meanings(np.stack([vectors[row.text] for row in message.sentences]))
                for message in messages
            ]
        )

    def learn(self, chosen: Callable[[int], bool]) -> SentenceModel:
        """The model of the sentences of some cases, which `chosen` tells by number."""
        rows = self._sparse([place for place, row in enumerate(self._rows) if chosen(row.case)])
        count = len(self._buckets)
        chain = label_chain.trained(
            rows,
            features=count + len(self._names) + MEANINGS,
            labels=len(LABELS),
            penalty=PENALTY,
            penalty_of_links=PENALTY_OF_LINKS,
            steps=STEPS,
        )
        weights = np.zeros((BUCKETS, len(LABELS)), np.float32)
        weights[self._buckets] = chain.weights[:count]
        signs, meanings = chain.weights[count:-MEANINGS], chain.weights[-MEANINGS:]
        return SentenceModel(weights, chain.bias, tuple(self._names), signs, meanings, chain.follows)

    def _sparse(self, chosen: Sequence[int]) -> Rows:
        sign = {name: len(self._buckets) + place for place, name in enumerate(self._names)}
        places: list[NDArray[np.int64]] = []
        values: list[NDArray[np.float32]] = []
        rows = [self._rows[place] for place in chosen]
        for row, (buckets, worth) in zip(rows, (self._features[place] for place in chosen), strict=True):
            kept = self._place[buckets] >= 0
            named = sorted(
                {(sign[name], SIGN) for name in row.told.signs} | {(sign[name], AROUND) for name in row.told.around}
            )
            places.append(np.array([*self._place[buckets[kept]], *(place for place, _ in named)], np.int64))
            values.append(np.array([*worth[kept], *(value for _, value in named)], np.float32))
        return Rows(
            np.cumsum([0, *map(len, places)]).astype(np.int64),
            np.concatenate(places).astype(np.int32),
            np.concatenate(values),
            np.array([LABELS.index(row.told.label) for row in rows], np.int64),
            np.array([row.weight for row in rows], np.float64),
            np.array([row.starts for row in rows], np.bool_),
            np.array([row.told.link for row in rows], np.int64),
            self._meanings[np.asarray(chosen)],
        )
