"""The table of one compiled grammar: lexical states, continuations, what follows a lexeme; filled in when first read.

A lexeme (`Lexeme`) is a family of lexical states with byte transitions; it knows nothing of what comes after it. A
continuation (`Cont`) is everything that is still open when the lexeme ends: it answers with the next state, or `DEAD`.
Every state in the table has a completion: a cell that would lead where none exists is `DEAD` from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import numpy as np

from core.structured.automata.jit import HAVE_NUMBA
from core.structured.automata.walk import (
    BOUNDED_STATE,
    COUNTING_STATE,
    DEAD,
    FILTER_UNKNOWN,
    NAME_STATE,
    NO_FILTER,
    PLAIN_STATE,
    UNKNOWN,
    UNKNOWN_LIMIT,
    UNLIMITED,
    Filters,
    Int32,
    exit_of,
    name_open,
    rehash,
    store,
    take,
)
from core.structured.budget import Budget

if TYPE_CHECKING:
    from core.structured.automata.walk import Words
    from core.structured.vocabulary.vocabulary import Vocabulary

State = tuple[int, int, int]  # lexical state, continuation, characters counted

_ROWS, _CONTS, _FOLLOWS = 1024, 128, 1024  # rows are memory when they are used; in larger arrays whole huge pages are


class Lexeme(Protocol):
    """A family of lexical states that fills in its own rows.

    Attributes:
        alone: whether its states are long texts, whose tokens are worth being worked out once for all continuations.
    """

    alone: bool

    def fill(self, table: Table, lexical: int, byte: int) -> None:
        """Make the cell (lexical, byte) known; usually the whole row at once."""
        ...

    def clone(self) -> Lexeme:
        """The same for a table that begins as a copy."""
        ...


class Cont(Protocol):
    """What is open when a lexeme ends."""

    def follow(self, table: Table, kind: int) -> int:
        """Packed target (`pack`) after a lexeme that ended as `kind`, or `DEAD`."""
        ...

    def open_fields(self) -> list[str | int]:
        """Keys and indices from the root to the value that this continuation waits for."""
        ...


class Walker(Protocol):
    """Another way to work out masks than the kernel for schemas."""

    @property
    def classes(self) -> Sequence[int]:
        """One byte of each class that the grammar tells apart."""
        ...

    def distance(self, state: State) -> int:
        """Bytes to the end of the text, at the best guess: what a search for it goes by."""
        ...

    def work_out(self, state: State, vocabulary: Vocabulary, mask: Words) -> None:
        """Set the bits of the tokens that may follow."""
        ...

    def limit(self, cont: int) -> int:
        """The most that a bounded state may count under a continuation whose limit was unknown."""
        ...

    def expected(self, cont: int) -> list[str]:
        """Names of the terminals that may begin under a continuation."""
        ...

    def terminals_of(self, kind: int) -> tuple[tuple[str, ...], bool]:
        """Names of the terminals that a lexeme of a kind is, and whether the grammar leaves it out."""
        ...

    def turned_back(self, kind: int) -> int:
        """Bytes that were read behind the end of a lexeme of a kind before it was known to have ended."""
        ...

    def terminals_inside(self, lexical: int) -> list[str]:
        """Names of the terminals that the lexeme in a lexical state may become."""
        ...


# All tokens; rests behind the quote that closes a free string; rests of the tokens that begin with a quote.
TokenPart = Literal["trie", "behind_string", "behind_quote"]


class Behind(NamedTuple):
    """What may follow a state, worked out once for all places that go on alike.

    Attributes:
        mask: the tokens that go no further than what is alike.
        exits: nodes of a trie at which it is left, and as which kind.
        cont: the continuation that is asked what follows these.
    """

    mask: Words
    exits: Int32
    cont: int


class Alike(Protocol):
    """Knows the states whose tokens need not be worked out for each place."""

    def at(self, state: State, vocabulary: Vocabulary, tokens: TokenPart) -> Behind | None:
        """What all tokens, or their rests, do from there; None where a state is like no other."""
        ...


def pack(lexical: int, cont: int) -> int:
    """The next state as one number, for the table of what follows."""
    return (cont << 32) | lexical


class Table:
    """Rows, continuations and follows, growing by doubling."""

    def __init__(self, budget: Budget, rows: int = _ROWS) -> None:
        self.budget = budget
        self.rows: Int32 = np.empty((rows, 256), dtype=np.int32)
        self.states: Int32 = np.zeros((rows, 3), dtype=np.int32)
        self.lexemes: list[Lexeme] = []
        self.ends: list[int] = []  # kind with which a lexeme may end at the end of the text, or -1
        self.conts: Int32 = np.zeros((_CONTS, 3), dtype=np.int32)
        self.cont_list: list[Cont] = []
        self.filters: Filters = np.zeros(_CONTS, dtype=np.uint64)
        self._filter_words = 0
        self._filters_asked: dict[int, tuple[Callable[[], int], int]] = {}
        self.follow_keys = np.full(_FOLLOWS, -1, dtype=np.int64)
        self.follow_targets = np.zeros(_FOLLOWS, dtype=np.int64)
        self._follow_count = 0
        self._follow_memo: dict[int, int] = {}
        self.walker: Walker | None = None
        self.alike: Alike | None = None

    @classmethod
    def copy_of(cls, template: Table, budget: Budget) -> Table:
        """A table that begins with the lexical states of another."""
        count = len(template.lexemes)
        table = cls(budget, rows=max(_ROWS, 2 * count))
        table.rows[:count] = template.rows[:count]
        table.states[:count] = template.states[:count]
        clones: dict[int, Lexeme] = {}
        for lexeme in template.lexemes:
            clone = clones.get(id(lexeme))
            if clone is None:
                clone = clones[id(lexeme)] = lexeme.clone()
            table.lexemes.append(clone)
        table.ends = list(template.ends)
        return table

    def add_states(self, lexeme: Lexeme, count: int = 1) -> int:
        """First id of `count` new lexical states with unknown rows."""
        first = len(self.lexemes)
        need = first + count
        self.budget.state(count)
        self.budget.row(need)
        if need > self.rows.shape[0]:
            size = max(need, 2 * self.rows.shape[0])
            grown = np.empty((size, 256), dtype=np.int32)
            grown[:first] = self.rows[:first]
            self.rows = grown
            self.states = np.concatenate([self.states, np.zeros((size - len(self.states), 3), dtype=np.int32)])
        self.rows[first:need] = UNKNOWN
        self.lexemes.extend([lexeme] * count)
        self.ends.extend([-1] * count)
        return first

    def mark_counting(self, lexical: int) -> None:
        """Each byte taken in this state begins one character of a counted string."""
        self.states[lexical] = (COUNTING_STATE, 0, 1)

    def mark_names(self, lexical: int, low: int, high: int) -> None:
        """The state is inside a key that can still become the names [low, high)."""
        self.states[lexical] = (NAME_STATE, low, high)

    def add_cont(self, cont: Cont, *, fewest: int = 0, most: int = UNLIMITED) -> int:
        """Id of a new continuation; `fewest` and `most` bound the characters of a counted string read under it."""
        self.budget.state()
        number = len(self.cont_list)
        if number == self.conts.shape[0]:
            self.conts = np.concatenate([self.conts, np.zeros_like(self.conts)])
        self.conts[number] = (fewest, most, NO_FILTER)
        self.cont_list.append(cont)
        return number

    def filter_later(self, cont: int, names: Callable[[], int], size: int) -> None:
        """Let only some names be written under `cont`: which, is asked when a name is begun."""
        if self.conts[cont, 2] == NO_FILTER:
            self.conts[cont, 2] = FILTER_UNKNOWN
            self._filters_asked[cont] = (names, size)

    def learn_filter(self, cont: int) -> None:
        """Ask which names may be written under `cont`."""
        names, size = self._filters_asked.pop(cont)
        self._set_filter(cont, names(), size)

    def _set_filter(self, cont: int, allowed: int, size: int) -> None:
        words = (size + 63) >> 6
        while self._filter_words + words > len(self.filters):
            self.filters = np.concatenate([self.filters, np.zeros_like(self.filters)])
        start = self._filter_words
        for word in range(words):
            self.filters[start + word] = (allowed >> (64 * word)) & 0xFFFFFFFFFFFFFFFF
        self.conts[cont, 2] = start
        self._filter_words += words

    def follow(self, cont: int, kind: int) -> int:
        """What follows, worked out once."""
        key = (cont << 22) | kind
        target = self._follow_memo.get(key)
        if target is None:
            self.budget.step(4)
            target = self.cont_list[cont].follow(self, kind)
            self.remember(cont, kind, target)
        return target

    def remember(self, cont: int, kind: int, target: int) -> None:
        """Keep what follows, for the kernel."""
        key = (cont << 22) | kind
        self._follow_memo[key] = target
        self._remember(key, target)

    def _remember(self, key: int, target: int) -> None:
        if 2 * self._follow_count >= len(self.follow_keys):
            keys, targets = self.follow_keys, self.follow_targets
            self.follow_keys = np.full(4 * len(keys), -1, dtype=np.int64)
            self.follow_targets = np.zeros(len(self.follow_keys), dtype=np.int64)
            rehash(keys, targets, self.follow_keys, self.follow_targets)
        store(self.follow_keys, self.follow_targets, key, target)
        self._follow_count += 1

    def cell(self, lexical: int, byte: int) -> int:
        """The cell, made known if it was not."""
        value = int(self.rows[lexical, byte])
        if value == UNKNOWN:
            self.budget.step()
            self.lexemes[lexical].fill(self, lexical, byte)
            value = int(self.rows[lexical, byte])
        return value

    def step(self, state: State, byte: int) -> State | None:
        """The state after one byte, or None where no completion is left."""
        lexical, cont, count = state
        while True:
            cell = self.cell(lexical, byte)
            counting = self.states[lexical, 0] == COUNTING_STATE
            if cell >= 0:
                if counting:
                    fewest, most = int(self.conts[cont, 0]), int(self.conts[cont, 1])
                    count = min(count + 1, fewest) if most == UNLIMITED else count + 1
                    if count > most:
                        return None
                if not self._name_open(cell, cont):
                    return None
                flag, distance = int(self.states[cell, 0]), int(self.states[cell, 1])
                if flag == BOUNDED_STATE and self.conts[cont, 1] == UNKNOWN_LIMIT and self.walker is not None:
                    self.conts[cont, 1] = self.walker.limit(cont)
                if flag in (COUNTING_STATE, BOUNDED_STATE) and count + distance > self.conts[cont, 1]:
                    return None
                return cell, cont, count
            if cell == DEAD or (counting and count < self.conts[cont, 0]):
                return None
            kind, takes_byte = exit_of(cell)
            target = self.follow(cont, kind)
            if target < 0:
                return None
            lexical, cont, count = target & 0xFFFFFFFF, target >> 32, 0
            if takes_byte:
                return lexical, cont, count

    def _name_open(self, lexical: int, cont: int) -> bool:
        if self.states[lexical, 0] != NAME_STATE or self.conts[cont, 2] == NO_FILTER:
            return True
        if self.conts[cont, 2] == FILTER_UNKNOWN:
            self.learn_filter(cont)
        low, high = int(self.states[lexical, 1]), int(self.states[lexical, 2])
        return bool(name_open(self.filters, int(self.conts[cont, 2]), low, high))

    def steps(self, state: State, text: bytes) -> tuple[State | None, int]:
        """The state after the longest prefix that can be taken (None if not all of it), and that prefix's length."""
        known = 0
        if HAVE_NUMBA and self.walker is None and text:
            moved = np.empty(3, dtype=np.int64)
            moved[0], moved[1], moved[2] = state
            known = take(
                self.rows,
                self.states,
                self.conts,
                self.filters,
                self.follow_keys,
                self.follow_targets,
                np.frombuffer(text, dtype=np.uint8),
                moved,
            )
            lexical, cont, count = moved.tolist()
            state = lexical, cont, count
        for index, byte in enumerate(text[known:], start=known):
            after = self.step(state, byte)
            if after is None:
                return None, index
            state = after
        return state, len(text)

    def complete(self, state: State) -> bool:
        """Whether the text may end here."""
        lexical, cont, count = state
        for _ in range(len(self.cont_list) + 4):
            kind = self.ends[lexical]
            if kind < 0:
                return False
            if kind == END_OF_TEXT:
                return True
            if self.states[lexical, 0] == COUNTING_STATE and count < self.conts[cont, 0]:
                return False
            target = self.follow(cont, kind)
            if target < 0:
                return False
            lexical, cont, count = target & 0xFFFFFFFF, target >> 32, 0
        return False


END_OF_TEXT = (1 << 21) + 7  # the "kind" of a lexical state in which the whole text is complete

__all__ = [
    "DEAD",
    "END_OF_TEXT",
    "PLAIN_STATE",
    "UNKNOWN",
    "Cont",
    "Lexeme",
    "State",
    "Table",
    "pack",
]
