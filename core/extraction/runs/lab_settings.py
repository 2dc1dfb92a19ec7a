"""What a person decides about a run before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, ValidationError

from core.errors import BadArguments
from core.extraction.engines import EndpointEngine, ExtractionEngine, RuleEngine
from core.extraction.files import ExtractionTask
from core.llm import CallLog, endpoint
from core.prompting import Knob
from core.settings import Settings

EngineName = Literal["builtin", "sampler", "chat", "extraction"]
ENGINES: tuple[EngineName, ...] = ("builtin", "sampler", "extraction", "chat")
_Knob = StrictBool | StrictInt | StrictFloat | StrictStr


class LabSettings(BaseModel):
    """Settings of a run.

    Attributes:
        engine: who extracts: rules, the sampler held to the schema, or the endpoint of a role.
        strategies: knobs that differ from the defaults, by the name of each strategy that is run.
        cases: ids of the cases that are run; empty for all.
        reasks: how often an endpoint is asked again.
        answer_tokens: most tokens of an answer.
        seed: of the sampler.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    engine: EngineName = "builtin"
    strategies: Annotated[dict[str, dict[str, _Knob]], Field(min_length=1)]
    cases: tuple[str, ...] = ()
    reasks: Annotated[int, Field(ge=0, le=5)] = 1
    answer_tokens: Annotated[int, Field(ge=64, le=100_000)] = 1_024
    seed: Annotated[int, Field(ge=0)] = 0

    def knobs(self, strategy: str) -> dict[str, Knob]:
        """The knobs of a strategy that differ from its defaults."""
        return dict(self.strategies[strategy])


def lab_settings(values: Mapping[str, Any], task: ExtractionTask) -> LabSettings:
    """Checked settings of a run of a task.

    Raises:
        BadArguments: a setting is unknown or out of its range, or there is no such strategy, knob or case.
    """
    try:
        chosen = LabSettings.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadArguments(f"{place}: {first['msg']}", name=place, reason="lab_setting") from None
    for name in chosen.strategies:
        if name not in task.strategies:
            raise BadArguments(f"The task {task.name} has no strategy {name}.", name=name, reason="lab_setting")
        task.strategies[name].check_knobs(chosen.knobs(name))
    known = {case.id for case in task.cases}
    for case_id in chosen.cases:
        if case_id not in known:
            raise BadArguments(f"The task {task.name} has no case {case_id}.", name=case_id, reason="lab_setting")
    return chosen


def engine_of(chosen: LabSettings, settings: Settings, *, calls: CallLog | None = None) -> ExtractionEngine:
    """The engine that settings name; close it.

    Raises:
        BadArguments: an endpoint is asked for and none is configured for the role.
    """
    if chosen.engine == "builtin":
        return RuleEngine()
    if chosen.engine == "sampler":
        from core.extraction.engines import SamplerEngine  # loads compiled code: only where it is used

        return SamplerEngine(seed=chosen.seed)
    opened = endpoint(chosen.engine, settings, calls=calls)
    if opened is None:
        words = f"No model endpoint is configured for the role {chosen.engine}."
        raise BadArguments(words, name=chosen.engine, reason="no_endpoint")
    return EndpointEngine(opened, reasks=chosen.reasks, max_output_tokens=chosen.answer_tokens)
