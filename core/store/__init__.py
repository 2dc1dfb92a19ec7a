"""The store: SQLAlchemy models, sessions and migrations on SQLite or PostgreSQL."""

from core.store import decision_models as _decisions  # noqa: F401 - completes the models' one metadata
from core.store import optimizer_models as _optimizer  # noqa: F401 - as above
from core.store.store import REVISION, Store, advance_counter, next_revision, open_store
from core.store.vectors import StoredVectors

__all__ = ["REVISION", "Store", "StoredVectors", "advance_counter", "next_revision", "open_store"]
