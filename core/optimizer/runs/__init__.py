"""Runs: matches planned, played as units of the jobs' ledger, recorded one by one, stopped and resumed at any point.

The store is the only truth: a run that was killed goes on to the result that it would have come to.
"""

from core.optimizer.runs.budget import RunBudget, Spending
from core.optimizer.runs.director import split
from core.optimizer.runs.forecasting import Forecast, forecast
from core.optimizer.runs.records import MatchDetail, MatchRecord, RunRecord
from core.optimizer.runs.reserve import reservation
from core.optimizer.runs.run_book import RunBook
from core.optimizer.runs.settings import ExecutorName, JudgeName, RunSettings, run_defaults, run_settings

__all__ = [
    "ExecutorName",
    "Forecast",
    "JudgeName",
    "MatchDetail",
    "MatchRecord",
    "RunBook",
    "RunBudget",
    "RunRecord",
    "RunSettings",
    "Spending",
    "forecast",
    "reservation",
    "run_defaults",
    "run_settings",
    "split",
]
