"""Lines of a YAML file at which its values stand, so that an error can point at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import yaml


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """Where a value stands: its first line, counted from 1, and whether its text begins on the line below (`|`)."""

    line: int
    block: bool

    def line_of(self, within: int) -> int:
        """The file's line of a line of the value's text, both counted from 1."""
        return self.line + within - (0 if self.block else 1)


def places(text: str) -> Mapping[str, ValuePlace]:
    """Places of all values by their dotted path, such as `knobs.tone`; empty for a text that is no YAML mapping."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return {}
    return dict(_places(root, "")) if isinstance(root, yaml.MappingNode) else {}


def _places(node: yaml.MappingNode, path: str) -> Iterator[tuple[str, ValuePlace]]:
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            continue
        name = f"{path}{key.value}"
        block = isinstance(value, yaml.ScalarNode) and value.style in ("|", ">")
        yield name, ValuePlace(value.start_mark.line + 1, block)
        if isinstance(value, yaml.MappingNode):
            yield from _places(value, f"{name}.")
