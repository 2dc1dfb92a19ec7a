"""Vectors of texts from an endpoint's embedding model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import orjson
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from core.errors import BadArguments, BadOutput
from core.llm.failed import Attempts, Failed

if TYPE_CHECKING:
    from core.llm.protocol.wire import Wire

PATH = "/embeddings"
BATCH = 64


class _Vector(BaseModel):
    index: int
    embedding: list[float]


class _EmbeddingTokens(BaseModel):
    prompt_tokens: int = 0


class _Vectors(BaseModel):
    data: list[_Vector]
    usage: _EmbeddingTokens | None = None


def embedded(wire: Wire, model: str, texts: Sequence[str], attempts: Attempts) -> tuple[NDArray[np.float32], int]:
    """Vectors of unit length, float32 of shape (len(texts), dimension), and the tokens that they took.

    Raises:
        BadArguments: a text is empty; endpoints refuse those.
        BadOutput: vectors are missing, of different length, zero or not finite.
        ModelError: no answer.
    """
    empty = [place for place, text in enumerate(texts) if not text.strip()]
    if empty:
        raise BadArguments(f"Text {empty[0]} to embed is empty.", name="texts", place=empty[0])
    rows: list[NDArray[np.float32]] = []
    tokens = 0
    for start in range(0, len(texts), BATCH):
        vectors, used = _batch(wire, model, texts[start : start + BATCH], attempts)
        rows.append(vectors)
        tokens += used
    if not rows:
        return np.zeros((0, 0), np.float32), 0
    if len({part.shape[1] for part in rows}) > 1:
        raise BadOutput("The endpoint's vectors differ in length.", reason="dimension")
    return np.concatenate(rows), tokens


def _batch(wire: Wire, model: str, texts: Sequence[str], attempts: Attempts) -> tuple[NDArray[np.float32], int]:
    body: dict[str, object] = {"model": model, "input": list(texts), "encoding_format": "float"}
    try:
        received = wire.retrying(lambda: wire.post(PATH, body), attempts)
    except Failed as error:
        raise error.failure.error from None
    attempts.request_id = received.request_id or attempts.request_id
    try:
        vectors = _Vectors.model_validate(orjson.loads(received.read()))
    except (orjson.JSONDecodeError, ValidationError):
        raise BadOutput("The endpoint's reply holds no vectors.", reason="not_vectors") from None
    ordered = sorted(vectors.data, key=lambda vector: vector.index)
    if [vector.index for vector in ordered] != list(range(len(texts))):
        raise BadOutput("The endpoint's vectors do not match the texts.", reason="order")
    if len({len(vector.embedding) for vector in ordered}) != 1:
        raise BadOutput("The endpoint's vectors differ in length.", reason="dimension")
    matrix = np.array([vector.embedding for vector in ordered], np.float64)
    if matrix.size:
        matrix /= np.maximum(
            np.abs(matrix).max(axis=1, keepdims=True), np.finfo(np.float64).tiny
        )  # squares stay finite
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not np.isfinite(matrix).all() or not (lengths > 0).all():
        raise BadOutput("The endpoint sent a vector without direction.", reason="zero")
    return (matrix / lengths).astype(np.float32), vectors.usage.prompt_tokens if vectors.usage is not None else 0
