"""A conjunction of claims as the values it allows, type by type, and whether there are any."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from core.structured.budget import Budget
from core.structured.errors import BudgetExceeded, UnsupportedSchema
from core.structured.numbers import Number, NumberAutomaton, number_automaton
from core.structured.numbers.constraint import exact
from core.structured.regex import Tests, automata_of, joined
from core.structured.schema.case import (
    ANY_NUMBER,
    ANY_TEXT,
    ARRAY,
    FALSE,
    NULL,
    NUMBER,
    OBJECT,
    STRING,
    TRUE,
    ArrayCase,
    Case,
    NumberCase,
    ObjectCase,
    ObjectPart,
    SomeKey,
    TextCase,
)
from core.structured.schema.cases import Expansion
from core.structured.schema.document import Claim, SchemaDocument
from core.structured.schema.formats import FORMATS
from core.structured.schema.overlap import Overlap
from core.structured.schema.plain import REFERENCE_ALONE, TYPE_ALONE, plainly_possible
from core.structured.text import ContentText, WordSet
from core.structured.text.content import TextAutomaton

if TYPE_CHECKING:
    from core.structured.schema.atoms import ArrayAtom, ObjectAtom

_ANY_CONTENT = ContentText()
_MOST_LEVELS = 90
_MOST_REFERENCES = 32
_MOST_DIFFERENT = 256  # values that items which may not come twice are looked up among
Plain = tuple[str, bool | str | Fraction | None]  # a scalar by its type and value


@dataclass
class Values:
    """The values a node allows: each list is a union."""

    null: bool = False
    false: bool = False
    true: bool = False
    texts: list[frozenset[str] | ContentText] = field(default_factory=list)
    numbers: list[frozenset[Fraction] | Number] = field(default_factory=list)
    arrays: list[ArrayAtom] = field(default_factory=list)
    objects: list[ObjectAtom] = field(default_factory=list)

    def finite_texts(self) -> frozenset[str] | None:
        """The strings, if they are a finite choice."""
        found: set[str] = set()
        for text in self.texts:
            if isinstance(text, ContentText):
                return None
            found |= text
        return frozenset(found)

    def admits_text(self, text: str) -> bool:
        """Whether a string is allowed."""
        return any(
            admitted.admits(text) if isinstance(admitted, ContentText) else text in admitted for admitted in self.texts
        )


# What a type alone allows, where no array or object is: shared by all schemas, never changed.
_OF_TYPE = {
    "string": Values(texts=[ContentText()]),
    "number": Values(numbers=[Number()]),
    "integer": Values(numbers=[Number(multiples=frozenset({Fraction(1)}))]),
    "boolean": Values(false=True, true=True),
    "null": Values(null=True),
}


ANYTHING = "anything"


def _type_alone(claims: tuple[Claim, ...]) -> str | None:
    """The one type of scalars that the claims ask for without more."""
    schema = claims[0].schema if len(claims) == 1 and claims[0].wanted else True
    if isinstance(schema, bool) or not schema.keys() <= TYPE_ALONE:
        return None
    name = schema.get("type")
    return name if isinstance(name, str) and name in _OF_TYPE else None


class Node:
    """A conjunction of claims; equal conjunctions are one node."""

    __slots__ = ("_alone", "_nodes", "_value", "claims", "number")

    def __init__(self, nodes: Nodes, number: int, claims: tuple[Claim, ...]) -> None:
        self._nodes = nodes
        self.number = number
        self.claims = claims
        self._value: Values | None = None
        self._alone: tuple[Node, ...] | None = None

    @property
    def alone(self) -> tuple[Node, ...]:
        """The tuple of this node only."""
        if self._alone is None:
            self._alone = (self,)
        return self._alone

    @property
    def value(self) -> Values:
        """The values it allows, worked out when first asked."""
        if self._value is None:
            self._value = self._nodes.values(self.claims)
        return self._value

    @property
    def shape(self) -> str | None:
        """`ANYTHING`, or the one type of scalars that is asked for without more; None for other values."""
        return _type_alone(self.claims) if self.claims else ANYTHING


class Nodes:
    """All nodes of one document."""

    def __init__(self, document: SchemaDocument, budget: Budget) -> None:
        self.document = document
        self.budget = budget
        self._nodes: dict[tuple[int, ...], Node] = {}
        self._expansion = Expansion(document, Overlap(document, self._nothing_in_both), budget)
        self._texts: dict[ContentText, TextAutomaton] = {}
        self._words: dict[frozenset[str], WordSet] = {}
        self._numbers: dict[Number, NumberAutomaton] = {}
        self._arrays: dict[ArrayCase, ArrayAtom] = {}
        self._objects: dict[ObjectCase, ObjectAtom] = {}
        self._possible: dict[int, bool] = {}
        self._plain: dict[int, bool] = {}
        self._only: dict[Plain, Claim] = {}
        self._meant: dict[int, Claim] = {}
        self._open: dict[int, int] = {}  # nodes being worked out, with their level
        self._lowest = _MOST_LEVELS

    def node(self, claims: Iterable[Claim]) -> Node:
        """The node of a conjunction."""
        kept = {}
        for claim in claims:
            meant = self._meant.get(claim.number) or self._referred(claim)
            if not _says_nothing(meant):
                kept[meant.number] = meant
        key = tuple(sorted(kept))
        known = self._nodes.get(key)
        if known is None:
            self.budget.state()
            known = self._nodes[key] = Node(self, len(self._nodes), tuple(kept[number] for number in key))
        return known

    def _referred(self, claim: Claim) -> Claim:
        """What a claim refers to where it says nothing else; so that equal references are one node."""
        meant = claim
        for _ in range(_MOST_REFERENCES):
            schema = meant.schema
            if not meant.wanted or isinstance(schema, bool) or "$ref" not in schema:
                break
            if self.document.draft > 7 and not schema.keys() <= REFERENCE_ALONE:
                break
            meant = self.document.target(meant, schema["$ref"])
        else:
            meant = claim  # it comes back to itself
        self._meant[claim.number] = meant
        return meant

    @property
    def assuming(self) -> bool:
        """Whether an answer of "no" now rests on a node that is still being worked out."""
        return self._lowest < _MOST_LEVELS

    def possible(self, node: Node) -> bool:
        """Whether any finite value satisfies the node.

        The least solution: a node that needs itself is impossible. "No" answers that rest on a node still being worked
        out are not kept.
        """
        known = self._possible.get(node.number)
        if known is not None:
            return known
        if not node.claims or (len(node.claims) == 1 and self.plain(node.claims[0])):
            self._possible[node.number] = True
            return True
        level = self._open.get(node.number)
        if level is not None:
            self._lowest = min(self._lowest, level)
            return False
        level = len(self._open)
        if level >= _MOST_LEVELS:
            raise BudgetExceeded("levels of required values", _MOST_LEVELS)
        self._open[node.number] = level
        before, self._lowest = self._lowest, _MOST_LEVELS
        try:
            answer = self._any_value(node.value)
        finally:
            del self._open[node.number]
        rests_on_others = self._lowest < level
        if answer or not rests_on_others:
            self._possible[node.number] = answer
        self._lowest = min(before, self._lowest) if rests_on_others and not answer else before
        return answer

    def plain(self, claim: Claim) -> bool:
        """Whether some value satisfies a claim for sure; no says nothing."""
        known = self._plain.get(claim.number)
        if known is None:
            known = self._plain[claim.number] = plainly_possible(self.document, claim)
        return known

    @staticmethod
    def _any_value(value: Values) -> bool:
        if value.null or value.false or value.true or value.texts or value.numbers:
            return True
        return any(array.completable(array.start) for array in value.arrays) or any(
            each.possible() for each in value.objects
        )

    def _nothing_in_both(self, first: Claim, second: Claim) -> bool:
        return not self.possible(self.node((first, second)))

    def values(self, claims: tuple[Claim, ...]) -> Values:
        """The values that satisfy all claims; one object for all that ask for one type of scalars only."""
        if not claims:
            found = Values(null=True, false=True, true=True, texts=[ContentText()], numbers=[Number()])
            self._add_array(ArrayCase(), found)
            self._add_objects(Case(), found)
            return found
        name = _type_alone(claims)
        return self._every_value(claims) if name is None else _OF_TYPE[name]

    def _every_value(self, claims: tuple[Claim, ...]) -> Values:
        found = Values()
        for case in self._expansion.cases(claims):
            found.null |= bool(case.types & NULL)
            found.false |= bool(case.types & FALSE)
            found.true |= bool(case.types & TRUE)
            if case.types & STRING:
                found.texts.extend(text for text in self._text(case.text) if text not in found.texts)
            if case.types & NUMBER:
                number = self._number(case.number)
                if number is not None and number not in found.numbers:
                    found.numbers.append(number)
            if case.types & ARRAY:
                self._add_array(case.array, found)
            if case.types & OBJECT:
                self._add_objects(case, found)
        return found

    def few_values(self, node: Node) -> frozenset[Plain] | None:
        """The values of a node that allows few scalars only; None for another."""
        value = node.value
        found: set[Plain] = {("null", None)} if value.null else set()
        found |= {("boolean", False)} if value.false else set()
        found |= {("boolean", True)} if value.true else set()
        texts = value.finite_texts()
        countable = texts is not None and not value.arrays and not value.objects
        for number in value.numbers:
            numbers = _few_numbers(number) if isinstance(number, Number) else number
            countable = countable and numbers is not None and all(_is_double(each) for each in numbers)
            found |= {("number", each) for each in numbers or ()}
        found |= {("string", text) for text in texts or ()}
        return frozenset(found) if countable and len(found) <= _MOST_DIFFERENT else None

    def only(self, value: Plain) -> Claim:
        """The claim that a value is this one."""
        known = self._only.get(value)
        if known is None:
            _, bare = value
            spelled = _double(bare) if isinstance(bare, Fraction) else bare
            known = self._only[value] = self.document.made({"enum": [spelled]}, self.document.root)
        return known

    def text_automaton(self, text: ContentText) -> TextAutomaton:
        """The automaton of a constrained text."""
        known = self._texts.get(text)
        if known is None:
            known = self._texts[text] = TextAutomaton(text, self.budget)
        return known

    def number_automaton(self, number: Number) -> NumberAutomaton:
        """The automaton of a constrained number."""
        known = self._numbers.get(number)
        if known is None:
            known = self._numbers[number] = number_automaton(number, self.budget)
        return known

    def words(self, texts: frozenset[str]) -> WordSet:
        """A finite set of texts as an automaton, one for equal sets."""
        known = self._words.get(texts)
        if known is None:
            known = self._words[texts] = WordSet((text, 1) for text in texts)
        return known

    def _text(self, case: TextCase) -> list[frozenset[str] | ContentText]:
        if case is ANY_TEXT:
            return [_ANY_CONTENT]
        choices: list[Tests] = [()]
        for test in sorted(case.tests, key=lambda each: (each.pattern, each.is_format, each.wanted)):
            pattern = FORMATS[test.pattern] if test.is_format else test.pattern
            automata = automata_of(pattern, budget=self.budget)
            if test.wanted:
                choices = [(*choice, *automata) for choice in choices]
            else:
                choices = [(*choice, (automaton, not wanted)) for choice in choices for automaton, wanted in automata]
        choices = [joined(choice, budget=self.budget) for choice in choices]
        never = ((self.words(case.never), False),) if case.never and case.only is None else ()
        texts = [ContentText(case.fewest, case.most, (*choice, *never)) for choice in choices]
        if case.only is not None:
            only = frozenset(
                each
                for each in case.only
                if each not in case.never and _is_text(each) and any(text.admits(each) for text in texts)
            )
            return [only] if only else []
        if case.fewest > case.most:
            return []
        return [text for text in texts if not text.tests or self.text_automaton(text).start is not None]

    def _number(self, case: NumberCase) -> frozenset[Fraction] | Number | None:
        if case is ANY_NUMBER:
            return case.number
        if case.only is not None:
            return frozenset(value for value in case.only if case.number.admits(value)) or None
        if case.number.free:
            return case.number
        return case.number if self.number_automaton(case.number).start is not None else None

    def _add_array(self, case: ArrayCase, values: Values) -> None:
        from core.structured.schema.atoms import ArrayAtom

        if case.most is not None and case.most < case.fewest:
            return
        atom = self._arrays.get(case)
        if atom is None:
            atom = self._arrays[case] = ArrayAtom(self, case)
        if atom not in values.arrays:
            values.arrays.append(atom)

    def _add_objects(self, case: Case, values: Values) -> None:
        from core.structured.schema.atoms import ObjectAtom

        for each in self._without_some(case.object):
            atom = self._objects.get(each)
            if atom is None:
                atom = self._objects[each] = ObjectAtom(self, each)
            if atom not in values.objects:
                values.objects.append(atom)

    def _without_some(self, case: ObjectCase) -> list[ObjectCase]:
        """The same objects, with "some key" spelled out key by key; possible where the keys are a closed list."""
        if not case.some:
            return [case]
        some, rest = (
            case.some[0],
            ObjectCase(case.parts, case.required, case.fewest, case.most, case.keys, case.needs, case.some[1:]),
        )
        closed = [part for part in case.parts if part.others is not None and _never(part.others) and not part.patterns]
        if not closed:
            raise UnsupportedSchema('"some key is different" on an object with open keys', keyword="not")
        found: list[ObjectCase] = []
        for name, _ in closed[0].names:
            if not self._in_domain(some, name):
                continue
            part = ObjectPart(((name, some.value),), (), None) if some.value is not None else None
            parts = (*rest.parts, part) if part else rest.parts
            required = rest.required | {name}
            spelled = ObjectCase(parts, required, rest.fewest, rest.most, rest.keys, rest.needs, rest.some)
            found.extend(self._without_some(spelled))
        return found

    def _in_domain(self, some: SomeKey, name: str) -> bool:
        def matches(pattern: str) -> bool:
            return all(
                automaton.matches(name) == wanted for automaton, wanted in automata_of(pattern, budget=self.budget)
            )

        if name in some.names or any(matches(pattern) for pattern in some.patterns):
            return False
        if some.within is not None and not matches(some.within):
            return False
        return some.key is None or self.node((some.key,)).value.admits_text(name)


def _is_text(text: str) -> bool:
    return text.isascii() or not any(0xD800 <= ord(char) < 0xE000 for char in text)


def _never(claim: Claim) -> bool:
    return (claim.schema is False and claim.wanted) or (claim.schema is True and not claim.wanted)


def _says_nothing(claim: Claim) -> bool:
    if claim.schema is True or claim.schema is False:
        return bool(claim.schema) == claim.wanted
    return claim.wanted and not claim.schema


def _few_numbers(number: Number) -> frozenset[Fraction] | None:
    """The numbers, if they are few multiples between two bounds."""
    if number.low is None or number.high is None or not number.multiples:
        return None
    step = max(number.multiples)
    first, last = math.ceil(number.low / step), math.floor(number.high / step)
    if last - first >= _MOST_DIFFERENT:
        return None
    return frozenset(value for count in range(first, last + 1) if number.admits(value := count * step))


def _double(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _is_double(value: Fraction) -> bool:
    """Whether a schema can name the number."""
    return exact(_double(value)) == value
