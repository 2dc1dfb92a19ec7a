"""The keys of an object's readings: which may come next, which lexeme spells them, what their values must satisfy."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

from core.structured.errors import UnsupportedSchema
from core.structured.regex import Tests, automata_of, joined
from core.structured.schema.atoms import ObjectAtom
from core.structured.schema.lexemes import OTHER_KEY
from core.structured.schema.node import Node
from core.structured.schema.union import Reader
from core.structured.text import ContentText, StringLexeme, TextContent, WordSet
from core.structured.text.content import WORD_KIND, KeyContent, has_short_escape

OTHER = -1
_MOST_PATTERNS = 6


class _Reading:
    """One case of the object, in terms of the key space's numbers."""

    def __init__(self, space: KeySpace, bits: int, atom: ObjectAtom) -> None:
        self._space = space
        self.bits = bits
        self.atom = atom
        self.has_needs = bool(atom.case.needs)
        self.required = space.mask(atom.demanded(atom.case.required))

    @cached_property
    def nameable(self) -> int:
        """Names that some object of the case has."""
        found = 0
        nameable = self._with_needs if self.has_needs else self.atom.nameable
        for number, name in enumerate(self._space.names):
            if nameable(name):
                found |= 1 << number
        return found

    def _with_needs(self, name: str) -> bool:
        return all(self.atom.nameable(other) for other in self.atom.demanded(frozenset({name})))

    @cached_property
    def needs(self) -> list[int]:
        """Keys that each name asks for."""
        return [self._space.mask(self.atom.demanded(frozenset({name}))) for name in self._space.names]

    @cached_property
    def others(self) -> bool:
        """Whether some undeclared key may be written."""
        return self.atom.open_to_others()

    def takes_any(self, seen: int) -> bool:
        """Whether a key may come for sure, looked at without asking for all of them; no says nothing."""
        if self.atom.case.most is not None or self.has_needs:
            return False
        if self._space.plain and self.others:
            return True
        left = [name for number, name in enumerate(self._space.names) if not seen >> number & 1]
        return any(map(self.atom.surely_nameable, left)) or any(map(self.atom.nameable, left))

    def missing(self, seen: int) -> int:
        """Keys that must still come."""
        required = self.required
        if self.has_needs:
            number = 0
            rest = seen
            while rest:
                if rest & 1:
                    required |= self.needs[number]
                rest >>= 1
                number += 1
        return required & ~seen

    def allowed(self, seen: int, count: int) -> tuple[int, bool]:
        """Names that may come next, and whether an undeclared key may."""
        names = self.nameable & ~seen
        most = self.atom.case.most
        if most is None:
            return names, self.others
        room = most - count - self.missing(seen).bit_count()
        if room > 0:
            return names, self.others
        return names & self.missing(seen), False

    def takes_others(self, seen: int, count: int) -> bool:
        """Whether an undeclared key may come next."""
        return self.others if self.atom.case.most is None else self.allowed(seen, count)[1]

    def complete(self, seen: int, count: int) -> bool:
        """Whether the object may end."""
        return not self.missing(seen) and count >= self.atom.case.fewest


class KeySpace:
    """Names, patterns and lexemes of the readings."""

    def __init__(self, reader: Reader, atoms: tuple[tuple[int, ObjectAtom], ...], *, any_order: bool) -> None:
        self.any_order = any_order
        self._reader = reader
        # By code points, as they are sorted, is by the bytes of UTF-8 too.
        names = atoms[0][1].names if len(atoms) == 1 else sorted({name for _, atom in atoms for name in atom.names})
        self.names = tuple(filter(_spellable, names))
        self._numbers = {name: index for index, name in enumerate(self.names)}
        self._atoms = atoms
        self.patterns = tuple(dict.fromkeys(pattern for _, atom in atoms for pattern in atom.patterns))
        self.key_texts = _key_texts(atoms)
        self.readings = [_Reading(self, bits, atom) for bits, atom in atoms]
        self._lexemes: dict[bool, int] = {}
        self._spelled: dict[tuple[bool, ...], tuple[int, TextContent]] = {}
        self.plain = not self.patterns and self.key_texts is None  # undeclared keys are all alike
        self._living: dict[int, list[tuple[int, _Reading]]] = {}
        self._open: dict[tuple[bool, ...], tuple[bool, ...]] = {}

    @cached_property
    def counted(self) -> int:
        """How far keys are counted."""
        return max(
            (max(reading.atom.case.fewest, (reading.atom.case.most or -1) + 1) for reading in self.readings), default=0
        )

    @cached_property
    def classes(self) -> tuple[tuple[frozenset[str], ContentText], ...]:
        """Kinds of undeclared keys: the patterns they match and the texts that do."""
        return self._classes()

    @cached_property
    def ranks(self) -> list[int]:
        """The place of each name in the order of the schema."""
        declared = [name for _, atom in self._atoms for part in atom.case.parts for name, _ in part.names]
        ranks = {name: rank for rank, name in enumerate(dict.fromkeys(declared))}
        return [ranks.get(name, len(ranks)) for name in self.names]

    def mask(self, names: frozenset[str]) -> int:
        """Bits of names."""
        return sum(1 << self._numbers[name] for name in names if name in self._numbers)

    def none_yet(self) -> Keys:
        """No key so far."""
        alive = sum(1 << number for number in range(len(self.readings)))
        return Keys(self, alive, 0, 0, -1)

    def living(self, alive: int) -> list[tuple[int, _Reading]]:
        """The readings of these bits, with their numbers."""
        known = self._living.get(alive)
        if known is None:
            known = [(number, reading) for number, reading in enumerate(self.readings) if alive >> number & 1]
            self._living[alive] = known
        return known

    def names_lexeme(self, *, others: bool) -> int:
        """First state of the names, with or without other keys."""
        known = self._lexemes.get(others)
        if known is None:
            known = self._lexemes[others] = self._reader.names(self.names, others=others)
        return known

    def _classes(self) -> tuple[tuple[frozenset[str], ContentText], ...]:
        if self.plain:
            return ()
        if len(self.patterns) > _MOST_PATTERNS:
            raise UnsupportedSchema("more than six patterns on one object", keyword="patternProperties")
        nodes, budget = self._reader.nodes, self._reader.nodes.budget
        undeclared = ContentText(tests=((nodes.words(frozenset(self.names)), False),) if self.names else ())
        found: list[tuple[frozenset[str], ContentText]] = []
        for size in range(len(self.patterns) + 1):
            for chosen in itertools.combinations(self.patterns, size):
                choices: list[Tests] = [()]
                for pattern in self.patterns:
                    automata = automata_of(pattern, budget=budget)
                    if pattern in chosen:
                        choices = [(*choice, *automata) for choice in choices]
                    else:
                        choices = [
                            (*choice, (automaton, not wanted)) for choice in choices for automaton, wanted in automata
                        ]
                texts = [ContentText(tests=joined(choice, budget=budget)) for choice in choices]
                if self.key_texts is not None:
                    texts = [_both(text, key) for text in texts for key in self.key_texts]
                found.extend((frozenset(chosen), _both(text, undeclared)) for text in texts)
        return tuple(found)

    def spelled(self, open_classes: tuple[bool, ...]) -> tuple[int, TextContent]:
        """First state and content of the names and of the open kinds of undeclared keys."""
        known = self._spelled.get(open_classes)
        if known is None:
            nodes = self._reader.nodes
            words = WordSet((name, 1 << number) for number, name in enumerate(self.names))
            texts = tuple(
                (len(self.names) + number, nodes.text_automaton(text))
                for number, (is_open, (_, text)) in enumerate(zip(open_classes, self.classes, strict=True))
                if is_open
            )
            universal = self.key_texts is None and all(
                is_open or not self.text_possible(text)
                for is_open, (_, text) in zip(open_classes, self.classes, strict=True)
            )
            by_code = not any(has_short_escape(name) for name in self.names)
            content = KeyContent(words, texts, universal=universal, by_code=by_code)
            lexeme = StringLexeme(self._reader.table, content)
            known = self._spelled[open_classes] = (lexeme.start, content)
        return known

    def open_classes(self, opens: tuple[bool, ...]) -> tuple[bool, ...]:
        """Which kinds of undeclared keys may come where these readings take any."""
        known = self._open.get(opens)
        if known is None:
            known = self._open[opens] = tuple(
                any(node is not None for node in self.class_nodes(opens, matched)) and self.text_possible(text)
                for matched, text in self.classes
            )
        return known

    def class_nodes(self, opens: tuple[bool, ...], matched: frozenset[str]) -> list[Node | None]:
        """What the value of an undeclared key of a kind must satisfy in each reading that takes it."""
        found: list[Node | None] = []
        for is_open, reading in zip(opens, self.readings, strict=True):
            node = reading.atom.other(matched) if is_open else None
            found.append(node if node is not None and self._reader.nodes.possible(node) else None)
        return found

    def text_possible(self, text: ContentText) -> bool:
        """Whether any key is of that kind."""
        return self._reader.nodes.text_automaton(text).start is not None


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys written so far: readings still possible, declared names seen, how many, and the last one's rank."""

    space: KeySpace
    alive: int
    seen: int
    count: int
    last: int

    def _living(self) -> list[tuple[int, _Reading]]:
        return self.space.living(self.alive)

    def _allowed(self) -> tuple[int, bool]:
        names, others = 0, False
        for _, reading in self._living():
            more, open_ = reading.allowed(self.seen, self.count)
            names |= self._in_order(more, reading)
            others = others or open_
        return names, others

    def _in_order(self, names: int, reading: _Reading) -> int:
        if self.space.any_order:
            return names
        ranks = self.space.ranks
        missing = reading.missing(self.seen)
        limit = min((ranks[n] for n in range(len(ranks)) if missing >> n & 1), default=len(ranks))
        return sum(1 << n for n in range(len(ranks)) if names >> n & 1 and self.last <= ranks[n] <= limit)

    def more(self) -> bool:
        """Whether another key may come."""
        if self.space.any_order and any(reading.takes_any(self.seen) for _, reading in self._living()):
            return True
        names, others = self._allowed()
        if names:
            return True
        return others and (self.space.plain or any(self._open_classes()))

    def complete(self) -> int:
        """Bits of the readings under which the object may end."""
        bits = 0
        for _, reading in self._living():
            if reading.complete(self.seen, self.count):
                bits |= reading.bits
        return bits

    def lexeme(self) -> tuple[int, bool]:
        """First state of the next key, and whether only some names are to be let through (`names`)."""
        if not self.space.plain:
            return self.space.spelled(self._open_classes())[0], True
        others = any(reading.takes_others(self.seen, self.count) for _, reading in self._living())
        return self.space.names_lexeme(others=others), not others

    def names(self) -> int:
        """The declared names that may come next."""
        return self._allowed()[0]

    def _opens(self) -> tuple[bool, ...]:
        """Which readings an undeclared key would leave."""
        return tuple(
            bool(self.alive >> number & 1) and reading.takes_others(self.seen, self.count)
            for number, reading in enumerate(self.space.readings)
        )

    def _open_classes(self) -> tuple[bool, ...]:
        return self.space.open_classes(self._opens())

    def children(self, kind: int) -> tuple[int, str | None, list[Node | None]]:
        """(number of the name or OTHER, the name, what its value must satisfy in each reading)."""
        number, matched = OTHER, frozenset[str]()
        if kind != OTHER_KEY:
            number = (kind - WORD_KIND) // 2
            if not self.space.plain:
                content = self.space.spelled(self._open_classes())[1]
                number = content.ends[number].bit_length() - 1
                if number >= len(self.space.names):
                    matched = self.space.classes[number - len(self.space.names)][0]
                    number = OTHER
        if number == OTHER:
            return OTHER, None, self.space.class_nodes(self._opens(), matched)
        name = self.space.names[number]
        nodes: list[Node | None] = []
        for index, reading in enumerate(self.space.readings):
            if not self.alive >> index & 1:
                nodes.append(None)
            elif self.space.any_order and reading.atom.case.most is None and not reading.has_needs:
                free = not self.seen >> number & 1 and reading.atom.nameable(name)
                nodes.append(reading.atom.child(name) if free else None)
            else:
                allowed = self._in_order(reading.allowed(self.seen, self.count)[0], reading)
                nodes.append(reading.atom.child(name) if allowed >> number & 1 else None)
        return number, name, nodes

    def after(self, number: int, alive: int) -> Keys:
        """The keys after one more."""
        count = min(self.count + 1, self.space.counted)
        seen = self.seen if number == OTHER else self.seen | 1 << number
        last = self.last if self.space.any_order or number == OTHER else self.space.ranks[number] + 1
        return Keys(self.space, alive, seen, count, last)


def _both(first: ContentText, second: ContentText) -> ContentText:
    return ContentText(max(first.fewest, second.fewest), min(first.most, second.most), (*first.tests, *second.tests))


def _key_texts(atoms: tuple[tuple[int, ObjectAtom], ...]) -> tuple[ContentText, ...] | None:
    """What `propertyNames` asks of undeclared keys; None where it asks nothing."""
    found = {
        tuple(text for text in atom.keys.value.texts if isinstance(text, ContentText))
        for _, atom in atoms
        if atom.keys is not None and atom.closed_keys is None
    }
    unbound = [atom for _, atom in atoms if atom.keys is None]
    if not found or all(ContentText() in texts for texts in found):
        return None
    if len(found) > 1 or unbound:
        raise UnsupportedSchema("different propertyNames in the alternatives of one object", keyword="propertyNames")
    if any(not isinstance(text, ContentText) for _, atom in atoms if atom.keys for text in atom.keys.value.texts):
        raise UnsupportedSchema("propertyNames that mix a choice and a pattern", keyword="propertyNames")
    return next(iter(found))


def _spellable(name: str) -> bool:
    return name.isascii() or not any(0xD800 <= ord(char) < 0xE000 for char in name)


__all__ = ["OTHER", "KeySpace", "Keys"]
