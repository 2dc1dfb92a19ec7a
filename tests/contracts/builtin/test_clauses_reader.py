"""The net that reads sentences: what the product computes is what was trained, and training follows the slope."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.contracts.builtin.clauses import reader as product
from core.contracts.builtin.clauses.model_file import clause_model
from core.contracts.builtin.clauses.reader import numbered, places
from core.contracts.builtin.clauses.sentence_features import sentences
from scripts.training import reader
from scripts.training.corpus import Labelled, codes
from scripts.training.first_stage import collect

LAW = "This Agreement is governed by the laws of the State of {}."
OTHER = "The Supplier shall deliver the goods to the warehouse in {}."


@pytest.fixture(scope="module")
def data() -> list[reader.Told]:
    contracts = []
    for number, state in enumerate(("Texas", "Ohio", "Utah", "Maine", "Iowa", "Idaho", "Nevada", "Kansas")):
        parts = [OTHER.format(state), LAW.format(state), OTHER.format("town")]
        law = parts.pop(1)
        parts.insert(number % 3, law)
        text = "1. DELIVERY AND LAW\n\n" + "\n\n".join(parts)
        gold = {code: [] for code in codes()} | {"governing_law": [(text.index(law), text.index(law) + len(law))]}
        contracts.append(Labelled(f"contract {number}", text, gold))
    return reader.told(contracts, collect(contracts))


def test_the_slope_is_how_the_loss_changes(data: list[reader.Told]) -> None:
    one = data[0]
    keys = np.unique(np.concatenate([each.stems for each in data]))
    weights = reader.begun(len(keys) + 1, one.labels.shape[1], np.random.default_rng(3))
    words = numbered(keys, one.stems)
    _, slopes = reader.gradients(weights, one, words, None)
    random = np.random.default_rng(4)
    for name, weight in weights.items():
        direction = slopes[name] / max(float(np.abs(slopes[name]).max()), 1e-9)
        direction = direction * random.random(weight.shape)
        expected = float((slopes[name].astype(np.float64) * direction).sum())
        step = np.float32(2e-3 / max(float(np.linalg.norm(direction)), 1e-9))
        losses = [
            reader.gradients(weights | {name: (weight + sign * step * direction).astype(np.float32)}, one, words, None)[
                0
            ]
            for sign in (1, -1)
        ]
        assert expected > 0
        assert (losses[0] - losses[1]) / (2 * float(step)) == pytest.approx(expected, rel=0.05), name


def test_the_product_reads_as_the_training_does(data: list[reader.Told], monkeypatch: pytest.MonkeyPatch) -> None:
    model = reader.fit(data, epochs=1)
    one = data[2]
    words = numbered(model.keys, one.stems)
    signals = model.signals(words, one.bounds)
    whole = {name: getattr(model, name) for name in product.MATRICES}
    parts = np.split(model.scales, np.cumsum([matrix.shape[1] for matrix in whole.values()])[:-1])
    weights = {name: matrix * scale for (name, matrix), scale in zip(whole.items(), parts, strict=True)}
    windows = np.empty((len(words), product.WIDTH * reader.NUMBERS), np.float32)
    reader.steps.gather(weights["words"], words, one.bounds, windows)
    pooled = np.empty((len(one.bounds) - 1, 2 * reader.SIGNALS), np.float32)
    strongest = np.empty((len(one.bounds) - 1, reader.SIGNALS), np.int64)
    reader.steps.pool(windows @ weights["windows"], model.biases[: reader.SIGNALS], one.bounds, pooled, strongest)
    np.testing.assert_allclose(signals, pooled, rtol=1e-4, atol=1e-5)
    for size in (1, 7, 10_000):
        monkeypatch.setattr(product, "_TOKENS_AT_ONCE", size)
        np.testing.assert_allclose(model.signals(words, one.bounds), signals, rtol=1e-5, atol=1e-6)


def test_the_same_data_give_the_same_reader_and_it_learns(data: list[reader.Told], tmp_path: Path) -> None:
    model, again = (reader.fit(data, epochs=60) for _ in range(2))
    reader.save(model, tmp_path / "reader.npz")
    read = reader.load(tmp_path / "reader.npz")
    for name in (*product.MATRICES, "keys", "scales", "biases"):
        np.testing.assert_array_equal(getattr(model, name), getattr(again, name))
        np.testing.assert_array_equal(getattr(model, name), getattr(read, name))
    document = sentences("1. DELIVERY AND LAW\n\n" + OTHER.format("Rome") + "\n\n" + LAW.format("Delaware"))
    said = model.scores(document)[:, codes().index("governing_law")]
    assert said.argmax() == len(document) - 1
    assert said[-1] > 3


def test_sentences_without_known_words_are_read_too() -> None:
    model = clause_model().reader
    assert model.scores(sentences("")).shape[0] == 0
    document = sentences("\u2022 12\n\nZxqv wkjh qqrtz.\n\n\u00c9\u00c8\u00c0\n\n" + LAW.format("Texas"))
    said = model.scores(document)
    assert said.shape[0] == len(document)
    assert np.isfinite(said).all()
    assert np.isfinite(places(document)).all()
