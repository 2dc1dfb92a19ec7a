"""Asking a model for new values of a knob."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from core.errors import BadArguments
from core.guardrail import checked_answer
from core.llm import Endpoint
from core.optimizer.knobs import Knobs
from core.optimizer.proposals.losses import Loss
from core.prompting import Prompt, load_prompt

MOST = 3
"""Proposals of one question: more are not read."""
_TEXT = 12
"""Characters from which on a value counts as a text that could be worded otherwise."""


@dataclass(frozen=True, slots=True)
class WordingProposal:
    """A new value of a knob, why, and the numbers of the matches that moved it."""

    knob: str
    value: str
    why: str
    cases: tuple[int, ...]
    engine: str


def text_knobs(knobs: Knobs) -> tuple[str, ...]:
    """Knobs whose values are texts, not names that a template asks about."""
    return tuple(
        name
        for name, values in zip(knobs.names, knobs.values, strict=True)
        if all(isinstance(value, str) for value in values) and any(len(str(value)) >= _TEXT for value in values)
    )


def propose(
    model: Endpoint, prompt: Prompt, knobs: Knobs, knob: str, lost: Sequence[Loss], *, reasks: int
) -> list[WordingProposal]:
    """New values that a model proposes, at most three, without those that are known.

    Args:
        model: who proposes.
        prompt: the prompt under test.
        knobs: what the run tunes, with everything that was admitted.
        knob: which of them gets new values.
        lost: what went badly.
        reasks: how often an answer of the wrong form is asked again.

    Raises:
        BadArguments: the knob has no texts, or nothing went badly.
        ModelError: the model gave no usable answer.
    """
    if knob not in text_knobs(knobs):
        raise BadArguments(f"the values of the knob {knob} are no texts", name=knob, reason="no_text")
    if not lost:
        raise BadArguments("no match has been lost yet", reason="no_losses")
    asking = load_prompt("better_words")
    assert asking.schema is not None
    known = [str(value) for value in knobs.values[knobs.names.index(knob)]]
    messages = asking.render(
        prompt=prompt.source, knob=knob, values=known, cases=[asdict(loss) for loss in lost], count=MOST
    )
    checked = checked_answer(model, messages, asking.schema, reasks=reasks, cache=False, prompt_version=asking.label)
    numbers = {loss.number for loss in lost}
    tried = {value.strip() for value in known}
    found: list[WordingProposal] = []
    for entry in _entries(checked.value):
        value = str(entry["value"]).strip()
        if value and value not in tried:
            tried.add(value)
            cases = tuple(number for number in _numbers(entry["cases"]) if number in numbers)
            found.append(WordingProposal(knob, value, str(entry["why"]), cases, checked.answer.model))
    return found[:MOST]


def _entries(value: dict[str, object]) -> list[dict[str, object]]:
    listed = value["proposals"]
    return listed if isinstance(listed, list) else []


def _numbers(value: object) -> list[int]:
    return [int(number) for number in value] if isinstance(value, list) else []
