"""A run as a configuration of promptfoo: the settings that matter as prompts, the examples as tests, the rubric as its
assertion.

Prompts are written out for each example, since promptfoo's templates are another language than ours. The words stand in
variables, where promptfoo would read `{{ … }}` and `{% … %}` as templates; so braces of contracts are kept apart by a
joiner that no reader sees. `{{`, `{%` and `{#` are rare in contracts, and nothing else is touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
import yaml

from core.optimizer.execution import prompt_inputs
from core.optimizer.files import Example, Material
from core.optimizer.runs.records import RunRecord
from core.optimizer.space import Arm
from core.prompting import Knob

JOINER: Final = "\u2060"
"""Word joiner: takes no room and parts two braces."""
SCHEMA_ADDRESS: Final = "https://promptfoo.dev/config-schema.json"


def promptfoo_config(
    run: RunRecord, material: Material, arms: Sequence[Arm], *, model: str, judge: str, address: str | None = None
) -> str:
    """The configuration as YAML, for `promptfoo eval -c`.

    Args:
        run: the run.
        material: of the run.
        arms: settings to compare beside the prompt as it is, best first.
        model: id of the model that answers, as promptfoo names models, such as `openai:chat:gpt-4o`.
        judge: id of the model that grades.
        address: base address of a compatible server; promptfoo's own default where None. Keys are never written: give
            them by the environment.
    """
    candidates = _candidates(run, material, arms)
    server = {} if address is None else {"config": {"apiBaseUrl": address}}
    assertions: list[dict[str, Any]] = [{"type": "llm-rubric", "value": _rubric(material)}]
    if material.prompt.schema is not None:
        schema = {name: value for name, value in material.prompt.schema.body.items() if name != "$schema"}
        assertions.insert(0, {"type": "is-json", "value": schema})
    config = {
        "description": f"{run.title}: {material.prompt.label}, {material.dataset.name}, {material.rubric.label}",
        "prompts": [{"id": name, "label": name, "raw": f"{{{{ {name} }}}}"} for name in candidates],
        "providers": [{"id": model, "label": "answers", **_at_rest(server)}],
        "defaultTest": {"options": {"provider": {"id": judge, **_at_rest(server)}}, "assert": assertions},
        "tests": [_test(example, material, candidates) for example in material.dataset.examples],
        "metadata": {
            "run": run.id,
            "candidates": {name: dict(settings) for name, settings in candidates.items()},
        },
    }
    body = yaml.safe_dump(config, allow_unicode=True, sort_keys=False, width=120)
    return f"# yaml-language-server: $schema={SCHEMA_ADDRESS}\n{body}"


def _at_rest(server: Mapping[str, Any]) -> dict[str, Any]:
    """The provider's settings at temperature 0."""
    return {"config": {**server.get("config", {}), "temperature": 0}}


def _candidates(run: RunRecord, material: Material, arms: Sequence[Arm]) -> dict[str, Mapping[str, Knob]]:
    defaults = material.prompt.defaults
    found: dict[str, Mapping[str, Knob]] = {"as_it_is": defaults}
    for arm in arms:
        settings = {**defaults, **run.knobs.settings(arm)}
        if settings not in found.values():
            found[f"place_{len(found)}"] = settings
    return found


def _test(example: Example, material: Material, candidates: Mapping[str, Mapping[str, Knob]]) -> dict[str, Any]:
    inputs = prompt_inputs(material.prompt, example)
    variables = {name: _plain(_chat(material, settings, inputs)) for name, settings in candidates.items()}
    return {"description": example.id, "vars": variables, "metadata": {"example": example.id}}


def _chat(material: Material, settings: Mapping[str, Knob], inputs: Mapping[str, object]) -> str:
    messages = material.prompt.allowing(settings).render(settings, **inputs)
    return orjson.dumps([{"role": message.role, "content": message.content} for message in messages]).decode()


def _plain(text: str) -> str:
    """A text in which promptfoo finds no template."""
    for opening in ("{{", "{%", "{#"):
        text = text.replace(opening, f"{{{JOINER}{opening[1]}")
    return text


def _rubric(material: Material) -> str:
    lines = [
        f"- {name}, 0 to {criterion.max:g}: {criterion.en}" for name, criterion in material.rubric.criteria.items()
    ]
    return "\n".join(
        (
            "Score the answer by these criteria. The score is the sum divided by "
            f"{material.rubric.most:g}. It passes from 0.5 on.",
            *lines,
        )
    )
