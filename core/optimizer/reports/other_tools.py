"""A run of the book for other tools, with the models and addresses of the workbench's settings."""

from __future__ import annotations

from typing import Final

from core.errors import ConfigError
from core.optimizer.reports.mlflow_log import log_to_mlflow
from core.optimizer.reports.promptfoo import promptfoo_config
from core.optimizer.runs import RunBook, RunRecord
from core.optimizer.statistics import before_after, tallies
from core.settings import Settings

_MOST_ARMS: Final = 3
_ANY_MODEL: Final = "gpt-4o-mini"
"""Stands in a configuration where the workbench has no model: promptfoo needs one, and people put theirs."""


def promptfoo_of(book: RunBook, run: RunRecord, settings: Settings) -> str:
    """The configuration of a run with its best arms, and the models of this workbench's settings."""
    chat, judge = settings.connection("chat"), settings.connection("judge")
    found = [tally.arm for tally in tallies(book.matches(run.id), book.overrules(run.id))]
    best = [] if run.outcome is None else [tuple(run.outcome["best"])]
    arms = list(dict.fromkeys([*best, *found]))[:_MOST_ARMS]
    return promptfoo_config(
        run,
        book.material(run),
        arms,
        model=f"openai:chat:{chat.model or _ANY_MODEL}",
        judge=f"openai:chat:{judge.model or chat.model or _ANY_MODEL}",
        address=chat.base_url,
    )


def to_mlflow(book: RunBook, run: RunRecord, settings: Settings) -> str:
    """Write a finished run to the MLflow of the settings.

    Raises:
        ConfigError: none is configured, or it refuses.
    """
    if settings.mlflow_tracking_uri is None:
        raise ConfigError("MLFLOW_TRACKING_URI is not set", name="MLFLOW_TRACKING_URI", reason="missing")
    return log_to_mlflow(
        run,
        book.material(run),
        book.details(run.id),
        book.overrules(run.id),
        before_after(book.comparison(run)),
        address=settings.mlflow_tracking_uri,
        artifacts=settings.data_dir / "mlflow",
    )
