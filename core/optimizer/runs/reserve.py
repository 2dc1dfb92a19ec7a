"""What a match may cost at most, so that a budget holds whatever the models do.

A token stands for at least one byte of text, so the bytes of what is sent bound its tokens from above.
"""

from __future__ import annotations

import orjson

from core.llm import dearest_token
from core.optimizer.execution import prompt_inputs
from core.optimizer.execution.model_executor import REASKS
from core.optimizer.files import Material
from core.optimizer.judging.model_judge import VERDICT_TOKENS, verdict_schema
from core.optimizer.runs.budget import Spending
from core.optimizer.runs.settings import RunSettings
from core.settings import Settings

_REASK_TOKENS = 4_000
"""Words of a question that asks again."""


def reservation(material: Material, chosen: RunSettings, settings: Settings, example_id: str) -> Spending:
    """The most that a match on an example may take: every answer and verdict asked again as often as it may be."""
    example = material.dataset.example(example_id)
    calls = tokens = 0
    if chosen.executor != "builtin" and chosen.executor_path is None:
        each = _rendered(material, example_id) + chosen.answer_tokens
        again = REASKS * (each + chosen.answer_tokens + _REASK_TOKENS)
        calls += 2 * (1 + REASKS)
        tokens += 2 * (each + again)
    if chosen.judge == "model" and chosen.judge_path is None:
        reasks = settings.llm_reasks
        orders = 1 + chosen.both_orders
        judged = _judge_overhead(material, example_id) + len(example.text.encode()) + 2 * 4 * chosen.answer_tokens
        each = judged + VERDICT_TOKENS
        calls += orders * (1 + reasks)
        tokens += orders * (each + reasks * (each + VERDICT_TOKENS + _REASK_TOKENS))
    return Spending(calls, tokens, tokens * dearest_token(settings))


def _rendered(material: Material, example_id: str) -> int:
    """Bytes of the longest prompt over the values of each knob, one knob changed at a time."""
    prompt, example = material.prompt, material.dataset.example(example_id)
    inputs = prompt_inputs(prompt, example)
    plain = _bytes(material, {}, inputs)
    more = 0
    for name, values in prompt.knobs.items():
        more += max(0, max(_bytes(material, {name: value}, inputs) for value in values) - plain)
    return plain + more


def _bytes(material: Material, knobs: dict[str, str | int | float | bool], inputs: dict[str, object]) -> int:
    return sum(len(message.content.encode()) for message in material.prompt.render(knobs, **inputs))


def _judge_overhead(material: Material, example_id: str) -> int:
    """Bytes of a question to the judge without context and answers."""
    example = material.dataset.example(example_id)
    form = orjson.dumps(verdict_schema(material.rubric, citations=True).body).decode()
    criteria = [
        {"name": name, "max": criterion.max, "words": criterion.words(example.answer_language)}
        for name, criterion in material.rubric.criteria.items()
    ]
    messages = material.judge.render(
        instruction=example.instruction, context="", first="", second="", criteria=criteria, form=form
    )
    return sum(len(message.content.encode()) for message in messages)
