"""A JSON Schema document: its drafts, its identifiers, and what a reference points to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import unquote, urldefrag, urljoin

from core.structured.errors import InvalidSchema, UnsupportedSchema
from core.structured.schema.keywords import LIST_OF_SCHEMAS, MAP_OF_SCHEMAS, ONE_SCHEMA

Draft = Literal[4, 6, 7, 2019, 2020]
Formats = Literal["draft", "assert", "ignore"]

_DRAFTS: dict[str, Draft] = {
    "draft-03": 4,
    "draft-04": 4,
    "draft-06": 6,
    "draft-07": 7,
    "2019-09": 2019,
    "2020-12": 2020,
}


class Claim:
    """A subschema that must hold (or must not); claims of one document are numbered in order of discovery."""

    __slots__ = ("base", "negative", "number", "positive", "schema", "where")

    def __init__(self, number: int, schema: Any, base: str, where: str) -> None:
        self.number = number
        self.schema = schema
        self.base = base
        self.where = where
        self.positive: Claim = self
        self.negative: Claim | None = None

    @property
    def wanted(self) -> bool:
        """Whether the schema must hold."""
        return self.positive is self


class SchemaDocument:
    """Claims of one schema, and where its references lead."""

    def __init__(self, root: Any, *, default_draft: Draft = 2020, formats: Formats = "draft") -> None:
        if not isinstance(root, Mapping | bool):
            raise InvalidSchema("a schema is an object, true or false")
        self.draft = _draft_of(root, default_draft)
        names_draft = isinstance(root, Mapping) and isinstance(root.get("$schema"), str)
        self.asserts_formats = formats == "assert" or (formats == "draft" and not (names_draft and self.draft >= 2019))
        self.claims: list[Claim] = []
        self._by_identity: dict[tuple[int, str], Claim] = {}
        self._keep: list[Any] = []  # identities of schemas are used as keys: nothing may be freed
        self._root = root
        self._base = str(root.get(self.id_keyword, "")) if isinstance(root, Mapping) else ""
        self._resources: dict[str, tuple[Any, str]] | None = None
        self.root = self.claim(root, base=self._base, where="")

    @property
    def id_keyword(self) -> str:
        """The keyword that names a schema."""
        return "id" if self.draft == 4 else "$id"

    def claim(self, schema: Any, *, base: str, where: str) -> Claim:
        """The claim that a subschema holds; a claim stands for itself."""
        if isinstance(schema, Claim):
            return schema
        key = (id(schema), base)
        known = self._by_identity.get(key)
        if known is None:
            if not isinstance(schema, Mapping | bool):
                raise InvalidSchema("a schema is an object, true or false", where=where)
            if schema is True or schema is False:
                key = (int(schema), "")
                known = self._by_identity.get(key)
                if known is not None:
                    return known
            known = self._by_identity[key] = Claim(len(self.claims), schema, base, where)
            self.claims.append(known)
            self._keep.append(schema)
        return known

    def under(self, claim: Claim, schema: Any, step: str) -> Claim:
        """The claim that a subschema found inside `claim` holds."""
        if isinstance(schema, Claim):
            return schema
        base = claim.base
        name = schema.get(self.id_keyword) if isinstance(schema, Mapping) else None
        if isinstance(name, str) and not (self.draft <= 7 and "$ref" in schema) and not name.startswith("#"):
            base = urljoin(base, name)
        return self.claim(schema, base=base, where=f"{claim.where}/{step}")

    def made(self, schema: Mapping[str, Any], like: Claim) -> Claim:
        """The claim that a schema made by the engine holds, with the references of `like`."""
        return self.claim(schema, base=like.base, where=like.where)

    def negated(self, claim: Claim) -> Claim:
        """The claim that it does not hold."""
        if not claim.wanted:
            return claim.positive
        if claim.negative is None:
            claim.negative = Claim(len(self.claims), claim.schema, claim.base, claim.where)
            claim.negative.positive = claim
            claim.negative.negative = claim.negative
            self.claims.append(claim.negative)
        return claim.negative

    def target(self, claim: Claim, reference: Any) -> Claim:
        """What a `$ref` inside `claim` points to.

        Raises:
            InvalidSchema: nothing is there.
            UnsupportedSchema: it is in another document.
        """
        if not isinstance(reference, str):
            raise InvalidSchema("$ref is not a string", where=claim.where, keyword="$ref")
        if reference == "#" and claim.base == self._base:
            return self.root
        if reference.startswith("#/") and (claim.base == self._base or self._resources is None):
            found = _pointed(self._root, reference[1:])
            if found is not None and claim.base == self._base:
                return self._descend(self._root, self._base, reference[1:], "")
        uri, fragment = urldefrag(urljoin(claim.base, reference))
        resources = self._scan()
        for key in dict.fromkeys((uri, urldefrag(claim.base)[0], urldefrag(self._base)[0])):
            if key != uri and not reference.startswith("#"):
                continue
            if f"{key}#{fragment}" in resources and fragment:
                schema, where = resources[f"{key}#{fragment}"]
                return self.claim(schema, base=key, where=where)
            if key in resources:
                schema, where = resources[key]
                if not fragment:
                    return self.claim(schema, base=key if key != urldefrag(self._base)[0] else self._base, where=where)
                if fragment.startswith("/") and _pointed(schema, fragment) is not None:
                    return self._descend(schema, key, fragment, where)
        if uri in resources or not urldefrag(reference)[0]:
            raise InvalidSchema(f"the reference {reference!r} points to nothing", where=claim.where, keyword="$ref")
        raise UnsupportedSchema(f"the reference {reference!r} leaves the document", where=claim.where, keyword="$ref")

    def _descend(self, schema: Any, base: str, pointer: str, where: str) -> Claim:
        claim = self.claim(schema, base=base if base else self._base, where=where)
        current, here = schema, claim.base
        for step in pointer.split("/")[1:]:
            current = _child(current, step)
            if isinstance(current, Mapping) and isinstance(name := current.get(self.id_keyword), str):
                here = urljoin(here, name) if not name.startswith("#") else here
        if not isinstance(current, Mapping | bool):
            raise InvalidSchema(f"#{pointer} is no schema", where=where, keyword="$ref")
        return self.claim(current, base=here, where=pointer)

    def _scan(self) -> dict[str, tuple[Any, str]]:
        """Schemas by URI, and by URI and anchor."""
        if self._resources is None:
            self._resources = {urldefrag(self._base)[0]: (self._root, "")}
            waiting = [(self._root, self._base, "")]
            while waiting:
                schema, base, where = waiting.pop()
                if not isinstance(schema, Mapping):
                    continue
                name = schema.get(self.id_keyword)
                if isinstance(name, str) and where and not (self.draft <= 7 and "$ref" in schema):
                    absolute = urljoin(base, name)
                    if name.startswith("#"):
                        self._resources.setdefault(absolute, (schema, where))
                    else:
                        base = absolute
                        self._resources.setdefault(urldefrag(base)[0], (schema, where))
                anchor = schema.get("$anchor")
                if isinstance(anchor, str):
                    self._resources.setdefault(f"{urldefrag(base)[0]}#{anchor}", (schema, where))
                waiting.extend((child, base, f"{where}/{step}") for child, step in _children(schema))
        return self._resources


def _draft_of(root: Any, default: Draft) -> Draft:
    name = root.get("$schema") if isinstance(root, Mapping) else None
    if isinstance(name, str):
        for part, draft in _DRAFTS.items():
            if part in name:
                return draft
    return default


def _child(value: Any, step: str) -> Any:
    step = unquote(step).replace("~1", "/").replace("~0", "~")
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, list) and step.isdigit() and int(step) < len(value):
        return value[int(step)]
    return None


def _pointed(value: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        value = _child(value, step)
        if value is None:
            return None
    return value


def _children(schema: Mapping[str, Any]) -> list[tuple[Any, str]]:
    found: list[tuple[Any, str]] = []
    for keyword, value in schema.items():
        if keyword in MAP_OF_SCHEMAS and isinstance(value, Mapping):
            found.extend((child, f"{keyword}/{name}") for name, child in value.items())
        elif keyword in LIST_OF_SCHEMAS and isinstance(value, list):
            found.extend((child, f"{keyword}/{number}") for number, child in enumerate(value))
        elif keyword in ONE_SCHEMA and isinstance(value, Mapping):
            found.append((value, keyword))
        elif keyword == "items" and isinstance(value, list):
            found.extend((child, f"{keyword}/{number}") for number, child in enumerate(value))
    return found
