"""A task's changes of the encoder, and texts that are read together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.encoder import DIMENSION, MOST_PIECES, part_vectors, piece_count, read_adapter, stored_adapter
from core.encoder.adapter import MATRICES, AdaptedLayer
from core.encoder.sentence_encoder import read_states, window_pieces
from core.encoder.stored_encoder import StoredEncoder, read_encoder
from core.encoder.transformer import EncoderLayer
from oracles.adapters import drawn_adapter


@pytest.fixture(scope="module")
def encoder() -> StoredEncoder:
    return read_encoder()


def added(layer: EncoderLayer, change: AdaptedLayer) -> EncoderLayer:
    """A layer with the change in its own matrices."""
    pairs = {}
    for name in MATRICES:
        (matrix, bias), (inward, outward) = getattr(layer, name), getattr(change, name)
        pairs[name] = (matrix + inward @ outward, bias)
    return replace(layer, **pairs)


def test_a_change_is_what_is_added_to_the_matrices_of_the_last_layers(encoder: StoredEncoder) -> None:
    adapter = drawn_adapter()
    pieces, _ = window_pieces(encoder, ["The supplier went bankrupt.", "納期が遅れた。"])
    (found,) = read_states(encoder, [pieces], adapter.layers)
    changed = (*encoder.layers[:-2], *map(added, encoder.layers[-2:], adapter.layers))
    (expected,) = read_states(replace(encoder, layers=changed), [pieces])
    np.testing.assert_allclose(found, expected, atol=2e-4)
    (plain,) = read_states(encoder, [pieces])
    assert np.abs(found - plain).max() > 0.05


def test_a_change_of_nothing_leaves_the_vectors(encoder: StoredEncoder) -> None:
    pieces, _ = window_pieces(encoder, ["It stopped."])
    (found,) = read_states(encoder, [pieces], drawn_adapter(strength=0).layers)
    (plain,) = read_states(encoder, [pieces])
    np.testing.assert_array_equal(found, plain)


def test_an_adapter_is_stored_in_a_byte_a_number() -> None:
    adapter = drawn_adapter()
    arrays = stored_adapter(adapter)
    assert {array.dtype.itemsize for name, array in arrays.items() if name.endswith(("inward", "outward"))} == {1}
    again = read_adapter(arrays)
    for layer, stored in zip(adapter.layers, again.layers, strict=True):
        for name in MATRICES:
            for side in (0, 1):
                expected = getattr(layer, name)[side]
                np.testing.assert_allclose(getattr(stored, name)[side], expected, atol=np.abs(expected).max() / 200)


def test_an_adapter_that_lacks_a_matrix_is_told() -> None:
    arrays = stored_adapter(drawn_adapter())
    del arrays["adapted_1_joined_outward"]
    with pytest.raises(KeyError, match="adapted_1_joined_outward"):
        read_adapter(arrays)


def test_texts_that_are_read_together_have_one_row_each() -> None:
    adapter = drawn_adapter()
    first, second = part_vectors([["risk", "It stopped.", "", "We lost two clients."], ["It stopped."]], adapter)
    assert (first.shape, second.shape) == ((4, DIMENSION), (1, DIMENSION))
    assert np.linalg.norm(first[[0, 1, 3]], axis=1) == pytest.approx(1, abs=1e-5)
    assert not first[2].any()
    assert first[1] @ second[0] < 0.9999  # what stands beside a text changes its vector


def test_what_lies_behind_the_end_of_a_window_has_no_vector() -> None:
    long = "契約の終了に関する定め。" * 100
    assert piece_count(long) > MOST_PIECES
    (found,) = part_vectors([["It stopped.", long, "Too late."]], drawn_adapter())
    assert found[0].any()
    assert found[1].any()
    assert not found[2].any()
    assert piece_count(" ") == 0
