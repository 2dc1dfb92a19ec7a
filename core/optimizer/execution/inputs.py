"""The inputs of a prompt for an example."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.errors import BadArguments
from core.optimizer.files import Example
from core.prompting import Prompt
from core.taxonomy import shipped_taxonomy
from core.wording import languages

_FROM_EXAMPLE: Mapping[str, Callable[[Example], object]] = {
    "instruction": lambda example: example.instruction,
    "question": lambda example: example.query or example.instruction,
    "context": lambda example: example.text,
    "contract": lambda example: example.text,
    "language": lambda example: languages()[example.answer_language].english,
    "facts": lambda _example: shipped_taxonomy().facts,
    "clauses": lambda _example: shipped_taxonomy().clauses,
}


def prompt_inputs(prompt: Prompt, example: Example) -> dict[str, object]:
    """A value for each input that the prompt declares: the example's own, else what its name stands for.

    Raises:
        BadArguments: an input has no value; names prompt, input and example.
    """
    values: dict[str, object] = {}
    for name in prompt.inputs:
        if name in example.inputs:
            values[name] = example.inputs[name]
        elif name in _FROM_EXAMPLE:
            values[name] = _FROM_EXAMPLE[name](example)
        else:
            words = (
                f"Prompt {prompt.id} needs the input {name}, which example {example.id} does not give in its inputs."
            )
            raise BadArguments(words, name=name, prompt=prompt.id, example=example.id)
    return values
