"""What a match asks for and what it gave, both as the ledger carries them between processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from core.optimizer.execution import CandidateAnswer
from core.optimizer.judging import Verdict
from core.optimizer.runs.budget import Spending
from core.prompting import Knob


class MatchPayload(TypedDict):
    """A match to be played.

    Attributes:
        settings: those of the run, as JSON; not needed by a process that has them already.
        a, b: the candidates' settings of knobs.
        example: its id.
        a_first: whether the judge sees a's answer first.
        repeat: how often the same was played before.
        run, number: which match it is; not there for the comparison at a run's end.
        compare: whether it is part of that comparison.
    """

    settings: NotRequired[Mapping[str, Any]]
    a: Mapping[str, Knob]
    b: Mapping[str, Knob]
    example: str
    a_first: bool
    repeat: int
    run: NotRequired[str]
    number: NotRequired[int]
    compare: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """Both answers and the verdict in each order that was asked for.

    `gold` is each answer's share of what a person wrote down as right, only where a run's end is compared.
    """

    a: CandidateAnswer
    b: CandidateAnswer
    verdicts: tuple[Verdict, ...]
    gold: tuple[float | None, float | None] | None = None

    @property
    def spent(self) -> Spending:
        """What the answers and verdicts took together."""
        parts: tuple[CandidateAnswer | Verdict, ...] = (self.a, self.b, *self.verdicts)
        return Spending.sum_of(
            Spending(part.calls, part.usage.input_tokens + part.usage.output_tokens, part.usage.cost) for part in parts
        )

    def as_json(self) -> dict[str, Any]:
        """The match as it is stored."""
        stored = {
            "a": self.a.as_json(),
            "b": self.b.as_json(),
            "verdicts": [verdict.as_json() for verdict in self.verdicts],
        }
        return stored if self.gold is None else {**stored, "gold": list(self.gold)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> PlayedMatch:
        """The match as it was stored."""
        gold = stored.get("gold")
        return cls(
            CandidateAnswer.from_json(stored["a"]),
            CandidateAnswer.from_json(stored["b"]),
            tuple(Verdict.from_json(verdict) for verdict in stored["verdicts"]),
            None if gold is None else (gold[0], gold[1]),
        )
