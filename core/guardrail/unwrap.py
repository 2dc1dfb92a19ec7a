"""The object that is meant, inside what was put around it: tool calls, API answers, lists of one, text parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from core.guardrail.policy import Policy, folded
from core.guardrail.schema_view import SchemaView
from core.guardrail.unreadable import UnreadableAnswer

_MOST_LEVELS = 12
_MOST_PARTS = 2_000
_CUT = {"length", "max_tokens", "content_filter", "refusal", "safety", "max_output_tokens"}
_OTHERS = {"user", "system", "developer", "tool"}


class Target:
    """What the wanted object looks like: at least half of the required properties, by any of their names."""

    def __init__(self, view: SchemaView, policy: Policy) -> None:
        wanted = view.root.required or tuple(view.root.properties)
        self._types = view.root.types
        self._free = not wanted
        self._names = {folded(name): name for name in wanted}
        for name in wanted:
            for other in policy.aliases.get(name, ()):
                self._names.setdefault(folded(other), name)
        self._least = max(1, -(-len(wanted) // 2))

    def meets(self, value: object) -> bool:
        """Whether a value is an attempt at the wanted object."""
        if self._types and "object" not in self._types:
            return isinstance(value, list) if "array" in self._types else not isinstance(value, dict | list)
        if not isinstance(value, dict):
            return False
        return self._free or len({self._names.get(folded(str(key))) for key in value} - {None}) >= self._least


def targets(value: object, target: Target, decode: Callable[[str], list[object]]) -> Iterator[tuple[object, bool]]:
    """The attempts at the wanted object inside a value, each with whether it stood inside something else.

    Raises:
        UnreadableAnswer: what is around it says that it was cut, or a text inside that should be one cannot be read.
    """
    if target.meets(value):
        yield value, False
        return
    count = 0
    level: list[object] = [value]
    for _ in range(_MOST_LEVELS):
        following: list[object] = []
        for part in level:
            count += 1
            if count > _MOST_PARTS:
                return
            if target.meets(part):
                yield part, True
            else:
                following += _inside(part, decode)
        if not following:
            return
        level = following


def _inside(part: object, decode: Callable[[str], list[object]]) -> list[object]:
    if isinstance(part, str):
        return decode(part) if "{" in part else []
    if isinstance(part, list):
        texts = [item["text"] for item in part if isinstance(item, dict) and isinstance(item.get("text"), str)]
        if len(texts) > 1 and len(texts) == len(part) and "{" in texts[0]:
            return ["".join(texts)]
        return list(part)
    if isinstance(part, dict):
        return _inside_object(part)
    return []


def _inside_object(part: dict[str, Any]) -> list[object]:
    if part.get("role") in _OTHERS:
        return []
    for key in ("finish_reason", "stop_reason", "finishReason"):
        word = part.get(key)
        if isinstance(word, str) and word.lower() in _CUT:
            raise UnreadableAnswer("truncated", "cut_by_sender", word=word)
    return list(part.values())
