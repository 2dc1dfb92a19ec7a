"""Which label the sentences of a message speak for when it is read as a whole: the adapted encoder and a chain.

The sentences of a message are read together, behind what was asked and the sentence before: what is told around a
sentence says what it may be. What a sentence holds (cues, values), and how the interview stands, comes by name
(`field_signs`). Trained by `scripts/train_interviewer.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.encoder import MOST_PIECES, Adapter, part_vectors, piece_count, read_adapter, stored_adapter
from core.errors import ConfigError
from core.interview.builtin.learned.sentence_chain import LABELS, Before, SentenceInMessage, chained
from core.trained import read_arrays

PATH = Path(__file__).resolve().parents[4] / "data" / "models" / "interview_messages.npz"
MEANING, SIGN = 8.0, 0.3
"""What a sentence's vector counts, and a name of what it holds or stands in."""
MOST_SENTENCES = 16
"""Sentences that are read together."""
_ASKED = {
    "source_case": "case",
    "problem_pattern": "problem",
    "recommended_clause": "clause text",
    "applicability": "when it applies",
    "fallback_positions": "fallback",
    "walk_away": "walk away",
    "contract_types": "contract type",
    "clause_types": "clause types",
    "law_references": "laws",
}
_NOTHING_ASKED = "told"
_TAIL = 100


@dataclass(frozen=True)
class MessageModel:
    """A trained model.

    Attributes:
        adapter: what is changed in the encoder.
        meanings: weights of a sentence's vector, `DIMENSION` × labels.
        bias: one a label.
        names: of the signs that it knows.
        signs: their weights, names × labels.
        follows: how well a label goes with the one before, by how it follows: 3 × labels × labels.
    """

    adapter: Adapter
    meanings: NDArray[np.float32]
    bias: NDArray[np.float32]
    names: tuple[str, ...]
    signs: NDArray[np.float32]
    follows: NDArray[np.float32]

    def likelihoods(self, messages: Sequence[tuple[Sequence[SentenceInMessage], Before]]) -> list[NDArray[np.float64]]:
        """For each message the natural logarithm of how likely its sentences have each label.

        Raises:
            ConfigError: the encoder's file is missing or wrong.
        """
        windows = [windows_of([each.sentence for each in sentences], before) for sentences, before in messages]
        read = part_vectors([(*window.lead, *window.sentences) for own in windows for window in own], self.adapter)
        vectors, found = iter(read), []
        for (sentences, before), own in zip(messages, windows, strict=True):
            rows = [row for window in own for row in next(vectors)[len(window.lead) :]]
            scores = [
                np.asarray(MEANING * row @ self.meanings + self.bias + self._signs(each), np.float64)
                for row, each in zip(rows, sentences, strict=True)
            ]
            found.append(chained(scores, sentences, before, self.follows))
        return found

    def _signs(self, sentence: SentenceInMessage) -> NDArray[np.float32]:
        names = {*sentence.signs, *sentence.around}
        known = [place for place, name in enumerate(self.names) if name in names]
        return np.asarray(SIGN * self.signs[known].sum(axis=0), np.float32)


@dataclass(frozen=True)
class MessageWindow:
    """Texts that are read together: `lead` (what was asked, the sentence before where there is one) and sentences."""

    lead: tuple[str, ...]
    sentences: tuple[str, ...]


def windows_of(sentences: Sequence[str], before: Before) -> list[MessageWindow]:
    """The sentences of a message in their order, as many together as the encoder reads at once."""
    found: list[MessageWindow] = []
    asked_label = _ASKED.get(before.asked_field, before.asked_field) if before.asked_field in LABELS else _NOTHING_ASKED
    lead, size = _lead(asked_label, before.words), 0
    own: list[str] = []
    for sentence in sentences:
        length = piece_count(sentence) + 1
        if own and (size + length > MOST_PIECES or len(own) == MOST_SENTENCES):
            found.append(MessageWindow(lead, tuple(own)))
            lead, own, size = _lead(asked_label, own[-1]), [], 0
        size = size + length if own else sum(map(piece_count, lead)) + len(lead) + length
        own.append(sentence)
    return [*found, MessageWindow(lead, tuple(own))] if own else found


def _lead(asked_field: str, words: str) -> tuple[str, ...]:
    return (asked_field, words[-_TAIL:]) if words.strip() else (asked_field,)


def write(model: MessageModel, path: Path = PATH) -> None:
    """Write a model, its weights in 8 bits."""
    scales = [float(np.abs(weights).max()) / 127 for weights in (model.meanings, model.signs)]
    arrays: dict[str, Any] = dict(
        meanings=np.round(model.meanings / scales[0]).astype(np.int8),
        signs=np.round(model.signs / scales[1]).astype(np.int8),
        follows=model.follows.astype(np.float32),
        scales=np.array(scales, np.float32),
        bias=model.bias.astype(np.float32),
        names=np.array(model.names),
        labels=np.array(LABELS),
        **stored_adapter(model.adapter),
    )
    np.savez_compressed(path, **arrays)


@cache
def stored(path: Path) -> MessageModel:
    """A stored model.

    Raises:
        ConfigError: the file is missing or wrong.
    """
    stored = read_arrays(path)
    try:
        if tuple(stored["labels"].tolist()) != LABELS:
            raise ConfigError(f"{path.name}: made for other labels; run make train", file=path.name)
        scales = stored["scales"]
        return MessageModel(
            read_adapter(stored),
            stored["meanings"].astype(np.float32) * scales[0],
            stored["bias"],
            tuple(stored["names"].tolist()),
            stored["signs"].astype(np.float32) * scales[1],
            stored["follows"],
        )
    except (ValueError, KeyError, IndexError) as error:
        raise ConfigError(f"{path.name}: {error}", file=path.name) from error
