"""Learning which sentence of a message speaks of which field: the encoder's last layers and a chain over sentences.

The chain is a conditional random field (Lafferty, McCallum, Pereira, ICML 2001); all is learned together, in JAX
(`scripts/training/adapting.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from core.encoder import DIMENSION
from core.encoder.sentence_encoder import window_pieces
from core.encoder.stored_encoder import read_encoder
from core.interview.builtin.learned.message_model import MEANING, SIGN, MessageModel, windows_of
from core.interview.builtin.learned.sentence_chain import FAITH, LABELS, Before
from scripts.training.adapting import Batch, Parameters, Recipe, Taught, Window

RECIPE = Recipe(layers=4, rank=16, epochs=3, rate=1e-3)
_SHAPES = (1, 4, 16)
_AT_ONCE = 64.0
_PENALTY_OF_LINKS, _PENALTY_OF_SIGNS = 1e-4, 1e-5


@dataclass(frozen=True)
class ToldSentence:
    """A sentence with its label, names of what it holds and of what surrounds it, and how it follows the one before."""

    label: str
    text: str
    signs: tuple[str, ...]
    around: tuple[str, ...]
    link: int

    @property
    def held(self) -> tuple[str, ...]:
        """Both kinds of names."""
        return (*self.signs, *self.around)


@dataclass(frozen=True)
class ToldMessage:
    """A message of a case.

    Attributes:
        sentences: in their order.
        before: what stands before it.
        weight: what it counts.
        case: the case that it is from, -1 for none.
        starts: whether no other of its case stands before it.
    """

    sentences: tuple[ToldSentence, ...]
    before: Before
    weight: float
    case: int
    starts: bool = True


@dataclass(frozen=True)
class _Read:
    """Sentences that are read together: of each piece its sentence, and the label before the first of them."""

    parts: Sequence[int]
    sentences: tuple[ToldSentence, ...]
    previous: str | None
    weight: float


class MessageLearner:
    """Messages whose lower layers have been run, to learn from all or from some of them."""

    def __init__(self, messages: Sequence[ToldMessage], recipe: Recipe = RECIPE) -> None:
        self.messages = messages
        self._names = sorted({name for message in messages for row in message.sentences for name in row.held})
        self._place = {name: place for place, name in enumerate(self._names)}
        encoder = read_encoder()
        windows: list[Window] = []
        self._of: list[int] = []
        for number, message in enumerate(messages):
            begin, previous = 0, message.before.label
            for own in windows_of([row.text for row in message.sentences], message.before):
                rows = message.sentences[begin : begin + len(own.sentences)]
                pieces, parts = window_pieces(encoder, (*own.lead, *own.sentences))
                parts = np.maximum(parts - len(own.lead), -1)
                shape = next(shape for shape in _SHAPES if len(rows) <= shape)
                windows.append(Window(pieces, _Read(parts.tolist(), rows, previous, message.weight), shape))
                self._of.append(number)
                begin, previous = begin + len(rows), rows[-1].label
        self._taught = Taught(encoder, windows, recipe)

    def learn(self, chosen: Callable[[int], bool], said: Callable[[str], None] = print) -> MessageModel:
        """The model of the messages of some cases, which `chosen` tells by number."""
        places = [place for place, number in enumerate(self._of) if chosen(self.messages[number].case)]
        count = len(LABELS)
        heads = {
            "meanings": np.zeros((DIMENSION, count), np.float32),
            "bias": np.zeros(count, np.float32),
            "signs": np.zeros((len(self._names), count), np.float32),
            "follows": np.zeros((3, count, count), np.float32),
        }
        adapter, heads = self._taught.learn(places, heads, self._collated, _loss, said)
        return MessageModel(
            adapter, heads["meanings"], heads["bias"], tuple(self._names), heads["signs"], heads["follows"]
        )

    def _collated(self, read: Sequence[_Read], width: int, shape: int) -> Batch:
        count = len(read)
        found: Batch = {
            "parts": np.full((count, width), -1, np.int32),
            "labels": np.full((count, shape), -1, np.int32),
            "signs": np.zeros((count, shape, len(self._names)), np.float32),
            "links": np.zeros((count, shape), np.int32),
            "previous": np.full(count, -1, np.int32),
            "weights": np.array([each.weight for each in read], np.float32),
        }
        for row, each in enumerate(read):
            found["parts"][row, : len(each.parts)] = each.parts
            found["previous"][row] = -1 if each.previous is None else LABELS.index(each.previous)
            for place, sentence in enumerate(each.sentences):
                found["labels"][row, place] = LABELS.index(sentence.label)
                found["links"][row, place] = sentence.link
                found["signs"][row, place, [self._place[name] for name in sentence.held]] = 1
        return found


def _scores(heads: Parameters, vectors: jax.Array, batch: Mapping[str, jax.Array]) -> jax.Array:
    """What each sentence speaks for, windows × sentences × labels."""
    inside = batch["parts"][:, :, None] == jnp.arange(batch["labels"].shape[1])
    means = jnp.einsum("wps,wpd->wsd", inside.astype(jnp.float32), vectors)
    means = means / jnp.sqrt((means * means).sum(-1, keepdims=True) + 1e-9)
    return MEANING * means @ heads["meanings"] + heads["bias"] + SIGN * (batch["signs"] @ heads["signs"])


def _loss(heads: Parameters, vectors: jax.Array, batch: Mapping[str, jax.Array]) -> jax.Array:
    """How unlikely the labels are; a label before a window is believed as it is when the model is asked."""
    scores, follows = _scores(heads, vectors, batch), heads["follows"]
    labels, links, previous = batch["labels"], batch["links"], batch["previous"]
    first = follows[links[:, 0]]
    others = (1 - FAITH) / (len(LABELS) - 1)
    told = jnp.take_along_axis(first, jnp.maximum(previous, 0)[:, None, None], axis=1)[:, 0]
    led = jnp.log((FAITH - others) * jnp.exp(told) + others * jnp.exp(first).sum(axis=1))
    forward = scores[:, 0] + jnp.where(previous[:, None] >= 0, led, 0.0)
    true = _at(forward, labels[:, 0])

    def onward(state, row):  # type: ignore[no-untyped-def]
        forward, true = state
        score, label, before, link = row
        there = label >= 0
        reached = jax.nn.logsumexp(forward[:, :, None] + follows[link], axis=1) + score
        step = _at(score, label) + follows[link, jnp.maximum(before, 0), jnp.maximum(label, 0)]
        return (jnp.where(there[:, None], reached, forward), true + jnp.where(there, step, 0.0)), None

    rows = (scores[:, 1:].swapaxes(0, 1), labels[:, 1:].T, labels[:, :-1].T, links[:, 1:].T)
    (forward, true), _ = jax.lax.scan(onward, (forward, true), rows)
    lost = ((jax.nn.logsumexp(forward, axis=1) - true) * batch["weights"]).sum() / _AT_ONCE
    return lost + _PENALTY_OF_LINKS * (follows**2).sum() + _PENALTY_OF_SIGNS * (heads["signs"] ** 2).sum()


def _at(scores: jax.Array, labels: jax.Array) -> jax.Array:
    return jnp.take_along_axis(scores, jnp.maximum(labels, 0)[:, None], axis=1)[:, 0]
