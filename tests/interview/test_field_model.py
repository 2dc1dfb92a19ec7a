"""The chain over the sentences of a message: what stands beside a sentence says what it may be."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from core.encoder import DIMENSION, sentence_vectors
from core.errors import ConfigError
from core.interview.builtin.heard import Heard
from core.interview.builtin.learned import field_model
from core.interview.builtin.learned.field_model import (
    ACROSS,
    BUCKETS,
    CORRECTING,
    LABELS,
    MEANINGS,
    WITHIN,
    SentenceInMessage,
    SentenceModel,
)
from core.interview.builtin.learned.field_signs import signs
from core.interview.builtin.listening import parts_of, without_opening
from core.interview.versions import empty_draft

COUNT = len(LABELS)


def drawn(seed: int = 3, *, beside: float = 0) -> SentenceModel:
    draw = np.random.default_rng(seed)
    meanings = draw.normal(size=(MEANINGS, COUNT)).astype(np.float32)
    meanings[DIMENSION:] *= beside
    return SentenceModel(
        draw.normal(size=(BUCKETS, COUNT)).astype(np.float32),
        draw.normal(size=COUNT).astype(np.float32),
        ("a number", "asked risk"),
        draw.normal(size=(2, COUNT)).astype(np.float32),
        meanings,
        draw.normal(size=(3, COUNT, COUNT)).astype(np.float32),
    )


def test_the_chain_weighs_every_way_to_label_a_message() -> None:
    model = drawn()
    said = [
        SentenceInMessage("It stopped."),
        SentenceInMessage("40 days.", ("a number",), ("asked risk", "unknown")),
        SentenceInMessage("50.", corrects=True),
    ]
    alone = [np.array(list(field_model.likelihoods([each], None, model)[0].values())) for each in said]
    summed = np.zeros((3, COUNT))
    for way in product(range(COUNT), repeat=3):
        score = sum(alone[place][label] for place, label in enumerate(way))
        score += model.follows[WITHIN, way[0], way[1]] + model.follows[CORRECTING, way[1], way[2]]
        for place, label in enumerate(way):
            summed[place, label] += np.exp(score)
    found = np.array([list(chances.values()) for chances in field_model.likelihoods(said, None, model)])
    np.testing.assert_allclose(np.exp(found), summed / summed.sum(axis=1, keepdims=True), rtol=1e-5)


def test_a_label_before_the_message_is_believed_but_not_wholly() -> None:
    model = drawn()
    (alone,) = field_model.likelihoods([SentenceInMessage("40 days.")], None, model)
    (behind,) = field_model.likelihoods([SentenceInMessage("40 days.")], "risk", model)
    before = np.full(COUNT, 0.2 / (COUNT - 1))
    before[LABELS.index("risk")] = 0.8
    expected = np.exp(list(alone.values())) * (before @ np.exp(model.follows[ACROSS]))
    np.testing.assert_allclose(np.exp(list(behind.values())), expected / expected.sum(), rtol=1e-5)


def test_a_known_label_stays_and_tells_on_its_neighbour() -> None:
    model = drawn()
    free = field_model.likelihoods([SentenceInMessage("It stopped."), SentenceInMessage("40 days.")], None, model)
    held = field_model.likelihoods(
        [SentenceInMessage("It stopped.", label="risk"), SentenceInMessage("40 days.")], None, model
    )
    assert held[0]["risk"] == pytest.approx(0, abs=1e-6)
    assert held[1] != free[1]


def test_what_a_sentence_means_counts_beside_its_letters() -> None:
    model = replace(drawn(), weights=np.zeros((BUCKETS, COUNT), np.float32))
    sentence = "We could live with 45 days."
    (found,) = field_model.likelihoods([SentenceInMessage(sentence)], None, model)
    scores = model.bias + sentence_vectors([sentence])[0] @ model.meanings[:DIMENSION]
    expected = np.exp(scores) / np.exp(scores).sum()
    np.testing.assert_allclose(np.exp(list(found.values())), expected, rtol=1e-4)


def test_what_the_sentences_beside_it_mean_counts_half() -> None:
    first, second, third = sentence_vectors(["It stopped.", "We lost two clients.", "Ask for 45 days."])
    seen = field_model.meanings(np.stack([first, second, third]))
    np.testing.assert_allclose(seen[1], np.concatenate([second, 0.5 * first, 0.5 * third]))
    assert not seen[0, DIMENSION : 2 * DIMENSION].any()
    assert not seen[2, 2 * DIMENSION :].any()


def test_what_a_neighbour_means_moves_a_sentence() -> None:
    model = replace(drawn(beside=3), follows=np.zeros((3, COUNT, COUNT), np.float32))
    said = SentenceInMessage("40 days.")
    (alone,) = field_model.likelihoods([said], None, model)
    behind = field_model.likelihoods([SentenceInMessage("The supplier went bankrupt."), said], None, model)[1]
    (before,) = sentence_vectors(["The supplier went bankrupt."])
    moved = 0.5 * before @ model.meanings[DIMENSION : 2 * DIMENSION]
    assert np.abs(moved).max() > 1
    expected = np.exp(list(alone.values()) + moved)
    np.testing.assert_allclose(np.exp(list(behind.values())), expected / expected.sum(), rtol=1e-3)


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("訂正します。15日です", "15日です"),
        ("修正：15日", "：15日"),
        ("やはり15日で", "15日で"),
        ("訂正のはがきを送りました。", "訂正のはがきを送りました。"),
        ("修正は三回まで。", "修正は三回まで。"),
    ],
)
def test_a_change_of_mind_is_told_from_a_noun(sentence: str, rest: str) -> None:
    assert without_opening(sentence) == rest


@pytest.mark.parametrize(
    ("correction", "before"),
    [
        ("いや、15日です。", "recommended_clause"),
        ("Sorry, it was $250,000.", "risk"),
        ("No, it was in March.", "source_case"),
    ],
)
def test_a_correction_rather_means_what_was_said_before(correction: str, before: str) -> None:
    rest = without_opening(correction)
    ((corrects,), (goes_on,)) = (
        field_model.likelihoods([SentenceInMessage(rest, tuple(signs(rest)), corrects=it_does)], before)
        for it_does in (True, False)
    )
    assert corrects[before] > goes_on[before]


def test_of_a_person_who_speaks_unclearly_less_is_filed() -> None:
    draft = empty_draft().model_copy(update={"source_case": "倉庫が浸水しました。"})
    sentence = "復旧に三週間かかりました。"
    (clear,) = parts_of(sentence, Heard(draft, "problem_pattern", "source_case", clear=(40, 38.0)))
    (unclear,) = parts_of(sentence, Heard(draft, "problem_pattern", "source_case", clear=(40, 24.0)))
    assert (clear.field, clear.likely) == ("risk", ())
    assert (unclear.field, unclear.likely[0]) == (None, "risk")


def test_a_model_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, path = drawn(), tmp_path / "interview.npz"
    field_model.write(model, path)
    again = field_model._stored(path)
    np.testing.assert_allclose(again.weights, model.weights, atol=0.03)
    np.testing.assert_allclose(again.meanings, model.meanings, atol=0.03)
    np.testing.assert_array_equal(again.follows, model.follows)
    monkeypatch.setattr(field_model, "LABELS", LABELS[:-1])
    field_model._stored.cache_clear()
    with pytest.raises(ConfigError, match="other labels"):
        field_model._stored(path)


@pytest.mark.parametrize("kept", [0, 1_000, 200_000])
def test_a_missing_or_damaged_model_is_named(kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "damaged.npz"
    if kept:
        path.write_bytes(field_model.PATH.read_bytes()[:kept])
    monkeypatch.setattr(field_model, "PATH", path)
    with pytest.raises(ConfigError, match=r"damaged\.npz"):
        field_model.likelihoods([SentenceInMessage("It stopped.")])


def test_a_model_without_meanings_is_named(tmp_path: Path) -> None:
    path = tmp_path / "older.npz"
    with np.load(field_model.PATH) as stored:
        np.savez_compressed(path, **{name: stored[name] for name in stored.files if name != "meanings"})
    with pytest.raises(ConfigError, match=r"older\.npz.*meanings"):
        field_model._stored(path)


def test_the_model_is_small() -> None:
    assert field_model.PATH.stat().st_size <= 1 << 20
