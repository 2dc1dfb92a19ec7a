"""The chain over the sentences of a message: what stands beside a sentence says what it may be."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from turns_of_interview import told_as

from core.encoder import DIMENSION, sentence_vectors
from core.errors import ConfigError
from core.interview.builtin import listening
from core.interview.builtin.heard import Heard
from core.interview.builtin.learned import field_model, message_model, sentence_model
from core.interview.builtin.learned.field_signs import signs
from core.interview.builtin.learned.message_model import MessageModel, windows_of
from core.interview.builtin.learned.sentence_chain import (
    ACROSS,
    CORRECTING,
    LABELS,
    WITHIN,
    Before,
    SentenceInMessage,
)
from core.interview.builtin.learned.sentence_letters import BUCKETS
from core.interview.builtin.learned.sentence_model import MEANINGS, SentenceModel
from core.interview.builtin.listening import parts_of, without_opening
from core.interview.versions import empty_draft
from oracles.adapters import drawn_adapter

COUNT = len(LABELS)
NOTHING = Before()


def chances(model: SentenceModel | MessageModel, said: list[SentenceInMessage], before: Before = NOTHING) -> np.ndarray:
    """How likely each sentence has each label."""
    return np.exp(model.likelihoods([(said, before)])[0])


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
    alone = [np.log(chances(model, [each])[0]) for each in said]
    summed = np.zeros((3, COUNT))
    for way in product(range(COUNT), repeat=3):
        score = sum(alone[place][label] for place, label in enumerate(way))
        score += model.follows[WITHIN, way[0], way[1]] + model.follows[CORRECTING, way[1], way[2]]
        for place, label in enumerate(way):
            summed[place, label] += np.exp(score)
    np.testing.assert_allclose(chances(model, said), summed / summed.sum(axis=1, keepdims=True), rtol=1e-5)


def test_a_label_before_the_message_is_believed_but_not_wholly() -> None:
    model = drawn()
    said = [SentenceInMessage("40 days.")]
    (alone,), (behind,) = chances(model, said), chances(model, said, Before("risk", "We lost two clients."))
    before = np.full(COUNT, 0.2 / (COUNT - 1))
    before[LABELS.index("risk")] = 0.8
    expected = alone * (before @ np.exp(model.follows[ACROSS]))
    np.testing.assert_allclose(behind, expected / expected.sum(), rtol=1e-5)


def test_a_known_label_stays_and_tells_on_its_neighbour() -> None:
    model = drawn()
    said = SentenceInMessage("It stopped."), SentenceInMessage("40 days.")
    free, held = chances(model, [*said]), chances(model, [replace(said[0], label="risk"), said[1]])
    assert held[0, LABELS.index("risk")] == pytest.approx(1, abs=1e-6)
    assert np.abs(held[1] - free[1]).max() > 1e-3


def test_what_a_sentence_means_counts_beside_its_letters() -> None:
    model = replace(drawn(), weights=np.zeros((BUCKETS, COUNT), np.float32))
    sentence = "We could live with 45 days."
    (found,) = chances(model, [SentenceInMessage(sentence)])
    scores = model.bias + sentence_vectors([sentence])[0] @ model.meanings[:DIMENSION]
    expected = np.exp(scores) / np.exp(scores).sum()
    np.testing.assert_allclose(found, expected, rtol=1e-4)


def test_what_the_sentences_beside_it_mean_counts_half() -> None:
    first, second, third = sentence_vectors(["It stopped.", "We lost two clients.", "Ask for 45 days."])
    seen = sentence_model.meanings(np.stack([first, second, third]))
    np.testing.assert_allclose(seen[1], np.concatenate([second, 0.5 * first, 0.5 * third]))
    assert not seen[0, DIMENSION : 2 * DIMENSION].any()
    assert not seen[2, 2 * DIMENSION :].any()


def test_what_a_neighbour_means_moves_a_sentence() -> None:
    model = replace(drawn(beside=3), follows=np.zeros((3, COUNT, COUNT), np.float32))
    said = SentenceInMessage("40 days.")
    (alone,) = chances(model, [said])
    behind = chances(model, [SentenceInMessage("The supplier went bankrupt."), said])[1]
    (before,) = sentence_vectors(["The supplier went bankrupt."])
    moved = 0.5 * before @ model.meanings[DIMENSION : 2 * DIMENSION]
    assert np.abs(moved).max() > 1
    expected = alone * np.exp(moved)
    np.testing.assert_allclose(behind, expected / expected.sum(), rtol=1e-3)


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
        field_model.likelihoods([SentenceInMessage(rest, tuple(signs(rest)), corrects=it_does)], Before(before))
        for it_does in (True, False)
    )
    assert corrects[before] > goes_on[before]


def test_of_a_person_who_speaks_unclearly_less_is_filed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "likelihoods", told_as("risk", 0.6))
    draft = empty_draft().model_copy(update={"source_case": "倉庫が浸水しました。"})
    sentence = "復旧に三週間かかりました。"
    (clear,), (unclear,) = (
        parts_of(sentence, Heard(draft, "problem_pattern", "source_case", clear=(40, total), words=draft.source_case))
        for total in (38.0, 24.0)
    )
    assert (clear.field, clear.likely) == ("risk", ())
    assert (unclear.field, unclear.likely[0]) == (None, "risk")


def drawn_messages(seed: int = 4) -> MessageModel:
    draw = np.random.default_rng(seed)
    return MessageModel(
        drawn_adapter(),
        draw.normal(size=(DIMENSION, COUNT)).astype(np.float32),
        draw.normal(size=COUNT).astype(np.float32),
        ("a number", "asked risk"),
        draw.normal(size=(2, COUNT)).astype(np.float32),
        draw.normal(size=(3, COUNT, COUNT)).astype(np.float32),
    )


def test_the_models_count_alike() -> None:
    models = drawn(), drawn_messages()
    said = [SentenceInMessage("It stopped."), SentenceInMessage("40 days.", ("a number",), ("asked risk",))]
    before = Before("risk", "We lost two clients.", "walk_away")
    expected = np.sqrt(np.prod([chances(model, said, before) for model in models], axis=0))
    (found,) = field_model.likelihoods_of([(said, before)], models)
    seen = np.exp([list(likely.values()) for likely in found])
    np.testing.assert_allclose(seen, expected / expected.sum(axis=1, keepdims=True), rtol=1e-5)


def test_messages_that_are_read_at_once_are_read_apart() -> None:
    models = drawn(), drawn_messages()
    first = [SentenceInMessage("It stopped."), SentenceInMessage("Forty days went by.")], Before()
    second = [SentenceInMessage("It stopped.")], Before("risk", "We lost two clients.", "walk_away")
    together = field_model.likelihoods_of([first, second], models)
    alone = [field_model.likelihoods_of([each], models)[0] for each in (first, second)]
    for found, expected in zip(together, alone, strict=True):
        for row, right in zip(found, expected, strict=True):
            assert row == pytest.approx(right, abs=1e-3)


@pytest.mark.parametrize(
    "before", [Before("risk", "We lost two clients.", "risk"), Before("risk", "We waited.", "walk_away")]
)
def test_what_was_asked_and_told_before_moves_a_sentence(before: Before) -> None:
    model = replace(drawn_messages(), follows=np.zeros((3, COUNT, COUNT), np.float32))
    said = [SentenceInMessage("40 days.")]
    told = chances(model, said, Before("risk", "We lost two clients.", "walk_away"))
    assert np.abs(chances(model, said, before) - told).max() > 1e-4


def test_a_long_message_is_read_in_windows_that_go_on_one_another() -> None:
    sentences = [f"Delivery {number} came late and we paid for it." for number in range(40)]
    windows = windows_of(sentences, Before("risk", "We lost two clients.", "walk_away"))
    assert [sentence for window in windows for sentence in window.sentences] == sentences
    assert windows[0].lead == ("walk away", "We lost two clients.")
    assert all(len(window.sentences) <= message_model.MOST_SENTENCES for window in windows)
    for window, following in pairwise(windows):
        assert following.lead == ("walk away", window.sentences[-1])
    assert windows_of([], Before()) == []
    (single,) = windows_of(["あ" * 3_000], Before())
    assert (single.lead, len(single.sentences)) == (("told",), 1)
    assert len(drawn_messages().likelihoods([([SentenceInMessage(text) for text in sentences], Before())])[0]) == 40


def test_a_model_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, path = drawn(), tmp_path / "interview.npz"
    sentence_model.write(model, path)
    again = sentence_model.stored(path)
    np.testing.assert_allclose(again.weights, model.weights, atol=0.03)
    np.testing.assert_allclose(again.meanings, model.meanings, atol=0.03)
    np.testing.assert_array_equal(again.follows, model.follows)
    monkeypatch.setattr(sentence_model, "LABELS", LABELS[:-1])
    sentence_model.stored.cache_clear()
    with pytest.raises(ConfigError, match="other labels"):
        sentence_model.stored(path)


def test_a_model_of_messages_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, path = drawn_messages(), tmp_path / "messages.npz"
    message_model.write(model, path)
    again = message_model.stored(path)
    said = [SentenceInMessage("It stopped.", ("a number",))]
    np.testing.assert_allclose(chances(again, said), chances(model, said), atol=0.03)
    monkeypatch.setattr(message_model, "LABELS", LABELS[:-1])
    message_model.stored.cache_clear()
    with pytest.raises(ConfigError, match="other labels"):
        message_model.stored(path)


@pytest.mark.parametrize("module", [sentence_model, message_model])
@pytest.mark.parametrize("kept", [0, 1_000, 200_000])
def test_a_missing_or_damaged_model_is_named(
    kept: int, module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "damaged.npz"
    if kept:
        path.write_bytes(module.PATH.read_bytes()[:kept])
    monkeypatch.setattr(module, "PATH", path)
    with pytest.raises(ConfigError, match=r"damaged\.npz"):
        field_model.likelihoods([SentenceInMessage("It stopped.")], NOTHING)


@pytest.mark.parametrize("module", [sentence_model, message_model])
def test_a_model_without_meanings_is_named(module: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "older.npz"
    with np.load(module.PATH) as stored:
        np.savez_compressed(path, **{name: stored[name] for name in stored.files if name != "meanings"})
    with pytest.raises(ConfigError, match=r"older\.npz.*meanings"):
        module.stored(path)


def test_the_models_are_small() -> None:
    assert sentence_model.PATH.stat().st_size <= 1 << 20
    assert message_model.PATH.stat().st_size <= 1 << 20
