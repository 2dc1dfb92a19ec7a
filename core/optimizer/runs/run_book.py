"""The book of runs: start, watch, pause, resume, stop; what people and pages do with runs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, undefer
from ulid import ULID

from core.access import Resource, authorized, record
from core.errors import BadArguments, Conflict, NotFound
from core.jobs import Fault, Ledger, on_result, register
from core.optimizer.files import Material
from core.optimizer.files.material import unpack
from core.optimizer.knobs import Knobs, knobs_of
from core.optimizer.methods import Method
from core.optimizer.one_thread import one_thread
from core.optimizer.runs.director import Director, outcome_of
from core.optimizer.runs.play import KIND, Players
from core.optimizer.runs.records import ComparedExample, MatchDetail, MatchRecord, RunRecord
from core.optimizer.runs.reserve import reservation
from core.optimizer.runs.settings import RunSettings
from core.prompting import Knob
from core.settings import Settings
from core.store import Blob, OptimizerGrowth, OptimizerMatch, OptimizerOverrule, OptimizerRun, Store

VERSION = "1"


class RunBook:
    """Runs of one store. Making one lets this process's dispatcher play their matches."""

    def __init__(self, store: Store, settings: Settings, ledger: Ledger | None = None) -> None:
        self._store = store
        self._settings = settings
        self.ledger = ledger or Ledger(store, settings)
        self._director = Director(self.ledger, settings)
        register(KIND, "core.optimizer.runs.play:play_match", version=VERSION)
        on_result(KIND, self._director.settle)

    def start(
        self,
        material: Material,
        chosen: RunSettings,
        *,
        user: str,
        title: str | None = None,
        knobs: Mapping[str, Sequence[Knob]] | None = None,
    ) -> RunRecord:
        """Start a run; its first matches are queued.

        Args:
            material: prompt, data set, judge prompt and rubric.
            chosen: its settings.
            user: who starts it.
            title: what people call it; prompt and data set by default.
            knobs: values to try, by knob; all by default.

        Raises:
            BadArguments: nothing to choose between, too many combinations, or an engine that cannot do this.
            ConfigError: an endpoint is asked for and none is configured.
        """
        tuned = knobs_of(material.prompt, knobs)
        tuned.space  # noqa: B018  # refuses what is too large before anything is stored
        with Players(material, chosen, self._settings, self._store) as players:
            if chosen.executor == "builtin" or chosen.executor_path is not None:
                players.executor.answer(material.prompt, material.prompt.defaults, material.dataset.examples[0])
        most = reservation(material, chosen, self._settings, material.dataset.examples[0].id)
        if chosen.most_cost is not None and most.calls and not most.cost:
            words = "A limit of money needs the models' prices in configs/models.yaml."
            raise BadArguments(words, name="most_cost", reason="no_price")
        body = material.pack()
        sha256 = hashlib.sha256(body).hexdigest()
        run_id = str(ULID())
        actor = authorized("prompt.experiment")
        words = title or f"{material.prompt.id} / {material.dataset.name}"
        with self._store.write() as session:
            insert = postgresql.insert if self._store.dialect == "postgresql" else sqlite.insert
            row = {"sha256": sha256, "body": body, "created_at": datetime.now(UTC)}
            session.execute(insert(Blob).values(row).on_conflict_do_nothing())
            batch = self.ledger.submit_within(session, KIND, words, [], created_by=user)
            session.add(
                OptimizerRun(
                    id=run_id,
                    title=words,
                    prompt=material.prompt.id,
                    dataset=material.dataset.name,
                    material_sha256=sha256,
                    settings=chosen.model_dump(mode="json"),
                    knobs=tuned.as_json(),
                    state="running",
                    batch_id=batch,
                    created_by=user,
                    created_at=datetime.now(UTC),
                )
            )
            session.flush()
            self._director.advance(session, run_id)
            record(session, actor, "run.start", Resource("run", run_id))
        self.ledger.submitted.set()
        return self.run(run_id)

    def run(self, run_id: str) -> RunRecord:
        """A run.

        Raises:
            NotFound: there is none.
        """
        with self._store.read() as session:
            return RunRecord.of(_row(session, run_id))

    def runs(self, *, prompt: str | None = None, limit: int = 50) -> list[RunRecord]:
        """The newest runs first, of all prompts or one."""
        query = select(OptimizerRun).order_by(OptimizerRun.id.desc()).limit(limit)
        if prompt is not None:
            query = query.where(OptimizerRun.prompt == prompt)
        with self._store.read() as session:
            return [RunRecord.of(row) for row in session.scalars(query)]

    def matches(self, run_id: str) -> list[MatchRecord]:
        """All matches of a run in order, those that are still planned included."""
        query = select(OptimizerMatch).where(OptimizerMatch.run_id == run_id).order_by(OptimizerMatch.number)
        with self._store.read() as session:
            return [MatchRecord.of(row) for row in session.scalars(query)]

    def detail(self, run_id: str, number: int) -> MatchDetail | None:
        """A match with its answers and verdicts; None while it has not been played.

        Raises:
            NotFound: there is no such match.
        """
        query = select(OptimizerMatch).where(OptimizerMatch.run_id == run_id, OptimizerMatch.number == number)
        with self._store.read() as session:
            row = session.scalar(query.options(undefer(OptimizerMatch.body)))
            if row is None:
                raise NotFound(f"No match {number} of run {run_id}", kind="match", id=str(number))
            return MatchDetail.of(row)

    def details(self, run_id: str) -> list[MatchDetail]:
        """All matches that have been played, with answers and verdicts."""
        query = select(OptimizerMatch).where(OptimizerMatch.run_id == run_id).order_by(OptimizerMatch.number)
        with self._store.read() as session:
            found = [MatchDetail.of(row) for row in session.scalars(query.options(undefer(OptimizerMatch.body)))]
        return [detail for detail in found if detail is not None]

    def material(self, run: RunRecord) -> Material:
        """What a run's matches are made of."""
        with self._store.read() as session:
            return unpack(session.get_one(Blob, run.material_sha256).body)

    @one_thread()
    def method(self, run: RunRecord) -> Method:
        """The run's method with every match taken in that has ended."""
        with self._store.read() as session:
            return self._director.method(session, run)

    def comparison(self, run: RunRecord) -> list[ComparedExample]:
        """What became of each example on which the prompt as it was met the winner, at the end of the run.

        A run that went on after an end has the newest comparison only.
        """
        if run.outcome is None:
            return []
        best = run.knobs.settings(run.outcome["best"])
        newest: dict[str, ComparedExample] = {}
        for unit in self.ledger.units(run.batch_id, states=("done",)):
            if unit.payload.get("compare") and unit.result and best.items() <= unit.payload["b"].items():
                newest[unit.result["example"]] = cast(ComparedExample, unit.result)
        return list(newest.values())

    def fault(self, run: RunRecord) -> Fault | None:
        """Why a running run stands still: the fault of a match that could not be played; None where it goes on."""
        stuck = self.ledger.stuck(run.batch_id, limit=1)
        return stuck[0].error if stuck and run.state == "running" else None

    def setback(self, run: RunRecord) -> Fault | None:
        """Why a match of a running run has to be tried again, which happens by itself; None where none has to."""
        waiting = self.ledger.held_back(run.batch_id) if run.state == "running" else None
        return waiting.error if waiting is not None else None

    def pause(self, run_id: str) -> None:
        """Plan no more matches; those that are being played are recorded."""
        with self._store.write() as session:
            actor = authorized("prompt.experiment", Resource("run", run_id), session)
            row = _row(session, run_id, to_change=True)
            if row.state == "running":
                row.state, row.reason = "paused", "person"
            record(session, actor, "run.pause", Resource("run", run_id))

    def resume(self, run_id: str, *, changes: Mapping[str, Any] | None = None) -> RunRecord:
        """Go on with a run that was paused, stands still or has ended by a limit.

        Args:
            run_id: of the run.
            changes: limits that are different from now on: steps, patience, confidence, most_calls and so on.

        Raises:
            Conflict: it was stopped for good.
            BadArguments: a change that would make it another run.
        """
        with self._store.write() as session:
            actor = authorized("prompt.experiment", Resource("run", run_id), session)
            row = _row(session, run_id, to_change=True)
            if row.state == "stopped":
                raise Conflict(f"Run {run_id} was stopped for good; start another one.", kind="run", id=run_id)
            if changes:
                row.settings = RunRecord.of(row).settings.changed(changes).model_dump(mode="json")
            row.state, row.reason, row.outcome, row.finished_at = "running", None, None, None
            session.flush()
            self.ledger.again_within(session, row.batch_id)
            self._director.forget(run_id)
            self._director.advance(session, run_id)
            record(session, actor, "run.resume", Resource("run", run_id))
        self.ledger.submitted.set()
        return self.run(run_id)

    def stop(self, run_id: str) -> None:
        """End a run for good; matches that have not been played are dropped. What it has found so far stays."""
        batch = self.run(run_id).batch_id
        with self._store.write() as session:
            actor = authorized("prompt.experiment", Resource("run", run_id), session)
            row = _row(session, run_id, to_change=True)
            if row.state in ("stopped", "done"):
                return
            self._director.forget(run_id)
            method = self._director.method(session, RunRecord.of(row))
            planned = (OptimizerMatch.run_id == run_id, OptimizerMatch.state == "planned")
            session.execute(update(OptimizerMatch).where(*planned).values(state="dropped"))
            ended = (OptimizerMatch.run_id == run_id, OptimizerMatch.state.in_(("decided", "failed")))
            count = session.scalar(select(func.count()).select_from(OptimizerMatch).where(*ended)) or 0
            row.state, row.reason, row.finished_at = "stopped", "person", datetime.now(UTC)
            row.outcome = dict(outcome_of(method, count))
            record(session, actor, "run.stop", Resource("run", run_id))
        self.ledger.cancel(batch)

    def admit(
        self, run_id: str, knob: str, values: Sequence[Knob], *, user: str, evidence: Mapping[str, Any] | None = None
    ) -> RunRecord:
        """Give a knob new values that a person has approved; they enter the run as new arms from now on.

        Raises:
            BadArguments: the run does not tune the knob, or it has the value already.
            Conflict: the run has been stopped for good.
        """
        with self._store.write() as session:
            actor = authorized("prompt.experiment", Resource("run", run_id), session)
            row = _row(session, run_id, to_change=True)
            if row.state == "stopped":
                raise Conflict(f"Run {run_id} was stopped for good; start another one.", kind="run", id=run_id)
            grown = Knobs.from_json(row.knobs).grown(knob, values)
            grown.space  # noqa: B018  # refuses what is too large
            newest = select(func.max(OptimizerMatch.number)).where(OptimizerMatch.run_id == run_id)
            session.add(
                OptimizerGrowth(
                    id=str(ULID()),
                    run_id=run_id,
                    after=session.scalar(newest) or 0,
                    knob=knob,
                    values=list(values),
                    evidence=dict(evidence or {}),
                    admitted_by=user,
                    created_at=datetime.now(UTC),
                )
            )
            row.knobs = grown.as_json()
            session.flush()
            self._director.forget(run_id)
            record(session, actor, "run.admit", Resource("run", run_id))
        return self.run(run_id)

    def overrule(self, run_id: str, number: int, outcome: float | None, *, user: str, note: str = "") -> None:
        """Put a person's own verdict beside the judge's: 1, 0.5 or 0 for a, None to take the judge's again.

        It counts in what is shown and in the agreement of judge and person; the matches that were chosen stay.

        Raises:
            NotFound: there is no such match.
        """
        with self._store.write() as session:
            actor = authorized("prompt.experiment", Resource("run", run_id), session)
            if session.get(OptimizerMatch, (run_id, number)) is None:
                raise NotFound(f"No match {number} of run {run_id}", kind="match", id=str(number))
            session.add(
                OptimizerOverrule(
                    id=str(ULID()),
                    run_id=run_id,
                    number=number,
                    outcome=outcome,
                    note=note,
                    author=user,
                    created_at=datetime.now(UTC),
                )
            )
            record(session, actor, "run.overrule", Resource("run", run_id))

    def overrules(self, run_id: str) -> dict[int, float]:
        """People's verdicts by the match's number, the newest for each."""
        query = select(OptimizerOverrule).where(OptimizerOverrule.run_id == run_id).order_by(OptimizerOverrule.id)
        with self._store.read() as session:
            newest = {row.number: row.outcome for row in session.scalars(query)}
        return {number: outcome for number, outcome in newest.items() if outcome is not None}


def _row(session: Session, run_id: str, *, to_change: bool = False) -> OptimizerRun:
    row = session.get(OptimizerRun, run_id, with_for_update=to_change or None)
    if row is None:
        raise NotFound(f"No run {run_id}", kind="run", id=run_id)
    return row
