"""`unevaluatedProperties` and `unevaluatedItems` spelled out by the keywords that evaluate.

Which keys and items are evaluated depends on which of the subschemas at the same place hold. Each selection of those
that leave something evaluated is one alternative: they hold, and what they do not evaluate satisfies the keyword. That
others may hold as well need not be denied: more would be evaluated, and less asked of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from core.structured.errors import UnsupportedSchema

if TYPE_CHECKING:
    from core.structured.schema.document import Claim, SchemaDocument

Keyword = Literal["unevaluatedProperties", "unevaluatedItems"]
UNEVALUATED: tuple[Keyword, ...] = ("unevaluatedProperties", "unevaluatedItems")
_MOST = 256  # selections


@dataclass(frozen=True)
class _Evaluated:
    """Keys or items that need not satisfy the keyword: named, by pattern, the first ones, those that fit, or all."""

    names: frozenset[str] = frozenset()
    patterns: frozenset[str] = frozenset()
    first: int = 0
    fitting: tuple[Claim, ...] = ()
    everything: bool = False

    def __or__(self, other: _Evaluated) -> _Evaluated:
        fitting = self.fitting + tuple(each for each in other.fitting if each not in self.fitting)
        everything = self.everything or other.everything
        return _Evaluated(
            self.names | other.names, self.patterns | other.patterns, max(self.first, other.first), fitting, everything
        )

    def covers(self, other: _Evaluated) -> bool:
        return self.everything or (self | other) == self


_NOTHING = _Evaluated()
_Selection = tuple[frozenset["Claim"], _Evaluated]


def spelled_out(document: SchemaDocument, claim: Claim, keyword: Keyword) -> Mapping[str, Any]:
    """The schema of `claim` without the keyword, and an alternative for each selection of what evaluates.

    Raises:
        UnsupportedSchema: the references at this place lead back to it, or there are too many selections.
    """
    schema = {key: value for key, value in claim.schema.items() if key != keyword}
    rest = document.under(claim, claim.schema[keyword], keyword)
    found = _selections(document, claim, keyword, frozenset())
    if rest.schema is True or any(not held and seen.everything for held, seen in found):
        return schema
    branches = [{"allOf": [*held, _of_the_rest(document, claim, seen, rest, keyword)]} for held, seen in found]
    return {**schema, "allOf": [*schema.get("allOf", ()), {"anyOf": branches}]}


def _of_the_rest(
    document: SchemaDocument, claim: Claim, evaluated: _Evaluated, rest: Claim, keyword: Keyword
) -> Claim | bool:
    """That what is not evaluated satisfies the keyword."""
    if evaluated.everything:
        return True
    if keyword == "unevaluatedProperties":
        named = {"properties": dict.fromkeys(sorted(evaluated.names), True)} if evaluated.names else {}
        matched = {"patternProperties": dict.fromkeys(sorted(evaluated.patterns), True)} if evaluated.patterns else {}
        return document.made({**named, **matched, "additionalProperties": rest}, claim)
    if evaluated.fitting:
        rest = document.made({"anyOf": [*evaluated.fitting, rest]}, claim)
    if not evaluated.first:
        return document.made({"items": rest}, claim)
    first, after = ("prefixItems", "items") if document.draft == 2020 else ("items", "additionalItems")
    return document.made({first: [True] * evaluated.first, after: rest}, claim)


def _selections(
    document: SchemaDocument, claim: Claim, keyword: Keyword, above: frozenset[int], *, nested: bool = False
) -> list[_Selection]:
    """What may hold besides the claim itself, each with all that is evaluated then."""
    schema = claim.schema
    if not isinstance(schema, Mapping):
        return [(frozenset(), _NOTHING)]
    if claim.number in above:
        raise UnsupportedSchema(f"{keyword} beside a reference to itself", where=claim.where, keyword=keyword)
    above |= {claim.number}
    found: list[_Selection] = [(frozenset(), _own(document, claim, keyword, nested=nested))]
    if found[0][1].everything:
        return found

    def below(inner: Claim) -> list[_Selection]:
        return _selections(document, inner, keyword, above, nested=True)

    for choice in _choices(document, claim, below):
        found = _best([(held | more, seen | also) for held, seen in found for more, also in choice])
        if len(found) > _MOST:
            words = f"{keyword} beside more than {_MOST} selections of subschemas"
            raise UnsupportedSchema(words, where=claim.where, keyword=keyword)
    return found


def _choices(document: SchemaDocument, claim: Claim, below: Any) -> Iterator[list[_Selection]]:
    """For each keyword with subschemas at the same place: what of it may hold, and what that evaluates."""
    schema = claim.schema
    nothing: list[_Selection] = [(frozenset(), _NOTHING)]

    def child(value: Any, step: str) -> Claim:
        return document.under(claim, value, step)

    def held(inner: Claim, *more: Claim) -> list[_Selection]:
        return [(claims | {inner, *more}, seen) for claims, seen in below(inner) if seen != _NOTHING]

    if "$ref" in schema:
        yield below(document.target(claim, schema["$ref"]))
    for number, each in enumerate(schema.get("allOf", ())):
        yield below(child(each, f"allOf/{number}"))
    for number, each in enumerate(schema.get("anyOf", ())):
        yield nothing + held(child(each, f"anyOf/{number}"))
    branches = [child(each, f"oneOf/{number}") for number, each in enumerate(schema.get("oneOf", ()))]
    yield nothing + [each for branch in branches for each in held(branch)]
    if "if" in schema:
        condition = child(schema["if"], "if")
        otherwise = document.negated(condition)
        holds: list[_Selection] = [(claims | {condition}, seen) for claims, seen in below(condition)]
        if "then" in schema:
            then = below(child(schema["then"], "then"))
            holds = [(claims | more, seen | also) for claims, seen in holds for more, also in then]
        fails = below(child(schema["else"], "else")) if "else" in schema else nothing
        yield nothing + holds + [(claims | {otherwise}, seen) for claims, seen in fails]
    dependent = schema.get("dependentSchemas")
    for name, each in dependent.items() if isinstance(dependent, Mapping) else ():
        present = document.made({"type": "object", "required": [name]}, claim)
        inner = child(each, f"dependentSchemas/{name}")
        yield nothing + [(claims | {present}, seen) for claims, seen in below(inner)]


def _own(document: SchemaDocument, claim: Claim, keyword: Keyword, *, nested: bool) -> _Evaluated:
    """What the keywords of the schema itself evaluate."""
    schema = claim.schema
    if nested and isinstance(claim.source, Mapping) and keyword in claim.source:
        return _Evaluated(everything=True)
    if keyword == "unevaluatedProperties":
        names, patterns = (
            frozenset(value) if isinstance(value := schema.get(word), Mapping) else frozenset[str]()
            for word in ("properties", "patternProperties")
        )
        return _Evaluated(names, patterns, everything="additionalProperties" in schema)
    items = schema.get("items")
    first = schema.get("prefixItems") if document.draft == 2020 else items
    rest = schema.get("items" if document.draft == 2020 else "additionalItems")
    everything = rest is not None and (document.draft == 2020 or isinstance(first, list))
    everything |= document.draft != 2020 and items is not None and not isinstance(items, list)
    fitting: tuple[Claim, ...] = ()
    if document.draft == 2020 and "contains" in schema:
        fitting = (document.under(claim, schema["contains"], "contains"),)
    return _Evaluated(first=len(first) if isinstance(first, list) else 0, fitting=fitting, everything=everything)


def _best(selections: list[_Selection]) -> list[_Selection]:
    """Those that ask for more than another and evaluate no more are left out."""
    kept: list[_Selection] = []
    for held, seen in sorted(set(selections), key=lambda each: (len(each[0]), -len(each[1].names), each[1].first)):
        if not any(other <= held and also.covers(seen) for other, also in kept):
            kept.append((held, seen))
    return kept
