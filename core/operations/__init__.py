"""Measures over stored interview turns and model calls: progress, drop-off, repairs, cost, failures."""

from typing import TYPE_CHECKING

from core.lazy_names import lazy_names
from core.operations.calls import DayCost, days
from core.operations.failures import FailedTurn, Replay, failures, replay
from core.operations.progress import STAGES, SessionProgress, funnel, progress
from core.operations.repairs import RepairCount, repairs
from core.operations.turns import TurnRecord, turn_records

if TYPE_CHECKING:
    from core.operations.tables import (
        days_table,
        failures_table,
        funnel_table,
        head,
        repairs_table,
        sessions_table,
        stage_name,
    )

__all__ = [
    "STAGES",
    "DayCost",
    "FailedTurn",
    "RepairCount",
    "Replay",
    "SessionProgress",
    "TurnRecord",
    "days",
    "days_table",
    "failures",
    "failures_table",
    "funnel",
    "funnel_table",
    "head",
    "progress",
    "repairs",
    "repairs_table",
    "replay",
    "sessions_table",
    "stage_name",
    "turn_records",
]

__getattr__ = lazy_names(
    __name__,
    tables=(
        "days_table",
        "failures_table",
        "funnel_table",
        "head",
        "repairs_table",
        "sessions_table",
        "stage_name",
    ),
)
