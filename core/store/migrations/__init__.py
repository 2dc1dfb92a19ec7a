"""Alembic's migrations of the store's tables. `core.store.migrate` runs them when a store is opened."""
