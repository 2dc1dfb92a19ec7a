"""A short way to the end of a text from any state: what is missing, and whether it says anything of its own."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from core.structured.automata.table import State, Table
from core.structured.errors import BudgetExceeded

_MOST_BYTES = 20_000
_MOST_STATES = 50_000
# What closes comes first, then what separates, then the shortest values; what opens something new comes last.
_PLAIN = (
    *b'"}],:',
    *b"0123456789",
    *b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *(byte for byte in range(0x20, 0x7F) if not chr(byte).isalnum() and chr(byte) not in '"}],:[{\\'),
    *b"[{",
)
_OTHER = (*range(0x80, 0x100), *b"\\\n\t\r", *(byte for byte in range(0x20) if byte not in b"\n\t\r"))
# Undeclared keys and levels below what is open, tried in order: without a limit the search would go down for ever.
_LIMITS = ((0, 5), (1, 5), (2, 8), (4, 16), (8, 64))


@dataclass(frozen=True)
class Closing:
    """Bytes that complete the text.

    Attributes:
        text: the bytes.
        safe: whether they only close what is open (quotes, brackets, braces): nothing is said that was not there.
    """

    text: bytes
    safe: bool


def closing(table: Table, state: State) -> Closing:
    """A short completion, found by going for the end first; every state has one.

    Keys that the schema does not declare, and characters that are no plain ones, are written only where no completion
    does without.

    Raises:
        BudgetExceeded: none within 20,000 bytes.
    """
    if table.walker is not None:
        table.budget.begin()
        return _nearest(table, state)
    for plain in (True, False):
        for undeclared, levels in _LIMITS:
            text = _completion(table, state, undeclared, levels, plain=plain)
            if text is not None:
                return Closing(text, _only_closes(text))
    raise BudgetExceeded("bytes of a completion", _MOST_BYTES)


def bytes_to_end(table: Table, state: State) -> int | None:
    """About how many bytes a completion takes, told without a search; None for schemas, where only a search tells."""
    return None if table.walker is None else table.walker.distance(state)


def _completion(table: Table, state: State, undeclared: int, levels: int, *, plain: bool) -> bytes | None:
    """Depth first; None where there is none, or none that is short enough.

    Args:
        table: of the grammar.
        state: where the text stands.
        undeclared: undeclared keys that may be opened, one inside the other, below those that are open.
        levels: of objects and arrays that may be opened.
        plain: whether to write plain characters only, wherever one may stand.
    """
    fields = {state[1]: _open_fields(table, state[1])}  # by continuation

    def ways(current: State) -> Iterator[tuple[int, State]]:
        some = False
        for byte in _PLAIN:
            after = table.step(current, byte)
            if after is not None:
                some = True
                yield byte, after
        for byte in () if plain and some else _OTHER:
            after = table.step(current, byte)
            if after is not None:
                yield byte, after

    table.budget.begin()
    path = [ways(state)]
    left = [len(fields[state[1]])]  # for each step, to how many open fields the text has come back: others are new
    taken = bytearray()
    seen = {state}
    current = state
    while not table.complete(current):
        table.budget.step()
        for byte, after in path[-1]:
            if after in seen:
                continue
            if after[1] not in fields:
                fields[after[1]] = _open_fields(table, after[1])
            new = fields[after[1]][left[-1] :]
            if new.count("*") <= undeclared and len(new) <= levels:
                seen.add(after)
                left.append(min(left[-1], len(fields[after[1]])))
                taken.append(byte)
                path.append(ways(after))
                current = after
                break
        else:
            path.pop()
            left.pop()
            if not path or len(taken) > _MOST_BYTES:
                return None
            del taken[-1:]
    return bytes(taken)


def _open_fields(table: Table, cont: int) -> list[str | int]:
    return table.cont_list[cont].open_fields() if cont >= 0 else []


def _nearest(table: Table, state: State) -> Closing:
    """The same for grammars: the states that the grammar holds for nearest to the end are tried first."""
    assert table.walker is not None
    waiting: list[tuple[int, int, int, State, bytes]] = [(0, 0, 0, state, b"")]
    seen = {state}
    count = 0
    while waiting:
        _, _, _, current, taken = heapq.heappop(waiting)
        if table.complete(current):
            return Closing(taken, _only_closes(taken))
        table.budget.step()
        for byte in table.walker.classes:
            after = table.step(current, byte)
            if after is not None and after not in seen:
                seen.add(after)
                count += 1
                size = len(taken) + 1
                way = (size + table.walker.distance(after), -size, count, after, taken + bytes([byte]))
                heapq.heappush(waiting, way)
        if count > _MOST_STATES:
            break
    raise BudgetExceeded("states in the search for a completion", _MOST_STATES)


def _only_closes(text: bytes) -> bool:
    return not text.strip(b' \t\r\n"]}')
