"""Long work that survives crashes: a ledger in the store, a dispatcher, and engines that run the units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy_names import lazy_names

if TYPE_CHECKING:
    from core.jobs.clock import database_now
    from core.jobs.dispatcher import Dispatcher
    from core.jobs.engine import Engine
    from core.jobs.engines import open_engine
    from core.jobs.leases import LeaseTerms
    from core.jobs.ledger import Ledger
    from core.jobs.local_pool import LocalPool
    from core.jobs.owner import is_dead, this_owner
    from core.jobs.pull_worker import run_worker
    from core.jobs.registry import on_result, register
    from core.jobs.views import Fault, NewUnit, Progress, UnitView

__all__ = [
    "Dispatcher",
    "Engine",
    "Fault",
    "LeaseTerms",
    "Ledger",
    "LocalPool",
    "NewUnit",
    "Progress",
    "UnitView",
    "database_now",
    "is_dead",
    "on_result",
    "open_engine",
    "register",
    "run_worker",
    "this_owner",
]

# A worker process lives in this package and must start without the store's libraries.
__getattr__ = lazy_names(
    __name__,
    clock=("database_now",),
    dispatcher=("Dispatcher",),
    engine=("Engine",),
    engines=("open_engine",),
    leases=("LeaseTerms",),
    ledger=("Ledger",),
    local_pool=("LocalPool",),
    owner=(
        "is_dead",
        "this_owner",
    ),
    pull_worker=("run_worker",),
    registry=(
        "on_result",
        "register",
    ),
    views=(
        "Fault",
        "NewUnit",
        "Progress",
        "UnitView",
    ),
)
