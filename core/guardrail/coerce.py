"""Repairs that the schema decides: names, listed values, types, wrappers around one value, and safe defaults.

Each is done only where the schema leaves one meaning; content is never made up and texts are never changed. Whatever
has two meanings raises `UnreadableAnswer`; whatever is simply wrong stays as it is, so that validation names it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from rapidfuzz.distance import OSA

from core.guardrail.policy import Policy, folded
from core.guardrail.reading.lenient import BareWord, LenientReading, NoNumber
from core.guardrail.same import same
from core.guardrail.schema_view import SchemaPlace, SchemaView
from core.guardrail.unreadable import UnreadableAnswer

Path = tuple[str | int, ...]
Decode = Callable[[str], object]

_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")
_VERSION = re.compile(r"v?(?:er(?:sion)?)?[.\s]*(\d{1,6}(?:\.\d{1,6}){0,3})", re.IGNORECASE)
_SEVERAL = re.compile(r"[、，,;；\n／/・|]|\s[-*]\s| and ")
_PART_TEXT = ("text", "content", "value", "output_text")
_PART_OTHER = {"type", "annotations", "cache_control", "id", "index", "citations", "logprobs"}
_PART_TYPES = {"text", "output_text", "input_text", "markdown", "string"}
_NEAR, _LEAST_NEAR, _LEAST_WORD = 2, 6, 4
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[^\W\d_]+")


class Coercion:
    """The repairs of one value.

    Attributes:
        steps: names of what was repaired with its place.
        dropped: whether properties were left out.
        defaulted: whether a default was put in.
    """

    def __init__(self, view: SchemaView, policy: Policy, decode: Decode, reading: LenientReading | None = None) -> None:
        self._view = view
        self._policy = policy
        self._decode = decode
        self._unclosed = {id(part) for part in reading.unclosed} if reading else set()
        self._odd = bool(reading) and not {"bare_words", "no_number"}.isdisjoint(reading.steps if reading else ())
        self._null_words = {folded(word) for word in policy.null_words}
        self._defaults = {default.path: default for default in policy.defaults}
        self.steps: dict[str, None] = {}
        self.dropped = False
        self.defaulted = False

    def run(self, value: object) -> object:
        """The repaired value; it may still break the schema.

        Raises:
            UnreadableAnswer: a repair would be a guess.
        """
        root = self._view.root
        if isinstance(value, dict):
            self._lift(value, root, ())
        value = self._coerce(value, root, ())
        for path, default in self._defaults.items():
            if isinstance(value, dict):
                self._default(value, path.split("/")[1:], default.value, default.unless)
        return value

    def _note(self, step: str, path: Path) -> None:
        self.steps[f"{step}:{pointer(path)}"] = None

    def _fits(self, node: SchemaPlace, value: object) -> bool:
        if self._odd and holds_odd(value):
            return False
        return self._view.fits(node, value)

    def _coerce(self, value: object, node: SchemaPlace, path: Path) -> object:
        if not (self._unclosed and isinstance(value, dict)) and self._fits(node, value):
            return value
        branches = list(self._view.branches(node))
        if len(branches) == 1:
            return self._by_branch(value, branches[0], path)
        before, dropped = dict(self.steps), self.dropped
        good: list[tuple[object, dict[str, None], bool]] = []
        first: UnreadableAnswer | None = None
        for branch in branches:
            self.steps, self.dropped = dict(before), dropped
            try:
                made = self._by_branch(value, branch, path)
            except UnreadableAnswer as error:
                if isinstance(value, dict) == ("object" in branch.types):
                    first = first or error
                continue
            if self._fits(branch, made):
                good.append((made, self.steps, self.dropped))
        if good and all(same(made, good[0][0]) for made, _, _ in good):
            made, self.steps, self.dropped = good[0]
            return made
        self.steps, self.dropped = before, dropped
        if good:
            raise UnreadableAnswer("ambiguous", "two_answers", pointer(path))
        if first is not None:
            raise first
        return value

    def _by_branch(self, value: object, node: SchemaPlace, path: Path) -> object:
        types = node.types
        if isinstance(value, NoNumber):
            if self._fits(node, None):
                self._note("null", path)
                return None
            raise UnreadableAnswer("schema_error", "no_number", pointer(path))
        if isinstance(value, BareWord):
            if not node.listed and not (types and "string" not in types):
                raise UnreadableAnswer("parse_error", "bare_word", pointer(path), word=str(value))
            value = str(value)
        if isinstance(value, str) and "string" not in types and folded(value) in self._null_words:
            if self._fits(node, None):
                self._note("null", path)
                return None
            if pointer(path) in self._defaults:
                return None
        if node.listed:
            return self._listed(value, node, path)
        if "object" in types:
            return self._object(value, node, path)
        if "array" in types:
            return self._array(value, node, path)
        if "string" in types:
            return self._text(value, path)
        return self._scalar(value, types, path)

    # Values that are listed.

    def _listed(self, value: object, node: SchemaPlace, path: Path) -> object:
        if isinstance(value, list) and len(value) == 1:
            self._note("single", path)
            return self._listed(value[0], node, path)
        if isinstance(value, str):
            key = folded(value)
            others = self._policy.words.get(pointer(path, pattern=True), {})
            found = {word for word in node.words if key and key in {folded(word), *map(folded, others.get(word, ()))}}
            if len(found) == 1:
                self._note("enum", path)
                return found.pop()
        if pointer(path, pattern=True) in self._policy.versions and not isinstance(value, bool):
            version = _version(value)
            meant = [word for word in node.words if version is not None and _version(word) == version]
            if len(meant) == 1:
                self._note("version", path)
                return meant[0]
        if isinstance(value, str) and not node.words:
            return self._scalar(value, node.types, path)
        return value

    # Objects.

    def _object(self, value: object, node: SchemaPlace, path: Path) -> object:
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
            self._note("single", path)
            value = value[0]
        if isinstance(value, str) and "{" in value:
            decoded = self._decode(value)
            if isinstance(decoded, dict):
                self._note("double_encoding", path)
                value = decoded
        if not isinstance(value, dict):
            return value
        self._rename(value, node, path)
        self._nest(value, node, path)
        if id(value) in self._unclosed and (not node.properties or not node.properties.keys() <= value.keys()):
            raise UnreadableAnswer("truncated", "cut_object", pointer(path), path=pointer(path) or "/")
        for key in list(value):
            if key in node.properties:
                value[key] = self._coerce(value[key], self._view.child(node, key), (*path, key))
            elif node.closed:
                self._unknown(value, key, node, path)
        return value

    def _unknown(self, value: dict[str, Any], key: str, node: SchemaPlace, path: Path) -> None:
        if not self._policy.drop_unknown or node.body.get("patternProperties"):
            return
        for other in node.properties:
            if other not in value and (_almost_equal(key, other, least=_LEAST_WORD) or _words(key) & _words(other)):
                raise UnreadableAnswer("ambiguous", "near_key", pointer(path), key=key, other=other)
        del value[key]
        self.dropped = True
        self._note("dropped", (*path, key))

    def _rename(self, value: dict[str, Any], node: SchemaPlace, path: Path) -> None:
        """Gives properties their declared names: case and joiners, the policy's other names, one slip of the pen."""
        if not node.properties or all(key in node.properties for key in value):
            return
        names = {folded(name): name for name in node.properties}
        if len(names) < len(node.properties):
            return
        for name in node.properties:
            for other in self._policy.aliases.get(name, ()):
                names.setdefault(folded(other), name)
        for key in [key for key in value if key not in node.properties]:
            name = names.get(folded(key)) or self._slip(key, value, node)
            if not name:
                continue
            if name in value:
                if folded(key) == folded(name) and not same(value[name], value[key]):
                    raise UnreadableAnswer("ambiguous", "two_values", pointer(path), key=name)
                continue
            self._note("key", (*path, key))
            value[name] = value.pop(key)

    def _slip(self, key: str, value: dict[str, Any], node: SchemaPlace) -> str:
        """The one missing property that a name differs from by a slip of the pen."""
        missing = [other for other in node.required if other not in value and _almost_equal(key, other)]
        return missing[0] if len(missing) == 1 and self._policy.drop_unknown else ""

    def _nest(self, value: dict[str, Any], node: SchemaPlace, path: Path) -> None:
        """Puts the properties of a missing object, all of which stand one level too high, into it."""
        for name in node.required:
            if name in value:
                continue
            inner = self._object_node(self._view.child(node, name)) if name in node.properties else None
            if inner is None or not inner.required or set(inner.properties) & set(node.properties):
                continue
            if all(key in value for key in inner.required):
                value[name] = {key: value.pop(key) for key in inner.properties if key in value}
                self._note("nested", (*path, name))

    def _lift(self, value: dict[str, Any], node: SchemaPlace, path: Path) -> None:
        """Takes properties that an inner object does not know to the outer one that misses them."""
        for name in [name for name in value if name in node.properties]:
            part = value[name]
            inner = self._object_node(self._view.child(node, name)) if isinstance(part, dict) else None
            if inner is None:
                continue
            self._lift(part, inner, (*path, name))
            for key in [key for key in part if key not in inner.properties]:
                if key in node.required and key not in value and inner.closed:
                    value[key] = part.pop(key)
                    self._note("lifted", (*path, key))
                    if isinstance(value[key], dict):
                        self._lift(value, node, path)

    def _object_node(self, node: SchemaPlace) -> SchemaPlace | None:
        objects = [branch for branch in self._view.branches(node) if "object" in branch.types]
        return objects[0] if len(objects) == 1 else None

    # Arrays, texts and other values.

    def _array(self, value: object, node: SchemaPlace, path: Path) -> object:
        if isinstance(value, str) and value.lstrip()[:1] in ("[", "［"):
            decoded = self._decode(value)
            if isinstance(decoded, list):
                self._note("double_encoding", path)
                value = decoded
        if isinstance(value, dict) and len(value) == 1:
            [(key, inner)] = value.items()
            if isinstance(inner, list) and key in ("items", "item", "values", "list"):
                self._note("single", path)
                value = inner
        if not isinstance(value, list):
            return self._wrapped(value, node, path)
        made: list[object] = []
        for index, part in enumerate(value):
            item = self._view.item(node, index)
            made.append(part if item is None else self._coerce(part, item, (*path, index)))
        return made

    def _wrapped(self, value: object, node: SchemaPlace, path: Path) -> object:
        if value is None:
            return value
        item = self._view.item(node, 0)
        made = value if item is None else self._coerce(value, item, (*path, 0))
        if item is None or not self._fits(item, made):
            return value
        if isinstance(made, str) and (_SEVERAL.search(made) or not made.strip()):
            raise UnreadableAnswer("ambiguous", "listed_text", pointer(path))
        self._note("list", path)
        return [made]

    def _text(self, value: object, path: Path) -> object:
        if isinstance(value, list | dict):
            joined = _parts(value)
            if joined is not None:
                self._note("parts", path)
                return joined
            if isinstance(value, list) and len(value) > 1 and all(isinstance(part, str) for part in value):
                raise UnreadableAnswer("ambiguous", "several_texts", pointer(path))
        if isinstance(value, int) and not isinstance(value, bool):
            self._note("text", path)
            return str(value)
        return value

    def _scalar(self, value: object, types: frozenset[str], path: Path) -> object:
        if isinstance(value, list) and len(value) == 1 and types:
            self._note("single", path)
            value = value[0]
        if not isinstance(value, str):
            return value
        word = unicodedata.normalize("NFKC", value).strip()
        if "boolean" in types and word.casefold() in ("true", "false"):
            self._note("boolean", path)
            return word.casefold() == "true"
        if types & {"integer", "number"} and len(word) <= 40 and _NUMBER.fullmatch(word):
            number = float(word) if "number" in types and any(sign in word for sign in ".eE") else None
            if number is None and any(sign in word for sign in ".eE"):
                return value
            if number is None or math.isfinite(number):
                self._note("number", path)
                return int(word) if number is None else number
        return value

    def _default(
        self, root: dict[str, Any], keys: list[str], value: Any, unless: Mapping[str, tuple[str, ...]]
    ) -> None:
        *outer, last = keys
        part: Any = root
        node: SchemaPlace | None = self._view.root
        for key in outer:
            part = part.get(key) if isinstance(part, dict) else None
            node = self._object_node(self._view.child(node, key)) if node and key in node.properties else None
        if not isinstance(part, dict) or node is None or last not in node.properties:
            return
        if part.get(last) is not None or (last in part and self._fits(self._view.child(node, last), None)):
            return
        if any(_at(root, place) in values for place, values in unless.items()):
            return
        part[last] = list(value) if isinstance(value, list) else value
        self.defaulted = True
        self._note("default", tuple(keys))


def pointer(path: Path, *, pattern: bool = False) -> str:
    """The JSON Pointer of a path; with `pattern` any item of an array is `*`."""
    return "".join(
        "/" + ("*" if pattern and isinstance(step, int) else str(step).replace("~", "~0").replace("/", "~1"))
        for step in path
    )


def holds_odd(value: object) -> bool:
    """Whether words without quotation marks or NaN are left in a value."""
    if isinstance(value, dict):
        return any(map(holds_odd, value.values()))
    if isinstance(value, list):
        return any(map(holds_odd, value))
    return isinstance(value, BareWord | NoNumber)


def _at(value: object, place: str) -> object:
    for key in place.split("/")[1:]:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _almost_equal(written: str, other: str, *, least: int = _LEAST_NEAR) -> bool:
    shorter = min(len(written), len(other))
    most = _NEAR if shorter >= _LEAST_NEAR else 1
    return shorter >= least and OSA.distance(written.casefold(), other.casefold(), score_cutoff=most) <= most


def _words(name: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(name) if len(word) >= _LEAST_WORD}


def _version(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, str | int | float):
        return None
    match = _VERSION.fullmatch(unicodedata.normalize("NFKC", str(value)).strip())
    if match is None:
        return None
    numbers = [int(part) for part in match[1].split(".")]
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _parts(value: list[Any] | dict[str, Any]) -> str | None:
    """The text of content parts: `{"type": "text", "text": …}`, a list of them, or a list of one text."""
    if isinstance(value, dict):
        texts = [key for key in value if key in _PART_TEXT and isinstance(value[key], str)]
        if len(texts) != 1 or value.keys() - {texts[0]} - _PART_OTHER:
            return None
        return value[texts[0]] if value.get("type", "text") in _PART_TYPES else None
    if len(value) == 1 and isinstance(value[0], str):
        return value[0]
    parts = [_parts(part) if isinstance(part, dict) else None for part in value]
    return "".join(part for part in parts if part is not None) if parts and None not in parts else None
