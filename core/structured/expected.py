"""What may come next, in words: for messages and for the lab."""

from __future__ import annotations

from core.structured.automata.table import State, Table

_NAMES = {0x22: 'a quote (")', 0x20: "a blank", 0x0A: "a line end", 0x0D: "a line end", 0x09: "a tab"}


def expected_bytes(table: Table, state: State, *, most: int = 256) -> list[int]:
    """The bytes that may come next, at most `most` of them."""
    found: list[int] = []
    for byte in range(256):
        if table.step(state, byte) is not None:
            found.append(byte)
            if len(found) >= most:
                break
    return found


def expected_words(table: Table, state: State) -> str:
    """The same in words, such as "a digit, ',' or ']'"."""
    if state[0] < 0:
        return "nothing: the text has ended"
    ways = expected_bytes(table, state)
    parts: list[str] = []
    rest = set(ways)
    for name, group in (
        ("a digit", set(range(0x30, 0x3A))),
        ("a letter", set(range(0x41, 0x5B)) | set(range(0x61, 0x7B))),
        ("another character", set(range(0xC2, 0xF5))),
    ):
        if group <= rest:
            parts.append(name)
            rest -= group
    rest -= {byte for byte in rest if byte >= 0x80}
    shown = sorted(rest)
    if len(shown) > 12:
        parts.append("a sign")
        shown = [byte for byte in shown if byte in (0x22, 0x5C)]
    parts.extend(dict.fromkeys(_NAMES.get(byte, f"'{chr(byte)}'") for byte in shown))
    if table.complete(state):
        parts.append("the end of the text")
    return " or ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else "nothing"
