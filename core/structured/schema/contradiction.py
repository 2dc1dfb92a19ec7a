"""What a case plainly contradicts or says already: seen early, so that fewer cases are multiplied out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.structured.schema.case import EVERY_TYPE, NUMBER, OBJECT, TYPE_BITS, Case, ObjectCase
from core.structured.schema.document import Claim, SchemaDocument

_MOST_REFERENCES = 32
_SAYS_NOTHING = frozenset({"title", "description", "default", "examples", "$comment"})
_READ = frozenset({"type", "required", "properties"})
_Scalar = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class _Plain:
    """What a claim plainly says of a value: its types, the few values that it may have, and some that it may not."""

    types: int = EVERY_TYPE
    only: frozenset[_Scalar] | None = None
    never: frozenset[_Scalar] = frozenset()


class Contradictions:
    """Looks at the named values of an object; what it does not see is found when the value is read."""

    def __init__(self, document: SchemaDocument) -> None:
        self._document = document
        self._known: dict[int, _Plain] = {}

    def of_required(self, case: ObjectCase) -> bool:
        """Whether a required value cannot be."""
        return any(self._impossible(self._claims(case, name)) for name in case.required)

    def entails(self, case: Case, claim: Claim) -> bool:
        """Whether everything that a case allows satisfies a claim anyway."""
        if claim.number in case.done:
            return True
        schema = claim.schema
        if not claim.wanted or not isinstance(schema, Mapping) or not schema.keys() <= _READ:
            return False
        names, properties = schema.get("type", []), schema.get("properties", {})
        required = schema.get("required", [])
        if not isinstance(properties, Mapping) or not isinstance(required, list):
            return False
        bits = _types(names) if names else EVERY_TYPE
        if case.types & ~bits or (case.types & NUMBER and "integer" in names):
            return False
        if not case.types & OBJECT:
            return True
        return all(name in case.object.required for name in required) and all(
            self._entails_value(case.object, name, self._document.under(claim, value, f"properties/{name}"))
            for name, value in properties.items()
        )

    def _entails_value(self, case: ObjectCase, name: str, claim: Claim) -> bool:
        claims = list(self._claims(case, name))
        if claim in claims or (claim.wanted and claim.schema is True):
            return True
        return self._impossible(claims if claim.wanted else [*claims, claim.positive])

    @staticmethod
    def _claims(case: ObjectCase, name: str) -> Iterable[Claim]:
        for part in case.parts:
            named = [claim for key, claim in part.names if key == name]
            yield from named
            if not named and not part.patterns and part.others is not None:
                yield part.others

    def _impossible(self, claims: Iterable[Claim]) -> bool:
        types, only, never = EVERY_TYPE, None, frozenset[_Scalar]()
        for claim in claims:
            plain = self._plain(claim)
            types &= plain.types
            never |= plain.never
            if plain.only is not None:
                only = plain.only if only is None else only & plain.only
        return not types or (only is not None and only <= never)

    def _plain(self, claim: Claim) -> _Plain:
        known = self._known.get(claim.number)
        if known is None:
            known = self._known[claim.number] = self._read(claim)
        return known

    def _read(self, claim: Claim) -> _Plain:
        wanted, claim = claim.wanted, claim.positive
        for _ in range(_MOST_REFERENCES):
            schema = claim.schema
            if isinstance(schema, bool):
                return _Plain() if schema == wanted else _Plain(types=0)
            if "$ref" not in schema or (self._document.draft > 7 and not schema.keys() <= _SAYS_NOTHING | {"$ref"}):
                break
            claim = self._document.target(claim, schema["$ref"])
        else:
            return _Plain()
        values = _values(schema, self._document.draft)
        if not wanted:
            alone = schema.keys() - _SAYS_NOTHING in ({"enum"}, {"const"})
            return _Plain(never=values) if alone and values is not None else _Plain()
        return _Plain(_types(schema.get("type")), values)


def _types(names: Any) -> int:
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list) or not all(isinstance(name, str) and name in TYPE_BITS for name in names):
        return EVERY_TYPE
    bits = 0
    for name in names:
        bits |= TYPE_BITS[name]
    return bits


def _values(schema: Any, draft: int) -> frozenset[_Scalar] | None:
    """The scalars of an `enum` or `const`; None where it has neither or other values."""
    if "const" in schema and draft >= 6:
        values = [schema["const"]]
    elif isinstance(schema.get("enum"), list):
        values = schema["enum"]
    else:
        return None
    if any(isinstance(value, list | dict | float) for value in values):
        return None
    return frozenset((type(value).__name__, value) for value in values)
