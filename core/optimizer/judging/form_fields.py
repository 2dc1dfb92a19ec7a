"""How a form is compared with what a person wrote down: field by field, and its quotes with the text they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from core.optimizer.execution.text_words import squeezed

MISSING: Final = object()
"""What stands at a path that a form does not have; equal to nothing that can be wanted."""
_QUOTES = frozenset({"quote", "excerpts", "words"})


def value_at(form: Mapping[str, Any], path: str) -> object:
    """What stands in a form at a path; `MISSING` where there is nothing.

    Args:
        form: an object that was answered.
        path: the name of a property, or a path that begins with a slash: names and positions between slashes, with `*`
            for all entries of a list (then the value is the list of what stands there).
    """
    if not path.startswith("/"):
        return form.get(path, MISSING)
    return _walk(form, path[1:].split("/"))


def right_share(form: Mapping[str, Any], wanted: Mapping[str, Any]) -> float:
    """Share of the wanted fields that a form has right, 0 to 1. Lists that `*` collects are compared in any order."""
    return sum(_same(value_at(form, path), value, anyhow="*" in path) for path, value in wanted.items()) / len(wanted)


def quotes_share(form: Mapping[str, Any], text: str) -> float:
    """Share of a form's quotes that stand in the text word for word, 0 to 1; 1 where it quotes nothing."""
    quotes = [quote for quote in _quotes(form) if quote.strip()]
    if not quotes:
        return 1.0
    held = squeezed(text)
    return sum(squeezed(quote) in held for quote in quotes) / len(quotes)


def _walk(value: object, names: list[str]) -> object:
    if not names:
        return value
    first, rest = names[0], names[1:]
    if first == "*":
        return [_walk(entry, rest) for entry in value] if isinstance(value, list) else MISSING
    if isinstance(value, Mapping):
        return _walk(value[first], rest) if first in value else MISSING
    if isinstance(value, list) and first.isdecimal() and int(first) < len(value):
        return _walk(value[int(first)], rest)
    return MISSING


def _same(given: object, wanted: object, *, anyhow: bool) -> bool:
    if isinstance(given, bool) != isinstance(wanted, bool):
        return False
    if anyhow and isinstance(given, list) and isinstance(wanted, list):
        return sorted(map(repr, given)) == sorted(map(repr, wanted))
    return given == wanted


def _quotes(value: object, *, quoted: bool = False) -> Iterator[str]:
    if isinstance(value, str):
        if quoted:
            yield value
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            yield from _quotes(entry, quoted=name in _QUOTES)
    elif isinstance(value, list):
        for entry in value:
            yield from _quotes(entry, quoted=quoted)
