"""A conjunction of claims multiplied out into cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.structured.budget import Budget
from core.structured.errors import BudgetExceeded, InvalidSchema
from core.structured.schema.case import ARRAY, OBJECT, Case
from core.structured.schema.contradiction import Contradictions
from core.structured.schema.document import Claim, SchemaDocument
from core.structured.schema.facts import applies, take_facts, take_only
from core.structured.schema.negation import Branch, branches_of_not
from core.structured.schema.overlap import Overlap

_ONE_OF_SOME = frozenset({"enum", "const"})
_CHOICES = _ONE_OF_SOME | {"$ref", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas", "dependencies"}


class Expansion:
    """Cases of conjunctions of one document's claims."""

    def __init__(self, document: SchemaDocument, overlap: Overlap, budget: Budget) -> None:
        self._document = document
        self._overlap = overlap
        self._budget = budget
        self._contradictions = Contradictions(document)
        self._choices: dict[int, list[list[Branch]]] = {}

    def cases(self, claims: Iterable[Claim]) -> list[Case]:
        """Cases of which one holds exactly when all claims hold.

        Raises:
            BudgetExceeded: too many of them.
        """
        finished: list[Case] = []
        waiting: list[tuple[Case, list[Claim], list[list[Branch]]]] = [(Case(), list(claims), [])]
        while waiting:
            self._budget.step(4)
            case, pending, choices = waiting.pop()
            if not self._take_all(case, pending, choices):
                continue
            choices = [choice for choice in choices if not self._settled(choice, case)]
            if not choices:
                finished.append(case)
                continue
            choice = choices.pop(min(range(len(choices)), key=lambda number: len(choices[number])))
            waiting.extend((case.copy(), list(branch), list(choices)) for branch in reversed(choice))
            if len(waiting) + len(finished) > self._budget.alternatives:
                raise BudgetExceeded("alternatives of one schema", self._budget.alternatives)
        return finished

    def _take_all(self, case: Case, pending: list[Claim], choices: list[list[Branch]]) -> bool:
        """Take in the pending claims and what they imply; choices are left for later. False: nothing satisfies it."""
        while pending:
            claim = pending.pop()
            if claim.number in case.done:
                continue
            opposite = claim.negative if claim.wanted else claim.positive
            if opposite is not None and opposite.number in case.done:
                return False
            case.done |= {claim.number}
            if claim.schema is True or claim.schema is False:
                if (claim.schema is False) == claim.wanted:
                    return False
                continue
            if claim.wanted:
                if self._document.draft <= 7 and "$ref" in claim.schema:
                    pending.append(self._document.target(claim, claim.schema["$ref"]))
                    continue
                take_facts(self._document, claim, case)
            for choice in self._choices_of(claim):
                if len(choice) == 1:
                    pending.extend(choice[0])
                elif not choice:
                    return False
                else:
                    choices.append(choice)
            self._take_choice(claim, case)
            if not case.types:
                return False
        if choices and case.types & OBJECT and self._contradictions.of_required(case.object):
            case.types &= ~OBJECT
        return bool(case.types)

    def _settled(self, choice: list[Branch], case: Case) -> bool:
        """Whether one of the branches holds for all that the case allows."""
        return any(all(self._contradictions.entails(case, claim) for claim in branch) for branch in choice)

    def _take_choice(self, claim: Claim, case: Case) -> None:
        """Narrow by an `enum` or `const` of plain values."""
        if not claim.wanted or _ONE_OF_SOME.isdisjoint(claim.schema):
            return
        for values in _enumerations(self._document, claim):
            if not any(isinstance(value, list | dict) for value in values):
                take_only(values, case)

    def _choices_of(self, claim: Claim) -> list[list[Branch]]:
        known = self._choices.get(claim.number)
        if known is None:
            negated = not claim.wanted
            known = [branches_of_not(self._document, claim.positive)] if negated else self._positive_choices(claim)
            self._choices[claim.number] = known
        return known

    def _positive_choices(self, claim: Claim) -> list[list[Branch]]:
        document, schema = self._document, claim.schema
        choices: list[list[Branch]] = []
        if _CHOICES.isdisjoint(schema):
            return choices
        if "$ref" in schema:
            choices.append([[document.target(claim, schema["$ref"])]])
        for keyword in ("allOf", "anyOf", "oneOf"):
            if keyword not in schema:
                continue
            value = schema[keyword]
            if not isinstance(value, list) or not value:
                raise InvalidSchema(f"{keyword} is not a list of schemas", where=claim.where, keyword=keyword)
            claims = [document.under(claim, each, f"{keyword}/{number}") for number, each in enumerate(value)]
            if keyword == "allOf":
                choices.append([claims])
            elif keyword == "anyOf":
                choices.append([[each] for each in claims])
            else:
                choices.append(self._one_of(claims))
        if "not" in schema:
            choices.append([[document.negated(document.under(claim, schema["not"], "not"))]])
        if "if" in schema and applies(document, "if"):
            choices.extend(self._condition(claim))
        for keyword in ("dependentSchemas", "dependencies"):
            if applies(document, keyword) and isinstance(schema.get(keyword), Mapping):
                choices.extend(self._dependent(claim, keyword))
        choices.extend(
            self._composites(claim, values)
            for values in _enumerations(document, claim)
            if any(isinstance(value, list | dict) for value in values)
        )
        return choices

    def _one_of(self, claims: list[Claim]) -> list[Branch]:
        branches: list[Branch] = []
        for claim in claims:
            others = [other for other in claims if other is not claim and not self._overlap.disjoint(claim, other)]
            branches.append([claim, *(self._document.negated(other) for other in others)])
        if len(set(claims)) < len(claims):  # the same schema twice can never hold exactly once
            branches = [branch for branch in branches if claims.count(branch[0]) == 1]
        return branches

    def _condition(self, claim: Claim) -> list[list[Branch]]:
        document, schema = self._document, claim.schema
        condition = document.under(claim, schema["if"], "if")
        branches: list[Branch] = []
        for keyword, premise in (("then", condition), ("else", document.negated(condition))):
            branch = [premise]
            if keyword in schema:
                branch.append(document.under(claim, schema[keyword], keyword))
            branches.append(branch)
        return [branches] if "then" in schema or "else" in schema else []

    def _dependent(self, claim: Claim, keyword: str) -> list[list[Branch]]:
        choices: list[list[Branch]] = []
        for name, each in claim.schema[keyword].items():
            if isinstance(each, list):
                continue
            absent: dict[str, Any] = {"properties": {name: False}}
            present: dict[str, Any] = {"type": "object", "required": [name]}
            then = self._document.under(claim, each, f"{keyword}/{name}")
            choices.append([[self._document.made(absent, claim)], [self._document.made(present, claim), then]])
        return choices

    def _composites(self, claim: Claim, values: list[Any]) -> list[Branch]:
        plain = [value for value in values if not isinstance(value, list | dict)]
        branches: list[Branch] = [[self._document.made({"enum": plain}, claim)]] if plain else []
        branches.extend(
            [self._document.made(_spelled_out(value, self._document.draft), claim)]
            for value in values
            if isinstance(value, list | dict)
        )
        return branches


def _enumerations(document: SchemaDocument, claim: Claim) -> list[list[Any]]:
    schema = claim.schema
    found = []
    if "enum" in schema:
        if not isinstance(schema["enum"], list):
            raise InvalidSchema("enum is not a list", where=claim.where, keyword="enum")
        found.append(schema["enum"])
    if "const" in schema and (applies(document, "const")):
        found.append([schema["const"]])
    return found


def _spelled_out(value: Any, draft: int) -> dict[str, Any]:
    """One array or object as a schema of its parts."""
    if isinstance(value, list):
        parts: list[Any] = [_single(each, draft) for each in value]
        items = {"prefixItems" if draft == 2020 else "items": parts} if parts else {}
        return {"type": "array", **items, "minItems": len(value), "maxItems": len(value)}
    properties = {key: _single(each, draft) for key, each in value.items()}
    return {"type": "object", "properties": properties, "required": list(value), "additionalProperties": False}


def _single(value: Any, draft: int) -> dict[str, Any]:
    return _spelled_out(value, draft) if isinstance(value, list | dict) else {"enum": [value]}


__all__ = ["ARRAY", "OBJECT", "Expansion"]
