"""Checking an answer while it grows: the first impossible byte, the field being written, what is missing at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.structured.automata.table import State
from core.structured.closing import Closing, closing
from core.structured.compiled import Compiled
from core.structured.expected import expected_words


@dataclass(frozen=True)
class Impossible:
    """Where no completion was left.

    Attributes:
        position: bytes before the one that cannot follow.
        byte: that byte.
        expected: what could have come there, in words (English, for logs).
        field: keys and indices of the value that was being written.
    """

    position: int
    byte: int
    expected: str
    field: tuple[str | int, ...]


class StreamGuard:
    """Follows one growing text; chunks may be cut anywhere, inside a character too.

    White space before or behind the whole text is passed over, as endpoints add it; inside, the grammar decides.
    """

    def __init__(self, compiled: Compiled) -> None:
        self._table = compiled.table
        self._start = compiled.start
        self._state: State = compiled.start
        self._behind = False  # white space behind a complete text
        self.position = 0
        self.impossible: Impossible | None = None

    def feed(self, chunk: str | bytes) -> Impossible | None:
        """Take a chunk; the first byte that no completion can mend, if it was in this chunk or before."""
        text = chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        self._table.budget.begin()
        for byte in text:
            if self.impossible is not None:
                break
            self._take(byte)
        return self.impossible

    def _take(self, byte: int) -> None:
        around = byte in b" \t\r\n" and (self._state == self._start or self._table.complete(self._state))
        after = None if self._behind else self._table.step(self._state, byte)
        if after is not None:
            self._state = after
        elif around:
            self._behind = self._state != self._start
        else:
            expected = "nothing: the text has ended" if self._behind else expected_words(self._table, self._state)
            self.impossible = Impossible(self.position, byte, expected, self.field)
            return
        self.position += 1

    @property
    def state(self) -> Literal["growing", "complete", "impossible"]:
        """Whether the text can grow, may end here, or cannot be mended."""
        if self.impossible is not None:
            return "impossible"
        return "complete" if self._table.complete(self._state) else "growing"

    @property
    def field(self) -> tuple[str | int, ...]:
        """Keys and indices of the value being written ("*" for a key that the schema does not declare)."""
        cont = self._state[1]
        return tuple(self._table.cont_list[cont].open_fields()) if self._state != self._start else ()

    @property
    def inside_text(self) -> bool:
        """Whether the text stands inside a JSON string that a quote would close."""
        if not self._inside_scalar() or self._table.step(self._state, 0x22) is None:
            return False
        letter, blank = (self._table.step(self._state, byte) for byte in b"a ")
        return letter is not None or blank is None  # a blank and no letter: before a text

    def missing(self) -> Closing | None:
        """What a text cut off here still needs, and whether that only closes it; None where nothing can mend it.

        Where it is not safe, content is missing and the model must be asked again. A number or an unclosed string is
        never safe, though closers would make the text valid: the rest of it may have been cut off.

        Raises:
            BudgetExceeded: no short completion was found.
        """
        if self.impossible is not None:
            return None
        rest = closing(self._table, self._state)
        return Closing(rest.text, rest.safe and not self._inside_scalar())

    def _inside_scalar(self) -> bool:
        """Whether the text stops inside a string or behind a digit, where more of it may have been cut off."""
        if self._behind or self._state == self._start:
            return False
        if any(self._table.step(self._state, digit) is not None for digit in b"0123456789"):
            return not self._between()
        return self._table.step(self._state, 0x22) is not None and not self._between()

    def _between(self) -> bool:
        """Whether a blank or line end may stand here without being part of a value."""
        return self._table.step(self._state, 0x0A) is not None and self._table.ends[self._state[0]] < 0
