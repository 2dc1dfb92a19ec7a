"""Training of the first stage: vocabulary, rows, labels, cross-validated scores, and the pruned 8-bit model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.first_stage import MACHINES
from core.contracts.builtin.clauses.linear import RARITY_STEP, LinearModel, block_sums
from core.contracts.builtin.clauses.sentence_features import (
    BLOCKS,
    SEQUENCES,
    WORDS,
    Sentences,
    sentence_keys,
    sentences,
)
from scripts.training import svm
from scripts.training.corpus import FOLDS, Labelled, codes
from scripts.training.metrics import Words, alike, same

NORMS = np.array([0.7, 0.7, 0.25, 0.25, 0.5], np.float32)
FEWEST = 6
KEPT_WEIGHTS = 24_000
CENTRE = -1.4


@dataclass(frozen=True)
class Rows:
    """All training sentences: compressed rows, labels (1, -1, 0 for left out), and the range of each contract.

    `labels` is by overlap with what lawyers marked, `matching` by whether the sentence counts as the same answer.
    """

    keys: NDArray[np.uint32]
    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    block: NDArray[np.uint8]
    labels: NDArray[np.int8]
    matching: NDArray[np.int8]
    bounds: NDArray[np.int64]


def overlap_labels(document: Sentences, contract: Labelled) -> NDArray[np.int8]:
    """1 where a gold span covers half of the sentence or the sentence half of it, 0 for lesser overlaps, else -1."""
    names = codes()
    labels = np.full((len(document), len(names)), -1, np.int8)
    start, end = document.spans[:, 0], document.spans[:, 1]
    for column, code in enumerate(names):
        for a, b in contract.gold.get(code, []):
            common = np.minimum(end, b) - np.maximum(start, a)
            half = (2 * common >= end - start) | (2 * common >= b - a)
            labels[(common > 0) & half, column] = 1
            touched = (common > 0) & ~half & (labels[:, column] < 1)
            labels[touched, column] = 0
    return labels


def match_labels(document: Sentences, contract: Labelled) -> NDArray[np.int8]:
    """1 for every sentence that counts as a gold span, 0 where it only touches one, else -1."""
    names = codes()
    labels = np.full((len(document), len(names)), -1, np.int8)
    start, end = document.spans[:, 0], document.spans[:, 1]
    said = [Words.of(contract.text[a:b]) for a, b in document.spans.tolist()]
    for column, code in enumerate(names):
        touched = np.zeros(len(said), bool)
        for a, b in contract.gold.get(code, []):
            gold = Words.of(contract.text[a:b])
            touched |= np.minimum(end, b) > np.maximum(start, a)
            # many sentences contain a party's name and say nothing of the parties: there only those marked count
            equal = [
                same(words, gold, code) if near else alike(words, gold)
                for words, near in zip(said, touched, strict=True)
            ]
            labels[equal, column] = 1
        labels[touched & (labels[:, column] < 1), column] = 0
    return labels


def collect(contracts: list[Labelled]) -> Rows:
    """Rows over every key that stands in at least `FEWEST` sentences."""
    parts, labels, matching, bounds = [], [], [], [0]
    for contract in contracts:
        document = sentences(contract.text)
        parts.append(_own_words(sentence_keys(document, 0, len(document)), contract))
        labels.append(overlap_labels(document, contract))
        matching.append(match_labels(document, contract))
        bounds.append(bounds[-1] + len(document))
    hashed = np.concatenate([(part >> np.uint64(32)).astype(np.uint32) for part in parts])
    keys, count = np.unique(hashed, return_counts=True)
    keys = keys[count >= FEWEST]
    del hashed
    rows, indices, blocks = [], [], []
    for part, first in zip(parts, bounds, strict=False):
        key = (part >> np.uint64(32)).astype(np.uint32)
        index = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
        known = keys[index] == key
        group = (part[known] & np.uint64(0xFFFFFFFF)).astype(np.int64)
        order = np.argsort(group, kind="stable")
        rows.append((group[order] >> 3) + first)
        indices.append(index[known][order].astype(np.int32))
        blocks.append((group[order] & 7).astype(np.uint8))
    row = np.concatenate(rows)
    indptr = np.searchsorted(row, np.arange(bounds[-1] + 1))
    return Rows(
        keys,
        indptr,
        np.concatenate(indices),
        np.concatenate(blocks),
        np.concatenate(labels),
        np.concatenate(matching),
        np.array(bounds),
    )


def _own_words(keys: NDArray[np.uint64], contract: Labelled) -> NDArray[np.uint64]:
    """The features; of a clause written for training only its words, since it has no place in a contract."""
    if contract.name != "typical":
        return keys
    return keys[np.isin(keys & np.uint64(7), (WORDS, SEQUENCES))]


def _selected(rows: Rows, chosen: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Sentences of the chosen contracts, and a mask over all entries."""
    count = np.diff(rows.bounds)
    sentence = np.repeat(chosen, count)
    entry = np.repeat(sentence, np.diff(rows.indptr))
    return np.flatnonzero(sentence), entry


def rarities(rows: Rows, chosen: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The weight by rarity, in steps, of each key among the chosen contracts; 0 for a key too rare there."""
    sentence, entry = _selected(rows, chosen)
    frequency = np.bincount(rows.indices[entry], minlength=len(rows.keys))
    weight = np.sqrt(np.log1p(len(sentence) / np.maximum(frequency, 1)))
    steps = np.clip(np.rint(weight / RARITY_STEP), 1, 255)
    return np.where(frequency >= FEWEST, steps, 0).astype(np.uint8)


def values(rows: Rows, rarity: NDArray[np.uint8], norms: NDArray[np.float32] = NORMS) -> NDArray[np.float32]:
    """Values of all entries with each block of each row normalised; 0 for keys that are too rare."""
    value = rarity[rows.indices].astype(np.float32) * RARITY_STEP
    cell = np.repeat(np.arange(len(rows.indptr) - 1), np.diff(rows.indptr)) * len(NORMS) + rows.block
    length = np.sqrt(np.bincount(cell, value * value)).astype(np.float32)
    normalised: NDArray[np.float32] = value * norms[rows.block] / np.maximum(length[cell], 1e-9)
    return normalised


def fit(
    rows: Rows,
    chosen: NDArray[np.bool_],
    *,
    kept: int = KEPT_WEIGHTS,
    epochs: int = 12,
    norms: NDArray[np.float32] = NORMS,
) -> LinearModel:
    """The pruned 8-bit model of the chosen contracts, each category's median score moved to `CENTRE`.

    A block of features with norm 0 is not looked at.
    """
    rarity = rarities(rows, chosen)
    value = values(rows, rarity, norms)
    sentence, entry = _selected(rows, chosen)
    live = entry & (value > 0)
    per_row = np.add.reduceat(live.astype(np.int64), rows.indptr[:-1])[sentence]
    indptr = np.concatenate([[0], np.cumsum(per_row)])
    used = rarity > 0
    position = np.cumsum(used) - 1
    weights, offset = svm.train(
        indptr,
        position[rows.indices[live]].astype(np.int32),
        value[live],
        rows.labels[sentence],
        features=int(used.sum()),
        epochs=epochs,
    )
    cut = np.partition(np.abs(weights), -kept, axis=0)[-kept] if len(weights) > kept else np.zeros(weights.shape[1])
    weights[np.abs(weights) < cut] = 0
    scale = (np.abs(weights).max(axis=0) / 127).astype(np.float32)
    small = np.rint(weights / scale).astype(np.int8)
    model = LinearModel(rows.keys[used], rarity[used], NORMS, small, scale, offset.astype(np.float32))
    median = np.median(scores(rows, model, chosen), axis=0)
    return LinearModel(
        model.keys, model.rarity, NORMS, small, scale, (model.offset - median + CENTRE).astype(np.float32)
    )


def by_block(rows: Rows, model: LinearModel, chosen: NDArray[np.bool_]) -> NDArray[np.float32]:
    """What each block adds to the scores of the chosen contracts' sentences, by a model over the same keys."""
    result = []
    for first, last, index, value in _entries(rows, model, chosen):
        row = np.repeat(np.arange(last - first), np.diff(rows.indptr[first : last + 1]))
        cell = row * BLOCKS + rows.block[rows.indptr[first] : rows.indptr[last]]
        result.append(block_sums(model.weights, index, value, cell, last - first))
    return np.concatenate(result) * model.scale


def scores(rows: Rows, model: LinearModel, chosen: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Scores of the chosen contracts' sentences by a model over the same keys."""
    result = []
    for first, last, index, value in _entries(rows, model, chosen):
        weighed = model.weights[index].astype(np.float32) * value[:, None]
        begin = rows.indptr[first:last] - rows.indptr[first]
        result.append(np.add.reduceat(weighed, begin, axis=0) * model.scale + model.offset)
    return np.concatenate(result)


def _entries(
    rows: Rows, model: LinearModel, chosen: NDArray[np.bool_]
) -> Iterator[tuple[int, int, NDArray[np.int64], NDArray[np.float32]]]:
    """Of each chosen contract its range of sentences, and their features as indices into the model with values."""
    position = np.searchsorted(rows.keys, model.keys)
    rarity = np.zeros(len(rows.keys), np.uint8)
    rarity[position] = model.rarity
    place = np.zeros(len(rows.keys), np.int64)
    place[position] = np.arange(len(position))
    value = values(rows, rarity)
    for first, last in zip(rows.bounds[:-1][chosen].tolist(), rows.bounds[1:][chosen].tolist(), strict=True):
        entry = slice(rows.indptr[first], rows.indptr[last])
        yield first, last, place[rows.indices[entry]], value[entry]


def beside(left: LinearModel, right: LinearModel) -> LinearModel:
    """One model with the machines of both, which were trained on the same contracts.

    Raises:
        ValueError: they know different features.
    """
    if not np.array_equal(left.keys, right.keys) or not np.array_equal(left.rarity, right.rarity):
        raise ValueError("the machines know different features")
    return LinearModel(
        left.keys,
        left.rarity,
        left.norms,
        np.concatenate([left.weights, right.weights], axis=1),
        np.concatenate([left.scale, right.scale]),
        np.concatenate([left.offset, right.offset]),
    )


def machines(rows: Rows, chosen: NDArray[np.bool_]) -> LinearModel:
    """The machines of the labelled categories, those taught by overlap first, then those taught by matching.

    Both in one pass over the rows: it is reading these that takes the time.
    """
    return fit(replace(rows, labels=np.concatenate([rows.labels, rows.matching], axis=1)), chosen)


@dataclass(frozen=True)
class HeldOut:
    """Scores of all sentences by machines that did not see their contract, and what each block adds to them.

    Shapes: (sentences, machines * categories) and (sentences, blocks, machines * categories).
    """

    scores: NDArray[np.float32]
    by_block: NDArray[np.float32]


def cross_validated(rows: Rows, fold: NDArray[np.int64], cache: Path | None = None) -> HeldOut:
    """Out-of-fold scores of all sentences; models are kept in `cache` when given, and taken from there."""
    columns = MACHINES * rows.labels.shape[1]
    score = np.zeros((len(rows.labels), columns), np.float32)
    parts = np.zeros((len(rows.labels), BLOCKS, columns), np.float32)
    for number in range(FOLDS):
        held = fold == number
        kept = cache / f"machines_{number}.npz" if cache is not None else None
        model = load(kept) if kept is not None and kept.is_file() else machines(rows, ~held)
        if kept is not None and not kept.is_file():
            save(model, kept)
        sentence, _ = _selected(rows, held)
        parts[sentence] = by_block(rows, model, held)
        score[sentence] = model.total(parts[sentence])
        print(f"fold {number}: {len(model.keys)} features", flush=True)
    return HeldOut(score, parts)


_PARTS = ("keys", "rarity", "norms", "weights", "scale", "offset")


def save(model: LinearModel, path: Path) -> None:
    """Writes one fold's model, to measure on contracts that it never saw."""
    np.savez_compressed(path, **{name: getattr(model, name) for name in _PARTS})


def load(path: Path) -> LinearModel:
    """The model that `save` wrote."""
    with np.load(path, allow_pickle=False) as file:
        return LinearModel(*(file[name] for name in _PARTS))
