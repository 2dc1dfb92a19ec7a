"""Training of the reader: a small convolutional net, by hand in numpy, seeded, bit for bit on one thread.

One contract is one step. Words, signals and what is joined are dropped at random; Adam with decoupled weight decay
(Loshchilov and Hutter, "Decoupled Weight Decay Regularization", ICLR 2019) at a rate that rises and then falls as a
cosine. The product reads the weights in 8 bits (`core.contracts.builtin.clauses.reader`).
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.reader import (
    AROUND,
    BIASED,
    MATRICES,
    PLACES,
    WIDTH,
    ReaderModel,
    around,
    numbered,
    places,
)
from core.contracts.builtin.clauses.sentence_features import Sentences, sentences
from scripts.training import reader_steps as steps
from scripts.training.corpus import FOLDS, Labelled
from scripts.training.first_stage import Rows

Floats = NDArray[np.float32]
Weights = dict[str, Floats]

FEWEST = 8
NUMBERS, SIGNALS, OWN, SIDE, JOINED = 48, 128, 128, 48, 128
EPOCHS = 20
RATE, DECAY, WARM = 3e-3, 0.02, 200
STEEPEST = 5.0
DROPPED = {"words": 0.2, "pooled": 0.2, "sides": 0.25, "joined": 0.25}
YES, NO = np.float32(0.9805), np.float32(0.0005)
PER_STEP = np.float32(200)
BIAS_STEP = np.float32(1 / 256)
SEED = 1


@dataclass(frozen=True, eq=False)
class Told:
    """A contract as the reader sees it, with its labels (1, -1, 0 for left out), shape (sentences, outputs)."""

    stems: NDArray[np.uint32]
    bounds: NDArray[np.int64]
    others: NDArray[np.int64]
    place: Floats
    labels: NDArray[np.int8]


def told(contracts: list[Labelled], rows: Rows) -> list[Told]:
    """The contracts with the labels that the linear machines learn from."""
    labels = np.concatenate([rows.labels, rows.matching], axis=1)
    documents: list[Sentences] = [sentences(contract.text) for contract in contracts]
    return [
        Told(document.tokens.stem, document.bounds, around(document), places(document), labels[first:last])
        for document, first, last in zip(documents, rows.bounds[:-1], rows.bounds[1:], strict=False)
    ]


def fit(data: list[Told], *, epochs: int = EPOCHS, seed: int = SEED) -> ReaderModel:
    """The reader of these contracts in 8 bits, the median of each output over their sentences at 0."""
    keys, count = np.unique(np.concatenate([each.stems for each in data]), return_counts=True)
    keys = keys[count >= FEWEST]
    outputs = data[0].labels.shape[1]
    random = np.random.default_rng(seed)
    weights = begun(len(keys) + 1, outputs, random)
    numbers = [numbered(keys, each.stems) for each in data]
    _teach(weights, data, numbers, epochs, random)
    model = quantised(weights, keys)
    said = [
        model.judge(model.signals(row, each.bounds), each.others, each.place)
        for row, each in zip(numbers, data, strict=True)
    ]
    centred = model.biases[-outputs:] - np.median(np.concatenate(said), axis=0)
    model.biases[-outputs:] = np.rint(centred / BIAS_STEP) * BIAS_STEP
    return model


def kept(data: list[Told], path: Path | None) -> ReaderModel:
    """The reader of these contracts, taken from a file when it is there, and kept there."""
    if path is not None and path.is_file():
        return load(path)
    model = fit(data)
    if path is not None:
        save(model, path)
    return model


def begun(words: int, outputs: int, random: np.random.Generator) -> Weights:
    """The weights before training."""

    def drawn(rows: int, columns: int, scale: float) -> Floats:
        return random.normal(0, scale, (rows, columns)).astype(np.float32)

    around_width = AROUND * SIDE
    weights = {
        "words": drawn(words, NUMBERS, 0.1),
        "windows": drawn(WIDTH * NUMBERS, SIGNALS, 1.5 * (2 / (WIDTH * NUMBERS)) ** 0.5),
        "own": drawn(2 * SIGNALS, OWN, SIGNALS**-0.5),
        "around": drawn(2 * SIGNALS, around_width, SIGNALS**-0.5),
        "place": drawn(PLACES, OWN, 0.1),
        "joined": drawn(OWN + around_width, JOINED, (2 / (OWN + around_width)) ** 0.5),
        "said": drawn(JOINED, outputs, 0.05),
    }
    biases = {f"{name} bias": np.zeros(weights[name].shape[1], np.float32) for name in BIASED}
    biases["said bias"] += np.float32(-5)
    return weights | biases


def _teach(
    weights: Weights, data: list[Told], numbers: list[NDArray[np.intp]], epochs: int, random: np.random.Generator
) -> None:
    mean = {name: np.zeros_like(value) for name, value in weights.items()}
    square = {name: np.zeros_like(value) for name, value in weights.items()}
    last = epochs * len(data)
    step = 0
    for _ in range(epochs):
        for at in random.permutation(len(data)).tolist():
            step += 1
            _, slopes = gradients(weights, data[at], _drop_words(numbers[at], random), random)
            steep = float(np.sqrt(sum(float(np.square(slope, dtype=np.float64).sum()) for slope in slopes.values())))
            fall = 0.5 * (1 + np.cos(np.pi * max(step - WARM, 0) / max(last - WARM, 1)))
            rate = RATE * min(step / WARM, 1) * (0.02 + 0.98 * fall)
            clipped, first, second = min(1, STEEPEST / max(steep, 1e-9)), 1 / (1 - 0.9**step), 1 / (1 - 0.999**step)
            numbers_of_step = [np.float32(value) for value in (rate, DECAY, clipped, first, second)]
            for name, weight in weights.items():
                flat = (array.ravel() for array in (weight, slopes[name], mean[name], square[name]))
                steps.descend(*flat, *numbers_of_step)


def _drop_words(words: NDArray[np.intp], random: np.random.Generator) -> NDArray[np.intp]:
    return np.where(random.random(len(words), np.float32) < DROPPED["words"], 0, words)


def gradients(
    weights: Weights, data: Told, words: NDArray[np.intp], random: np.random.Generator | None
) -> tuple[float, Weights]:
    """The loss of one contract, and its slope by every weight; nothing is dropped without a `random`."""
    count = len(data.bounds) - 1
    windows = np.empty((len(words), WIDTH * NUMBERS), np.float32)
    steps.gather(weights["words"], words, data.bounds, windows)
    signals = windows @ weights["windows"]
    pooled = np.empty((count, 2 * SIGNALS), np.float32)
    strongest = np.empty((count, SIGNALS), np.int64)
    steps.pool(signals, weights["windows bias"], data.bounds, pooled, strongest)

    keep_pooled, keep_sides, keep_joined = (
        _kept(random, (count, width), DROPPED[name])
        for name, width in (("pooled", 2 * SIGNALS), ("sides", OWN + AROUND * SIDE), ("joined", JOINED))
    )
    pooled *= keep_pooled
    own = np.maximum(pooled @ weights["own"] + data.place @ weights["place"] + weights["own bias"], 0)
    near = np.maximum(pooled @ weights["around"] + weights["around bias"], 0)
    sides = [near[data.others[:, side], side * SIDE : (side + 1) * SIDE] for side in range(AROUND)]
    parts = np.concatenate([own, *sides], axis=1) * keep_sides
    joined = np.maximum(parts @ weights["joined"] + weights["joined bias"], 0) * keep_joined
    said = joined @ weights["said"] + weights["said bias"]

    wanted = np.where(data.labels > 0, YES, NO)
    counted = (data.labels != 0).astype(np.float32) / PER_STEP
    loss = float(((np.logaddexp(0, said) - wanted * said) * counted).sum())
    by_said = (1 / (1 + np.exp(-said)) - wanted) * counted
    by_joined = (by_said @ weights["said"].T) * keep_joined * (joined > 0)
    by_parts = (by_joined @ weights["joined"].T) * keep_sides * (parts > 0)
    by_own = np.ascontiguousarray(by_parts[:, :OWN])
    by_near = np.zeros_like(near)
    for side in range(AROUND):
        columns = slice(side * SIDE, (side + 1) * SIDE)
        np.add.at(by_near[:, columns], data.others[:, side], by_parts[:, OWN:][:, columns])
    by_pooled = (by_own @ weights["own"].T + by_near @ weights["around"].T) * keep_pooled
    steps.unpool(signals, by_pooled, data.bounds, strongest)
    by_words = np.zeros_like(weights["words"])
    steps.scatter(signals @ weights["windows"].T, words, data.bounds, by_words)
    slopes = {
        "words": by_words,
        "windows": windows.T @ signals,
        "own": pooled.T @ by_own,
        "around": pooled.T @ by_near,
        "place": data.place.T @ by_own,
        "joined": parts.T @ by_joined,
        "said": joined.T @ by_said,
    }
    sums = (signals, by_own, by_near, by_joined, by_said)
    return loss, slopes | {f"{name} bias": slope.sum(axis=0) for name, slope in zip(BIASED, sums, strict=True)}


def _kept(random: np.random.Generator | None, shape: tuple[int, int], dropped: float) -> Floats:
    """0 for what is dropped, and what makes up for it for the rest."""
    if random is None:
        return np.ones(shape, np.float32)
    return (random.random(shape, np.float32) >= dropped).astype(np.float32) * np.float32(1 / (1 - dropped))


def quantised(weights: Weights, keys: NDArray[np.uint32]) -> ReaderModel:
    """The weights as 8-bit integers with a scale a column."""
    whole, scales = {}, []
    for name in MATRICES:
        scale = np.maximum(np.abs(weights[name]).max(axis=0) / 127, 1e-9).astype(np.float32)
        whole[name] = np.rint(weights[name] / scale).astype(np.int8)
        scales.append(scale)
    biases = np.concatenate([weights[f"{name} bias"] for name in BIASED])
    return ReaderModel(keys=keys, **whole, scales=np.concatenate(scales), biases=biases)


def cross_validated(data: list[Told], fold: NDArray[np.int64], cache: Path | None = None) -> list[Floats]:
    """What a reader that did not see a contract says of its sentences; readers are kept in `cache` when given."""
    said: list[Floats] = [np.zeros((0, 0), np.float32)] * len(data)
    for number in range(FOLDS):
        others = [each for each, held in zip(data, fold == number, strict=True) if not held]
        model = kept(others, cache / f"reader_{number}.npz" if cache is not None else None)
        for at in np.flatnonzero(fold == number).tolist():
            each = data[at]
            said[at] = model.judge(
                model.signals(numbered(model.keys, each.stems), each.bounds), each.others, each.place
            )
        print(f"fold {number}: a reader of {len(model.keys)} words", flush=True)
    return said


def save(model: ReaderModel, path: Path) -> None:
    """Writes a reader."""
    np.savez_compressed(path, **{field.name: getattr(model, field.name) for field in fields(model)})


def load(path: Path) -> ReaderModel:
    """The reader that `save` wrote."""
    with np.load(path, allow_pickle=False) as file:
        return ReaderModel(**file)
