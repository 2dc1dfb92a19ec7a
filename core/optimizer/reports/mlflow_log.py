"""A run in MLflow, where one is configured: parameters, the course of its figures, history and winning prompt.

MLflow is optional (`pip install mlflow-skinny`, Apache-2.0) and imported here only. Everything is sent at once when the
run has ended, in batches as large as MLflow takes them: a tracking server that is slow or away never holds up a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import orjson

from core.errors import ConfigError, NotFound
from core.optimizer.files import Material
from core.optimizer.reports.best_prompt import best_prompt
from core.optimizer.reports.history import history
from core.optimizer.runs.budget import Spending
from core.optimizer.runs.records import MatchDetail, RunRecord
from core.optimizer.statistics import BeforeAfter

if TYPE_CHECKING:
    from mlflow import MlflowClient

EXPERIMENT: Final = "shinsa-optimizer"
METRICS_AT_ONCE: Final = 1_000
"""Most metrics that MLflow takes in one batch."""
PARAMS_AT_ONCE: Final = 100
_LONGEST_PARAM: Final = 500

Figure = tuple[str, float, datetime, int]


def log_to_mlflow(
    run: RunRecord,
    material: Material,
    details: Sequence[MatchDetail],
    overrules: Mapping[int, float],
    compared: BeforeAfter | None,
    *,
    address: str,
    artifacts: Path,
) -> str:
    """Write a finished run to MLflow; gives MLflow's id of it. Done twice it stands there twice.

    Args:
        run: the run.
        material: of the run.
        details: its matches.
        overrules: people's verdicts.
        compared: before and after.
        address: MLflow's tracking address, such as `sqlite:///mlflow.db`.
        artifacts: where files go when the experiment is made by this and the address is no server's.

    Raises:
        NotFound: the run has not ended.
        ConfigError: MLflow is not installed, or refuses; says what to do.
    """
    if run.outcome is None:
        raise NotFound(f"run {run.id} has not ended", kind="outcome", id=run.id)
    try:
        import mlflow
        from mlflow.entities import Metric, Param
    except ImportError as error:
        words = f"MLflow is configured and cannot be imported ({error}): pip install mlflow-skinny"
        raise ConfigError(words, name="MLFLOW_TRACKING_URI", reason="mlflow_package") from None
    try:
        client = mlflow.MlflowClient(tracking_uri=address)
        known = client.create_run(
            _experiment(client, address, artifacts),
            run_name=run.title,
            start_time=_milliseconds(run.created_at),
            tags={"shinsa.run": run.id, "shinsa.user": run.created_by},
        )
        name = str(known.info.run_id)
        for chunk in _chunks(list(_params(run, material).items()), PARAMS_AT_ONCE):
            client.log_batch(name, params=[Param(key, value[:_LONGEST_PARAM]) for key, value in chunk])
        for figures in _chunks(list(_figures(run, details, compared)), METRICS_AT_ONCE):
            client.log_batch(
                name, metrics=[Metric(key, value, _milliseconds(time), step) for key, value, time, step in figures]
            )
        written = orjson.dumps(history(run, material, details, overrules), option=orjson.OPT_INDENT_2)
        client.log_text(name, written.decode(), "history.json")
        winner = best_prompt(material.prompt, run, tuple(run.outcome["best"]))
        client.log_text(name, winner.source, f"best_prompt.{winner.form}")
        client.set_terminated(name, end_time=_milliseconds(run.finished_at or run.created_at))
    except mlflow.exceptions.MlflowException as error:
        raise ConfigError(f"MLflow refuses: {error}", name="MLFLOW_TRACKING_URI", reason="mlflow_refused") from error
    return name


def _experiment(client: MlflowClient, address: str, artifacts: Path) -> str:
    known = client.get_experiment_by_name(EXPERIMENT)
    if known is not None:
        return str(known.experiment_id)
    here = None if address.startswith(("http://", "https://", "databricks")) else artifacts.resolve().as_uri()
    return str(client.create_experiment(EXPERIMENT, artifact_location=here))


def _params(run: RunRecord, material: Material) -> dict[str, str]:
    assert run.outcome is not None
    best = run.knobs.settings(run.outcome["best"])
    return {
        "prompt": material.prompt.label,
        "dataset": f"{material.dataset.name}@{material.dataset.fingerprint}",
        "judge": material.judge.label,
        "rubric": material.rubric.label,
        "combinations": str(run.knobs.space.size),
        **{f"run.{name}": str(value) for name, value in run.settings.model_dump().items() if value is not None},
        **{f"best.{name}": str(value) for name, value in best.items()},
    }


def _figures(run: RunRecord, details: Sequence[MatchDetail], compared: BeforeAfter | None) -> Iterator[Figure]:
    """Name, value, time and step (match) of each figure."""
    spent = Spending()
    decided = ties = 0
    for detail in details:
        match = detail.match
        time = match.finished_at or run.created_at
        spent += match.spent
        if match.outcome is not None:
            decided += 1
            ties += match.outcome == 0.5
        found = {
            "confidence": match.confidence,
            "margin": match.margin,
            "tie_rate": ties / decided if decided else None,
            "calls": spent.calls,
            "tokens": spent.tokens,
            "cost": spent.cost,
            "latency_ms": detail.a.latency_ms + detail.b.latency_ms,
        }
        yield from ((name, float(value), time, match.number) for name, value in found.items() if value is not None)
    if compared is not None:
        end, both = run.finished_at or run.created_at, compared.result
        figures = {
            "before": both.first,
            "after": both.second,
            "difference": both.difference.value,
            "difference_low": both.difference.low,
            "difference_high": both.difference.high,
        }
        yield from ((name, float(value), end, len(details)) for name, value in figures.items())


def _chunks(entries: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    return (entries[start : start + size] for start in range(0, len(entries), size))


def _milliseconds(time: datetime) -> int:
    return int(time.timestamp() * 1_000)
