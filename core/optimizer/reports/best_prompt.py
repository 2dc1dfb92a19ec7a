"""The prompt under test with the winner's settings as its defaults."""

from __future__ import annotations

from collections.abc import Mapping

from core.optimizer.runs.records import RunRecord
from core.optimizer.space import Arm
from core.prompting import Knob, Prompt, parse_prompt, with_knobs


def best_prompt(prompt: Prompt, run: RunRecord, arm: Arm) -> Prompt:
    """The prompt with an arm's settings as defaults, and with the values that were admitted to the run.

    Raises:
        PromptError: the prompt does not hold with them.
    """
    return prompt_with(prompt, run, run.knobs.settings(arm))


def prompt_with(prompt: Prompt, run: RunRecord, settings: Mapping[str, Knob]) -> Prompt:
    """The prompt with settings as its defaults; values that the file does not have yet are added to its knobs."""
    more = {
        name: (*prompt.knobs[name], *(value for value in values if value not in prompt.knobs[name]))
        for name, values in zip(run.knobs.names, run.knobs.values, strict=True)
    }
    values = {name: listed for name, listed in more.items() if len(listed) > len(prompt.knobs[name])}
    text = with_knobs(prompt, settings, values=values or None)
    schema = None if prompt.schema is None else prompt.schema.body
    return parse_prompt(text, file=f"{prompt.id}.{prompt.form}", form=prompt.form, schema=schema)
