"""What a person decides about a run before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from core.errors import BadArguments
from core.optimizer.methods import MethodName, MethodOptions
from core.optimizer.space import Arm
from core.settings import Settings

ExecutorName = Literal["builtin", "chat", "extraction"]
JudgeName = Literal["rules", "model"]
_Count = Annotated[int, Field(ge=1, le=1_000_000)]


LIMITS = frozenset({"steps", "patience", "confidence", "most_calls", "most_tokens", "most_cost"})
"""Settings that may change in mid-run: they say when it ends, not what is played. `budget` of a method excepted."""


class RunSettings(BaseModel):
    """Settings of a run.

    Attributes:
        optimizer: the method that chooses who meets.
        executor: who answers: the built-in engine, or the endpoint of a role.
        judge: rules, or the endpoint of the judge's role.
        two_stage: whether rules decide first and the judge only where they leave a draw.
        both_orders: whether the judge is asked in both orders; one call in random order teaches more for the money.
        steps: most matches.
        patience: matches without a new leader after which the run ends; None for no such end.
        confidence: how sure the leader must be for the run to end; None for no such end.
        most_calls: most calls of endpoints, answers and verdicts together; None for no limit.
        most_tokens: most tokens; None for no limit.
        most_cost: most money, in the currency of the price settings; None for no limit.
        parallel: matches that are planned together and played at the same time.
        seed: decides examples, orders and the method's choices.
        population, mutate_every, tie_reward, eval_batch: as the methods take them.
        kept_apart: share of the examples that no match is played on; the winner is measured on them at the end.
        answer_tokens: most tokens of an answer.
        executor_path, judge_path, optimizer_path, retriever_path: `package.module:factory` of one's own in place of
            ours. Contexts are retrieved before a run, so that the retriever's is kept for the record.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    optimizer: MethodName = "factored"
    executor: ExecutorName = "builtin"
    judge: JudgeName = "rules"
    two_stage: bool = False
    both_orders: bool = False
    steps: _Count = 240
    patience: _Count | None = None
    confidence: Annotated[float, Field(gt=0.5, lt=1)] | None = None
    most_calls: Annotated[int, Field(ge=0)] | None = None
    most_tokens: Annotated[int, Field(ge=0)] | None = None
    most_cost: Annotated[float, Field(ge=0)] | None = None
    parallel: Annotated[int, Field(ge=1, le=64)] = 1
    seed: Annotated[int, Field(ge=0)] = 0
    population: Annotated[int, Field(ge=2, le=1_000)] = 12
    mutate_every: _Count = 10
    tie_reward: Annotated[float, Field(ge=0, le=1)] = 0.5
    eval_batch: Annotated[int, Field(ge=1, le=100)] = 1
    kept_apart: Annotated[float, Field(ge=0, le=0.8)] = 0.3
    answer_tokens: Annotated[int, Field(ge=64, le=100_000)] = 1_024
    executor_path: str | None = None
    judge_path: str | None = None
    optimizer_path: str | None = None
    retriever_path: str | None = None

    def changed(self, changes: Mapping[str, Any]) -> RunSettings:
        """The settings with other limits.

        Raises:
            BadArguments: a change of something that decides the matches, or a value out of its range.
        """
        fixed = sorted(set(changes) - LIMITS)
        if fixed:
            raise BadArguments(f"{fixed[0]} cannot be changed in a run; start another one", name=fixed[0])
        return run_settings({**self.model_dump(), **changes})

    def method_options(self, start: Arm | None) -> MethodOptions:
        """What the methods are told."""
        return MethodOptions(
            population=self.population,
            mutate_every=self.mutate_every,
            tie_reward=self.tie_reward,
            eval_batch=self.eval_batch,
            budget=self.steps,
            start=start,
        )


def run_settings(values: dict[str, JsonValue] | dict[str, Any]) -> RunSettings:
    """Checked settings.

    Raises:
        BadArguments: a setting is unknown or out of its range; names it.
    """
    try:
        return RunSettings.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadArguments(f"{place}: {first['msg']}", name=place) from None


def run_defaults(settings: Settings) -> dict[str, Any]:
    """What runs start from: an endpoint where one is configured for the role, and the environment's settings."""
    return {
        "executor": "chat" if settings.connection("chat").model is not None else "builtin",
        "judge": "model" if settings.connection("judge").model is not None else "rules",
        "steps": settings.optimizer_steps,
        "population": settings.optimizer_population,
        "mutate_every": settings.optimizer_mutate_every,
        "tie_reward": settings.optimizer_tie_reward,
        "eval_batch": settings.optimizer_eval_batch,
    }
