"""A verdict on two answers, `a` and `b`, whichever was shown first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from core.llm import Usage
from core.optimizer.execution import CandidateAnswer
from core.optimizer.files import Example, Rubric
from core.optimizer.files.rubric import compare

JudgedBy = Literal["rules", "builtin", "model"]


@dataclass(frozen=True, slots=True)
class Scores:
    """One answer's scores by criterion, and their total from 0 to 1.

    `citations_valid` and `claims_cited` are None where they were not looked at.
    """

    by_criterion: Mapping[str, float]
    total: float
    citations_valid: bool | None = None
    claims_cited: bool | None = None

    def as_json(self) -> dict[str, Any]:
        """The scores as they are stored."""
        return {
            "by_criterion": dict(self.by_criterion),
            "total": self.total,
            "citations_valid": self.citations_valid,
            "claims_cited": self.claims_cited,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided, or that nothing was.

    Attributes:
        outcome: 1 where a is better, 0.5 for a tie, 0 where b is; None when the verdict failed.
        margin: a's total minus b's, before the rule of ties; None when the verdict failed.
        a, b: scores of each side.
        reason: the judge's words, or why the verdict failed.
        by: who decided.
        engine: name of the judge.
        failure: why there is no verdict: `inconsistent`, or the code of a model's error; None when there is one.
        usage, calls, latency_ms: what it took; zero from the cache.
    """

    outcome: float | None
    margin: float | None
    a: Scores | None
    b: Scores | None
    reason: str
    by: JudgedBy
    engine: str
    failure: str | None = None
    usage: Usage = field(default_factory=Usage)
    calls: int = 0
    latency_ms: float = 0.0

    def swapped(self) -> Verdict:
        """The same verdict with the sides' names exchanged."""
        outcome = None if self.outcome is None else 1.0 - self.outcome
        margin = None if self.margin is None else -self.margin
        return replace(self, outcome=outcome, margin=margin, a=self.b, b=self.a)

    def as_json(self) -> dict[str, Any]:
        """The verdict as it is stored."""
        return {
            "outcome": self.outcome,
            "margin": self.margin,
            "a": None if self.a is None else self.a.as_json(),
            "b": None if self.b is None else self.b.as_json(),
            "reason": self.reason,
            "by": self.by,
            "engine": self.engine,
            "failure": self.failure,
            "usage": [self.usage.input_tokens, self.usage.output_tokens, self.usage.cost],
            "calls": self.calls,
            "latency_ms": round(self.latency_ms, 1),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Verdict:
        """The verdict as it was stored."""
        sides = {name: None if stored[name] is None else Scores(**stored[name]) for name in ("a", "b")}
        return cls(**{**stored, **sides, "usage": Usage(*stored["usage"])})


def verdict_of(a: Scores, b: Scores, rubric: Rubric, *, reason: str, by: JudgedBy, engine: str) -> Verdict:
    """The verdict that two totals give under the rubric's rule of ties."""
    compared = compare(a.total, b.total, rubric)
    return Verdict(compared.outcome, compared.margin, a, b, reason, by, engine)


def failed_verdict(failure: str, reason: str, *, by: JudgedBy, engine: str) -> Verdict:
    """No verdict, and why."""
    return Verdict(None, None, None, None, reason, by, engine, failure=failure)


class Judge(Protocol):
    """Says which of two answers is better."""

    @property
    def identity(self) -> str:
        """What decides its verdicts beside the answers: engine, prompt, rubric. Part of the cache's key."""
        ...

    def compare(self, example: Example, first: CandidateAnswer, second: CandidateAnswer) -> Verdict:
        """The verdict, with `a` for the answer that is shown first.

        Raises:
            RateLimited, EndpointDown, EndpointRejected: the judge cannot be reached at all.
        """
        ...
