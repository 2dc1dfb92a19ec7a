"""The model's parts: trees equal to LightGBM's, linear scores, the file."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from core.contracts.builtin.clauses.linear import TOKENS_AT_ONCE, LinearModel, portions
from core.contracts.builtin.clauses.model_file import PATH, ClauseModel, clause_model, load_model, save_model
from core.contracts.builtin.clauses.sentence_features import sentence_keys, sentences
from core.contracts.builtin.clauses.trees import Trees
from core.errors import ConfigError

FIXTURE = Path(__file__).resolve().parents[2] / "data" / "clauses" / "lightgbm_trees.npz"


def test_trees_give_lightgbms_numbers_also_on_the_thresholds_themselves() -> None:
    with np.load(FIXTURE, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    parts = {field.name: arrays[field.name] for field in fields(Trees)}
    trees = Trees(**{**parts, "depth": int(parts["depth"])})
    np.testing.assert_allclose(trees.raw(arrays["rows"]), arrays["raw"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(trees.probability(arrays["rows"]), 1 / (1 + np.exp(-arrays["raw"])), atol=1e-12)
    assert trees.raw(arrays["rows"][:0]).shape == (0,)


def tiny_model(keys: np.ndarray) -> LinearModel:
    """Two categories over the given keys: the first counts features, the second is constant."""
    norms = np.ones(5, np.float32)
    weights = np.zeros((len(keys), 2), np.int8)
    weights[:, 0] = 1
    return LinearModel(
        keys,
        np.full(len(keys), 64, np.uint8),
        norms,
        weights,
        np.ones(2, np.float32),
        np.array([0.0, -2.0], np.float32),
    )


def test_linear_scores_are_normalised_block_sums() -> None:
    document = sentences("Alpha beta.\n\nGamma delta epsilon zeta.")
    codes = sentence_keys(document, 0, 2)
    words = codes[(codes & np.uint64(7)) == 0]
    model = tiny_model(np.unique((words >> np.uint64(32)).astype(np.uint32)))
    counts = np.bincount(((words >> np.uint64(3)) & np.uint64(0xFFFFFF)).astype(np.int64))
    np.testing.assert_allclose(model.scores(document), np.stack([np.sqrt(counts), [-2, -2]], axis=1), rtol=1e-5)


def test_scores_do_not_depend_on_how_sentences_are_portioned() -> None:
    document = sentences("\n\n".join(["The party of the first part shall pay the fee when it is due."] * 4_000))
    (begin, middle), (again, end) = portions(document)
    assert (begin, again, end) == (0, middle, 4_000)
    assert document.bounds[middle] <= TOKENS_AT_ONCE
    codes = sentence_keys(document, 0, len(document))
    model = tiny_model(np.unique((codes >> np.uint64(32)).astype(np.uint32)))
    around = slice(middle - 3, middle + 3)
    np.testing.assert_allclose(
        model.scores(document)[around], model._score(document, middle - 3, middle + 3), rtol=1e-5
    )


def test_the_model_survives_its_file(tmp_path: Path) -> None:
    model = clause_model()
    save_model(model, tmp_path / "m.npz")
    again = load_model(tmp_path / "m.npz")
    for part in ("linear", "reranker", "short"):
        for field in fields(getattr(model, part)):
            np.testing.assert_array_equal(
                getattr(getattr(again, part), field.name), getattr(getattr(model, part), field.name)
            )
    np.testing.assert_array_equal(again.thresholds, model.thresholds)


def test_the_shipped_model_is_small() -> None:
    assert PATH.stat().st_size < 6_000_000
    assert isinstance(clause_model(), ClauseModel)


@pytest.mark.parametrize(
    "content", [None, b"", b"PK\x03\x04 nonsense", b"text"], ids=["missing", "empty", "zip", "text"]
)
def test_a_bad_file_is_a_configuration_error(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"m\.npz"):
        load_model(path)
