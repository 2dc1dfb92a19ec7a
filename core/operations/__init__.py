"""What is measured over stored turns and model calls: progress, drop-off, repairs, cost, failures."""

from core.operations.calls import DayCost, days
from core.operations.failures import Failure, Replay, failures, replay
from core.operations.progress import STAGES, SessionProgress, funnel, progress
from core.operations.repairs import RepairCount, repairs
from core.operations.turns import TurnRecord, turn_records

__all__ = [
    "STAGES",
    "DayCost",
    "Failure",
    "RepairCount",
    "Replay",
    "SessionProgress",
    "TurnRecord",
    "days",
    "failures",
    "funnel",
    "progress",
    "repairs",
    "replay",
    "turn_records",
]
