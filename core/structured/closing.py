"""A short way to the end of a text from any state: what is missing, and whether it says anything of its own."""

from __future__ import annotations

from dataclasses import dataclass

from core.structured.automata.table import State, Table
from core.structured.errors import BudgetExceeded

_MOST_BYTES = 20_000
# What closes comes first, then what separates, then the shortest values; what opens something new comes last.
_ORDER = (
    list(b'"}],:')
    + list(b"0123456789")
    + list(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    + [byte for byte in range(0x20, 0x7F) if not chr(byte).isalnum() and chr(byte) not in '"}],:[{\\']
    + list(range(0x80, 0x100))
    + list(b"\\\n\t\r")
    + list(b"[{")
    + [byte for byte in range(0x20) if byte not in b"\n\t\r"]
)


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
    """A completion, found by going for the end first; every state has one.

    Raises:
        BudgetExceeded: none within 20,000 bytes.
    """
    path: list[tuple[State, int]] = [(state, 0)]
    taken = bytearray()
    seen = {state}
    while path:
        current, tried = path[-1]
        if table.complete(current):
            return Closing(bytes(taken), _only_closes(bytes(taken)))
        table.budget.step()
        for position in range(tried, len(_ORDER)):
            after = table.step(current, _ORDER[position])
            if after is not None and after not in seen:
                path[-1] = (current, position + 1)
                path.append((after, 0))
                seen.add(after)
                taken.append(_ORDER[position])
                break
        else:
            path.pop()
            del taken[-1:]
        if len(taken) > _MOST_BYTES:
            break
    raise BudgetExceeded("bytes of a completion", _MOST_BYTES)


def _only_closes(text: bytes) -> bool:
    return not text.strip(b' \t\r\n"]}')
