"""The built-in engine: rules of the task's guide. Of a prompt it reads the knobs alone, and the interface says so."""

from __future__ import annotations

import time
from collections.abc import Mapping

import orjson

from core.errors import BadArguments
from core.extraction.engines.extracted import ExtractedText, TextAttempt
from core.extraction.engines.rules import RuleOptions, read_values
from core.extraction.files import ExtractionTask
from core.prompting import Knob, Prompt


class RuleEngine:
    """Extracts by rules: deterministic, local, without a model.

    It follows the knobs `severity_by`, `summary_from` and `shown`; others change words for models only.
    """

    identity = "builtin:1"

    def extract(self, task: ExtractionTask, prompt: Prompt, knobs: Mapping[str, Knob], text: str) -> ExtractedText:
        """What words of the text speak for."""
        if not any(guide.find is not None for guide in task.guide.fields.values()):
            words = f"The task {task.name} has no rules for the built-in engine; it needs a model endpoint."
            raise BadArguments(words, reason="no_rules", name=task.name)
        began = time.perf_counter()
        chosen = {**prompt.defaults, **knobs}
        shown = chosen.get("shown", 0)
        options = RuleOptions(
            consequences=chosen.get("severity_by", "consequences") == "consequences",
            opening=chosen.get("summary_from", "matter") == "opening",
            examples=task.examples[: int(shown)] if "examples" in prompt.inputs else (),
        )
        raw = orjson.dumps(read_values(text, task, options)).decode()
        return ExtractedText((TextAttempt(raw),), "builtin", latency_ms=(time.perf_counter() - began) * 1000)

    def close(self) -> None:
        """Nothing to let go of."""
