"""A JSON Schema document: its drafts, its identifiers, and what a reference points to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from core.structured.errors import InvalidSchema, UnsupportedSchema
from core.structured.schema.evaluated import UNEVALUATED, spelled_out
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
_PUBLISHED = re.compile(r"/(draft-0[34678]|draft/20(19-09|20-12))/(hyper-)?schema(\.json)?$")
# Dynamic anchors, each with the outermost resource on the way here that has it.
Scope = tuple[tuple[str, str], ...]
_DYNAMIC: dict[int, str] = {2019: "$recursiveRef", 2020: "$dynamicRef"}
_RECURSIVE = "\0recursive"


class ScopesMatter(Exception):
    """A dynamic reference whose target depends on the way to it was met, and scopes are not followed."""


class Claim:
    """A subschema that must hold (or must not); claims of one document are numbered in order of discovery."""

    __slots__ = ("base", "negative", "number", "positive", "schema", "scope", "source", "where")

    def __init__(self, number: int, schema: Any, base: str, where: str, scope: Scope = ()) -> None:
        self.number = number
        self.schema = schema
        self.source = schema  # as it was written, where `schema` says the same in other keywords
        self.base = base
        self.where = where
        self.scope = scope
        self.positive: Claim = self
        self.negative: Claim | None = None

    @property
    def wanted(self) -> bool:
        """Whether the schema must hold."""
        return self.positive is self


class SchemaDocument:
    """Claims of one schema, and where its references lead."""

    def __init__(
        self, root: Any, *, default_draft: Draft = 2020, formats: Formats = "draft", scopes: bool = False
    ) -> None:
        """Take a schema.

        Args:
            root: the schema.
            default_draft: the draft of a schema that names none.
            formats: as for `compile_json_schema`.
            scopes: whether the way to each subschema is followed; only needed where `ScopesMatter` was raised.
        """
        if not isinstance(root, Mapping | bool):
            raise InvalidSchema("a schema is an object, true or false")
        self.draft = _draft_of(root, default_draft)
        names_draft = isinstance(root, Mapping) and isinstance(root.get("$schema"), str)
        self.asserts_formats = formats == "assert" or (formats == "draft" and not (names_draft and self.draft >= 2019))
        self.claims: list[Claim] = []
        self._by_identity: dict[tuple[int, str, Scope], Claim] = {}
        self._members: dict[tuple[int, str], tuple[tuple[str, Claim], ...]] = {}
        self._keep: list[Any] = []  # identities of schemas are used as keys: nothing may be freed
        self._root = root
        self._base = str(root.get(self.id_keyword, "")) if isinstance(root, Mapping) else ""
        self._resources: dict[str, tuple[Any, str]] | None = None
        self._anchors: dict[str, dict[str, tuple[Any, str]]] = {}  # dynamic ones: schemas by resource
        self._scopes = scopes
        self.root: Claim
        self.claim(root, base=self._base, where="")

    @property
    def id_keyword(self) -> str:
        """The keyword that names a schema."""
        return "id" if self.draft == 4 else "$id"

    def claim(self, schema: Any, *, base: str, where: str, scope: Scope = ()) -> Claim:
        """The claim that a subschema holds; a claim stands for itself."""
        if isinstance(schema, Claim):
            return schema
        if self._scopes:
            scope = self._entered(scope, urldefrag(base)[0])
        key = (id(schema), base, scope)
        known = self._by_identity.get(key)
        if known is None:
            if not isinstance(schema, Mapping | bool):
                raise InvalidSchema("a schema is an object, true or false", where=where)
            if schema is True or schema is False:
                key = (int(schema), "", ())
                known = self._by_identity.get(key)
                if known is not None:
                    return known
            known = self._by_identity[key] = Claim(len(self.claims), schema, base, where, scope)
            if not self.claims:
                self.root = known
            self.claims.append(known)
            self._keep.append(schema)
            if self.draft >= 2019 and isinstance(schema, Mapping):
                self._spell_out(known)
        return known

    def _spell_out(self, claim: Claim) -> None:
        """Put what says the same in the place of dynamic references and of keywords about what is not evaluated."""
        dynamic = _DYNAMIC[self.draft]
        if dynamic in claim.schema:
            schema = {key: value for key, value in claim.schema.items() if key != dynamic}
            target = self._dynamic_target(claim, dynamic, claim.schema[dynamic])
            claim.schema = {**schema, "allOf": [*schema.get("allOf", ()), target]}
        for keyword in UNEVALUATED:
            if keyword in claim.schema:
                claim.schema = spelled_out(self, claim, keyword)

    def under(self, claim: Claim, schema: Any, step: str) -> Claim:
        """The claim that a subschema found inside `claim` holds."""
        if isinstance(schema, Claim):
            return schema
        base = claim.base
        name = schema.get(self.id_keyword) if isinstance(schema, Mapping) else None
        if isinstance(name, str) and not (self.draft <= 7 and "$ref" in schema) and not name.startswith("#"):
            base = _joined(base, name)
        return self.claim(schema, base=base, where=f"{claim.where}/{step}", scope=claim.scope)

    def members(self, claim: Claim, keyword: str) -> tuple[tuple[str, Claim], ...]:
        """The subschemas of a keyword that has them by name."""
        key = (claim.number, keyword)
        known = self._members.get(key)
        if known is None:
            named = claim.schema[keyword].items()
            known = tuple([(name, self.under(claim, each, f"{keyword}/{name}")) for name, each in named])
            self._members[key] = known
        return known

    def made(self, schema: Mapping[str, Any], like: Claim) -> Claim:
        """The claim that a schema made by the engine holds, with the references of `like`."""
        return self.claim(schema, base=like.base, where=like.where, scope=like.scope)

    def negated(self, claim: Claim) -> Claim:
        """The claim that it does not hold."""
        if not claim.wanted:
            return claim.positive
        if claim.negative is None:
            claim.negative = Claim(len(self.claims), claim.schema, claim.base, claim.where, claim.scope)
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
                return self._descend(self._root, self._base, reference[1:], "", claim.scope)
        uri, fragment = urldefrag(_joined(claim.base, reference))
        resources = self._scan()
        for key in dict.fromkeys((uri, urldefrag(claim.base)[0], urldefrag(self._base)[0])):
            if key != uri and not reference.startswith("#"):
                continue
            if f"{key}#{fragment}" in resources and fragment:
                schema, where = resources[f"{key}#{fragment}"]
                return self.claim(schema, base=key, where=where, scope=claim.scope)
            if key in resources:
                schema, where = resources[key]
                if not fragment:
                    base = key if key != urldefrag(self._base)[0] else self._base
                    return self.claim(schema, base=base, where=where, scope=claim.scope)
                if fragment.startswith("/") and _pointed(schema, fragment) is not None:
                    return self._descend(schema, key, fragment, where, claim.scope)
        if uri in resources or not urldefrag(reference)[0]:
            raise InvalidSchema(f"the reference {reference!r} points to nothing", where=claim.where, keyword="$ref")
        raise UnsupportedSchema(f"the reference {reference!r} leaves the document", where=claim.where, keyword="$ref")

    def _dynamic_target(self, claim: Claim, keyword: str, reference: Any) -> Claim:
        """What a dynamic reference points to, on the way that led to `claim`."""
        first = self.target(claim, reference)
        fragment = _RECURSIVE if keyword == "$recursiveRef" else urldefrag(reference)[1]
        anchors = self._anchors_of(fragment)
        home = urldefrag(first.base)[0]
        if home not in anchors or (keyword == "$dynamicRef" and fragment.startswith("/")):
            return first
        if len(anchors) > 1 and not self._scopes:
            raise ScopesMatter
        resource = dict(claim.scope).get(fragment, home)
        schema, where = anchors[resource]
        return self.claim(schema, base=resource or self._base, where=where, scope=claim.scope)

    def _anchors_of(self, name: str) -> dict[str, tuple[Any, str]]:
        self._scan()
        return self._anchors.get(name, {})

    def _entered(self, scope: Scope, resource: str) -> Scope:
        """The scope behind the border of a resource: its dynamic anchors count where none further out has the name."""
        self._scan()
        known = {name for name, _ in scope}
        new = [(name, resource) for name, by in self._anchors.items() if resource in by and name not in known]
        return (*scope, *sorted(new)) if new else scope

    def _descend(self, schema: Any, base: str, pointer: str, where: str, scope: Scope) -> Claim:
        current, here = schema, base if base else self._base
        for step in pointer.split("/")[1:]:
            current = _child(current, step)
            if isinstance(current, Mapping) and isinstance(name := current.get(self.id_keyword), str):
                here = _joined(here, name) if not name.startswith("#") else here
        if not isinstance(current, Mapping | bool):
            raise InvalidSchema(f"#{pointer} is no schema", where=where, keyword="$ref")
        return self.claim(current, base=here, where=pointer, scope=scope)

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
                    absolute = _joined(base, name)
                    if name.startswith("#"):
                        self._resources.setdefault(absolute, (schema, where))
                    else:
                        base = absolute
                        self._resources.setdefault(urldefrag(base)[0], (schema, where))
                resource = urldefrag(base)[0]
                for keyword in ("$anchor", "$dynamicAnchor"):
                    anchor = schema.get(keyword)
                    if isinstance(anchor, str):
                        self._resources.setdefault(f"{resource}#{anchor}", (schema, where))
                        if keyword == "$dynamicAnchor":
                            self._anchors.setdefault(anchor, {}).setdefault(resource, (schema, where))
                if schema.get("$recursiveAnchor") is True and self.draft == 2019:
                    self._anchors.setdefault(_RECURSIVE, {}).setdefault(resource, (schema, where))
                waiting.extend((child, base, f"{where}/{step}") for child, step in _children(schema))
        return self._resources


def _draft_of(root: Any, default: Draft) -> Draft:
    """The draft that a schema names.

    Raises:
        UnsupportedSchema: it names a dialect of somebody's own, whose vocabularies may give keywords another meaning.
    """
    name = root.get("$schema") if isinstance(root, Mapping) else None
    if isinstance(name, str):
        address = urlsplit(name)
        # Copies of the published drafts at other addresses keep the end of the path.
        if address.scheme and address.hostname != "json-schema.org" and not _PUBLISHED.search(address.path):
            raise UnsupportedSchema(f"the dialect {name!r} is none of the published drafts", keyword="$schema")
        for part, draft in _DRAFTS.items():
            if part in name:
                return draft
    return default


def _joined(base: str, reference: str) -> str:
    """A reference made absolute; fragments of names without a path (`urn:`) too."""
    return urldefrag(base)[0] + reference if reference.startswith("#") else urljoin(base, reference)


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
