"""An answer in YAML in the place of JSON: taken only where it is exactly the schema's object, read in one way."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

import yaml

from core.guardrail.schema_view import SchemaView

_MOST_CHARACTERS = 200_000
_FENCE = re.compile(
    r"\A(?P<marks>`{3,})[ \t]*(?:ya?ml)?[ \t]*\n(?P<inside>.*)\n(?P=marks)\s*\Z", re.DOTALL | re.IGNORECASE
)
_FIRST_KEY = re.compile(r"(?:---[ \t]*\n)?([A-Za-z_][\w-]*)[ \t]*:(?=\s)")
# A last value that cannot have been cut off: a listed word of YAML, a closed text, list or object.
_WHOLE_END = re.compile(r"""(?:^|[\s:\[{,-])(?:null|true|false|~)\Z|["'\]}]\Z|\n\Z""")
# A comment may hold content, a tag or an anchor means more than a value.
_MORE_THAN_VALUES = re.compile(r"(?m)(?:^|\s)(?:\#|[&*!][\w<])")


class _Strict(yaml.SafeLoader):
    """YAML's JSON: null, true, false, whole and decimal numbers; everything else is text, and no key stands twice."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """The mapping of a node.

        Raises:
            yaml.YAMLError: a key stands twice, or is no text.
        """
        keys = [getattr(key, "value", None) for key, _ in node.value]
        if len(set(map(str, keys))) < len(keys) or not all(isinstance(key, str) for key in keys):
            raise yaml.constructor.ConstructorError(None, None, "a key stands twice", node.start_mark)
        return super().construct_mapping(node, deep=True)


for _tag, _pattern, _firsts in (
    ("null", r"null|~|", "n~"),
    ("bool", r"true|false", "tf"),
    ("int", r"-?(?:0|[1-9]\d*)", "-0123456789"),
    ("float", r"-?(?:0|[1-9]\d*)\.\d+(?:[eE][-+]?\d+)?", "-0123456789"),
):
    _Strict.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"(?:{_pattern})\Z"), [*_firsts, ""])


def read_yaml(text: str, view: SchemaView) -> dict[str, object] | None:
    """The object of an answer in YAML; None where it is none, or not with exactly the keys of the schema's root.

    Numbers and words are taken for texts where the schema wants a text: `1.0` is the version that was written.
    """
    fence = _FENCE.match(text.strip())
    inside = fence["inside"] if fence is not None else text.lstrip()
    first = _FIRST_KEY.match(inside)
    properties = view.root.properties
    if first is None or first[1] not in properties or len(inside) > _MOST_CHARACTERS:
        return None
    if _MORE_THAN_VALUES.search(inside) or not (fence is not None or _WHOLE_END.search(inside)):
        return None
    try:
        value = yaml.load(inside, _Strict)  # a SafeLoader
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not set(view.root.required) <= value.keys() <= properties.keys():
        return None
    return value
