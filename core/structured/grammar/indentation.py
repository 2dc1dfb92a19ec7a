"""Blocks by indentation: a line end stands for itself and for the INDENT or DEDENTs that its indentation means.

A grammar asks for it with `%declare _INDENT _DEDENT`; its line ends are the terminal `_NEWLINE` (or `NEWLINE`, `_NL`,
`NL`). A tab counts as eight columns; inside brackets line ends mean nothing. At the end of the text open blocks end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.structured.errors import GrammarError
from core.structured.grammar.stacks import Stacks
from core.structured.grammar.terminals import Terminal

if TYPE_CHECKING:
    from core.structured.grammar.frontier import Position

_NEWLINES = ("_NEWLINE", "NEWLINE", "_NL", "NL")
_WIDEST = 160


@dataclass(frozen=True, slots=True)
class Levels:
    """Columns of the open blocks, and how many brackets are open."""

    columns: tuple[int, ...] = (0,)
    brackets: int = 0


class Indentation:
    """What line ends mean."""

    def __init__(self, terminals: list[Terminal], ignored: frozenset[int]) -> None:
        names = {
            terminal.name.lstrip("_"): number for number, terminal in enumerate(terminals) if not terminal.automaton
        }
        by_name = {terminal.name: number for number, terminal in enumerate(terminals)}
        newline = next((by_name[name] for name in _NEWLINES if name in by_name), None)
        if newline is None or "INDENT" not in names or "DEDENT" not in names:
            raise GrammarError("blocks by indentation need _INDENT, _DEDENT and a terminal _NEWLINE")
        self.newline = newline
        self._indent, self._dedent = names["INDENT"], names["DEDENT"]
        self._ignored = ignored
        self._brackets = {
            number: change
            for number, terminal in enumerate(terminals)
            for change, signs in ((1, "([{"), (-1, ")]}"))
            if terminal.literal
            and terminal.automaton is not None
            and any(terminal.automaton.matches(sign) for sign in signs)
        }

    def viable(self, viable: frozenset[int], levels: Levels) -> frozenset[int]:
        """The terminals that may be written: inside brackets line ends too."""
        return viable | {self.newline} if levels.brackets else viable

    def counts(self, terminal: int) -> bool:
        """Whether a terminal changes the levels or is read by them."""
        return terminal == self.newline or terminal in self._brackets

    def after(self, stacks: Stacks, position: Position, terminal: int, column: int) -> tuple[Levels, list[int]] | None:
        """Levels and stacks behind a terminal; None where its indentation is none of the open blocks'."""
        levels, found = position.levels, list(position.stacks)
        if terminal in self._ignored or (terminal == self.newline and levels.brackets):
            return levels, found
        found = _shifted(stacks, found, terminal)
        if terminal != self.newline:
            brackets = max(levels.brackets + self._brackets.get(terminal, 0), 0)
            return Levels(levels.columns, brackets), found
        columns = levels.columns
        if column > columns[-1]:
            return self._real(stacks, Levels((*columns, column)), _shifted(stacks, found, self._indent))
        while column < columns[-1]:
            columns = columns[:-1]
            found = _shifted(stacks, found, self._dedent)
        return self._real(stacks, Levels(columns), found) if column == columns[-1] else None

    def _real(self, stacks: Stacks, levels: Levels, widths: list[int]) -> tuple[Levels, list[int]] | None:
        """Only the stacks that go on with something that can be written."""
        virtual = {self._indent, self._dedent}
        able = [
            stack for stack in widths if stacks.moves(stack).terminals - virtual or self._may_end(stacks, stack, levels)
        ]
        return (levels, able) if able else None

    def _may_end(self, stacks: Stacks, stack: int, levels: Levels) -> bool:
        return any(stacks.moves(each).ends for each in self.closed(stacks, [stack], levels))

    def closed(self, stacks: Stacks, widths: list[int], levels: Levels) -> list[int]:
        """The stacks after the blocks that the end of the text closes."""
        for _ in levels.columns[1:]:
            widths = _shifted(stacks, widths, self._dedent)
        return widths

    def widest(self, stacks: Stacks, widths: tuple[int, ...], levels: Levels) -> int | None:
        """The deepest indentation that a line end may have here; None where it does not matter."""
        if levels.brackets:
            return None
        behind = _shifted(stacks, list(widths), self.newline)
        if _shifted(stacks, behind, self._indent):
            return _WIDEST
        best = 0
        for column in reversed(levels.columns):
            if self._real(stacks, levels, behind) is not None:
                best = max(best, column)
            behind = _shifted(stacks, behind, self._dedent)
        return best


def _shifted(stacks: Stacks, widths: list[int], terminal: int) -> list[int]:
    return list(dict.fromkeys(after for stack in widths for after in stacks.shifted(stack, terminal)))
