"""What a run's matches say, and how sure that is."""

from core.optimizer.statistics.agreement import Agreement, agreement
from core.optimizer.statistics.before_after import BeforeAfter, before_after
from core.optimizer.statistics.effects import ArmChance, KnobEffect, Learned, learn
from core.optimizer.statistics.intervals import Interval, share_interval, wilson
from core.optimizer.statistics.paired import Paired, paired
from core.optimizer.statistics.quality import Quality, pareto, qualities
from core.optimizer.statistics.tally import (
    ArmTally,
    Moment,
    PairTally,
    pair_tallies,
    position_share,
    tallies,
    timeline,
)

__all__ = [
    "Agreement",
    "ArmChance",
    "ArmTally",
    "BeforeAfter",
    "Interval",
    "KnobEffect",
    "Learned",
    "Moment",
    "PairTally",
    "Paired",
    "Quality",
    "agreement",
    "before_after",
    "learn",
    "pair_tallies",
    "paired",
    "pareto",
    "position_share",
    "qualities",
    "share_interval",
    "tallies",
    "timeline",
    "wilson",
]
