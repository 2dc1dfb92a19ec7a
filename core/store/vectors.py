"""Embeddings kept in the store, so that no text is embedded twice by the same embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from core.store.models import EmbeddingRow
from core.store.store import Store

_CHUNK = 500


class StoredVectors:
    """A vector cache in the table `embeddings`; keys are SHA-256 of the texts, vectors float32 bytes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, embedder: str, keys: Sequence[str]) -> Mapping[str, bytes]:
        """Vectors of an embedder that are known, by key."""
        found: dict[str, bytes] = {}
        with self._store.read() as session:
            for start in range(0, len(keys), _CHUNK):
                rows = session.execute(
                    select(EmbeddingRow.text_sha256, EmbeddingRow.vector).where(
                        EmbeddingRow.embedder == embedder, EmbeddingRow.text_sha256.in_(keys[start : start + _CHUNK])
                    )
                )
                found.update((key, vector) for key, vector in rows)
        return found

    def put(self, embedder: str, vectors: Mapping[str, bytes]) -> None:
        """Keep vectors; one that another process put meanwhile stays."""
        if not vectors:
            return
        rows = [{"embedder": embedder, "text_sha256": key, "vector": vector} for key, vector in vectors.items()]
        with self._store.write() as session:
            insert = postgresql.insert if self._store.dialect == "postgresql" else sqlite.insert
            for start in range(0, len(rows), _CHUNK):
                session.execute(insert(EmbeddingRow).values(rows[start : start + _CHUNK]).on_conflict_do_nothing())
