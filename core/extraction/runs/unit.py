"""One case read with one strategy as a unit of work: a function of its payload and of the packed task alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from core import tracing
from core.errors import NotFound
from core.extraction.engines import ExtractedText, ExtractionEngine, read_output
from core.extraction.files import ExtractionTask, LabelledCase, unpack_task
from core.extraction.runs.lab_settings import LabSettings, engine_of
from core.extraction.scoring import OutputScore, score_output
from core.llm import StoredCalls
from core.prompting import Knob
from core.settings import Settings, settings
from core.store import Store, open_store

KIND = "extraction_case"
VERSION = "1"


def extract_case(payload: dict[str, Any], blob: bytes | None, report: Callable[[str], None]) -> dict[str, Any]:
    """Outputs and score of one case, as JSON.

    Args:
        payload: `settings` of the run, `strategy` and `case`.
        blob: the packed task.
        report: is told the stage.

    Raises:
        NotFound: the task is gone from the store.
        BadArguments: the engine cannot do this task, or no endpoint is configured.
        ModelError: the endpoint could not be reached.
    """
    if blob is None:
        raise NotFound("the run's task is gone from the store", kind="file")
    task, chosen = unpack_task(blob), LabSettings.model_validate(payload["settings"])
    case, strategy = task.case(payload["case"]), payload["strategy"]
    report("extracting")
    engine = engine_of(chosen, settings(), calls=_calls(chosen))
    try:
        with tracing.span("extraction case", {"shinsa.task": task.name, "shinsa.case": case.id}):
            extracted, score = read_case(engine, task, strategy, chosen.knobs(strategy), case)
    finally:
        engine.close()
    return {"strategy": strategy, "case": case.id, **result_json(extracted, score)}


def read_case(
    engine: ExtractionEngine, task: ExtractionTask, strategy: str, knobs: dict[str, Knob], case: LabelledCase
) -> tuple[ExtractedText, OutputScore]:
    """What an engine makes of a case with a strategy, and its score."""
    extracted = engine.extract(task, task.strategies[strategy], knobs, case.text)
    read = read_output(extracted.raw, task.schema)
    return extracted, score_output(read, extracted.raw, case, task, fault=extracted.fault)


def result_json(extracted: ExtractedText, score: OutputScore) -> dict[str, Any]:
    """A case's result as it is stored."""
    usage = extracted.usage
    return {
        "engine": extracted.engine,
        "fault": extracted.fault,
        "attempts": [attempt.as_json() for attempt in extracted.attempts],
        "usage": [usage.input_tokens, usage.output_tokens, usage.cost],
        "latency_ms": round(extracted.latency_ms, 1),
        "score": score.as_json(),
    }


@lru_cache(maxsize=1)
def _store(chosen: Settings) -> Store:
    """The worker's connection to the store, opened once."""
    return open_store(chosen)


def _calls(chosen: LabSettings) -> StoredCalls | None:
    return StoredCalls(_store(settings())) if chosen.engine in ("chat", "extraction") else None
