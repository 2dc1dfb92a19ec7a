"""Values of one plain type, or of any: what may follow a state of theirs is worked out once for a vocabulary.

Which tokens stay within such a value does not depend on where it stands, nor which leave it; only what follows the
comma or bracket behind it does. So all schemas of a process share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from core.structured.automata.table import Behind, State, Table, TokenPart, pack
from core.structured.automata.walk import CELL_UNKNOWN, DONE, MARKS, NO_ROOM, Int32, Words, walk_to_marks
from core.structured.budget import Budget
from core.structured.schema.document import SchemaDocument
from core.structured.schema.frames import Frames, ValueCont
from core.structured.schema.lexemes import FIXED, Fixed, Whitespace, shared
from core.structured.schema.node import ANYTHING, Nodes
from core.structured.schema.union import Reader
from core.structured.vocabulary.trie import Trie
from core.structured.vocabulary.vocabulary import Vocabulary

_FIRST_ROOM = 256


class AlikeValues:
    """The alike states of one table."""

    def __init__(self, frames: Frames, whitespace: Whitespace) -> None:
        self._table = frames.table
        self._whitespace = whitespace
        template, _ = shared(whitespace)
        self._count = len(template.lexemes)
        self._ends = (frames.starts.after_member, frames.starts.after_item)

    def at(self, state: State, vocabulary: Vocabulary, tokens: TokenPart) -> Behind | None:
        """Behind a key, in white space before a value, and in free numbers."""
        lexical, cont, _ = state
        if lexical >= self._count or isinstance(self._table.lexemes[lexical], Fixed):
            return None
        value = self._table.cont_list[cont]
        if not isinstance(value, ValueCont) or (shape := value.shape) is None:
            return None
        after = value.slot.done(self._table, 1)
        end = after & 0xFFFFFFFF
        if end not in self._ends:
            return None
        mask, exits = _values_of(vocabulary, self._whitespace).known(shape, lexical, end, tokens)
        return Behind(mask, exits, after >> 32)


@dataclass(frozen=True, slots=True)
class _Around:
    """What is open around a value: its answers are marks that tell what it was asked."""

    marks: int
    number: int

    def follow(self, table: Table, kind: int) -> int:
        """A state of its own behind each kind of end."""
        return pack(self.marks + kind, self.number)

    def open_fields(self) -> list[str | int]:
        """The root."""
        return []


@dataclass(frozen=True, slots=True)
class _AnySlot:
    """Where a value stands of which nothing is known but the state behind it."""

    after: int

    def done(self, table: Table, bits: int) -> int:
        """The state behind the value."""
        return self.after

    def fields(self) -> list[str | int]:
        """The root."""
        return []


class _Values:
    """Masks and exits of one vocabulary under one choice of white space."""

    def __init__(self, whitespace: Whitespace, vocabulary: Vocabulary) -> None:
        self._whitespace = whitespace
        self._tries: dict[TokenPart, Trie] = {
            "trie": vocabulary.trie,
            "behind_string": vocabulary.behind_string,
            "behind_quote": vocabulary.behind_quote,
        }
        self._words = vocabulary.words
        self._known: dict[tuple[str, int, int, TokenPart], tuple[Words, Int32]] = {}
        self._conts: dict[tuple[str, int], int] = {}

    def known(self, shape: str, lexical: int, end: int, tokens: TokenPart) -> tuple[Words, Int32]:
        """Mask of the tokens that stay within the value or end with it, and the nodes where they leave it."""
        key = (shape, lexical, end, tokens)
        known = self._known.get(key)
        if known is None:
            cont = self._cont(shape, end)
            known = self._known[key] = self._walk(self._tries[tokens], (lexical, cont, 0))
        return known

    @cached_property
    def _frames(self) -> Frames:
        template, starts = shared(self._whitespace)
        budget = Budget()
        table = Table.copy_of(template, budget)
        self._marks = table.add_states(FIXED, MARKS)
        self._around = table.add_cont(_Around(self._marks, len(table.cont_list)))
        return Frames(Reader(table, starts, Nodes(SchemaDocument(True), budget)), any_order=True)

    def _cont(self, shape: str, end: int) -> int:
        known = self._conts.get((shape, end))
        if known is None:
            nodes = self._frames.reader.nodes
            root = nodes.document.root
            claims = () if shape == ANYTHING else (nodes.document.made({"type": shape}, root),)
            value = self._frames.value((nodes.node(claims),), _AnySlot(pack(end, self._around)))
            known = self._conts[shape, end] = value.number
        return known

    def _walk(self, trie: Trie, state: State) -> tuple[Words, Int32]:
        table = self._frames.table
        mask = np.zeros(self._words, dtype=np.uint32)
        exits = np.zeros((_FIRST_ROOM, 2), dtype=np.int32)
        stack = np.zeros((trie.deepest + 2, 3), dtype=np.int32)
        stack[0] = state
        stopped = np.zeros(7, dtype=np.int64)
        at = 0
        while True:
            at = walk_to_marks(
                table.rows,
                table.follow_keys,
                table.follow_targets,
                trie.nodes,
                trie.order,
                stack,
                self._marks,
                at,
                mask,
                exits,
                stopped,
            )
            if at == DONE:
                return mask, exits[: stopped[3]].copy()
            if stopped[0] == NO_ROOM:
                exits = np.concatenate([exits, np.zeros_like(exits)])
            elif stopped[0] == CELL_UNKNOWN:
                table.cell(int(stopped[1]), int(stopped[2]))
            else:
                table.follow(int(stopped[1]), int(stopped[2]))


_values: WeakKeyDictionary[Vocabulary, dict[Whitespace, _Values]] = WeakKeyDictionary()


def _values_of(vocabulary: Vocabulary, whitespace: Whitespace) -> _Values:
    by_whitespace = _values.setdefault(vocabulary, {})
    known = by_whitespace.get(whitespace)
    if known is None:
        known = by_whitespace[whitespace] = _Values(whitespace, vocabulary)
    return known
