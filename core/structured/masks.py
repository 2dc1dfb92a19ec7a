"""Token masks of the states of one compiled grammar over one vocabulary, each worked out once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.structured.automata.table import State
from core.structured.automata.walk import (
    BOUNDED_STATE,
    CELL_UNKNOWN,
    COUNTING_STATE,
    DEAD,
    DONE,
    FREE_STATE,
    NAME_STATE,
    NAMES_UNKNOWN,
    NO_ROOM,
    PLAIN_STATE,
    UNKNOWN,
    UNLIMITED,
    exit_of,
    fingerprint,
    goes_on,
    same,
    walk,
    walk_behind,
    walk_inside,
)
from core.structured.compiled import Compiled
from core.structured.errors import StructuredError
from core.structured.expected import expected_words
from core.structured.vocabulary.trie import Trie
from core.structured.vocabulary.vocabulary import LONGEST_COUNTED, Vocabulary

Words = npt.NDArray[np.uint32]
_NOTHING = (0, 0)  # of the nodes of a trie
END_STEP = 0  # behind an end token
_NO_STATE: State = (-1, -1, 0)


class _Inside:
    """What may follow a lexical state within its lexeme: a mask, and where in a trie the lexeme ends.

    Without a trie the tokens depend on what is open around the lexeme.
    """

    __slots__ = ("exits", "mask", "trie")

    def __init__(self, mask: Words, exits: npt.NDArray[np.int32], trie: Trie | None) -> None:
        self.mask = mask
        self.exits = exits
        self.trie = trie


class Masks:
    """Masks are shared: read-only arrays, equal ones stored once.

    A state as a matcher sees it is a number, its step. What is known of a step stands in lists and in tables of plain
    numbers: thousands of small objects would be walked over by Python's garbage collector in the midst of masks.

    Attributes:
        known: by step, the mask, None where it was not asked yet.
        nexts: by `edge` of a step and a token, the step behind it.
    """

    def __init__(self, compiled: Compiled, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.table = self._table = compiled.table
        self.known: list[Words | None] = [None]
        self.nexts: dict[int, int] = {}
        self._complete: list[bool | None] = [True]
        self._lexical, self._conts, self._counts = ([each] for each in _NO_STATE)
        self._steps: dict[int, int] = {}
        self._stored: dict[int, Words] = {}
        self._strings: dict[tuple[int, int, int, int], Words] = {}
        self._stack = np.zeros((vocabulary.trie.deepest + 2, 3), dtype=np.int32)
        self._roomy: dict[tuple[int, int], tuple[int, Words]] = {}
        self._beside = np.zeros(vocabulary.trie.deepest + 2, dtype=np.int32)
        self._stopped = np.zeros(7, dtype=np.int64)
        self._inside: dict[int, _Inside] = {}
        self.start = self.step_of(compiled.start)

    def step_of(self, state: State) -> int:
        """The step of a state, one for equal states."""
        lexical, cont, count = state
        packed = cont << 32 | lexical
        if count:
            packed |= count << 64
        known = self._steps.get(packed)
        if known is None:
            known = self._steps[packed] = len(self.known)
            self._lexical.append(lexical)
            self._conts.append(cont)
            self._counts.append(count)
            self.known.append(None)
            self._complete.append(None)
        return known

    def state_of(self, step: int) -> State:
        """The table's state of a step; of the end none."""
        return self._lexical[step], self._conts[step], self._counts[step]

    def mask_of(self, step: int) -> Words:
        """The mask of a step, worked out if this is the first time."""
        mask = self.known[step]
        if mask is None:
            self._table.budget.begin()
            mask = self.known[step] = self._stored_once(self._work_out(step))
        return mask

    def complete(self, step: int) -> bool:
        """Whether the text may end here."""
        known = self._complete[step]
        if known is None:
            known = self._complete[step] = self._table.complete(self.state_of(step))
        return known

    def expected(self, step: int) -> str:
        """What may come next, in words."""
        return expected_words(self._table, self.state_of(step))

    @property
    def stored(self) -> int:
        """Number of different masks in memory."""
        return len(self._stored)

    def _work_out(self, step: int) -> Words:
        table, state = self._table, self.state_of(step)
        lexical, cont, count = state
        if step == END_STEP:
            return np.zeros(self.vocabulary.words, dtype=np.uint32)
        if table.walker is not None:
            mask = np.zeros(self.vocabulary.words, dtype=np.uint32)
            table.walker.work_out(state, self.vocabulary, mask)
            if self.complete(step):
                mask |= self.vocabulary.end_mask
            return mask
        if table.alike is not None and (alike := table.alike.at(state, self.vocabulary, "trie")) is not None:
            mask = alike.mask.copy()
            self._walk_behind(self.vocabulary.trie, alike.exits, alike.cont, mask)
            return mask
        table.cell(lexical, 0x22)  # a row is filled at once, and with it comes what kind of state it is
        kind = table.states[lexical, 0]
        if kind == COUNTING_STATE and table.states[lexical, 2] == 1:
            mask = self._string_mask(lexical, cont, count)
        elif kind in (COUNTING_STATE, BOUNDED_STATE):
            mask = self._bounded_mask(state)
        elif kind == FREE_STATE and table.states[lexical, 1] == 1:
            mask = self._free_string_mask(lexical, cont)
        elif kind == FREE_STATE and table.states[lexical, 2]:
            mask = self._mask_beside(state)
        elif kind in (FREE_STATE, PLAIN_STATE) and table.lexemes[lexical].alone:
            mask = self._mask_inside(state)
        else:
            mask = np.zeros(self.vocabulary.words, dtype=np.uint32)
            closed = kind == NAME_STATE and self._close_name(state, mask)
            left_out = self.vocabulary.quoted if closed else _NOTHING
            self._walk(self.vocabulary.trie, state, mask, left_out=left_out)
        if self.complete(step):
            mask |= self.vocabulary.end_mask
        return mask

    def _string_mask(self, lexical: int, cont: int, count: int) -> Words:
        fewest, most = int(self._table.conts[cont, 0]), int(self._table.conts[cont, 1])
        room = min(most - count, self._stack.shape[0]) if most != UNLIMITED else self._stack.shape[0]
        missing = max(fewest - count, 0)
        key = (lexical, cont, room, min(missing, self._stack.shape[0]))
        if not missing and room >= self._stack.shape[0]:
            return self._free_string_mask(lexical, cont)
        known = self._strings.get(key)
        if known is None:
            known = self.vocabulary.plain[-1 if room >= self._stack.shape[0] else min(room, LONGEST_COUNTED)].copy()
            if LONGEST_COUNTED < room < self._stack.shape[0]:
                self._walk(self.vocabulary.long, (lexical, cont, count), known)
            self._walk(self.vocabulary.special, (lexical, cont, count), known)
            self._strings[key] = known
        return known.copy()

    def _free_string_mask(self, lexical: int, cont: int) -> Words:
        """A free string: what stays inside is the same everywhere; what leaves it depends on what follows the quote."""
        kind, _ = exit_of(self._table.cell(lexical, 0x22))
        mask = self.vocabulary.inside_string.copy()
        target = self._table.follow(cont, kind)
        if target >= 0:
            mask |= self.vocabulary.closes_string
            state = (target & 0xFFFFFFFF, target >> 32, 0)
            alike = self._table.alike
            behind = None if alike is None else alike.at(state, self.vocabulary, "behind_string")
            if behind is None:
                self._walk(self.vocabulary.behind_string, state, mask)
            else:
                mask |= behind.mask
                self._walk_behind(self.vocabulary.behind_string, behind.exits, behind.cont, mask)
        return mask

    def _close_name(self, state: State, mask: Words) -> bool:
        """Decide the tokens that begin with the quote behind a name; False where they are to be walked."""
        table, vocabulary, (lexical, cont, _) = self._table, self.vocabulary, state
        cell = int(table.rows[lexical, 0x22])
        if table.alike is None or cell >= 0 or cell in (DEAD, UNKNOWN):
            return False
        target = table.follow(cont, exit_of(cell)[0])
        if target < 0:
            return False
        behind = table.alike.at((target & 0xFFFFFFFF, target >> 32, 0), vocabulary, "behind_quote")
        if behind is None:
            return False
        mask &= vocabulary.begins_without_quote
        mask |= vocabulary.quote_alone
        mask |= behind.mask
        self._walk_behind(vocabulary.behind_quote, behind.exits, behind.cont, mask)
        return True

    def _mask_beside(self, state: State) -> Words:
        """Words that a text may become part it from the state behind them all in a few tokens only."""
        lexical, cont, _ = state
        beside = int(self._table.states[lexical, 2])
        mask = self.mask_of(self.step_of((beside, cont, 0))).copy()
        self._beside[0] = beside
        by_uxxxx = self._table.states[lexical, 1] == 2 and not self.vocabulary.closes_behind_escape
        left_out = self.vocabulary.quoted_special if self._close_name(state, mask) else _NOTHING
        self._walk(self.vocabulary.special, state, mask, apart=0, skip_escapes=by_uxxxx, left_out=left_out)
        return mask

    def _mask_inside(self, state: State) -> Words:
        """The tokens that stay in a text are worked out once, those that leave it under each continuation."""
        lexical, cont, _ = state
        inside = self._inside.get(lexical)
        if inside is None:
            inside = self._inside[lexical] = self._walk_inside(lexical)
        if inside.trie is None:
            mask = np.zeros(self.vocabulary.words, dtype=np.uint32)
            self._walk(self.vocabulary.trie, state, mask)
            return mask
        mask = inside.mask.copy()
        self._walk_behind(inside.trie, inside.exits, cont, mask)
        return mask

    def _walk_inside(self, lexical: int) -> _Inside:
        table, vocabulary, stopped = self._table, self.vocabulary, self._stopped
        exits = np.zeros((256, 2), dtype=np.int32)
        stopped[3] = 0
        if table.states[lexical, 0] == FREE_STATE:
            mask, tries = vocabulary.plain[-1].copy(), [vocabulary.special]
        else:
            mask, tries = np.zeros(vocabulary.words, dtype=np.uint32), []
            for letters, words, trie in vocabulary.kinds:
                if self._goes_on(lexical, letters):
                    mask |= words
                else:
                    tries.append(trie)
            tries.append(vocabulary.mixed)
        for trie in tries:
            at, end = 0, len(trie.nodes)
            self._stack[0, 0] = lexical
            while at < end:
                at = walk_inside(
                    table.rows, table.states, trie.nodes, trie.order, self._stack, at, end, mask, exits, stopped
                )
                if at == DONE:
                    break
                if stopped[0] == CELL_UNKNOWN:
                    table.cell(int(stopped[1]), int(stopped[2]))
                elif stopped[0] == NO_ROOM:
                    exits = np.concatenate([exits, np.zeros_like(exits)])
                else:
                    return _Inside(mask, exits, None)
            if stopped[3] and trie is not tries[-1]:
                return _Inside(mask, exits, None)
        return _Inside(self._stored_once(mask), exits[: stopped[3]].copy(), tries[-1])

    def _goes_on(self, lexical: int, letters: npt.NDArray[np.int64]) -> bool:
        table, stopped = self._table, self._stopped
        while (answer := goes_on(table.rows, table.states, lexical, letters, stopped)) < 0:
            table.cell(int(stopped[1]), int(stopped[2]))
        return answer == 1

    def _walk_behind(self, trie: Trie, exits: npt.NDArray[np.int32], cont: int, mask: Words) -> None:
        if not len(exits):
            return
        table, stopped = self._table, self._stopped
        kinds = sorted(set(exits[:, 1].tolist()))
        targets = np.full(kinds[-1] + 1, DEAD, dtype=np.int64)
        for kind in kinds:
            targets[kind] = table.follow(cont, kind)
        stopped[4], stopped[5], stopped[6] = UNLIMITED, 0, 0
        at = DONE
        while True:
            at = walk_behind(
                table.rows,
                table.states,
                table.conts,
                table.filters,
                table.follow_keys,
                table.follow_targets,
                trie.nodes,
                trie.order,
                self._stack,
                self._beside,
                exits,
                targets,
                at,
                mask,
                stopped,
            )
            if at == DONE:
                return
            self._learn()

    def _learn(self) -> None:
        """Make known what stopped the kernel."""
        stopped = self._stopped
        if stopped[0] == CELL_UNKNOWN:
            self._table.cell(int(stopped[1]), int(stopped[2]))
        elif stopped[0] == NAMES_UNKNOWN:
            self._table.learn_filter(int(stopped[1]))
        else:
            self._table.follow(int(stopped[1]), int(stopped[2]))

    def _bounded_mask(self, state: State) -> Words:
        """Where no limit kept a token out, the mask holds wherever there is as much room or more."""
        lexical, cont, count = state
        known = self._roomy.get((lexical, cont))
        if known is not None and count <= known[0]:
            return known[1].copy()
        mask = np.zeros(self.vocabulary.words, dtype=np.uint32)
        self._stopped[3] = 0
        self._walk(self.vocabulary.trie, state, mask)
        if not self._stopped[3]:
            self._roomy[lexical, cont] = (count, mask.copy())
        return mask

    def _walk(
        self,
        trie: Trie,
        state: State,
        mask: Words,
        *,
        apart: int = UNLIMITED,
        skip_escapes: bool = False,
        left_out: tuple[int, int] = _NOTHING,
    ) -> None:
        self._stack[0] = state
        stopped = self._stopped
        stopped[4], stopped[5] = apart, skip_escapes
        if left_out[0]:
            self._walk_nodes(trie, 0, left_out[0], mask)
            stopped[4] = apart
        self._walk_nodes(trie, left_out[1], len(trie.nodes), mask)

    def _walk_nodes(self, trie: Trie, at: int, end: int, mask: Words) -> None:
        table, stack, stopped = self._table, self._stack, self._stopped
        while at < end:
            at = walk(
                table.rows,
                table.states,
                table.conts,
                table.filters,
                table.follow_keys,
                table.follow_targets,
                trie.nodes,
                trie.order,
                stack,
                self._beside,
                at,
                end,
                mask,
                stopped,
            )
            if at == DONE:
                return
            self._learn()

    def _stored_once(self, mask: Words) -> Words:
        place = fingerprint(mask)
        while (known := self._stored.get(place)) is not None:
            if same(known, mask):
                return known
            place += 1
        mask.flags.writeable = False
        self._stored[place] = mask
        return mask


def masks_of(compiled: Compiled, vocabulary: Vocabulary) -> Masks:
    """Masks of a grammar over a vocabulary.

    Raises:
        StructuredError: the vocabulary has no end token, so that no text could ever end.
    """
    if not vocabulary.ends:
        raise StructuredError("the vocabulary names no end token")
    return Masks(compiled, vocabulary)
