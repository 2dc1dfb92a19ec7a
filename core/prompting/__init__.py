"""Prompt files: loaded, checked in both directions, rendered in a sandbox, with their versions."""

from core.prompting.fence import fenced
from core.prompting.load import load_prompt, read_prompt
from core.prompting.prompt import Knob, Prompt
from core.prompting.schema_file import load_schema

__all__ = [
    "Knob",
    "Prompt",
    "fenced",
    "load_prompt",
    "load_schema",
    "read_prompt",
]
