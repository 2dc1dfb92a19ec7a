"""The engine that `JOBS_ENGINE` names."""

from __future__ import annotations

from core.jobs.engine import Engine
from core.settings import Settings
from core.store import Store


def open_engine(settings: Settings, store: Store) -> Engine:
    """An engine for a dispatcher of this process; close it when done.

    Args:
        settings: `jobs_engine`, and what the engine needs of them.
        store: where the ledger is.

    Raises:
        ConfigError: the engine cannot be used with these settings; says what is missing.
    """
    match settings.jobs_engine:
        case "workers":
            from core.jobs.workers_elsewhere import WorkersElsewhere

            return WorkersElsewhere(store)
        case "dask":
            from core.jobs.dask_engine import DaskEngine

            return DaskEngine(settings)
        case "local":
            from core.jobs.local_pool import LocalPool

            return LocalPool(settings.workers, settings)
