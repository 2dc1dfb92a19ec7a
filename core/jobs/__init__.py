"""Durable jobs: a ledger in the store, a dispatcher, and engines that do the units' work."""

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
