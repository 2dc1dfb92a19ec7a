"""What is open while a JSON text is read: values, objects, arrays. Each is a continuation of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from core.structured.automata.table import DEAD, Table, pack
from core.structured.schema.atoms import ArrayAtom, ArrayState
from core.structured.schema.keyspace import Keys, KeySpace
from core.structured.schema.lexemes import (
    CLOSE,
    COMMA,
    ITEM,
    OPEN_ARRAY,
    OPEN_KEY,
    OPEN_OBJECT,
    VALUE,
)
from core.structured.schema.node import Node
from core.structured.schema.union import Reader, Union

_ONE: tuple[int, ...] = (1,)


class Frames:
    """The continuations of one table, made once each."""

    def __init__(self, reader: Reader, *, any_order: bool) -> None:
        self.reader = reader
        self.table = reader.table
        self.starts = reader.starts
        self._any_order = any_order
        self._spaces: dict[tuple[int, ...], KeySpace] = {}
        self._objects: dict[int, ObjectCont] = {}  # by all that tells them apart, in one number
        self._arrays: dict[tuple[object, ...], ArrayCont] = {}

    def value(self, nodes: tuple[Node, ...], slot: Slot) -> ValueCont:
        """The continuation of a value that must satisfy one of the nodes."""
        cont = ValueCont(self, nodes, slot)
        cont.number = self.table.add_cont(cont)
        return cont

    def object(self, value: ValueCont, keys: Keys) -> ObjectCont:
        """The continuation of an object with these keys so far."""
        # A value has one space of keys, and that so many readings.
        key = keys.seen << len(keys.space.readings) | keys.alive
        key = (key << 96) | (keys.count << 64) | (keys.last + 1 << 32) | value.number
        known = self._objects.get(key)
        if known is None:
            known = self._objects[key] = ObjectCont(self, value, keys)
            known.number = self.table.add_cont(known)
        return known

    def array(self, value: ValueCont, alive: tuple[tuple[int, ArrayAtom, ArrayState], ...]) -> ArrayCont:
        """The continuation of an array with these readings."""
        key = (value.number, tuple((bits, id(atom), state) for bits, atom, state in alive))
        known = self._arrays.get(key)
        if known is None:
            known = self._arrays[key] = ArrayCont(self, value, alive)
            known.number = self.table.add_cont(known)
        return known

    def space(self, union: Union) -> KeySpace:
        """The keys of a union's objects."""
        key = (id(union),)
        known = self._spaces.get(key)
        if known is None:
            atoms = tuple(union.objects)
            known = self._spaces[key] = KeySpace(self.reader, atoms, any_order=self._any_order)
        return known


class Slot(Protocol):
    """Where a value stands."""

    def done(self, table: Table, bits: int) -> int:
        """Target after a value that satisfies these nodes."""
        ...

    def fields(self) -> list[str | int]:
        """Keys and indices from the root."""
        ...


@dataclass(frozen=True, slots=True)
class RootSlot:
    """The whole text."""

    end: int

    def done(self, table: Table, bits: int) -> int:
        """The end of the text, if the document is valid."""
        return pack(self.end, 0) if bits else DEAD

    def fields(self) -> list[str | int]:
        """The root."""
        return []


class ValueCont:
    """A value is being read."""

    __slots__ = ("_frames", "_nodes", "_union", "number", "slot")

    number: int

    def __init__(self, frames: Frames, nodes: tuple[Node, ...], slot: Slot) -> None:
        self._frames = frames
        self._nodes = nodes
        self._union: Union | None = None
        self.slot = slot

    @property
    def shape(self) -> str | None:
        """`ANYTHING`, or the one type of scalars that is asked for without more; None for other values."""
        if len(self._nodes) > 1:
            return None
        return self._nodes[0].shape

    @property
    def union(self) -> Union:
        """How it may begin and end, worked out when the value is reached: a key alone does not ask for it."""
        if self._union is None:
            self._union = self._frames.reader.union(self._nodes)
            self._frames.table.conts[self.number, :2] = self._union.fewest, self._union.most
        return self._union

    def follow(self, table: Table, kind: int) -> int:
        """What comes after a scalar, or inside an array or object that opens."""
        if kind == VALUE:
            return pack(self.union.start, self.number)
        if kind == OPEN_OBJECT:
            keys = self._frames.space(self.union).none_yet()
            return pack(self._frames.starts.open_object, self._frames.object(self, keys).number)
        if kind == OPEN_ARRAY:
            alive = tuple((bits, atom, atom.start) for bits, atom in self.union.arrays)
            return pack(self._frames.starts.open_array, self._frames.array(self, alive).number)
        bits = self.union.bits(kind)
        return self.slot.done(table, bits) if bits else DEAD

    def open_fields(self) -> list[str | int]:
        """Where the value stands."""
        return self.slot.fields()


@dataclass(slots=True, eq=False)
class KeySlot:
    """The value of a key; `needs[i]` is the bit that the i-th reading of the object asks for, 0 if it is over."""

    frames: Frames
    cont: ObjectCont
    name: str | None
    number: int
    needs: tuple[int, ...]

    def done(self, table: Table, bits: int) -> int:
        """The object after this member."""
        alive = 0
        for number, need in enumerate(self.needs):
            if need & bits:
                alive |= 1 << number
        if not alive:
            return DEAD
        keys = self.cont.keys.after(self.number, alive)
        return pack(self.frames.starts.after_member, self.frames.object(self.cont.value, keys).number)

    def fields(self) -> list[str | int]:
        """The object's place and the key."""
        return [*self.cont.value.slot.fields(), "*" if self.name is None else self.name]


class ObjectCont:
    """Between the members of an object, or in a key."""

    __slots__ = ("_frames", "keys", "number", "value")

    number: int

    def __init__(self, frames: Frames, value: ValueCont, keys: Keys) -> None:
        self._frames = frames
        self.value = value
        self.keys = keys

    def follow(self, table: Table, kind: int) -> int:
        """What comes after a comma, a brace, a quote or a key."""
        if kind == COMMA:
            return pack(self._frames.starts.next_key, self.number) if self.keys.more() else DEAD
        if kind == CLOSE:
            bits = self.keys.complete()
            return self.value.slot.done(table, bits) if bits else DEAD
        if kind == OPEN_KEY:
            if not self.keys.more():
                return DEAD
            lexical, filtered = self.keys.lexeme()
            if filtered:
                table.filter_later(self.number, self.keys.names, len(self.keys.space.names))
            return pack(lexical, self.number) if lexical >= 0 else DEAD
        number, name, nodes = self.keys.children(kind)
        if not any(nodes):
            return DEAD
        if len(nodes) == 1 and nodes[0] is not None:
            distinct, needs = nodes[0].alone, _ONE
        else:
            distinct = tuple(dict.fromkeys(node for node in nodes if node is not None))
            bit_of = {node: 1 << index for index, node in enumerate(distinct)}
            needs = tuple(bit_of[node] if node is not None else 0 for node in nodes)
        slot = KeySlot(self._frames, self, name, number, needs)
        return pack(self._frames.starts.colon, self._frames.value(distinct, slot).number)

    def open_fields(self) -> list[str | int]:
        """The object's place."""
        return self.value.slot.fields()


@dataclass(slots=True, eq=False)
class ItemSlot:
    """An item; `ways` are (bit, reading of the array, its state after the item)."""

    frames: Frames
    cont: ArrayCont
    ways: tuple[tuple[int, int, ArrayAtom, ArrayState], ...]

    def done(self, table: Table, bits: int) -> int:
        """The array after this item."""
        alive: dict[tuple[int, ArrayState], tuple[int, ArrayAtom, ArrayState]] = {}
        for bit, labels, atom, state in self.ways:
            if bit & bits:
                before = alive.get((id(atom), state))
                alive[id(atom), state] = (labels | (before[0] if before else 0), atom, state)
        if not alive:
            return DEAD
        array = self.frames.array(self.cont.value, tuple(alive.values()))
        return pack(self.frames.starts.after_item, array.number)

    def fields(self) -> list[str | int]:
        """The array's place and the item's index, as far as it is counted."""
        return [*self.cont.value.slot.fields(), self.cont.alive[0][2][0]]


class ArrayCont:
    """Between the items of an array."""

    __slots__ = ("_frames", "alive", "number", "value")

    number: int

    def __init__(self, frames: Frames, value: ValueCont, alive: tuple[tuple[int, ArrayAtom, ArrayState], ...]) -> None:
        self._frames = frames
        self.value = value
        self.alive = alive

    def follow(self, table: Table, kind: int) -> int:
        """What comes after a comma, a bracket, or where an item begins."""
        if kind == CLOSE:
            bits = 0
            for labels, atom, state in self.alive:
                if atom.complete(state):
                    bits |= labels
            return self.value.slot.done(table, bits) if bits else DEAD
        ways = [
            (variant.node, labels, atom, atom.after(state, variant))
            for labels, atom, state in self.alive
            for variant in atom.variants(state)
        ]
        if not ways:
            return DEAD
        if kind == COMMA:
            return pack(self._frames.starts.value, self._item(ways).number)
        assert kind == ITEM
        item = self._item(ways)
        return pack(item.union.start, item.number)

    def _item(self, ways: list[tuple[Node, int, ArrayAtom, ArrayState]]) -> ValueCont:
        if len(ways) == 1:
            node, labels, atom, after = ways[0]
            return self._frames.value(node.alone, ItemSlot(self._frames, self, ((1, labels, atom, after),)))
        distinct = tuple(dict.fromkeys(node for node, _, _, _ in ways))
        bit_of = {node: 1 << index for index, node in enumerate(distinct)}
        slot = ItemSlot(
            self._frames, self, tuple((bit_of[node], labels, atom, state) for node, labels, atom, state in ways)
        )
        return self._frames.value(distinct, slot)

    def open_fields(self) -> list[str | int]:
        """The array's place."""
        return self.value.slot.fields()


__all__ = ["Frames", "ObjectCont", "RootSlot", "ValueCont"]
