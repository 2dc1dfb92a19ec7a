"""A prompt's text with other defaults or further values of a knob, and everything else as a person wrote it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import orjson
import yaml

from core.errors import PromptError
from core.prompting.prompt import Knob, Prompt

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def with_knobs(
    prompt: Prompt, defaults: Mapping[str, Knob], *, values: Mapping[str, Sequence[Knob]] | None = None
) -> str:
    """The text of a prompt whose knobs start from other values; comments and layout elsewhere stay.

    Args:
        prompt: the prompt.
        defaults: new defaults, by knob; the others stay.
        values: all values of a knob, where it gets more.

    Raises:
        PromptError: the file has no knobs.
    """
    knobs = {**prompt.knobs, **{name: tuple(listed) for name, listed in (values or {}).items()}}
    chosen = {**prompt.defaults, **defaults}
    if not knobs:
        raise PromptError(f"{prompt.id}: has no knobs.", file=prompt.id, place="knobs")
    write = _scalar if prompt.form == "toml" else _plain
    lines = {
        "knobs": [f"{name} = [{', '.join(map(write, listed))}]" for name, listed in knobs.items()],
        "defaults": [f"{name} = {write(value)}" for name, value in chosen.items()],
    }
    text = prompt.source
    for section, entries in lines.items():
        if section == "knobs" and not values:
            continue
        text = _toml(text, section, entries) if prompt.form == "toml" else _yaml(text, section, entries)
    return text


def _scalar(value: Knob) -> str:
    return orjson.dumps(value).decode()


def _plain(value: Knob) -> str:
    """A value as a person would write it in YAML: a word that YAML takes for nothing else needs no quotes."""
    if isinstance(value, str) and _WORD.fullmatch(value) and yaml.safe_load(value) == value:
        return value
    return _scalar(value)


def _yaml(text: str, section: str, entries: Sequence[str]) -> str:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode)
    node = next(value for key, value in root.value if key.value == section)
    start, end = node.start_mark, node.end_mark
    if node.flow_style:
        return (
            text[: start.index]
            + "{"
            + ", ".join(entry.replace(" = ", ": ", 1) for entry in entries)
            + "}"
            + text[end.index :]
        )
    indent = " " * start.column
    body = f"\n{indent}".join(entry.replace(" = ", ": ", 1) for entry in entries) + "\n"
    return text[: start.index] + body + text[end.index :].lstrip("\n")


def _toml(text: str, section: str, entries: Sequence[str]) -> str:
    table = re.compile(rf"^\[{section}\][^\n]*\n(?:(?!\[)[^\n]*(?:\n|\Z))*", re.MULTILINE)
    return table.sub(lambda _match: "\n".join((f"[{section}]", *entries)) + "\n\n", text, count=1)
