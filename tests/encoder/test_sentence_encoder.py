from pathlib import Path

import numpy as np
import pytest

from core.encoder import DIMENSION, sentence_vectors, word_vectors
from core.encoder.sentence_encoder import MOST_PIECES
from core.encoder.stored_encoder import PATH, read_encoder, unpacked
from core.errors import ConfigError

NEAR = (
    ("who can walk away if we get bought", "相手方が買収されたら解約できる", "保険を付ける義務"),
    ("which country's law applies", "準拠法はどこの法律か", "代金の支払時期"),
    ("they must not hire our engineers", "当社の技術者を引き抜いてはならない", "契約書の原本は二通作る"),
    ("the contract renews by itself every year", "毎年自動的に更新される", "裁判所はどこか"),
)


@pytest.mark.parametrize(("english", "same", "other"), NEAR)
def test_the_same_said_in_two_languages_is_near(english: str, same: str, other: str) -> None:
    vectors = sentence_vectors([english, same, other])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.1


def test_rows_are_of_unit_length_and_in_the_order_of_the_texts() -> None:
    texts = ["a short one", "解除", "A text that is a good deal longer than the others, and so goes last.", "解除"]
    together = sentence_vectors(texts)
    assert together.shape == (4, DIMENSION)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-5)
    assert (together[1] == together[3]).all()
    alone = [sentence_vectors([f"{text} "])[0] for text in texts]
    assert together == pytest.approx(np.stack(alone), abs=1e-4)


def test_an_empty_text_means_nothing() -> None:
    assert sentence_vectors([]).shape == (0, DIMENSION)
    assert not sentence_vectors(["", " 　\n"]).any()


def test_a_very_long_text_is_cut() -> None:
    start = "契約の終了に関する定め。" * 100
    vectors = sentence_vectors([start + "甲", start + "まったく別の話"])
    assert vectors[0] == pytest.approx(vectors[1], abs=1e-4)
    assert len(word_vectors([start])[0][1]) == MOST_PIECES


def test_words_have_vectors_at_their_places() -> None:
    (places, vectors), (none, nothing) = word_vectors(["Ａ bank of the river", ""])
    assert "".join("A bank of the river"[start:end] for start, end in places) == "A bank of the river"
    assert vectors.shape == (len(places), DIMENSION)
    assert len(nothing) == len(none) <= 1


def test_a_word_is_seen_among_others() -> None:
    """ "bank" at a river is not "bank" at a counter."""
    found = []
    for text in ("the bank of the river", "the bank lends money", "the shore of the lake", "a lender of money"):
        places, vectors = word_vectors([text])[0]
        at = text.find("bank") if "bank" in text else text.find("shore") if "shore" in text else text.find("lender")
        vector = vectors[next(place for place, (start, end) in enumerate(places) if start <= at < end)]
        found.append(vector / np.linalg.norm(vector))
    river, counter, shore, lender = found
    assert river @ shore - river @ lender > counter @ shore - counter @ lender


def test_weights_in_four_bits() -> None:
    packed = np.array([[low | 15 - low << 4 for low in range(16)]], np.uint8)
    rows = unpacked(packed, np.array([[0.5]], np.float16))
    assert rows[0].tolist() == [(n - 8) / 2 for n in (*range(16), *range(15, -1, -1))]


def test_a_missing_or_damaged_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"encoder\.npz"):
        read_encoder(tmp_path / "encoder.npz")
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(PATH.read_bytes()[:100_000])
    with pytest.raises(ConfigError, match=r"damaged\.npz"):
        read_encoder(damaged)
    other = tmp_path / "other.npz"
    np.savez(other, pieces=np.zeros(1, np.uint8))
    with pytest.raises(ConfigError, match=r"other\.npz"):
        read_encoder(other)
