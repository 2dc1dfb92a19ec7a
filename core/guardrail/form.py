"""Repairs of form that cannot change meaning: what stands around the one JSON object is taken away.

Only what any answer may have: a byte order mark and white space, a block of `<think>` before the answer, one code
fence around all of it. Whatever else is wrong is for `engine.guard`.
"""

from __future__ import annotations

import re

from core.guardrail.parse import NotStrict, parsed

_THINK = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"```[A-Za-z0-9_-]*[ \t]*\r?\n(?P<inside>.*)\r?\n?```", re.DOTALL)


def read_object(text: str) -> tuple[dict[str, object], tuple[str, ...]]:
    """The one JSON object of an answer, and the repairs that led to it (`bom`, `think`, `fence`).

    Raises:
        NotStrict: there is not exactly one.
    """
    steps: list[str] = []
    if text.startswith("\ufeff"):
        text = text.removeprefix("\ufeff")
        steps.append("bom")
    think = _THINK.match(text)
    if think is not None:
        text = text[think.end() :]
        steps.append("think")
    text = text.strip()
    fence = _FENCE.fullmatch(text)
    if fence is not None:
        text = fence["inside"].strip()
        steps.append("fence")
    value = parsed(text)
    if not isinstance(value, dict):
        raise NotStrict("the answer is JSON, but not an object")
    return value, tuple(steps)
