"""The schemas of turns and entries, read from `configs/knowledge_llm`, every reference in its place.

References are put in because endpoints know them badly, and because a schema that stands in several files is checked
as one. They may lead into the same file (`#/…`) or into one beside it (`other.json#/…`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from core.errors import ConfigError, PromptError
from core.llm import Schema
from core.prompting import load_schema
from core.settings import ROOT

FOLDER = ROOT / "configs" / "knowledge_llm"
ENTRY = "knowledge_llm_entry.schema.json"
_MOST_STEPS = 32


@cache
def entry_schema() -> Schema:
    """The schema of a whole entry.

    Raises:
        ConfigError: the file is wrong; says where.
    """
    return read_schema(FOLDER / ENTRY, name="knowledge_entry")


def read_schema(path: Path, *, name: str) -> Schema:
    """The schema of a file with its references put in.

    Args:
        path: the file; references lead into its folder.
        name: what endpoints are told that the form is called.

    Raises:
        ConfigError: a file is missing or no schema, or a reference leads nowhere; says which and where.
    """
    reading = _SchemaFiles(path.parent)
    body = reading.inlined(reading.file(path.name), path.name, "", 0)
    if not isinstance(body, dict):
        raise ConfigError(f"{path.name}: a schema is an object.", file=path.name, place="/")
    return Schema(name, {key: part for key, part in body.items() if key != "$defs"})


class _SchemaFiles:
    """The files of one schema while it is read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, dict[str, object]] = {}

    def file(self, name: str) -> dict[str, object]:
        if name not in self._files:
            if Path(name).name != name:
                raise ConfigError(f"{name}: a schema refers to files beside it only.", file=name, place="/")
            try:
                self._files[name] = load_schema(self._folder / name)
            except PromptError as error:
                raise ConfigError(str(error), **error.facts) from None
        return self._files[name]

    def inlined(self, node: object, file: str, place: str, steps: int) -> object:
        if isinstance(node, list):
            return [self.inlined(part, file, f"{place}/{index}", steps) for index, part in enumerate(node)]
        if not isinstance(node, dict):
            return node
        reference = node.get("$ref")
        if not isinstance(reference, str):
            return {key: self.inlined(part, file, f"{place}/{key}", steps) for key, part in node.items()}
        if steps >= _MOST_STEPS:
            raise ConfigError(f"{file}: {place}: references go in a circle.", file=file, place=place)
        other, _, pointer = reference.partition("#")
        name = other or file
        found: object = self.file(name)
        for step in pointer.split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, dict) or key not in found:
                raise ConfigError(f"{file}: {place}: {reference} leads nowhere.", file=file, place=place)
            found = found[key]
        put_in = self.inlined(found, name, pointer, steps + 1)
        beside = {key: part for key, part in node.items() if key != "$ref"}
        return {**put_in, **beside} if isinstance(put_in, dict) else put_in
