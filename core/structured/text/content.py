"""Sets of texts as automata over UTF-8 bytes, trimmed: a state lives only if a text of the set goes through it."""

from __future__ import annotations

import collections
import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from core.structured.automata.utf8 import BOUNDARY, BYTE_KINDS, UTF8, byte_classes
from core.structured.automata.walk import UNLIMITED
from core.structured.budget import Budget
from core.structured.regex import JointAutomaton, RegexAutomaton

Classes = npt.NDArray[np.int64]
_SHORT_ESCAPE = re.compile(r'["\\/\x00-\x1f]')
WORD_KIND = 64  # kinds of end are 64 + 2 * an index into the `ends` of what made them


class Automaton(Protocol):
    """A deterministic automaton over bytes; -1 is the dead state."""

    start: int
    class_of: npt.NDArray[Any]

    def step(self, state: int, byte: int) -> int:
        """The state after a byte."""
        ...

    def accepts(self, state: int) -> bool:
        """Whether a text may end here."""
        ...


class WordSet:
    """A finite set of texts, each with a bit set: a trie."""

    def __init__(self, words: Iterable[tuple[str, int]]) -> None:
        self.children: list[dict[int, int]] = [{}]
        self.bits: list[int] = [0]
        # Numbers of the words below each node, if they come sorted: the first, and the one behind the last.
        self.lows: list[int] = [0]
        self.highs: list[int] = [0]
        used: set[int] = set()
        for number, (word, bits) in enumerate(words):
            node = 0
            self.highs[0] = number + 1
            for byte in word.encode():
                used.add(byte)
                after = self.children[node].get(byte)
                if after is None:
                    after = self.children[node][byte] = len(self.children)
                    self.children.append({})
                    self.bits.append(0)
                    self.lows.append(number)
                    self.highs.append(number)
                node = after
                self.highs[node] = number + 1
            self.bits[node] |= bits
        self.start = 0 if any(self.bits) else -1
        self.class_of = np.zeros(256, dtype=np.uint8)
        for number, byte in enumerate(sorted(used), start=1):
            self.class_of[byte] = number if len(used) < 255 else byte

    def step(self, state: int, byte: int) -> int:
        """The node below, -1 where there is none."""
        return self.children[state].get(byte, -1)

    def accepts(self, state: int) -> bool:
        """Whether a word ends here."""
        return self.bits[state] != 0


@dataclass(frozen=True)
class ContentText:
    """Texts of `fewest` to `most` characters that each automaton accepts (True) or refuses (False)."""

    fewest: int = 0
    most: int = UNLIMITED
    tests: tuple[tuple[RegexAutomaton | JointAutomaton | WordSet, bool], ...] = ()

    def admits(self, text: str) -> bool:
        """Whether `text` is one of them."""
        if not self.fewest <= len(text) <= self.most:
            return False
        return all(_accepts(automaton, text) == wanted for automaton, wanted in self.tests)


def _accepts(automaton: Automaton, text: str) -> bool:
    state = automaton.start
    for byte in text.encode("utf-8", "surrogatepass"):
        if state < 0:
            return False
        state = automaton.step(state, byte)
    return state >= 0 and automaton.accepts(state)


class Content(Protocol):
    """A trimmed automaton whose ends have kinds; what `StringLexeme` spells."""

    start: Hashable | None
    class_of: Classes  # a refinement of `BYTE_KINDS`
    representatives: list[int]  # a byte of each class
    universal: bool  # every state goes on with every character
    has_names: bool  # some states lead to names only (`names`)
    by_code: bool  # every state goes on with every character, and characters of words are escaped as \\uXXXX only

    def step(self, state: Hashable, byte: int, utf8: int) -> Hashable | None:
        """The state after a byte (`utf8`: where in a character that leaves the text), None where no text goes on."""
        ...

    def kind(self, state: Hashable) -> int:
        """Kind of end at this state, -1 where no text ends."""
        ...

    def distance(self, state: Hashable, utf8: int) -> int:
        """Fewest characters still to come."""
        ...

    def names(self, state: Hashable) -> tuple[int, int] | None:
        """Numbers of the names that this state may still become, where only names may be written."""
        ...

    def wordless(self, state: Hashable) -> tuple[Hashable | None, set[int]]:
        """The state without the words of finite sets that it may still become (None if nothing is left), and the bytes
        with which those words go on: with every other byte both lead to the same state."""
        ...


TextState = tuple[int, ...]


class TextAutomaton:
    """One `ContentText` as a trimmed automaton; states are (characters counted, state of each test)."""

    def __init__(self, text: ContentText, budget: Budget) -> None:
        self.text = text
        self._budget = budget
        if len(text.tests) == 1 and isinstance(text.tests[0][0], JointAutomaton):
            self.class_of, self.representatives = text.tests[0][0].class_of, text.tests[0][0].representatives
        else:
            self.class_of, self.representatives = byte_classes(
                BYTE_KINDS, *(automaton.class_of for automaton, _ in text.tests)
            )
        self._no_limit = text.fewest == 0 and text.most == UNLIMITED
        self.trimmed = self._no_limit and len(text.tests) == 1 and text.tests[0][1]
        self.universal = self._no_limit and all(
            isinstance(inner, WordSet) and not wanted for inner, wanted in text.tests
        )
        self._distances: dict[tuple[int, TextState], int] = {}
        first: TextState = (0, *(automaton.start for automaton, _ in text.tests))
        possible = all(state >= 0 or not wanted for state, (_, wanted) in zip(first[1:], text.tests, strict=True))
        self.start: TextState | None = first if possible and self.lives(first, BOUNDARY) else None

    def step(self, state: TextState, byte: int, utf8: int) -> TextState | None:
        """The state after a byte, None where no text of the set goes on."""
        after = self._move(state, byte)
        return after if after is not None and self.lives(after, utf8) else None

    def accepts(self, state: TextState) -> bool:
        """Whether a text of the set ends here."""
        if state[0] < self.text.fewest:
            return False
        return all(
            (inner >= 0 and automaton.accepts(inner)) == wanted
            for inner, (automaton, wanted) in zip(state[1:], self.text.tests, strict=True)
        )

    def lives(self, state: TextState, utf8: int) -> bool:
        """Whether some text of the set goes through this state."""
        if self.trimmed or self.universal:
            return True
        if self._no_limit:
            open_tests = [wanted for inner, (_, wanted) in zip(state[1:], self.text.tests, strict=True) if inner >= 0]
            if len(open_tests) < 2 and all(open_tests):  # what is refused lies behind: the one that is left is trimmed
                return True
        return state[0] + self.distance(state, utf8) <= self.text.most

    def distance(self, state: TextState, utf8: int) -> int:
        """Fewest characters still to come before a text may end (`most` apart); `UNLIMITED` where none can."""
        place = (utf8, (min(state[0], self.text.fewest), *state[1:]))
        known = self._distances.get(place)
        return self._search(place) if known is None else known

    def wordless(self, state: TextState) -> tuple[TextState, set[int]]:
        """The state behind all refused words, and the bytes with which they go on."""
        kept, used = [state[0]], set[int]()
        for inner, (automaton, _) in zip(state[1:], self.text.tests, strict=True):
            if isinstance(automaton, WordSet) and inner >= 0:
                used.update(automaton.children[inner])
                inner = -1
            kept.append(inner)
        return tuple(kept), used

    def _move(self, state: TextState, byte: int) -> TextState | None:
        count = state[0]
        if not 0x80 <= byte < 0xC0:
            count += 1
            count = count if self.text.most < UNLIMITED else min(count, self.text.fewest)
        moved = [count]
        for inner, (automaton, wanted) in zip(state[1:], self.text.tests, strict=True):
            after = automaton.step(inner, byte) if inner >= 0 else -1
            if after < 0 and wanted:
                return None
            moved.append(after)
        return tuple(moved)

    def _search(self, start: tuple[int, TextState]) -> int:
        """Shortest way to an end; what lies on it is known afterwards too."""
        parents: dict[tuple[int, TextState], tuple[int, TextState] | None] = {start: None}
        cost = {start: 0}
        waiting = collections.deque([start])
        done: set[tuple[int, TextState]] = set()
        while waiting:
            place = waiting.popleft()
            if place in done:
                continue
            done.add(place)
            self._budget.step(2)
            known = self._distances.get(place)
            if known == UNLIMITED:
                continue
            if known is not None or (place[0] == BOUNDARY and self.accepts(place[1])):
                return self._learn(place, known or 0, parents, cost)
            for byte in self.representatives:
                after = UTF8[place[0]][byte]
                moved = self._move(place[1], byte) if after >= 0 else None
                if moved is None:
                    continue
                there = (after, (min(moved[0], self.text.fewest), *moved[1:]))
                price = cost[place] + (place[0] == BOUNDARY)
                if price < cost.get(there, UNLIMITED):
                    cost[there] = price
                    parents[there] = place
                    (waiting.append if place[0] == BOUNDARY else waiting.appendleft)(there)
        for place in done:
            self._distances[place] = UNLIMITED
        return UNLIMITED

    def _learn(
        self,
        end: tuple[int, TextState],
        rest: int,
        parents: dict[tuple[int, TextState], tuple[int, TextState] | None],
        cost: dict[tuple[int, TextState], int],
    ) -> int:
        total = cost[end] + rest
        back: tuple[int, TextState] | None = end
        while back is not None:
            self._distances[back] = total - cost[back]
            back = parents[back]
        return total


class PatternContent:
    """The texts of one trimmed automaton; its states are the content's."""

    def __init__(self, text: TextAutomaton) -> None:
        automaton, _ = text.text.tests[0]
        self._text = text
        self._step = automaton.step
        self._accepts = automaton.accepts
        self.class_of: Classes = text.class_of
        self.representatives = text.representatives
        self.universal = self.has_names = self.by_code = False
        self.ends = [1]
        self.start: Hashable | None = automaton.start if automaton.start >= 0 else None

    def step(self, state: Hashable, byte: int, utf8: int) -> Hashable | None:
        """The automaton's state after a byte."""
        after = self._step(state, byte)  # type: ignore[arg-type]
        return after if after >= 0 else None

    def kind(self, state: Hashable) -> int:
        """`WORD_KIND` where a text ends."""
        return WORD_KIND if self._accepts(state) else -1  # type: ignore[arg-type]

    def distance(self, state: Hashable, utf8: int) -> int:
        """Fewest characters to come."""
        return self._text.distance((0, state), utf8)  # type: ignore[arg-type]

    def names(self, state: Hashable) -> tuple[int, int] | None:
        """None: these are not names."""
        return None

    def wordless(self, state: Hashable) -> tuple[Hashable | None, set[int]]:
        """The same: there are no words."""
        return state, set()


class TextContent:
    """The union of a finite set of words and of texts under constraints; an end's kind says which of them hold.

    `ends[(kind - WORD_KIND) // 2]` are the bits of a kind: those of the word, and the bit of each
    constraint (given with its number).
    """

    def __init__(self, words: WordSet | None, texts: tuple[tuple[int, TextAutomaton], ...]) -> None:
        self._words = words
        self._texts = tuple(text for _, text in texts)
        self._bits = tuple(1 << number for number, _ in texts)
        self._kinds: dict[int, int] = {}
        # States are numbers, and moves from them too: tuples are walked over by Python's garbage collector.
        self._states: list[tuple[Any, ...]] = []
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._moves: dict[int, int] = {}  # by state, class and place in a character; -1 where no text goes on
        self.ends: list[int] = []
        classes: list[npt.NDArray[Any]] = [text.class_of for text in self._texts]
        self.class_of, self.representatives = byte_classes(
            BYTE_KINDS, *classes, *((words.class_of,) if words is not None else ())
        )
        self._class_of: list[int] = self.class_of.tolist()
        self.universal = any(text.universal for text in self._texts)
        self.has_names = self.by_code = False
        start = (words.start if words else -1, *(text.start for text in self._texts))
        self.start: Hashable | None = self._number(start) if _some(start) else None

    def step(self, state: Hashable, byte: int, utf8: int) -> Hashable | None:
        """The state after a byte."""
        assert isinstance(state, int)
        key = state << 11 | self._class_of[byte] << 3 | utf8
        moved = self._moves.get(key)
        if moved is None:
            before = self._states[state]
            word = self._words.step(before[0], byte) if self._words and before[0] >= 0 else -1
            after = (
                word,
                *[
                    text.step(inner, byte, utf8) if inner is not None else None
                    for text, inner in zip(self._texts, before[1:], strict=True)
                ],
            )
            moved = self._moves[key] = self._number(after) if _some(after) else -1
        return None if moved < 0 else moved

    def _number(self, state: tuple[Any, ...]) -> int:
        known = self._numbers.get(state)
        if known is None:
            known = self._numbers[state] = len(self._states)
            self._states.append(state)
        return known

    def _inner(self, state: Hashable) -> tuple[Any, ...]:
        assert isinstance(state, int)
        return self._states[state]

    def kind(self, state: Hashable) -> int:
        """`WORD_KIND` plus the index of the bits of what holds."""
        inside = self._inner(state)
        bits = self._words.bits[inside[0]] if self._words and inside[0] >= 0 else 0
        for bit, text, inner in zip(self._bits, self._texts, inside[1:], strict=True):
            if inner is not None and text.accepts(inner):
                bits |= bit
        if not bits:
            return -1
        kind = self._kinds.get(bits)
        if kind is None:
            kind = self._kinds[bits] = len(self.ends)
            self.ends.append(bits)
        return WORD_KIND + 2 * kind

    def distance(self, state: Hashable, utf8: int) -> int:
        """Fewest characters to come of the only text."""
        return self._texts[0].distance(self._inner(state)[1], utf8)

    def names(self, state: Hashable) -> tuple[int, int] | None:
        """None: these are not names."""
        return None

    def wordless(self, state: Hashable) -> tuple[Hashable | None, set[int]]:
        """The state of the constraints alone, behind the words that they refuse."""
        inside = self._inner(state)
        used = set(self._words.children[inside[0]]) if self._words and inside[0] >= 0 else set[int]()
        kept: list[Hashable] = [-1]
        for text, inner in zip(self._texts, inside[1:], strict=True):
            if inner is not None:
                inner, more = text.wordless(inner)
                used |= more
            kept.append(inner)
        rest = tuple(kept)
        return self._number(rest) if _some(rest) else None, used


class KeyContent(TextContent):
    """Names (sorted, the i-th with bit `1 << i`) and kinds of other keys."""

    def __init__(
        self, names: WordSet, texts: tuple[tuple[int, TextAutomaton], ...], *, universal: bool, by_code: bool
    ) -> None:
        super().__init__(names, texts)
        self._names = names
        self.universal = self.universal or universal
        self.has_names = not self.universal
        self.by_code = self.universal and by_code

    def names(self, state: Hashable) -> tuple[int, int] | None:
        """Names below, where no other key goes through the state."""
        word, *texts = self._inner(state)
        if word < 0 or any(inner is not None for inner in texts):
            return None
        return self._names.lows[word], self._names.highs[word]


def _some(state: tuple[object, ...]) -> bool:
    return state[0] != -1 or any(inner is not None for inner in state[1:])


def has_short_escape(text: str) -> bool:
    """Whether a character of the text may be escaped by one letter or sign, or must be escaped."""
    return _SHORT_ESCAPE.search(text) is not None
