"""Runs and matches as values, read from the store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict, cast

from core.optimizer.execution import CandidateAnswer
from core.optimizer.judging import Verdict
from core.optimizer.knobs import Knobs
from core.optimizer.runs.budget import RunBudget, Spending, StoredSpending
from core.optimizer.runs.played_match import PlayedMatch
from core.optimizer.runs.settings import RunSettings
from core.optimizer.space import Arm
from core.store import OptimizerMatch, OptimizerRun

RunState = Literal["running", "paused", "stopped", "done"]
MatchState = Literal["planned", "decided", "failed", "dropped"]


class RunOutcome(TypedDict):
    """What a run had found when it ended: its best candidate, how sure that is, and after how many matches."""

    best: list[int]
    confidence: float
    matches: int


class ComparedExample(TypedDict):
    """One example on which the prompt as it was met the winner; pairs are before and after.

    `gold` is each answer's share of what a person wrote down as right, `totals` are the judge's means over its orders.
    """

    example: str
    gold: list[float | None]
    totals: list[float] | None
    spent: StoredSpending


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as it stands. `reason` says why it is not running; `outcome` is what it found when it ended."""

    id: str
    title: str
    prompt: str
    dataset: str
    material_sha256: str
    settings: RunSettings
    knobs: Knobs
    state: RunState
    reason: str | None
    outcome: RunOutcome | None
    batch_id: str
    created_by: str
    created_at: datetime
    finished_at: datetime | None

    @property
    def budget(self) -> RunBudget:
        """Its limits."""
        return RunBudget(self.settings.most_calls, self.settings.most_tokens, self.settings.most_cost)

    @classmethod
    def of(cls, row: OptimizerRun) -> RunRecord:
        """The record of a row."""
        return cls(
            id=row.id,
            title=row.title,
            prompt=row.prompt,
            dataset=row.dataset,
            material_sha256=row.material_sha256,
            settings=RunSettings.model_validate(row.settings),
            knobs=Knobs.from_json(row.knobs),
            state=cast(RunState, row.state),
            reason=row.reason,
            outcome=cast("RunOutcome | None", row.outcome),
            batch_id=row.batch_id,
            created_by=row.created_by,
            created_at=row.created_at,
            finished_at=row.finished_at,
        )


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match without its texts.

    `outcome` is 1 where a won, 0.5 for a tie, 0 where b did; None while it is planned and where the verdict failed.
    `best` and `confidence` are the run's after this match, where they were looked at.
    """

    number: int
    a: Arm
    b: Arm
    example: str
    a_first: bool
    repeat: int
    state: MatchState
    outcome: float | None
    margin: float | None
    reserved: Spending
    spent: Spending
    best: Arm | None
    confidence: float | None
    finished_at: datetime | None

    @classmethod
    def of(cls, row: OptimizerMatch) -> MatchRecord:
        """The record of a row."""
        return cls(
            number=row.number,
            a=tuple(row.a),
            b=tuple(row.b),
            example=row.example,
            a_first=row.a_first,
            repeat=row.repeat,
            state=cast(MatchState, row.state),
            outcome=row.outcome,
            margin=row.margin,
            reserved=Spending.from_json(row.reserved),
            spent=Spending.from_json(row.spent),
            best=None if row.best is None else tuple(row.best),
            confidence=row.confidence,
            finished_at=row.finished_at,
        )


@dataclass(frozen=True, slots=True)
class MatchDetail:
    """A match with both answers and every verdict that was asked for it (two where both orders were)."""

    match: MatchRecord
    a: CandidateAnswer
    b: CandidateAnswer
    verdicts: tuple[Verdict, ...]

    @classmethod
    def of(cls, row: OptimizerMatch) -> MatchDetail | None:
        """The detail of a row; None while the match has not been played."""
        if row.body is None:
            return None
        played = PlayedMatch.from_json(row.body)
        return cls(MatchRecord.of(row), played.a, played.b, played.verdicts)
