"""The lexer: from the terminals that a parser's state admits to lexical states over bytes.

Of the terminals that may follow (and the ignored ones) the longest match counts; of several with the same text those of
the highest rank. Where the longest attempt fails, the last match counts and the bytes behind it are read again, as long
as these are of a finite number of forms: inside a comment or string that was begun, a lexer no longer turns back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.structured.budget import Budget
from core.structured.grammar.terminals import Terminal

Pairs = tuple[tuple[int, int], ...]  # (terminal, state of its automaton), sorted
END_KIND = 0
_WORD_BYTES = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
_READABLE = b" \n\t" + _WORD_BYTES[10:][::-1] + _WORD_BYTES[:10] + bytes(range(0x21, 0x7F))  # what stands for a class
_LOWEST_RANK = (-(1 << 60), False)
_WIDEST = 160  # columns of indentation that are told apart


@dataclass(frozen=True, slots=True)
class Fallback:
    """The last match: its terminals, the bytes read since, the column of indentation there."""

    winners: frozenset[int]
    read: bytes
    column: int


@dataclass(frozen=True, slots=True)
class Key:
    """A lexical state. `fresh`: nothing was read yet; `column`: of indentation, 0 where it does not matter."""

    fresh: bool
    pairs: Pairs
    fallback: Fallback | None = None
    column: int = 0


@dataclass(frozen=True, slots=True)
class Exit:
    """The lexeme ends as `kind`; its last byte is the one read, or the one before."""

    kind: int
    takes_byte: bool


class Scanner:
    """Lexical states of one grammar's terminals.

    Args:
        terminals: all of them.
        ignored: those that may stand between others.
        newline: the line ends that indentation is read from.
        budget: limits.
        words: the terminals of whole words: no lexeme ends within one. Where the parser does not admit them, they are
            followed all the same, as numbers from `shadows` on, and lose against all others.
    """

    def __init__(
        self,
        terminals: list[Terminal],
        ignored: frozenset[int],
        newline: int | None,
        budget: Budget,
        *,
        words: Sequence[Terminal] = (),
    ) -> None:
        self.shadows = len(terminals)
        every = [*terminals, *words]
        self._shadowed = [
            (terminals.index(word) if word in terminals else -1, number)
            for number, word in enumerate(words, start=len(terminals))
        ]
        self._automata = [terminal.automaton for terminal in every]
        self._accepting = [_never if each is None else each.accepts for each in self._automata]
        self._ranks = [*(terminal.rank for terminal in terminals), *(_LOWEST_RANK for _ in words)]
        self._lazy = [terminal.lazy for terminal in every]
        self._firm = frozenset(number for number, terminal in enumerate(every) if terminal.firm)
        self._newline = newline
        self._budget = budget
        self.ignored = ignored
        same = np.zeros(256, dtype=np.uint8)
        columns = np.stack([same, *(automaton.class_of for automaton in self._automata if automaton is not None)])
        _, first, inverse = np.unique(columns, axis=1, return_index=True, return_inverse=True)
        self._members = [np.flatnonzero(inverse.reshape(256) == number).tolist() for number in range(len(first))]
        self._by_byte = newline is not None  # columns of indentation differ within a class
        self.place_of = np.arange(256) if self._by_byte else inverse.reshape(256)
        self._places = self._members if self._by_byte else [[number] for number in range(len(first))]
        self.classes = [next((byte for byte in _READABLE if byte in members), members[0]) for members in self._members]
        self._own = [
            [] if automaton is None else automaton.class_of[self.classes].tolist() for automaton in self._automata
        ]
        self._rows: list[dict[int, list[int]]] = [{} for _ in every]
        self._last: dict[tuple[int, int], bool] = {}
        self._ways: list[dict[int, list[tuple[int, tuple[int, int]]]]] = [{} for _ in every]
        self._kinds: dict[Fallback, int] = {}
        self.kinds: list[Fallback | None] = [None]  # by kind; END_KIND stands for none
        self._cyclic: dict[Pairs, bool] = {}
        self._words: dict[tuple[int, int], bool] = {}
        self._word_classes = sorted({self.class_of(byte) for byte in _WORD_BYTES})
        self._transitions: dict[Key, list[Key | Exit | None]] = {}
        self._everything = self.start(frozenset(range(len(terminals)))).pairs

    def start(self, viable: frozenset[int]) -> Key:
        """The state in which one of these terminals, or an ignored one, begins."""
        pairs = []
        for terminal in sorted(viable | self.ignored):
            automaton = self._automata[terminal]
            if automaton is not None:
                pairs.append((terminal, automaton.start))
        for terminal, number in self._shadowed:
            automaton = self._automata[number]
            if terminal not in viable and automaton is not None:
                pairs.append((number, automaton.start))
        return Key(True, tuple(pairs))

    def winners(self, pairs: Pairs) -> frozenset[int]:
        """The terminals that the text read so far is, if it ends here."""
        found = [terminal for terminal, state in pairs if self._accepting[terminal](state)]
        if len(found) < 2:
            return frozenset(found)
        best = max(self._ranks[terminal] for terminal in found)
        return frozenset(terminal for terminal in found if self._ranks[terminal] == best)

    def end_kind(self, key: Key) -> int:
        """The kind with which the lexeme ends if the text does, -1 if it cannot."""
        if key.fresh:
            return END_KIND
        if winners := self.winners(key.pairs):
            return self._kind(Fallback(winners, b"", key.column))
        return -1 if key.fallback is None else self._kind(key.fallback)

    def only_newline(self, key: Key) -> bool:
        """Whether the state is inside an indentation, from which no further line end can come."""
        if self._newline is None or key.fresh or any(terminal != self._newline for terminal, _ in key.pairs):
            return False
        seen, waiting = {key.pairs}, [key.pairs]
        while waiting:
            pairs = waiting.pop()
            for number, byte in enumerate(self.classes):
                after = self.advance(pairs, number)
                if after and 0x0A in self._members[number]:
                    return False
                if after and after not in seen and byte is not None:
                    seen.add(after)
                    waiting.append(after)
        return True

    def in_word(self, key: Key) -> bool:
        """Whether some terminal can take any number of ASCII letters, digits and underscores from here."""
        return not key.fresh and any(self._goes_on(*pair) for pair in key.pairs if pair[0] < self.shadows)

    def _goes_on(self, terminal: int, state: int) -> bool:
        known = self._words.get((terminal, state))
        if known is None:
            seen, waiting, known = {state}, [state], True
            while waiting and known:
                row = self._row_of(terminal, waiting.pop())
                for number in self._word_classes:
                    after = row[number]
                    if after < 0:
                        known = False
                        break
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
            self._words[terminal, state] = known
        return known

    def transitions(self, key: Key) -> list[Key | Exit | None]:
        """What each byte leads to, at its place (`place_of`)."""
        known = self._transitions.get(key)
        if known is None:
            known = self._transitions[key] = self._find(key)
        return known

    def advance(self, pairs: Pairs, number: int) -> Pairs:
        """The pairs after a byte of the class `number`."""
        found = []
        for terminal, state in pairs:
            row = self._rows[terminal].get(state)
            if row is None:
                row = self._row(terminal, state)
            after = row[number]
            if after >= 0:
                found.append((terminal, after))
        return tuple(found)

    def _advance_all(self, pairs: Pairs) -> list[Pairs]:
        """The pairs after a byte of each class."""
        if len(pairs) == 1:
            terminal = pairs[0][0]
            return [((terminal, after),) if after >= 0 else () for after in self._row_of(*pairs[0])]
        found: list[list[tuple[int, int]]] = [[] for _ in self.classes]
        for terminal, state in pairs:
            for number, pair in self._ways_on(terminal, state):
                found[number].append(pair)
        return [tuple(each) if each else () for each in found]

    def _ways_on(self, terminal: int, state: int) -> list[tuple[int, tuple[int, int]]]:
        """The classes of bytes with which a terminal goes on, each with the pair behind it: of most terminals one."""
        known = self._ways[terminal].get(state)
        if known is None:
            known = self._ways[terminal][state] = [
                (number, (terminal, after)) for number, after in enumerate(self._row_of(terminal, state)) if after >= 0
            ]
        return known

    def accepts(self, terminal: int, state: int) -> bool:
        """Whether the terminal may end in this state of its automaton."""
        return self._accepts(terminal, state)

    def _accepts(self, terminal: int, state: int) -> bool:
        automaton = self._automata[terminal]
        return automaton is not None and automaton.accepts(state)

    def _row(self, terminal: int, state: int) -> list[int]:
        automaton = self._automata[terminal]
        assert automaton is not None
        self._budget.step()
        if self._lazy[terminal] and automaton.accepts(state):
            row = [-1] * len(self.classes)
        else:
            own = automaton.row(state)
            row = [own[number] for number in self._own[terminal]]
        self._rows[terminal][state] = row
        return row

    def _find(self, key: Key) -> list[Key | Exit | None]:
        result: list[Key | Exit | None] = [None] * (256 if self._by_byte else len(self.classes))
        winners = self.winners(key.pairs)
        back = Fallback(winners, b"", key.column) if winners else key.fallback
        stop = None if back is None else Exit(self._kind(back), takes_byte=False)
        alike: dict[Pairs, Key | Exit] = {}  # what does not depend on the byte itself
        for number, (places, after) in enumerate(zip(self._places, self._advance_all(key.pairs), strict=True)):
            if not after:
                for place in places:
                    result[place] = stop
                continue
            if after[0][0] >= self.shadows:  # terminals are sorted
                continue  # a word that is none of the terminals admitted here, and no lexeme ends within a word
            known = alike.get(after)
            if known is not None:
                for place in places:
                    result[place] = known
                continue
            ends = self.winners(after)
            indents = self._newline is not None and any(terminal == self._newline for terminal, _ in after)
            if ends and not indents and all(self._is_last(*pair) for pair in after):
                leaves = alike[after] = Exit(self._kind(Fallback(ends, b"", 0)), takes_byte=True)
                for place in places:
                    result[place] = leaves
                continue
            plain = Key(False, after)
            turns = not ends and back is not None and not back.winners & self._firm and not self._on_cycle(after)
            if not turns and not indents:
                alike[after] = plain
                for place in places:
                    result[place] = plain
                continue
            for place in places:
                byte = place if self._by_byte else self.classes[number]
                column = self._column(key, byte) if indents else 0
                if column > _WIDEST:
                    continue
                turns_back = None
                if turns and back is not None:
                    read = back.read + bytes([byte])
                    if self._could_begin(read):
                        turns_back = Fallback(back.winners, read, back.column)
                result[place] = plain if turns_back is None and not column else Key(False, after, turns_back, column)
        return result

    def _is_last(self, terminal: int, state: int) -> bool:
        """Whether the terminal cannot go on from here."""
        known = self._last.get((terminal, state))
        if known is None:
            known = self._last[terminal, state] = max(self._row_of(terminal, state)) < 0
        return known

    def _row_of(self, terminal: int, state: int) -> list[int]:
        row = self._rows[terminal].get(state)
        return self._row(terminal, state) if row is None else row

    def _column(self, key: Key, byte: int) -> int:
        if byte == 0x20:
            return key.column + 1
        if byte == 0x09:
            return key.column + 8
        return 0

    def _kind(self, fallback: Fallback) -> int:
        kind = self._kinds.get(fallback)
        if kind is None:
            self._budget.state()
            kind = self._kinds[fallback] = len(self.kinds)
            self.kinds.append(fallback)
        return kind

    def _on_cycle(self, pairs: Pairs) -> bool:
        """Whether the state can come back to itself without a match between."""
        known = self._cyclic.get(pairs)
        if known is None:
            seen: set[Pairs] = set()
            waiting = [pairs]
            known = False
            while waiting and not known:
                current = waiting.pop()
                self._budget.step()
                for number in range(len(self.classes)):
                    after = self.advance(current, number)
                    if after == pairs:
                        known = True
                        break
                    if after and after not in seen and not self.winners(after):
                        seen.add(after)
                        waiting.append(after)
            self._cyclic[pairs] = known
        return known

    def _could_begin(self, read: bytes) -> bool:
        """Whether some lexemes begin with these bytes; a false yes costs states only."""
        pairs = self._everything
        for byte in read:
            number = self.class_of(byte)
            pairs = self.advance(pairs, number)
            if not pairs:
                return False
            if self.winners(pairs):
                return True
        return True

    def class_of(self, byte: int) -> int:
        """The class of a byte."""
        for number, members in enumerate(self._members):
            if byte in members:
                return number
        raise AssertionError("the classes cover all bytes")


def _never(state: int) -> bool:
    """Of a terminal without an automaton: it stands for nothing that is read."""
    return False
