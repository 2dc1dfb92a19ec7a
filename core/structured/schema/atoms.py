"""Arrays and objects of one case: which value may stand where, and what is still missing."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from core.structured.errors import UnsupportedSchema
from core.structured.regex import automata_of
from core.structured.schema.case import ArrayCase, ObjectCase
from core.structured.schema.document import Claim
from core.structured.schema.node import Node, Nodes, Plain

_MOST_CONTAINED = 3
_MOST_PATTERNS = 6
UNDECIDED = "uniqueItems is decided for items from a list of few scalars only"


# Items so far, counts of the `contains` claims, and the items themselves where none may come twice.
ArrayState = tuple[int, tuple[int, ...], frozenset[Plain]]


@dataclass(frozen=True, slots=True)
class Variant:
    """A reading of one item: which `contains` claims it satisfies, and the node that says so."""

    satisfied: int
    node: Node
    value: Plain | None = None  # the only value of the node, where no item may come twice


class ArrayAtom:
    """Arrays of one case; a state counts only as far as it matters."""

    def __init__(self, nodes: Nodes, case: ArrayCase) -> None:
        if len(case.contained) > _MOST_CONTAINED:
            raise UnsupportedSchema("more than three contains on one array", keyword="contains")
        self._nodes = nodes
        self._case = case
        self._longest = max((len(part.prefix) for part in case.parts), default=0)
        self._last = max(self._longest, case.fewest, -1 if case.most is None else case.most)
        self._variants: dict[ArrayState, tuple[Variant, ...]] = {}
        self._closable: dict[ArrayState, bool] = {}
        self._unique = case.unique and (case.most is None or case.most > 1)
        self.start: ArrayState = (0, (0,) * len(case.contained), frozenset())

    def complete(self, state: ArrayState) -> bool:
        """Whether the array may end."""
        index, counts, _ = state
        if index < self._case.fewest:
            return False
        return all(
            count >= contained.least and (contained.most is None or count <= contained.most)
            for count, contained in zip(counts, self._case.contained, strict=True)
        )

    def variants(self, state: ArrayState) -> tuple[Variant, ...]:
        """What the next item may be, so that the array can still be completed after it."""
        known = self._variants.get(state)
        if known is None:
            known = self._variants[state] = tuple(
                variant
                for variant in self._every_variant(state)
                if self._nodes.possible(variant.node) and self.completable(self.after(state, variant))
            )
        return known

    def after(self, state: ArrayState, variant: Variant) -> ArrayState:
        """The state after an item of this reading."""
        index, counts, items = state
        counted = []
        for number, (count, contained) in enumerate(zip(counts, self._case.contained, strict=True)):
            limit = contained.least if contained.most is None else contained.most + 1
            counted.append(min(count + (variant.satisfied >> number & 1), limit))
        if variant.value is not None:
            items |= {variant.value}
        return min(index + 1, self._last), tuple(counted), items

    def completable(self, state: ArrayState) -> bool:
        """Whether items can be added so that the array may end."""
        if self._unique and self._case.fewest > self._longest + len(self._values(self._claims_at(self._longest))):
            return False
        known = self._closable.get(state)
        return self._search(state) if known is None else known

    def tells_items_apart(self) -> bool:
        """Whether it is decided that no item comes twice: yes where it need not be, or where items are few scalars."""
        last = self._longest if self._case.most is None else min(self._longest, self._case.most - 1)
        return not self._unique or all(
            self._nodes.few_values(self._nodes.node(self._claims_at(index))) is not None for index in range(last + 1)
        )

    def _values(self, claims: Iterable[Claim]) -> frozenset[Plain]:
        values = self._nodes.few_values(self._nodes.node(claims))
        if values is None:
            raise UnsupportedSchema(UNDECIDED, keyword="uniqueItems")
        return values

    def _search(self, state: ArrayState) -> bool:
        parents: dict[ArrayState, ArrayState | None] = {state: None}
        waiting = [state]
        while waiting:
            place = waiting.pop()
            self._nodes.budget.step(4)
            if self._closable.get(place) or self.complete(place):
                back: ArrayState | None = place
                while back is not None:
                    self._closable[back] = True
                    back = parents[back]
                return True
            if any(
                contained.most is not None and count > contained.most
                for count, contained in zip(place[1], self._case.contained, strict=True)
            ):
                continue
            for variant in self._every_variant(place):
                after = self.after(place, variant)
                if after not in parents and self._nodes.possible(variant.node):
                    parents[after] = place
                    waiting.append(after)
        if not self._nodes.assuming:
            for place in parents:
                self._closable[place] = False
        return False

    def _every_variant(self, state: ArrayState) -> tuple[Variant, ...]:
        readings = self._readings(state)
        if not self._unique:
            return readings
        return tuple(
            Variant(reading.satisfied, self._nodes.node([*reading.node.claims, self._nodes.only(value)]), value)
            for reading in readings
            for value in sorted(self._values(reading.node.claims) - state[2], key=repr)
        )

    def _readings(self, state: ArrayState) -> tuple[Variant, ...]:
        index, counts, _ = state
        if self._case.most is not None and index >= self._case.most:
            return ()
        claims = self._claims_at(index)
        contained = self._case.contained
        open_ones = [
            number for number, part in enumerate(contained) if part.most is not None or counts[number] < part.least
        ]
        if not open_ones:
            return (Variant(0, self._nodes.node(claims)),)
        found = []
        for size in range(len(open_ones) + 1):
            for chosen in itertools.combinations(open_ones, size):
                more = [
                    part.claim if number in chosen else self._nodes.document.negated(part.claim)
                    for number, part in enumerate(contained)
                    if number in open_ones
                ]
                found.append(Variant(sum(1 << number for number in chosen), self._nodes.node([*claims, *more])))
        return tuple(found)

    def _claims_at(self, index: int) -> list[Claim]:
        claims = []
        for part in self._case.parts:
            if index < len(part.prefix):
                claims.append(part.prefix[index])
            elif part.rest is not None:
                claims.append(part.rest)
        return claims


class ObjectAtom:
    """Objects of one case."""

    def __init__(self, nodes: Nodes, case: ObjectCase) -> None:
        self._nodes = nodes
        self.case = case
        declared = {name for part in case.parts for name, _ in part.names}
        declared |= case.required | {name for pair in case.needs for name in pair}
        self.patterns = tuple(dict.fromkeys(pattern for part in case.parts for pattern, _ in part.patterns))
        if len(self.patterns) > _MOST_PATTERNS:
            raise UnsupportedSchema("more than six patterns on one object", keyword="patternProperties")
        self._keys = nodes.node(case.keys) if case.keys else None
        choice = self._keys.value.finite_texts() if self._keys is not None else None
        self.closed_keys = choice  # where propertyNames is a finite choice, no other key exists
        self.names = tuple(sorted(declared | (choice or frozenset())))
        self._named = [dict(part.names) for part in case.parts]
        self._alone = self._named[0] if len(case.parts) == 1 and not self.patterns and self._keys is None else None
        self._children: dict[str, Node] = {}
        self._needs: dict[str, list[str]] = {}
        for first, second in case.needs:
            self._needs.setdefault(first, []).append(second)
        if case.needs and (case.fewest or case.most is not None):
            raise UnsupportedSchema("dependentRequired beside minProperties or maxProperties")

    @property
    def keys(self) -> Node | None:
        """What a key itself must satisfy."""
        return self._keys

    def child(self, name: str) -> Node:
        """What the value of this key must satisfy."""
        known = self._children.get(name)
        if known is None:
            claims: list[Claim] = []
            for part, named in zip(self.case.parts, self._named, strict=True):
                here = [named[name]] if name in named else []
                here += [claim for pattern, claim in part.patterns if self._matches(pattern, name)]
                claims.extend(here or ([part.others] if part.others is not None else []))
            known = self._children[name] = self._nodes.node(claims)
        return known

    def other(self, matched: frozenset[str]) -> Node:
        """What the value of an undeclared key must satisfy that matches exactly these patterns."""
        claims: list[Claim] = []
        for part in self.case.parts:
            here = [claim for pattern, claim in part.patterns if pattern in matched]
            claims.extend(here or ([part.others] if part.others is not None else []))
        return self._nodes.node(claims)

    def nameable(self, name: str) -> bool:
        """Whether some object of the case has this key."""
        if not name.isascii() and any(0xD800 <= ord(char) < 0xE000 for char in name):
            return False
        if self.surely_nameable(name):
            return True
        if self._keys is not None and not self._keys.value.admits_text(name):
            return False
        return self._nodes.possible(self.child(name))

    def surely_nameable(self, name: str) -> bool:
        """The same of a name without surrogates where it is plain; no says nothing."""
        claim = None if self._alone is None else self._alone.get(name)
        return claim is not None and self._nodes.plain(claim)

    def _matches(self, pattern: str, name: str) -> bool:
        return all(
            automaton.matches(name) == wanted for automaton, wanted in automata_of(pattern, budget=self._nodes.budget)
        )

    def open_to_others(self) -> bool:
        """Whether some undeclared key may be written."""
        if self.closed_keys is not None:
            return False
        return any(
            self._nodes.possible(self.other(frozenset(matched)))
            for size in range(len(self.patterns) + 1)
            for matched in itertools.combinations(self.patterns, size)
        )

    def demanded(self, names: frozenset[str]) -> frozenset[str]:
        """The names, and what `dependentRequired` asks for besides them."""
        if not self._needs:
            return names
        result = set(names)
        waiting = list(names)
        while waiting:
            self._nodes.budget.step()
            for second in self._needs.get(waiting.pop(), ()):
                if second not in result:
                    result.add(second)
                    waiting.append(second)
        return frozenset(result)

    def possible(self) -> bool:
        """Whether any object satisfies the case."""
        demanded = self.demanded(self.case.required)
        if self.case.most is not None and self.case.most < max(len(demanded), self.case.fewest):
            return False
        if not all(self.nameable(name) for name in demanded):
            return False
        if self.case.fewest <= len(demanded):
            return True
        return sum(self.nameable(name) for name in self.names) >= self.case.fewest or self.open_to_others()
