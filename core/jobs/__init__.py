"""Durable jobs: a ledger in the store, a dispatcher, and engines that do the units' work."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.jobs.dispatcher import Dispatcher
    from core.jobs.engine import Engine
    from core.jobs.ledger import Ledger
    from core.jobs.local_pool import LocalPool
    from core.jobs.registry import on_result, register
    from core.jobs.views import Fault, NewUnit, Progress, UnitView

__all__ = [
    "Dispatcher",
    "Engine",
    "Fault",
    "Ledger",
    "LocalPool",
    "NewUnit",
    "Progress",
    "UnitView",
    "on_result",
    "register",
]

# Loaded on first use: a worker process lives in this package and must start without the store's libraries.
_HOMES = {
    "Dispatcher": "dispatcher",
    "Engine": "engine",
    "Ledger": "ledger",
    "LocalPool": "local_pool",
    "on_result": "registry",
    "register": "registry",
    "Fault": "views",
    "NewUnit": "views",
    "Progress": "views",
    "UnitView": "views",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
