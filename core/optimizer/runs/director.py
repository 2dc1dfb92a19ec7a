"""The director of runs: takes in what a round of matches showed and plans the next, in the ledger's own transaction.

Matches are planned in rounds of `parallel`; a round is taken in when all of it has ended, in the order of numbers, so
that a run comes to the same result however its units were delayed, repeated or killed. What the director has in memory
is only a shortcut: where it does not fit what the store says, it is made again from the store.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from core.jobs import Ledger, NewUnit, UnitView
from core.llm import endpoint_name
from core.logs import log
from core.optimizer.files import DataSet, Example, Material
from core.optimizer.files.material import unpack
from core.optimizer.judging import Verdict
from core.optimizer.methods import Method, create
from core.optimizer.plugins import load_factory
from core.optimizer.runs.budget import Spending
from core.optimizer.runs.play import KIND
from core.optimizer.runs.played_match import MatchPayload, PlayedMatch
from core.optimizer.runs.records import ComparedExample, RunOutcome, RunRecord
from core.optimizer.runs.reserve import reservation
from core.optimizer.runs.settings import RunSettings
from core.optimizer.space import Arm, Space
from core.settings import Settings
from core.store import Blob, OptimizerGrowth, OptimizerMatch, OptimizerRun

FAILURES_IN_A_ROW = 5
"""So many verdicts that did not come about one after the other stop a run until a person looks."""
FIRST_LOOK = 20
"""Matches before confidence may end a run: before that it says more about the prior than about the prompt."""
SMALLEST = 10
"""Examples below which none are kept apart for the comparison at the end."""
_LOG = log(__name__)


@dataclass
class _Live:
    """A run in memory: what its method knows after the first `taken` matches."""

    method: Method
    material: Material
    growths: int = 0
    taken: int = 0
    planned: int = 0
    spent: Spending = field(default_factory=Spending)
    repeats: Counter[tuple[Arm, Arm, str]] = field(default_factory=Counter)
    reserved: dict[str, Spending] = field(default_factory=dict)
    failures: int = 0
    best: Arm | None = None
    since: int = 0


class Director:
    """Plans the matches of runs. One for each process that settles units; safe for several threads."""

    def __init__(self, ledger: Ledger, settings: Settings) -> None:
        self._ledger = ledger
        self._settings = settings
        self._live: dict[str, _Live] = {}
        self._lock = threading.RLock()

    def settle(self, session: Session, unit: UnitView, result: dict[str, Any]) -> dict[str, Any]:
        """Record a match that was played and go on with its run; what `on_result` names for matches."""
        if unit.payload.get("compare"):
            return dict(compared(unit.payload["example"], PlayedMatch.from_json(result)))
        row = session.get(OptimizerMatch, (unit.payload["run"], unit.payload["number"]))
        if row is None or row.state != "planned":
            return {"state": "late"}
        record_result(row, PlayedMatch.from_json(result))
        session.flush()
        self.advance(session, unit.payload["run"])
        return {"state": row.state}

    def advance(self, session: Session, run_id: str) -> None:
        """Take in the last round if all of it has ended, then end the run or plan the next round."""
        with self._lock:
            # On PostgreSQL two processes settle matches of one round at the same time: without the lock each would see
            # the other's match as still planned, and nobody would plan the next round.
            row = session.get_one(OptimizerRun, run_id, with_for_update=True)
            run = RunRecord.of(row)
            rows = _matches(session, run_id, after=self._taken(run_id))
            if run.state != "running" or any(match.state == "planned" for match in rows):
                return
            live = self._brought_up(session, run, rows)
            reason = _reason(run, live)
            if reason == "judge_failing":
                row.state, row.reason = "paused", reason
            elif reason is not None or not self._plan(session, run, live):
                self._conclude(session, row, live, reason or "budget")
            session.flush()

    def forget(self, run_id: str) -> None:
        """Let go of what is in memory of a run; it is made again from the store when it is needed."""
        with self._lock:
            self._live.pop(run_id, None)

    def method(self, session: Session, run: RunRecord) -> Method:
        """The run's method with every match taken in that has ended."""
        with self._lock:
            return self._rebuilt(session, run, _matches(session, run.id, after=0)).method

    def _taken(self, run_id: str) -> int:
        live = self._live.get(run_id)
        return 0 if live is None else live.taken

    def _brought_up(self, session: Session, run: RunRecord, rows: Sequence[OptimizerMatch]) -> _Live:
        live = self._live.get(run.id)
        newest = rows[-1].number if rows else 0
        growths = session.scalar(select(func.count()).where(OptimizerGrowth.run_id == run.id))
        if live is None or live.planned != newest or live.growths != growths:
            live = self._rebuilt(session, run, _matches(session, run.id, after=0))
            self._live[run.id] = live
        else:
            _take_in(live, rows)
        if rows and live.best is not None:
            rows[-1].best, rows[-1].confidence = list(live.best), live.method.confidence()
        return live

    def _rebuilt(self, session: Session, run: RunRecord, rows: Sequence[OptimizerMatch]) -> _Live:
        """The run from the store, by letting the method go through all of it again."""
        material = unpack(session.get_one(Blob, run.material_sha256).body)
        query = select(OptimizerGrowth).where(OptimizerGrowth.run_id == run.id).order_by(OptimizerGrowth.id)
        growths = list(session.scalars(query))
        live = _Live(_method(run, material, growths), material, len(growths))
        width = run.settings.parallel
        ends = {growth.after for growth in growths}
        start = 0
        while start < len(rows):
            end = start + 1
            while end < len(rows) and end - start < width and rows[end - 1].number not in ends:
                end += 1
            played = rows[start:end]
            _propose_again(live.method, played)
            live.planned = played[-1].number
            _take_in(live, played)
            start = end
            for growth in growths:
                if growth.after == live.planned:
                    live.method.add_levels(run.knobs.names.index(growth.knob), len(growth.values))
        return live

    def _plan(self, session: Session, run: RunRecord, live: _Live) -> bool:
        """Plan a round and queue it; False where the budget has no room for a single match."""
        room = min(run.settings.parallel, run.settings.steps - live.planned)
        held = live.spent
        units: list[NewUnit] = []
        for _ in range(room):
            number = live.planned + 1
            example, a_first = draw(run.settings.seed, number, split(live.material.dataset, run.settings)[0])
            reserved = self._reserved(run, live, example)
            held += reserved
            if not run.budget.allows(held):
                break
            a, b = live.method.propose_pair({"t": number})
            shown = (a, b, example) if a_first else (b, a, example)
            repeat = live.repeats[shown]
            live.repeats[shown] += 1
            live.planned = number
            session.add(
                OptimizerMatch(
                    run_id=run.id,
                    number=number,
                    a=list(a),
                    b=list(b),
                    example=example,
                    a_first=a_first,
                    repeat=repeat,
                    state="planned",
                    reserved={**reserved.as_json()},
                    planned_at=datetime.now(UTC),
                )
            )
            endpoint = _endpoint(run.settings, self._settings)
            units.append(_unit(run, number, a, b, example, a_first=a_first, repeat=repeat, endpoint=endpoint))
        self._ledger.extend_within(session, run.batch_id, KIND, units)
        return bool(units)

    def _reserved(self, run: RunRecord, live: _Live, example: str) -> Spending:
        if example not in live.reserved:
            live.reserved[example] = reservation(live.material, run.settings, self._settings, example)
        return live.reserved[example]

    def _conclude(self, session: Session, row: OptimizerRun, live: _Live, reason: str) -> None:
        row.state, row.reason, row.finished_at = "done", reason, datetime.now(UTC)
        row.outcome = dict(outcome_of(live.method, live.taken))
        self._compare(session, RunRecord.of(row), live)
        self._live.pop(row.id, None)
        _LOG.info("optimizer.done", run=row.id, reason=reason, matches=live.taken)

    def _compare(self, session: Session, run: RunRecord, live: _Live) -> None:
        """Queue the comparison of the prompt as it is with the winner, on as many examples as the budget allows."""
        defaults = live.material.prompt.defaults
        winner = {**defaults, **run.knobs.settings(live.method.best())}
        if winner == defaults:
            return
        held = live.spent
        units: list[NewUnit] = []
        for place, example in enumerate(split(live.material.dataset, run.settings)[1]):
            held += self._reserved(run, live, example.id)
            if not run.budget.allows(held):
                break
            payload: MatchPayload = {
                "run": run.id,
                "compare": True,
                "settings": run.settings.model_dump(mode="json"),
                "a": dict(defaults),
                "b": winner,
                "example": example.id,
                "a_first": random.Random(f"{run.settings.seed} comparison {place}").random() < 0.5,
                "repeat": 0,
            }
            idem = f"{run.id} {live.taken} {example.id}"
            endpoint = _endpoint(run.settings, self._settings)
            units.append(NewUnit(example.id, {**payload}, idem, run.material_sha256, endpoint))
        self._ledger.extend_within(session, run.batch_id, KIND, units)


def compared(example: str, played: PlayedMatch) -> ComparedExample:
    """What is stored of one example of the comparison at a run's end."""
    totals = [(verdict.a.total, verdict.b.total) for verdict in played.verdicts if verdict.a and verdict.b]
    return {
        "example": example,
        "gold": list(played.gold or (None, None)),
        "totals": [sum(pair[side] for pair in totals) / len(totals) for side in (0, 1)] if totals else None,
        "spent": played.spent.as_json(),
    }


def outcome_of(method: Method, matches: int) -> RunOutcome:
    """What a run has found so far, as it is stored when it ends."""
    return RunOutcome(best=list(method.best()), confidence=method.confidence(), matches=matches)


def record_result(row: OptimizerMatch, played: PlayedMatch) -> None:
    """Complete a match with what `play_match` gave. Of verdicts in both orders the mean margin decides."""
    decided = [verdict for verdict in played.verdicts if verdict.outcome is not None and verdict.margin is not None]
    row.state = "decided" if decided else "failed"
    if decided:
        row.margin = sum(verdict.margin or 0.0 for verdict in decided) / len(decided)
        row.outcome = decided[0].outcome if len(decided) == 1 else _mean_outcome(decided, row.margin)
    row.spent = {**played.spent.as_json()}
    row.body = played.as_json()
    row.finished_at = datetime.now(UTC)


def _mean_outcome(decided: Sequence[Verdict], margin: float) -> float:
    """One side wins where the orders do not contradict each other and the mean margin is on its side."""
    outcomes = {verdict.outcome for verdict in decided}
    if outcomes >= {0.0, 1.0} or outcomes == {0.5}:
        return 0.5
    return 1.0 if margin > 0 else 0.0


def split(dataset: DataSet, chosen: RunSettings) -> tuple[Sequence[Example], Sequence[Example]]:
    """Examples that matches are played on, and those that the end's comparison is made on.

    They are different ones, so that what is reported was not tuned on; only a data set that is too small for that
    (fewer than `SMALLEST`) serves for both.
    """
    examples = list(dataset.examples)
    if len(examples) < SMALLEST or chosen.kept_apart == 0:
        return examples, examples
    random.Random(f"{chosen.seed} split").shuffle(examples)
    apart = max(1, round(chosen.kept_apart * len(examples)))
    return examples[apart:], examples[:apart]


def draw(seed: int, number: int, examples: Sequence[Example]) -> tuple[str, bool]:
    """Example of a match, and whether a is shown first. Every example comes once before any comes again."""
    count = len(examples)
    turn, place = divmod(number - 1, count)
    order = list(range(count))
    random.Random(f"{seed} examples {turn}").shuffle(order)
    return examples[order[place]].id, random.Random(f"{seed} order {number}").random() < 0.5


def _matches(session: Session, run_id: str, *, after: int) -> list[OptimizerMatch]:
    query = select(OptimizerMatch).where(OptimizerMatch.run_id == run_id, OptimizerMatch.number > after)
    return list(session.scalars(query.order_by(OptimizerMatch.number)))


def _method(run: RunRecord, material: Material, growths: Sequence[OptimizerGrowth]) -> Method:
    """The run's method as it was before its first match."""
    cards = [len(values) for values in run.knobs.values]
    for growth in growths:
        cards[run.knobs.names.index(growth.knob)] -= len(growth.values)
    chosen, space = run.settings, Space(tuple(cards))
    options = chosen.method_options(run.knobs.arm(material.prompt.defaults))
    if chosen.optimizer_path is not None:
        made: Method = load_factory(chosen.optimizer_path, Method)(space, seed=chosen.seed, options=options)
        return made
    return create(chosen.optimizer, space, seed=chosen.seed, options=options)


def _propose_again(method: Method, rows: Sequence[OptimizerMatch]) -> None:
    """Bring a method to where it was when these matches had been planned.

    Where it would choose otherwise today (another version, another machine's arithmetic), the record counts.
    """
    for row in rows:
        a, b = method.propose_pair({"t": row.number})
        if [list(a), list(b)] != [row.a, row.b]:
            method.discard(a, b)


def _take_in(live: _Live, rows: Sequence[OptimizerMatch]) -> None:
    for row in rows:
        a, b = tuple(row.a), tuple(row.b)
        if row.state == "planned":
            return
        if live.taken + 1 != row.number:
            continue
        live.taken = row.number
        if row.outcome is None:
            live.method.discard(a, b)
            live.failures += row.state == "failed"
        else:
            live.method.observe({"margin": row.margin, "example": row.example, "a_shown_first": row.a_first})
            live.method.update(a, b, row.outcome)
            live.failures = 0
        live.spent += Spending.from_json(row.spent)
    best = live.method.best()
    if best != live.best:
        live.best, live.since = best, live.taken
    for row in rows:
        shown = (tuple(row.a), tuple(row.b), row.example) if row.a_first else (tuple(row.b), tuple(row.a), row.example)
        live.repeats[shown] = max(live.repeats[shown], row.repeat + 1)


def _reason(run: RunRecord, live: _Live) -> str | None:
    """Why the run ends now; None where it goes on."""
    chosen = run.settings
    if live.failures >= FAILURES_IN_A_ROW:
        return "judge_failing"
    if live.taken >= chosen.steps:
        return "steps"
    if chosen.patience is not None and live.taken - live.since >= chosen.patience:
        return "no_improvement"
    if chosen.confidence is not None and live.taken >= FIRST_LOOK and live.method.confidence() >= chosen.confidence:
        return "confidence"
    return None


def _endpoint(chosen: RunSettings, settings: Settings) -> str | None:
    """The endpoint whose rate limit a match counts against: who answers, else who judges; None where none is asked."""
    if chosen.executor != "builtin" and chosen.executor_path is None:
        return endpoint_name(chosen.executor, settings)
    needs_endpoint = chosen.judge != "rules" and chosen.judge_path is None
    return endpoint_name("judge", settings) if needs_endpoint else None


def _unit(
    run: RunRecord, number: int, a: Arm, b: Arm, example: str, *, a_first: bool, repeat: int, endpoint: str | None
) -> NewUnit:
    payload: MatchPayload = {
        "run": run.id,
        "number": number,
        "settings": run.settings.model_dump(mode="json"),
        "a": run.knobs.settings(a),
        "b": run.knobs.settings(b),
        "example": example,
        "a_first": a_first,
        "repeat": repeat,
    }
    return NewUnit(f"{number}", {**payload}, f"{run.id} {number}", blob_sha256=run.material_sha256, endpoint=endpoint)
