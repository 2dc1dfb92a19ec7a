"""The book of extraction runs: start, watch, cancel, go on, compare; what people and pages do with runs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from ulid import ULID

from core.access import Resource, authorized, record
from core.errors import NotFound
from core.extraction.engines import StoredTextAttempt
from core.extraction.files import ExtractionTask, unpack_task
from core.extraction.runs.lab_settings import LabSettings, engine_of
from core.extraction.runs.unit import KIND, VERSION
from core.extraction.scoring import OutputScore
from core.jobs import Fault, Ledger, NewUnit, Progress, UnitView, on_result, register
from core.llm import endpoint_name
from core.settings import Settings
from core.store import Blob, ExtractionResultRow, ExtractionRunRow, Store


@dataclass(frozen=True, slots=True)
class ExtractionRun:
    """A run as pages see it."""

    id: str
    title: str
    task: str
    settings: LabSettings
    material_sha256: str
    parent_id: str | None
    batch_id: str
    created_by: str
    created_at: datetime

    @classmethod
    def of(cls, row: ExtractionRunRow) -> ExtractionRun:
        """The run of a row."""
        return cls(
            row.id,
            row.title,
            row.task,
            LabSettings.model_validate(row.settings),
            row.material_sha256,
            row.parent_id,
            row.batch_id,
            row.created_by,
            row.created_at,
        )


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case read with one strategy."""

    strategy: str
    case_id: str
    engine: str
    fault: str | None
    attempts: tuple[StoredTextAttempt, ...]
    tokens: int
    cost: float
    latency_ms: float
    score: OutputScore

    @classmethod
    def of(cls, strategy: str, case_id: str, body: Mapping[str, Any]) -> CaseResult:
        """The result that `result_json` wrote."""
        return cls(
            strategy,
            case_id,
            body["engine"],
            body["fault"],
            tuple(body["attempts"]),
            body["usage"][0] + body["usage"][1],
            body["usage"][2],
            body["latency_ms"],
            OutputScore.from_json(body["score"]),
        )


class ExtractionBook:
    """Runs of one store. Making one lets this process's dispatcher do their work."""

    def __init__(self, store: Store, settings: Settings, ledger: Ledger) -> None:
        self._store = store
        self._settings = settings
        self.ledger = ledger
        register(KIND, "core.extraction.runs.unit:extract_case", version=VERSION)
        on_result(KIND, _keep)

    def start(
        self, task: ExtractionTask, chosen: LabSettings, *, user: str, parent: str | None = None, title: str = ""
    ) -> ExtractionRun:
        """Start a run; its cases are queued.

        Args:
            task: what is run, as it is now.
            chosen: engine, strategies and cases.
            user: who starts it.
            parent: the run that it is to better.
            title: what people call it; the task's name by default.

        Raises:
            BadArguments: the engine cannot do this task, or no endpoint is configured.
        """
        actor = authorized("lab.run")
        self._try(task, chosen)
        body = task.pack()
        sha256 = hashlib.sha256(body).hexdigest()
        run_id, now = str(ULID()), datetime.now(UTC)
        words = title or task.name
        endpoint = endpoint_name(chosen.engine, self._settings) if chosen.engine in ("chat", "extraction") else None
        with self._store.write() as session:
            insert = postgresql.insert if self._store.dialect == "postgresql" else sqlite.insert
            row = {"sha256": sha256, "body": body, "created_at": now}
            session.execute(insert(Blob).values(row).on_conflict_do_nothing())
            batch = self.ledger.submit_within(
                session, KIND, words, _units(run_id, task, chosen, sha256, endpoint), created_by=user
            )
            session.add(
                ExtractionRunRow(
                    id=run_id,
                    title=words,
                    task=task.name,
                    material_sha256=sha256,
                    settings=chosen.model_dump(mode="json"),
                    parent_id=parent,
                    batch_id=batch,
                    created_by=user[:120],
                    created_at=now,
                )
            )
            record(session, actor, "lab.start", Resource("lab_run", run_id))
        self.ledger.submitted.set()
        return self.run(run_id)

    def _try(self, task: ExtractionTask, chosen: LabSettings) -> None:
        """Say before anything is queued what an engine cannot do; an endpoint is not asked."""
        engine = engine_of(chosen, self._settings)
        try:
            if chosen.engine in ("builtin", "sampler"):
                strategy = next(iter(chosen.strategies))
                engine.extract(task, task.strategies[strategy], chosen.knobs(strategy), task.cases[0].text)
        finally:
            engine.close()

    def run(self, run_id: str) -> ExtractionRun:
        """A run.

        Raises:
            NotFound: there is none.
        """
        with self._store.read() as session:
            row = session.get(ExtractionRunRow, run_id)
            if row is None:
                raise NotFound(f"No extraction run {run_id}", kind="run", id=run_id)
            return ExtractionRun.of(row)

    def runs(self, *, task: str | None = None, limit: int = 50) -> list[ExtractionRun]:
        """The newest runs first, of all tasks or one."""
        query = select(ExtractionRunRow).order_by(ExtractionRunRow.id.desc()).limit(limit)
        if task is not None:
            query = query.where(ExtractionRunRow.task == task)
        with self._store.read() as session:
            return [ExtractionRun.of(row) for row in session.scalars(query)]

    def task(self, run: ExtractionRun) -> ExtractionTask:
        """The task as it was when the run began."""
        with self._store.read() as session:
            return unpack_task(session.get_one(Blob, run.material_sha256).body)

    def results(self, run_id: str) -> list[CaseResult]:
        """What a run has found so far, by strategy and case."""
        query = select(ExtractionResultRow).where(ExtractionResultRow.run_id == run_id)
        with self._store.read() as session:
            rows = session.scalars(query.order_by(ExtractionResultRow.strategy, ExtractionResultRow.case_id))
            return [CaseResult.of(row.strategy, row.case_id, row.body) for row in rows]

    def progress(self, run: ExtractionRun) -> Progress:
        """How far a run is."""
        return self.ledger.progress(run.batch_id)

    def stuck(self, run: ExtractionRun) -> list[UnitView]:
        """Cases that could not be read, with their faults."""
        return self.ledger.stuck(run.batch_id)

    def setback(self, run: ExtractionRun) -> Fault | None:
        """Why a case has to be read again, which happens by itself; None where none has to."""
        waiting = self.ledger.held_back(run.batch_id)
        return waiting.error if waiting is not None else None

    def cancel(self, run: ExtractionRun) -> int:
        """Cancel what is not done; what is done stays. Gives how many cases were cancelled."""
        authorized("lab.run")
        return self.ledger.cancel(run.batch_id)

    def again(self, run: ExtractionRun) -> int:
        """Queue again what failed or was cancelled. Gives how many cases were queued."""
        authorized("lab.run")
        with self._store.write() as session:
            queued = self.ledger.again_within(session, run.batch_id)
        self.ledger.submitted.set()
        return queued


def _units(run_id: str, task: ExtractionTask, chosen: LabSettings, sha256: str, endpoint: str | None) -> list[NewUnit]:
    wanted = set(chosen.cases)
    cases = [case for case in task.cases if not wanted or case.id in wanted]
    settings = chosen.model_dump(mode="json")
    return [
        NewUnit(
            label=f"{case.id} / {strategy}",
            payload={"run": run_id, "settings": settings, "strategy": strategy, "case": case.id},
            idem=f"{run_id}\n{strategy}\n{case.id}",
            blob_sha256=sha256,
            endpoint=endpoint,
        )
        for case in cases
        for strategy in chosen.strategies
    ]


def _keep(session: Session, unit: UnitView, result: dict[str, Any]) -> dict[str, Any]:
    """Store a result in the transaction that ends its unit; the ledger keeps its total alone."""
    body = {key: value for key, value in result.items() if key not in ("strategy", "case")}
    session.merge(
        ExtractionResultRow(
            run_id=unit.payload["run"],
            strategy=result["strategy"],
            case_id=result["case"],
            total=result["score"]["total"],
            as_labelled=result["score"]["as_labelled"],
            body=body,
            finished_at=datetime.now(UTC),
        )
    )
    return {"total": result["score"]["total"]}


def by_case(results: Sequence[CaseResult]) -> dict[str, dict[str, CaseResult]]:
    """Results by case and strategy."""
    found: dict[str, dict[str, CaseResult]] = {}
    for result in results:
        found.setdefault(result.case_id, {})[result.strategy] = result
    return found
