"""How the model of told sentences is trained: vectors beside signs, and writers left out."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("jax")

from core.encoder import sentence_vectors
from core.interview.builtin.learned.sentence_chain import ACROSS, Before
from oracles.stories import written
from scripts import train_interviewer
from scripts.training import encoded as encoded_texts
from scripts.training.encoded import encoded
from scripts.training.label_chain import Chain, Rows, trained

ROWS, COUNT = 40, 3


def chain_of(*, dense: bool) -> Chain:
    """A chain over four features, the last two of them given as dense ones or not."""
    draw = np.random.default_rng(2)
    values = draw.normal(size=(ROWS, 4)).astype(np.float32)
    labels = (values @ draw.normal(size=(4, COUNT))).argmax(axis=1)
    shown = 2 if dense else 4
    rows = Rows(
        np.arange(ROWS + 1, dtype=np.int64) * shown,
        np.tile(np.arange(shown, dtype=np.int32), ROWS),
        np.ascontiguousarray(values[:, :shown]).ravel(),
        labels,
        np.ones(ROWS),
        np.arange(ROWS) % 5 == 0,
        np.zeros(ROWS, np.int64),
        np.ascontiguousarray(values[:, 2:]) if dense else None,
    )
    return trained(rows, features=4, labels=COUNT, penalty=0.1, penalty_of_links=0.5, steps=200)


def test_features_that_every_row_has_weigh_what_they_would_as_others() -> None:
    sparse, dense = chain_of(dense=False), chain_of(dense=True)
    assert np.abs(sparse.weights[2:]).max() > 0.1
    np.testing.assert_allclose(dense.weights, sparse.weights, atol=0.02)
    np.testing.assert_allclose(dense.follows, sparse.follows, atol=0.02)


def test_vectors_of_a_block_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [["It stopped.", "倉庫が浸水した。"], ["It stopped.", "Ask for 45 days."]]
    found = encoded(blocks, tmp_path)
    expected = sentence_vectors(["倉庫が浸水した。", "Ask for 45 days."])
    np.testing.assert_allclose([found["倉庫が浸水した。"], found["Ask for 45 days."]], expected, atol=1e-3)

    def never(texts: list[str]) -> None:
        raise AssertionError(texts)

    monkeypatch.setattr(encoded_texts, "sentence_vectors", never)
    again = encoded(blocks, tmp_path)
    assert all(np.array_equal(again[text], vector) for text, vector in found.items())
    with pytest.raises(AssertionError, match="Ask for 46 days"):
        encoded([blocks[0], ["Ask for 46 days."]], tmp_path)


CASE = [[("source_case", "It stopped. We waited.")], [("risk", "We lost two clients.")]]


def test_a_message_is_told_with_what_stands_before_it() -> None:
    first, second = train_interviewer.of_case(CASE, 7)
    assert [row.text for row in first.sentences] == ["It stopped.", "We waited."]
    assert (first.before, first.starts, first.case) == (Before(), True, 7)
    assert second.before == Before("source_case", "We waited.", "contract_types")
    assert not second.starts
    assert {"told source_case", "asked contract_types", "later"} <= set(second.sentences[0].around)


def test_a_sentence_is_told_once_more_as_an_answer() -> None:
    (answer,) = train_interviewer.as_answers(list(train_interviewer.of_case(CASE, 0)))
    (row,) = answer.sentences
    assert (row.text, row.link, answer.before) == ("It stopped.", ACROSS, Before(asked_field="source_case"))
    assert {"opening", "asked source_case"} <= set(row.around)
    assert "first" not in row.around


def test_every_written_case_has_a_writer() -> None:
    for language in ("en", "ja"):
        assert sum(train_interviewer.WRITERS[language]) == len(written.developed(language))


def test_the_models_of_writers_left_out_saw_none_of_their_cases() -> None:
    english, japanese = (sum(train_interviewer.WRITERS[language]) for language in ("en", "ja"))
    cases = range(-1, english + japanese + 3)
    learner = SimpleNamespace(learn=lambda chosen: {case for case in cases if chosen(case)})
    stories = list(train_interviewer.without_writers(learner))
    of_first = {*range(196), *range(english, english + 203)}
    everything = set(range(-1, english + japanese + 3))
    assert stories[0] == everything - of_first
    assert set.union(*(everything - seen for seen in stories)) == set(range(english + japanese))
    assert sum(len(everything - seen) for seen in stories) == english + japanese
