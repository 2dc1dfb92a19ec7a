"""Vectors over HTTP: unit length, in order, checked."""

from __future__ import annotations

import numpy as np
import orjson
import pytest

from core.errors import BadArguments, BadOutput, EndpointRejected
from core.llm import Usage
from core.llm.scripted import Step, When
from model_prices import prices_file


def _reply(*vectors: tuple[int, list[float]]) -> Step:
    data = [{"index": index, "embedding": vector} for index, vector in vectors]
    return Step(when=When(api="embeddings"), raw=orjson.dumps({"data": data, "usage": {"prompt_tokens": 8}}).decode())


def test_unit_length_in_the_order_of_the_texts(bench, tmp_path):
    prices = prices_file(tmp_path, "scripted-embeddings: {input: 1.0}")
    b = bench([_reply((1, [0.0, 2.0]), (0, [3.0, 4.0]))], role="embeddings", models_file=prices)
    vectors = b.endpoint.embed(["甲は", "乙は"])
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, [[0.6, 0.8], [0.0, 1.0]], rtol=1e-6)
    assert b.bodies() == [{"model": "scripted-embeddings", "input": ["甲は", "乙は"], "encoding_format": "float"}]
    [record] = b.calls.calls
    assert (record.role, record.outcome, record.usage) == ("embeddings", "ok", Usage(8, 0, 8e-06))


def test_many_texts_go_in_batches(bench):
    b = bench([], role="embeddings")
    texts = [f"clause {number}" for number in range(130)]
    vectors = b.endpoint.embed(texts)
    assert [len(body["input"]) for body in b.bodies()] == [64, 64, 2]
    assert vectors.shape == (130, 64)
    np.testing.assert_array_equal(vectors[129], b.endpoint.embed([texts[129]])[0])


def test_similar_texts_are_near_on_the_scripted_server(bench):
    near, far = "Vendor shall maintain insurance", "governing law of Nevada"
    a, b, c = bench([], role="embeddings").endpoint.embed(["Vendor shall maintain the insurance", near, far])
    assert a @ b > 0.8 > 0.5 > a @ c


def test_no_texts(bench):
    b = bench([], role="embeddings")
    assert b.endpoint.embed([]).shape == (0, 0)
    assert b.server.requests == []


def test_a_vector_whose_square_has_no_end_keeps_its_direction(bench):
    """Its length was infinite, and what came back had none."""
    found = bench([_reply((0, [1e308, 1e308]))], role="embeddings").endpoint.embed(["one"])
    assert np.linalg.norm(found) == pytest.approx(1)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (_reply((0, [1.0, 0.0])), "order"),
        (_reply((0, [1.0, 0.0]), (2, [1.0, 0.0])), "order"),
        (_reply((0, [1.0, 0.0]), (1, [1.0])), "dimension"),
        (_reply((0, [1.0, 0.0]), (1, [0.0, 0.0])), "zero"),
        (_reply((0, []), (1, [])), "zero"),
        (Step(when=When(api="embeddings"), raw="<html>"), "not_vectors"),
        (Step(when=When(api="embeddings"), raw='{"data": [{"index": 0, "embedding": "abc"}]}'), "not_vectors"),
    ],
)
def test_vectors_that_are_none(bench, step, reason):
    b = bench([step], role="embeddings")
    with pytest.raises(BadOutput) as caught:
        b.endpoint.embed(["one", "two"])
    assert caught.value.facts["reason"] == reason
    assert b.calls.calls[0].outcome == "bad_output"


def test_faults_and_empty_texts(bench):
    when = When(api="embeddings")
    b = bench([Step(when=when, status=500), Step(when=when, status=401)], role="embeddings")
    with pytest.raises(EndpointRejected):
        b.endpoint.embed(["one"])
    assert len(b.waits) == 1
    with pytest.raises(BadArguments, match="Text 1"):
        b.endpoint.embed(["one", " \n"])
    assert len(b.server.requests) == 2
