"""A grammar as states of the table: a lexical state of the scanner, and a continuation that is the parser's stacks."""

from __future__ import annotations

import numpy as np

from core.structured.automata.table import END_OF_TEXT, State, Table, pack
from core.structured.automata.walk import (
    BOUNDED_STATE,
    CELL_UNKNOWN,
    DEAD,
    DONE,
    FOLLOW_UNKNOWN,
    UNKNOWN_LIMIT,
    UNLIMITED,
    WORD_STATE,
    Words,
    exit_cell,
)
from core.structured.errors import BudgetExceeded
from core.structured.grammar.arrays import CONTS
from core.structured.grammar.endings import FAR, Endings
from core.structured.grammar.indentation import Indentation, Levels
from core.structured.grammar.kernel import LIMIT_UNKNOWN, walk_grammar
from core.structured.grammar.productions import Productions
from core.structured.grammar.scanner import END_KIND, Exit, Key, Scanner
from core.structured.grammar.stacks import Stacks
from core.structured.vocabulary.trie import Trie
from core.structured.vocabulary.vocabulary import Vocabulary

_MOST_SEARCHED = 20_000


class Position:
    """What the parser has read: its stacks, and the levels of indentation."""

    __slots__ = ("_frontier", "_viable", "levels", "number", "stacks")

    def __init__(self, frontier: Frontier, stacks: tuple[int, ...], levels: Levels, number: int) -> None:
        self._frontier = frontier
        self.stacks = stacks
        self.levels = levels
        self.number = number
        self._viable: frozenset[int] | None = None

    @property
    def viable(self) -> frozenset[int]:
        """The terminals that the parser admits."""
        if self._viable is None:
            moves = [self._frontier.stacks.moves(stack) for stack in self.stacks]
            self._viable = (
                moves[0].terminals if len(moves) == 1 else frozenset().union(*(move.terminals for move in moves))
            )
        return self._viable

    def follow(self, table: Table, kind: int) -> int:
        """Packed target behind a lexeme."""
        return self._frontier.follow(table, self, kind)

    def open_fields(self) -> list[str | int]:
        """Nothing: a grammar has no fields."""
        return []


class Frontier:
    """Lexical states and continuations of one grammar, for one table.

    Args:
        separated: whether what the parser admits can always be written; otherwise each state is kept only if a search
            finds a completion, and lexical states belong to one continuation.
    """

    alone = False

    def __init__(
        self,
        productions: Productions,
        scanner: Scanner,
        stacks: Stacks,
        indentation: Indentation | None,
        *,
        separated: bool,
    ) -> None:
        self.stacks = stacks
        self._arrays = stacks.arrays
        self.names = [terminal.name for terminal in productions.terminals]
        self._empty = productions.empty
        self._scanner = scanner
        self._endings = Endings(productions, scanner, stacks)
        self._indentation = indentation
        self._separated = separated
        self._ids: dict[tuple[int, Key], int] = {}
        self._keys: dict[int, tuple[int, Key]] = {}
        self._levels: dict[Levels, int] = {}
        self._level_list: list[Levels] = []
        in_rules = {symbol for sides in productions.rules for side in sides for symbol in side if symbol < 0}
        self._in_rules = frozenset(-1 - symbol for symbol in in_rules)
        self._starts: dict[frozenset[int], Key] = {}
        self._steps: dict[tuple[Position, int], Position | None] = {}
        self._living: dict[tuple[Position, Key], bool] = {}
        self._end = -1

    def clone(self) -> Frontier:
        """Never needed: a grammar's table is not copied."""
        raise AssertionError("the lexical states of a grammar belong to one table")

    def begin(self, table: Table) -> tuple[int, int] | None:
        """Lexical state and continuation where texts begin, None if there is no text."""
        self._table = table
        table.walker = self
        self._end = table.add_states(self)
        table.rows[self._end] = DEAD
        table.ends[self._end] = END_OF_TEXT
        position = self._position(table, (self.stacks.start,), Levels())
        key = self._start(position)
        if not self._lives(table, position, key):
            return None
        return self._at(table, position, key), position.number

    def fill(self, table: Table, lexical: int, byte: int) -> None:
        """Fill a row."""
        scope, key = self._keys[lexical]
        table.budget.step(4)
        targets = self._scanner.transitions(key)
        cells = {id(None): DEAD}  # by identity: bytes of a kind lead to one object
        for target in targets:
            if id(target) not in cells:
                cells[id(target)] = self._cell(table, scope, target)
        row = np.array([cells[id(target)] for target in targets], dtype=np.int32)
        table.rows[lexical] = row[self._scanner.place_of]

    def _cell(self, table: Table, scope: int, target: Key | Exit | None) -> int:
        if isinstance(target, Exit):
            self._announce(target.kind)
            return exit_cell(target.kind, takes_byte=target.takes_byte)
        assert target is not None
        if scope < 0:
            return self._at_scope(table, scope, target)
        position = self._at_cont(scope)
        return self._at_scope(table, scope, target) if self._lives(table, position, target) else DEAD

    def _announce(self, kind: int) -> None:
        """Let the kernel shift the terminal by itself where that is all there is to it."""
        ending = self._scanner.kinds[kind]
        terminal = -2
        if self._separated and ending is not None and not ending.read and len(ending.winners) == 1:
            (winner,) = ending.winners
            if winner in self._scanner.ignored:
                terminal = -2 if winner in self._in_rules else -1
            elif self._indentation is None or not self._indentation.counts(winner):
                terminal = winner
        self._arrays.set_terminal(kind, terminal)

    def _at(self, table: Table, position: Position, key: Key) -> int:
        return self._at_scope(table, -1 if self._separated else position.number, key)

    def _at_scope(self, table: Table, scope: int, key: Key) -> int:
        number = self._ids.get((scope, key))
        if number is None:
            number = self._ids[scope, key] = table.add_states(self)
            self._keys[number] = (scope, key)
            table.ends[number] = self._scanner.end_kind(key)
            if key.column and self._scanner.only_newline(key):
                table.states[number] = (BOUNDED_STATE, key.column, 0)
            elif scope < 0 and self._scanner.in_word(key):
                table.states[number] = (WORD_STATE, 0, 0)
        return number

    def _position(self, table: Table, stacks: tuple[int, ...], levels: Levels) -> Position:
        level = self._level(levels)
        self._sync()
        here = stacks[0] if len(stacks) == 1 else -2 - self._arrays.together(stacks)
        key = (here << 24) | level
        number = self._arrays.position_ids.get(key)
        if number < 0:
            position = self._add(table, stacks, levels)
            number = position.number
            self._arrays.position_ids.put(key, number)
            self._arrays.positions[number] = (here, level, levels.brackets > 0)
        return self._at_cont(number)

    def _level(self, levels: Levels) -> int:
        level = self._levels.get(levels)
        if level is None:
            level = self._levels[levels] = len(self._level_list)
            self._level_list.append(levels)
        return level

    def _add(self, table: Table, stacks: tuple[int, ...], levels: Levels) -> Position:
        self._sync()
        self._arrays.make_room_for_position()
        position = Position(self, stacks, levels, len(table.cont_list))
        table.add_cont(position)
        self._arrays.sizes[CONTS] += 1
        if self._indentation is not None:
            table.conts[position.number, 1] = UNKNOWN_LIMIT
        return position

    def _sync(self) -> None:
        """Make positions of the continuations that the kernel added."""
        table, arrays = self._table, self._arrays
        while len(table.cont_list) < arrays.sizes[CONTS]:
            number = len(table.cont_list)
            here, level = int(arrays.positions[number, 0]), int(arrays.positions[number, 1])
            stacks = (here,) if here >= 0 else arrays.members(-2 - here)
            table.cont_list.append(Position(self, stacks, self._level_list[level], number))
            table.budget.state()

    def expected(self, cont: int) -> list[str]:
        """Names of the terminals that the parser admits."""
        return sorted(self.names[terminal] for terminal in self._at_cont(cont).viable)

    def terminals_of(self, kind: int) -> tuple[tuple[str, ...], bool]:
        """Names of the terminals that a lexeme of a kind is, and whether the grammar leaves it out."""
        ending = self._scanner.kinds[kind]
        winners = frozenset[int]() if ending is None else ending.winners
        ignored = bool(winners) and winners <= self._scanner.ignored
        return tuple(sorted(self.names[winner] for winner in winners if winner < len(self.names))), ignored

    def turned_back(self, kind: int) -> int:
        """Bytes that were read behind the end of a lexeme of a kind before it was known to have ended."""
        ending = self._scanner.kinds[kind]
        return 0 if ending is None else len(ending.read)

    def terminals_inside(self, lexical: int) -> list[str]:
        """Names of the terminals that the lexeme in a lexical state may become."""
        inside = {terminal for terminal, _ in self._keys[lexical][1].pairs if terminal < self._scanner.shadows}
        return sorted(self.names[terminal] for terminal in inside)

    @property
    def classes(self) -> list[int]:
        """One byte of each class that the terminals tell apart."""
        return self._scanner.classes

    def distance(self, state: State) -> int:
        """Bytes to the end of the text, at the best guess."""
        lexical, cont, _ = state
        if lexical == self._end:
            return 0
        position = self._at_cont(cont)
        key = self._keys[lexical][1]
        if key.fresh:
            return self._endings.of_stacks(position.stacks)
        found = FAR
        for terminal, inside in key.pairs:
            if terminal >= self._scanner.shadows:
                continue
            rest = self._endings.rest_of_word(terminal, inside)
            if rest < found:
                found = min(found, rest + self._endings.of_stacks(self._behind(position, terminal)))
        if key.fallback is not None:
            winners = key.fallback.winners
            found = min(found, *(self._endings.of_stacks(self._behind(position, each)) for each in winners), FAR)
        return found

    def _behind(self, position: Position, terminal: int) -> list[int]:
        shifted = [after for stack in position.stacks for after in self.stacks.shifted(stack, terminal)]
        stays = terminal in self._scanner.ignored or (not shifted and self._indentation is not None)
        return [*shifted, *position.stacks] if stays else shifted

    def _at_cont(self, cont: int) -> Position:
        position = self._table.cont_list[cont]
        assert isinstance(position, Position)
        return position

    def limit(self, cont: int) -> int:
        """The deepest indentation of a line that begins under the continuation."""
        position = self._at_cont(cont)
        if self._indentation is None:
            return UNLIMITED
        most = self._indentation.widest(self.stacks, position.stacks, position.levels)
        return UNLIMITED if most is None else most

    def work_out(self, state: State, vocabulary: Vocabulary, mask: Words) -> None:
        """Set the bits of the tokens that may follow."""
        self._walk(vocabulary.word_trie, state, mask, whole_words=True)
        self._walk(vocabulary.other_trie, state, mask, whole_words=False)

    def _walk(self, trie: Trie, state: State, mask: Words, *, whole_words: bool) -> None:
        table, arrays = self._table, self._arrays
        stack = np.zeros((trie.deepest + 2, 3), dtype=np.int32)
        stack[0] = state
        stopped = np.zeros(4, dtype=np.int64)
        at, end = 0, len(trie.nodes)
        while at < end:
            at = walk_grammar(
                table.rows,
                table.states,
                table.conts,
                table.follow_keys,
                table.follow_targets,
                arrays.stacks,
                arrays.stack_ids.keys,
                arrays.stack_ids.values,
                arrays.trie.keys,
                arrays.trie.values,
                arrays.shifts.keys,
                arrays.shifts.values,
                arrays.ways,
                arrays.pushes,
                arrays.starts,
                arrays.positions,
                arrays.position_ids.keys,
                arrays.position_ids.values,
                arrays.behind.keys,
                arrays.behind.values,
                arrays.terminal_of,
                arrays.pool,
                arrays.slots,
                arrays.scratch,
                arrays.sizes,
                trie.nodes,
                trie.order,
                stack,
                at,
                end,
                whole_words,
                mask,
                stopped,
            )
            self._sync()
            if at == DONE:
                return
            self._learn(int(stopped[0]), int(stopped[1]), int(stopped[2]))

    def _learn(self, what: int, first: int, second: int) -> None:
        """Make known what stopped the kernel."""
        table = self._table
        if what == CELL_UNKNOWN:
            table.cell(first, second)
        elif what == FOLLOW_UNKNOWN and second < 0:
            self._learn_start(first)
        elif what == FOLLOW_UNKNOWN:
            if not self._at_cont(first).viable:
                raise AssertionError("the kernel shifts only what the parser admits")
            table.follow(first, second)
        elif what == LIMIT_UNKNOWN:
            table.conts[first, 1] = self.limit(first)
        else:
            self._arrays.make_room()
            while len(table.conts) < len(self._arrays.positions):
                table.conts = np.concatenate([table.conts, np.zeros_like(table.conts)])

    def _learn_start(self, cont: int) -> None:
        """Where lexemes begin at a continuation."""
        table, position = self._table, self._at_cont(cont)
        lexical = self._at(table, position, self._start(position))
        numbers = [self.stacks.moves(stack).number for stack in position.stacks]
        arrays, inside = self._arrays, int(position.levels.brackets > 0)
        if len(numbers) == 1:
            arrays.starts[numbers[0], inside] = lexical
        else:
            for together in (sorted({-1 - number for number in numbers}), list(position.stacks)):
                arrays.pool[arrays.together(together) + 1 + inside] = lexical

    def _start(self, position: Position) -> Key:
        viable = position.viable
        if self._indentation is not None:
            viable = self._indentation.viable(viable, position.levels)
        key = self._starts.get(viable)
        if key is None:
            key = self._starts[viable] = self._scanner.start(viable)
        return key

    def follow(self, table: Table, position: Position, kind: int) -> int:
        """Packed target behind a lexeme of this kind."""
        if kind == END_KIND:
            return pack(self._end, position.number) if self._ends(position) else DEAD
        after = self._after(table, position, kind)
        if after is None:
            return DEAD
        ending = self._scanner.kinds[kind]
        assert ending is not None
        key = self._start(after)
        if ending.read:
            raw = self._read(table, after, key, ending.read)
            if raw is None:
                return DEAD
            after, key = raw
        if not self._lives(table, after, key):
            return DEAD
        return pack(self._at(table, after, key), after.number)

    def _after(self, table: Table, position: Position, kind: int) -> Position | None:
        """The position behind the lexeme, what was read behind it not counted."""
        known = self._steps.get((position, kind), False)
        if known is not False:
            assert not isinstance(known, bool)
            return known
        ending = self._scanner.kinds[kind]
        assert ending is not None
        found: dict[Levels, set[int]] = {}
        for terminal in ending.winners:
            levels, stacks = position.levels, list(position.stacks)
            if self._indentation is not None:
                result = self._indentation.after(self.stacks, position, terminal, ending.column)
                if result is None:
                    continue
                levels, stacks = result
            elif terminal not in self._scanner.ignored:
                stacks = [after for stack in stacks for after in self.stacks.shifted(stack, terminal)]
            elif terminal in position.viable:
                stacks += [after for stack in stacks for after in self.stacks.shifted(stack, terminal)]
            found.setdefault(levels, set()).update(stacks)
        # Terminals that mean different levels of indentation never match the same text: one is a line end.
        levels, reached = next(((key, value) for key, value in found.items() if value), (Levels(), set()))
        after = self._position(table, tuple(sorted(reached)), levels) if reached else None
        self._steps[position, kind] = after
        return after

    def _ends(self, position: Position) -> bool:
        stacks = list(position.stacks)
        if self._empty and stacks == [self.stacks.start]:
            return True
        if self._indentation is not None:
            stacks = self._indentation.closed(self.stacks, stacks, position.levels)
        return any(self.stacks.moves(stack).ends for stack in stacks)

    def _read(self, table: Table, position: Position, key: Key, text: bytes) -> tuple[Position, Key] | None:
        for byte in text:
            raw = self._step(table, position, key, byte)
            if raw is None:
                return None
            position, key = raw
        return position, key

    def _step(self, table: Table, position: Position, key: Key, byte: int) -> tuple[Position, Key] | None:
        """The state after a byte, whether or not it has a completion."""
        while True:
            target = self._scanner.transitions(key)[self._scanner.place_of[byte]]
            if target is None:
                return None
            if isinstance(target, Key):
                return position, target
            after = self._after(table, position, target.kind)
            ending = self._scanner.kinds[target.kind]
            if after is None or ending is None:
                return None
            raw = self._read(table, after, self._start(after), ending.read)
            if raw is None:
                return None
            position, key = raw
            if target.takes_byte:
                return position, key

    def _complete(self, table: Table, position: Position, key: Key) -> bool:
        while not key.fresh:
            kind = self._scanner.end_kind(key)
            after = self._after(table, position, kind) if kind >= 0 else None
            ending = self._scanner.kinds[kind] if after is not None else None
            if after is None or ending is None:
                return False
            raw = self._read(table, after, self._start(after), ending.read)
            if raw is None:
                return False
            position, key = raw
        return self._ends(position)

    def _lives(self, table: Table, position: Position, key: Key) -> bool:
        """Whether some completion exists."""
        if self._separated:
            return bool(key.pairs) and (not key.fresh or bool(position.viable) or self._ends(position))
        known = self._living.get((position, key))
        return self._search(table, position, key) if known is None else known

    def _search(self, table: Table, position: Position, key: Key) -> bool:
        parents: dict[tuple[Position, Key], tuple[Position, Key] | None] = {(position, key): None}
        waiting = [(position, key)]
        for place in waiting:
            table.budget.step(8)
            if self._living.get(place) or self._complete(table, *place):
                back: tuple[Position, Key] | None = place
                while back is not None:
                    self._living[back] = True
                    back = parents[back]
                return True
            if self._living.get(place) is False:
                continue
            for byte in self._scanner.classes:
                after = self._step(table, *place, byte)
                if after is not None and after not in parents:
                    parents[after] = place
                    waiting.append(after)
            if len(parents) > _MOST_SEARCHED:
                raise BudgetExceeded("states in the search for a completion", _MOST_SEARCHED)
        for place in parents:
            self._living[place] = False
        return False
