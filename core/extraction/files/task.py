"""A task: schema, guide, strategies, examples and labelled cases of one folder, packed into one value for runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson
import yaml
from pydantic import ValidationError

from core.errors import ConfigError, NotFound
from core.extraction.files.cases import LabelledCase, lines_of, parse_cases
from core.extraction.files.guides import TaskGuide
from core.extraction.files.schema_text import CheckedSchema, checked_schema, pretty
from core.llm import Schema
from core.prompting import Prompt, parse_prompt
from core.settings import ROOT

TASKS = ROOT / "configs" / "extraction"
STRATEGIES = ("zero_shot", "few_shot", "step_by_step")
"""Names of the strategies that come with each task, in the order in which they are shown."""
INPUTS = frozenset({"text", "examples"})
"""What a strategy's prompt may ask for."""
_GUIDE = "task.yaml"


@dataclass(frozen=True, slots=True)
class ExtractionTask:
    """A task.

    Attributes:
        name: name of its folder.
        guide: what it says about itself and its fields.
        checked: its schema with notes.
        strategies: prompts by the name of their strategy.
        examples: labelled texts that a prompt may show; never among the cases.
        cases: the labelled cases.
    """

    name: str
    guide: TaskGuide
    checked: CheckedSchema
    strategies: Mapping[str, Prompt]
    examples: tuple[LabelledCase, ...]
    cases: tuple[LabelledCase, ...]

    @property
    def schema(self) -> Schema:
        """The schema that outputs must obey."""
        return Schema(self.name, self.checked.body)

    def case(self, case_id: str) -> LabelledCase:
        """The case of an id.

        Raises:
            NotFound: there is none.
        """
        for case in self.cases:
            if case.id == case_id:
                return case
        raise NotFound(f"No case {case_id} in task {self.name}", kind="case", id=case_id)

    def pack(self) -> bytes:
        """The task as bytes: equal tasks give equal bytes."""
        return orjson.dumps(
            {
                "name": self.name,
                "guide": self.guide.model_dump(mode="json", exclude_defaults=True),
                "schema": pretty(self.checked.body),
                "strategies": {name: [prompt.source, prompt.form] for name, prompt in self.strategies.items()},
                "examples": lines_of(self.examples),
                "cases": lines_of(self.cases),
            }
        )


@lru_cache(maxsize=8)
def unpack_task(body: bytes) -> ExtractionTask:
    """The task that `pack` wrote.

    Raises:
        ConfigError, PromptError: it was written by another version and does not hold today.
    """
    value = orjson.loads(body)
    return made_task(
        value["name"],
        guide=value["guide"],
        schema=value["schema"],
        strategies={name: (source, form) for name, (source, form) in value["strategies"].items()},
        examples=value["examples"],
        cases=value["cases"],
    )


def made_task(
    name: str,
    *,
    guide: object,
    schema: str,
    strategies: Mapping[str, tuple[str, Any]],
    examples: str,
    cases: str,
) -> ExtractionTask:
    """A task of its parts' texts, as they stand in files or in the editor.

    Args:
        name: of the task.
        guide: what `task.yaml` holds.
        schema: text of the schema.
        strategies: text and form (`yaml`, `toml`) of each prompt, by the name of its strategy.
        examples, cases: JSON lines; examples may be empty.

    Raises:
        ConfigError, PromptError: a part is wrong; says which, where and why.
    """
    checked = checked_schema(schema, file="schema.json")
    body = Schema(name, checked.body)
    try:
        described = TaskGuide.model_validate(guide)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{_GUIDE}: {place}: {first['msg']}", file=_GUIDE, name=place) from None
    unknown = sorted(set(described.fields) - set(checked.body["properties"]))
    if unknown:
        raise ConfigError(
            f"{_GUIDE}: fields.{unknown[0]}: the schema has no such property", file=_GUIDE, name=unknown[0]
        )
    return ExtractionTask(
        name,
        described,
        checked,
        {name: _strategy(name, source, form, checked) for name, (source, form) in strategies.items()},
        parse_cases(examples, body, file="examples.jsonl") if examples.strip() else (),
        parse_cases(cases, body, file="cases.jsonl"),
    )


def _strategy(name: str, source: str, form: Any, checked: CheckedSchema) -> Prompt:
    prompt = parse_prompt(source, file=name, form=form, schema=checked.body)
    more = sorted(set(prompt.inputs) - INPUTS)
    if more or "text" not in prompt.inputs:
        words = (
            f"{name}: inputs: a strategy takes text, and examples where it shows some, not {', '.join(more) or 'none'}"
        )
        raise ConfigError(words, file=name, reason="strategy_inputs")
    return prompt


def task_names() -> tuple[str, ...]:
    """Names of the tasks that ship, in the order of their folders."""
    return tuple(sorted(path.parent.name for path in TASKS.glob(f"*/{_GUIDE}")))


def read_task(name: str, *, folder: Path | None = None) -> ExtractionTask:
    """The task of a name, or of a folder of one's own.

    Raises:
        ConfigError, PromptError: there is none, or a part of it is wrong; says which file, where and why.
    """
    place = folder or TASKS / name
    if not (place / _GUIDE).is_file():
        known = ", ".join(task_names())
        raise ConfigError(f"There is no task {name}; there are: {known}", file=_GUIDE, reason="no_task", name=name)
    try:
        guide = yaml.safe_load(_text(place / _GUIDE))
    except yaml.YAMLError as error:
        raise ConfigError(f"{_GUIDE}: no YAML: {' '.join(str(error).split())}", file=_GUIDE) from None
    files = {
        path.stem: path for path in sorted((place / "strategies").glob("*.*")) if path.suffix in (".yaml", ".toml")
    }
    order = [*(known for known in STRATEGIES if known in files), *(other for other in files if other not in STRATEGIES)]
    if not order:
        raise ConfigError(f"{name}: strategies: there is no prompt file", file="strategies", reason="no_strategy")
    examples = place / "examples.jsonl"
    return made_task(
        name,
        guide=guide,
        schema=_text(place / "schema.json"),
        strategies={each: (_text(files[each]), "toml" if files[each].suffix == ".toml" else "yaml") for each in order},
        examples=_text(examples) if examples.is_file() else "",
        cases=_text(place / "cases.jsonl"),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path.name}: cannot be read: {error.strerror}", file=path.name) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path.name}: is no UTF-8 text", file=path.name, reason="no_text") from None
