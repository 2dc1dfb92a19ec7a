"""Handing a task to the optimizer: a prompt with knobs, and examples with what is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import BadArguments
from core.optimizer.files import Example, Material, dataset_of, read_rubric
from core.optimizer.files.material import JUDGE, RUBRIC, RUBRICS
from core.optimizer.runs import RunBook, RunRecord, run_defaults, run_settings
from core.prompting import Knob, Prompt, load_prompt
from core.settings import Settings


def improve(
    book: RunBook,
    prompt: Prompt,
    examples: Sequence[Example],
    settings: Settings,
    *,
    user: str,
    title: str,
    knobs: Mapping[str, Sequence[Knob]] | None = None,
    changes: Mapping[str, Any] | None = None,
) -> RunRecord:
    """Start a run that tunes a prompt's knobs on examples; it goes on in the jobs' ledger, as any run does.

    For forms give each example `inputs` (the prompt's own inputs by name) and `gold` with `fields` (what is right, by
    property or path): then rules judge, field by field, and the run ends with the share of fields right before and
    after on examples that were kept apart.

    Args:
        book: the book of runs.
        prompt: whose knobs are tuned.
        examples: what candidates answer.
        settings: of the workbench; they say which engines there are.
        user: who starts it.
        title: what people call the run and its data set.
        knobs: values to try, by knob; all by default.
        changes: settings of the run (`RunSettings`) that differ from the defaults, such as `steps` or `executor_path`.

    Raises:
        BadArguments: no examples or two with one id, nothing to choose between, or a setting out of its range.
        ConfigError: an endpoint is needed and none is configured.
    """
    if not examples or len({example.id for example in examples}) < len(examples):
        raise BadArguments("a task needs examples, each with an id of its own", name="examples", reason="examples")
    known = all(example.gold is not None and example.gold.fields for example in examples)
    chosen = run_settings({**run_defaults(settings), **({"judge": "rules"} if known else {}), **(changes or {})})
    material = Material(
        prompt, dataset_of(title, examples), load_prompt(JUDGE), read_rubric(RUBRICS / f"{RUBRIC}.yaml")
    )
    return book.start(material, chosen, user=user, title=title, knobs=knobs)
