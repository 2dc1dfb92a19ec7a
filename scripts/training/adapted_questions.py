"""What the encoder's layers learn of questions: tags of words, values of parts, kinds, and clause types of phrases.

One change of the encoder serves all four, in JAX (`scripts/training/adapting.py`); tags follow one another in a chain
(Lafferty, McCallum, Pereira, ICML 2001).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from core.encoder import DIMENSION, Adapter
from core.encoder.pieces import folded as encoded_form
from core.encoder.sentence_encoder import MOST_PIECES
from core.encoder.stored_encoder import StoredEncoder, read_encoder
from core.questions.learned.adapted_vectors import LENGTH, AdaptedHead, QuestionVectors
from core.questions.learned.clause_words import ClauseWordsModel
from core.questions.learned.question_model import QuestionModel
from core.questions.learned.word_signs import question_words
from core.questions.learned.word_tags import TAGS, AdaptedTags, tag_places
from scripts.training.adapting import Batch, Parameters, Recipe, Taught, Window

RECIPE = Recipe(layers=6, rank=16, epochs=3, rate=1e-3)
_SHAPES = (0, 8, 16, 32, 64, 128)
_MOST_PARTS, _LONGEST_PHRASE = 8, 64
_OF_KINDS, _OF_TYPES, _AT_ONCE = 2.0, 2.0, 64.0


@dataclass(frozen=True)
class QuestionToLearn:
    """A question or a phrase, with what is known of it.

    Attributes:
        text: folded.
        tags: of every word, with what they count; empty where nobody knows.
        kind: of the question, with what it counts.
        values: first and last character and value of parts.
        clause: the clause type of a phrase, with what it counts.
    """

    text: str
    tags: tuple[Sequence[str], float] = ((), 0.0)
    kind: tuple[str, float] = ("", 0.0)
    values: tuple[tuple[int, int, str], ...] = ()
    clause: tuple[str, float] = ("", 0.0)


@dataclass(frozen=True)
class _Places:
    """A question in numbers: pieces of words and parts, and places of codes, -1 for none."""

    words: Sequence[tuple[int, int]]
    tags: Sequence[int]
    of_tags: float
    parts: Sequence[tuple[int, int, int]]
    kind: int
    of_kind: float
    clause: int
    of_clause: float


def adapted(
    questions: Sequence[QuestionToLearn],
    model: QuestionModel,
    recipe: Recipe = RECIPE,
    said: Callable[[str], None] = print,
) -> QuestionModel:
    """A model of signs with what the adapted encoder learns of some questions beside them."""
    encoder = read_encoder()
    windows = [window for each in questions for window in _window(each, model, encoder)]
    sizes = {"kinds": model.kinds, "values": model.values, "clauses": model.clauses}
    count = len(TAGS)
    heads: Parameters = {
        "tags": _zeros(DIMENSION, count),
        "tags_bias": _zeros(count),
        "steps": _zeros(count, count),
        "begin": _zeros(count),
    }
    for name, linear in sizes.items():
        heads |= {name: _zeros(DIMENSION, len(linear.codes)), f"{name}_bias": _zeros(len(linear.codes))}
    adapter, heads = Taught(encoder, windows, recipe).learn(range(len(windows)), heads, _collated, _loss, said)
    tags = AdaptedTags(_head(adapter, heads, "tags"), heads["steps"], heads["begin"])
    linears = [replace(linear, adapted=_head(adapter, heads, name)) for name, linear in sizes.items()]
    kinds, values, clauses = linears
    return QuestionModel(replace(model.tags, adapted=tags), clauses, values, kinds)


def _zeros(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


def _head(adapter: Adapter, heads: Parameters, name: str) -> AdaptedHead:
    return AdaptedHead(adapter, heads[name], heads[f"{name}_bias"])


def _window(each: QuestionToLearn, model: QuestionModel, encoder: StoredEncoder) -> Iterator[Window]:
    most = _LONGEST_PHRASE if each.clause[0] else MOST_PIECES
    pieces = encoder.vocabulary.divided(encoded_form(each.text))[:most] if encoded_form(each.text) else []
    if not pieces:
        return
    spans = [(piece.start, piece.end) for piece in pieces]
    at = QuestionVectors(len(each.text), spans, _zeros(len(pieces), DIMENSION)).piece_at
    tags, of_tags = each.tags
    words = question_words(each.text)[: _SHAPES[-1]] if tags else []
    values = model.values.codes
    places = _Places(
        [(1 + at(word.start), 1 + at(word.end - 1)) for word in words],
        tag_places(tags)[: len(words)].tolist(),
        of_tags,
        [(1 + at(start), 2 + at(end - 1), values.index(code)) for start, end, code in each.values if code in values],
        _place(each.kind[0], model.kinds),
        each.kind[1],
        _place(each.clause[0], model.clauses),
        each.clause[1],
    )
    numbers = [encoder.begin, *(piece.number for piece in pieces), encoder.end]
    yield Window(numbers, places, next(shape for shape in _SHAPES if len(words) <= shape))


def _place(code: str, model: ClauseWordsModel) -> int:
    return model.codes.index(code) if code in model.codes else -1


def _collated(questions: Sequence[_Places], width: int, shape: int) -> Batch:
    count, words = len(questions), max(shape, 1)
    found: Batch = {
        "first": np.zeros((count, words), np.int32),
        "last": np.zeros((count, words), np.int32),
        "tags": np.full((count, words), -1, np.int32),
        "of_tags": np.array([each.of_tags for each in questions], np.float32),
        "begins": np.zeros((count, _MOST_PARTS), np.int32),
        "ends": np.zeros((count, _MOST_PARTS), np.int32),
        "values": np.full((count, _MOST_PARTS), -1, np.int32),
        "kinds": np.array([each.kind for each in questions], np.int32),
        "of_kinds": np.array([each.of_kind for each in questions], np.float32),
        "clauses": np.array([each.clause for each in questions], np.int32),
        "of_clauses": np.array([each.of_clause for each in questions], np.float32),
    }
    for row, each in enumerate(questions):
        for place, (first, last) in enumerate(each.words):
            found["first"][row, place], found["last"][row, place] = first, last
        found["tags"][row, : len(each.tags)] = each.tags
        for place, (begin, end, value) in enumerate(each.parts[:_MOST_PARTS]):
            found["begins"][row, place], found["ends"][row, place], found["values"][row, place] = begin, end, value
    return found


def _loss(heads: Parameters, vectors: jax.Array, batch: Mapping[str, jax.Array]) -> jax.Array:
    count, width, size = vectors.shape
    place = jnp.arange(width)[None]
    inside = (place > 0) & (place < batch["lengths"][:, None] - 1)
    whole = _long((vectors * inside[:, :, None]).sum(axis=1))
    sums = jnp.concatenate([jnp.zeros((count, 1, size)), jnp.cumsum(vectors, axis=1)], axis=1)
    parts = _long(_at(sums, batch["ends"]) - _at(sums, batch["begins"]))
    words = _long(_at(vectors, batch["first"]) + _at(vectors, batch["last"]))
    lost = _OF_KINDS * _unlikely(whole @ heads["kinds"] + heads["kinds_bias"], batch["kinds"], batch["of_kinds"])
    lost += _OF_TYPES * _unlikely(
        whole @ heads["clauses"] + heads["clauses_bias"], batch["clauses"], batch["of_clauses"]
    )
    lost += _unlikely(parts @ heads["values"] + heads["values_bias"], batch["values"], 1.0)
    lost += (_untagged(heads, words @ heads["tags"] + heads["tags_bias"], batch["tags"]) * batch["of_tags"]).sum()
    return lost / _AT_ONCE


def _long(vectors: jax.Array) -> jax.Array:
    return LENGTH * vectors / jnp.sqrt((vectors * vectors).sum(-1, keepdims=True) + 1e-9)


def _at(vectors: jax.Array, places: jax.Array) -> jax.Array:
    return jnp.take_along_axis(vectors, places[:, :, None], axis=1)


def _unlikely(scores: jax.Array, truth: jax.Array, worth: jax.Array | float) -> jax.Array:
    likely = jnp.take_along_axis(jax.nn.log_softmax(scores, axis=-1), jnp.maximum(truth, 0)[..., None], axis=-1)[..., 0]
    return -(jnp.where(truth >= 0, likely, 0.0) * worth).sum()


def _untagged(heads: Parameters, scores: jax.Array, tags: jax.Array) -> jax.Array:
    """How unlikely the tags of each question are; 0 for one without."""
    first = scores[:, 0] + heads["begin"]
    true = jnp.take_along_axis(first, jnp.maximum(tags[:, :1], 0), axis=1)[:, 0]

    def onward(state: Any, row: Any) -> tuple[Any, None]:
        forward, true = state
        score, tag, before = row
        reached = jax.nn.logsumexp(forward[:, :, None] + heads["steps"], axis=1) + score
        step = jnp.take_along_axis(score, jnp.maximum(tag, 0)[:, None], axis=1)[:, 0]
        step += heads["steps"][jnp.maximum(before, 0), jnp.maximum(tag, 0)]
        there = tag >= 0
        return (jnp.where(there[:, None], reached, forward), true + jnp.where(there, step, 0.0)), None

    rows = (scores[:, 1:].swapaxes(0, 1), tags[:, 1:].T, tags[:, :-1].T)
    (forward, true), _ = jax.lax.scan(onward, (first, true), rows)
    return jnp.where(tags[:, 0] >= 0, jax.nn.logsumexp(forward, axis=1) - true, 0.0)
