"""The model's parts: trees equal to LightGBM's, linear scores, the file."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from core.contracts.builtin.clauses import linear
from core.contracts.builtin.clauses.clause_candidates import _form
from core.contracts.builtin.clauses.clause_tokens import tokens
from core.contracts.builtin.clauses.first_stage import MACHINES, first_stage
from core.contracts.builtin.clauses.linear import TOKENS_AT_ONCE, LinearModel, portions
from core.contracts.builtin.clauses.model_file import PARTS, PATH, ClauseModel, clause_model, load_model, save_model
from core.contracts.builtin.clauses.novelty import novelty_features
from core.contracts.builtin.clauses.scored import OTHERS, _reranked
from core.contracts.builtin.clauses.sentence_features import sentence_keys, sentences
from core.contracts.builtin.clauses.subject import SubjectModel
from core.contracts.builtin.segments import plain
from core.errors import ConfigError
from core.trained import Trees
from scripts.training.corpus import Labelled
from scripts.training.first_stage import NORMS, collect
from scripts.training.first_stage import by_block as trained_by_block
from scripts.training.first_stage import scores as trained_scores
from scripts.training.subject import words as subject_words

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
        model.by_block(document)[around], model._weigh(document, middle - 3, middle + 3), rtol=1e-5
    )


def test_sums_of_features_do_not_depend_on_how_many_are_weighed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    weights = rng.integers(-127, 128, (40, 3)).astype(np.int8)
    cell = np.sort(rng.integers(0, 4 * 5, 300))
    cell[cell == 7] = 8
    index, value = rng.integers(0, 40, 300), rng.random(300).astype(np.float32)
    expected = np.zeros((4 * 5, 3))
    np.add.at(expected, cell, weights[index] * value[:, None])
    for size in (1, 50, 299, 1_000):
        monkeypatch.setattr(linear, "ENTRIES_AT_ONCE", size)
        sums = linear.block_sums(weights, index, value, cell, 4)
        np.testing.assert_allclose(sums.reshape(20, 3), expected, rtol=1e-4, atol=1e-3)
    assert not linear.block_sums(weights, index[:0], value[:0], cell[:0], 4).any()


def test_training_and_product_see_the_same_features() -> None:
    """A feature that the product made differently would be a number without meaning to the machines."""
    texts = [f"ARTICLE {n}\n\nThe seller shall deliver {n} goods.\n\nThe buyer shall pay the price." for n in range(8)]
    rows = collect([Labelled("a contract", text, {}) for text in texts])
    rng = np.random.default_rng(5)
    model = LinearModel(
        rows.keys,
        rng.integers(64, 255, len(rows.keys)).astype(np.uint8),
        NORMS,
        rng.integers(-127, 128, (len(rows.keys), 3)).astype(np.int8),
        np.full(3, 0.01, np.float32),
        np.array([0.5, -1.0, 0.0], np.float32),
    )
    chosen = np.zeros(len(texts), bool)
    chosen[3] = True
    document = sentences(texts[3])
    by_block = model.by_block(document)
    np.testing.assert_allclose(by_block, trained_by_block(rows, model, chosen), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(model.scores(document), trained_scores(rows, model, chosen), rtol=1e-5, atol=1e-5)
    subject = SubjectModel(model.rarity, model.weights, model.scale, model.offset)
    np.testing.assert_array_equal(subject.scores(document, rows.keys), subject.weigh(subject_words(rows, 4)[3]))


def test_tokens_stand_where_their_words_do() -> None:
    text = "\u00a7 4.2 The FEES of $1,000.50 (10 %)\u2014due in 2019; na\u00efve \U0001f600 ends."
    flat = plain(text)
    found = tokens(flat, np.array([[0, len(flat)]]))
    begins = [flat[at:].split()[0].lower()[:3] for at in found.start.tolist()]
    assert begins == [
        "\u00a7",
        "4.2",
        "the",
        "fee",
        "of",
        "$1,",
        "1,0",
        "10",
        "%)-",
        "due",
        "in",
        "201",
        "na\u00ef",
        "ve",
        "end",
    ]
    again = tokens("fees fee 2018", np.array([[0, 13]]))
    assert found.stem[3] == again.stem[0] == again.stem[1]
    assert found.word[3] == again.word[0] != again.word[1]
    assert found.word[11] == again.word[2]  # a year is known as one
    assert not len(tokens("", np.zeros((0, 2), np.int64)).word)


def test_the_form_of_sentences_is_counted_as_by_hand() -> None:
    text = 'Caf\u00e9 \U0001f600 "ABC" (3, 4); fine:\n\n(a) some more; of it, \u0663 says X.'
    document = sentences(text)
    used = np.arange(len(document))
    for row, (start, end) in zip(_form(document, used), document.spans.tolist(), strict=True):
        piece = document.text[start:end]
        letters = sum(map(str.isalpha, piece))
        assert row[0] == len(piece)
        assert row[2] == pytest.approx(sum(map(str.isupper, piece)) / letters)
        assert row[3] == pytest.approx(sum(map(str.isdigit, piece)) / len(piece))
        assert row[7:11].tolist() == [piece.count(mark) for mark in ',;("']
    assert _form(document, used)[:, 13].tolist() == [
        0,
        *(document.text[end - 1] == ":" for _, end in document.spans[:-1].tolist()),
    ]


def test_novelty_counts_what_better_candidates_say_already() -> None:
    text = "Alpha Inc. and Beta LLC; Beta LLC; Gamma"
    spans = np.array([[0, 23], [15, 23], [25, 33], [35, 40]])
    chance = np.array([0.9, 0.6, 0.4, 0.1])
    rows = novelty_features(text, 3, spans, chance, np.array([False, True, True, True]))
    inside, best_inside, around = rows[:, 9], rows[:, 10], rows[:, 11]
    assert inside.tolist() == [0, 1, 0, 0]
    assert best_inside.tolist() == pytest.approx([0, 0.9, 0, 0])
    assert not around.any()
    shared, covered, same = rows[:, 14], rows[:, 15], rows[:, 17]
    assert shared.tolist() == pytest.approx([0, 2 / 5, 1, 0])
    assert covered.tolist() == pytest.approx([0, 1, 1, 0])
    assert rows[:, 16].tolist() == [0, 1, 2, 0]
    assert same.tolist() == [0, 0, 1, 0]
    assert rows[:, 5].tolist() == pytest.approx([0, 0.9, 1.5, 1.9])
    assert rows[:, 18].tolist() == [100_000, 15, 10, 10]
    assert novelty_features(text, 3, spans[:0], chance[:0], np.zeros(0, bool)).shape[0] == 0


def test_the_first_stage_keeps_machines_categories_and_general_types_apart() -> None:
    model = clause_model()
    document = sentences("AGREEMENT\n\nThis Agreement is governed by the laws of the State of New York.")
    count, general = len(model.codes), len(model.general.codes)
    stage, others = first_stage(document, model.linear, model.subject, model.reader, count)
    whole = model.linear.scores(document)
    assert stage.by_machine.shape == (len(document), MACHINES, count)
    assert others.shape == (len(document), general)
    np.testing.assert_allclose(stage.by_machine.reshape(len(document), -1), whole[:, :-general], rtol=1e-6)
    np.testing.assert_allclose(others, whole[:, -general:], rtol=1e-6)
    offsets = model.linear.offset[: MACHINES * count].reshape(MACHINES, count)
    np.testing.assert_allclose(stage.by_block.sum(axis=2) + offsets, stage.by_machine, rtol=1e-4, atol=1e-5)
    law = model.codes.index("governing_law")
    assert all(stage.scores[-1, law] > stage.scores[-1, other] for other in range(count) if other != law)


class Say:
    """Trees that say the first feature plus a number, and note which rows they were asked about."""

    def __init__(self, more: float) -> None:
        self.more = more
        self.asked: list[float] = []

    def raw(self, features: np.ndarray) -> np.ndarray:
        self.asked = features[:, 0].tolist()
        return features[:, 0].astype(np.float64) + self.more


def test_what_the_first_trees_call_hopeless_is_asked_no_further() -> None:
    sieve, reranker, others = Say(0), Say(-3), Say(2)
    model = SimpleNamespace(sieve=sieve, reranker=reranker, others=others)
    rows = np.array([[-9], [-1], [2]], np.float32)
    chance = _reranked(rows, model)
    assert (reranker.asked, others.asked) == ([-1, 2], [2])
    expected = [-9, -1 + (-1 - 3), ((2 + 2 - 3) + OTHERS * (2 + 2)) / (1 + OTHERS)]
    np.testing.assert_allclose(np.log(chance / (1 - chance)), expected)


def test_the_model_survives_its_file(tmp_path: Path) -> None:
    model = clause_model()
    save_model(model, tmp_path / "m.npz")
    again = load_model(tmp_path / "m.npz")
    for part in PARTS:
        for field in fields(getattr(model, part)):
            np.testing.assert_array_equal(
                getattr(getattr(again, part), field.name), getattr(getattr(model, part), field.name)
            )
    np.testing.assert_array_equal(again.thresholds, model.thresholds)


def test_the_shipped_model_is_small() -> None:
    assert PATH.stat().st_size < 8_000_000
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
