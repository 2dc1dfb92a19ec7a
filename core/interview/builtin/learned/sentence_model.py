"""Which label a sentence speaks for by its letters, words, signs and meaning: a linear chain over a message.

It sees the form of a sentence, not what is quoted in it (`sentence_letters`). What the sentence holds beside its
letters, and what surrounds it, comes by name (`field_signs`). What it means, and those beside it in the message, comes
as the encoder's vectors (`core.encoder`). Trained by `scripts/train_interviewer.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.encoder import DIMENSION, sentence_vectors
from core.errors import ConfigError
from core.interview.builtin.learned.sentence_chain import LABELS, Before, SentenceInMessage, chained
from core.interview.builtin.learned.sentence_letters import features
from core.trained import read_arrays

PATH = Path(__file__).resolve().parents[4] / "data" / "models" / "interview.npz"
SIGN, AROUND = 0.2, 0.07
"""What a sign of a sentence, and one of what surrounds it, count beside its groups of letters or words, all of which
together count 1."""
BESIDE = 0.5
"""What the vector of a sentence beside it counts; its own counts 1."""
MEANINGS = 3 * DIMENSION


@dataclass(frozen=True)
class SentenceModel:
    """A trained model.

    Attributes:
        weights: of letters and words, BUCKETS × labels.
        bias: one a label.
        names: of the signs that it knows.
        signs: their weights, names × labels.
        meanings: weights of the vectors of a sentence and those beside it, MEANINGS × labels.
        follows: how well a label goes with the one before, by how it follows: 3 × labels × labels.
    """

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    names: tuple[str, ...]
    signs: NDArray[np.float32]
    meanings: NDArray[np.float32]
    follows: NDArray[np.float32]

    def likelihoods(self, messages: Sequence[tuple[Sequence[SentenceInMessage], Before]]) -> list[NDArray[np.float64]]:
        """For each message the natural logarithm of how likely its sentences have each label.

        Raises:
            ConfigError: the encoder's file is missing or wrong.
        """
        texts = list(dict.fromkeys(each.sentence for sentences, _ in messages for each in sentences))
        vectors = dict(zip(texts, sentence_vectors(texts), strict=True))
        found = []
        for sentences, before in messages:
            rows = [vectors[each.sentence] for each in sentences]
            meant = meanings(np.stack(rows)) @ self.meanings if rows else np.zeros((0, len(LABELS)), np.float32)
            scores = [self._scores(each) + mean for each, mean in zip(sentences, meant, strict=True)]
            found.append(chained(scores, sentences, before, self.follows))
        return found

    def _scores(self, sentence: SentenceInMessage) -> NDArray[np.float64]:
        """What the letters, words and signs of a sentence speak for."""
        places, values = features(sentence.sentence)
        scores = self.bias + values @ self.weights[places]
        for names, counts in ((set(sentence.signs), SIGN), (set(sentence.around), AROUND)):
            known = [place for place, name in enumerate(self.names) if name in names]
            scores = scores + counts * self.signs[known].sum(axis=0)
        return np.asarray(scores, np.float64)


def meanings(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the model sees of the vectors of a message's sentences: each with the one before and the one behind it."""
    beside = np.zeros((len(vectors) + 2, DIMENSION), np.float32)
    beside[1:-1] = BESIDE * vectors
    return np.hstack([vectors, beside[:-2], beside[2:]])


def write(model: SentenceModel, path: Path = PATH) -> None:
    """Write a model, its weights in 8 bits."""
    scales = [float(np.abs(weights).max()) / 127 for weights in (model.weights, model.signs, model.meanings)]
    np.savez_compressed(
        path,
        weights=np.round(model.weights / scales[0]).astype(np.int8),
        signs=np.round(model.signs / scales[1]).astype(np.int8),
        meanings=np.round(model.meanings / scales[2]).astype(np.int8),
        follows=model.follows.astype(np.float32),
        scales=np.array(scales, np.float32),
        bias=model.bias.astype(np.float32),
        names=np.array(model.names),
        labels=np.array(LABELS),
    )


@cache
def stored(path: Path) -> SentenceModel:
    """A stored model.

    Raises:
        ConfigError: the file is missing or wrong.
    """
    stored = read_arrays(path)
    try:
        if tuple(stored["labels"].tolist()) != LABELS:
            raise ConfigError(f"{path.name}: made for other labels; run make train", file=path.name)
        scales = stored["scales"]
        return SentenceModel(
            stored["weights"].astype(np.float32) * scales[0],
            stored["bias"],
            tuple(stored["names"].tolist()),
            stored["signs"].astype(np.float32) * scales[1],
            stored["meanings"].astype(np.float32) * scales[2],
            stored["follows"],
        )
    except (ValueError, KeyError, IndexError) as error:
        raise ConfigError(f"{path.name}: {error}", file=path.name) from error
