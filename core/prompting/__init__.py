"""Prompt files: loaded, checked in both directions, rendered in a sandbox, with their versions."""

from core.prompting.fence import fenced
from core.prompting.load import load_prompt, read_prompt
from core.prompting.prompt import Knob, Prompt

__all__ = ["Knob", "Prompt", "fenced", "load_prompt", "read_prompt"]
