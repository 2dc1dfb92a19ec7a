"""Prompt files: loads them, checks declared inputs against placeholders, renders them in a sandbox, keeps versions."""

from core.prompting.edit import with_knobs
from core.prompting.fence import fenced
from core.prompting.load import load_prompt, parse_prompt, prompt_names, read_prompt
from core.prompting.places import places
from core.prompting.prompt import Format, Knob, Prompt
from core.prompting.shelf import EXPLORATION, ArmReward, PromptInUse, PromptRevision, PromptShelf, Use

__all__ = [
    "EXPLORATION",
    "ArmReward",
    "Format",
    "Knob",
    "Prompt",
    "PromptInUse",
    "PromptRevision",
    "PromptShelf",
    "Use",
    "fenced",
    "load_prompt",
    "parse_prompt",
    "places",
    "prompt_names",
    "read_prompt",
    "with_knobs",
]
