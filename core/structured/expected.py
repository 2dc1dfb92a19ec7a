"""What may come next, in words: for messages and for the lab."""

from __future__ import annotations

from core.structured.automata.table import State, Table

_NAMES = {0x22: 'a quote (")', 0x20: "a blank", 0x0A: "a line end", 0x0D: "a line end", 0x09: "a tab"}

_SPACE_AND_ESCAPES = frozenset(b" \t\r\n\\")
_MOST_WAYS = 12
_LONGEST_WORD = 40


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
    shown = sorted(byte for byte in rest if byte < 0x80)
    if len(shown) > _MOST_WAYS:
        parts.append("a sign")
        shown = [0x22] if 0x22 in shown else []
    elif len(ways) > 1:
        shown = [byte for byte in shown if byte != 0x5C]  # what an escape spells may stand there plainly
    words = [_NAMES.get(byte) or f"'{_ahead(table, state, bytes([byte]))}'" for byte in shown]
    if 0x2C in shown and 0x7D not in ways and (keys := _keys(table, state)):
        words[shown.index(0x2C)] = f"',' and one of the keys {', '.join(keys)}"
    begun = [byte for byte in rest if byte >= 0x80]  # listed words with such a character
    characters = _characters(table, state, sorted(begun))
    if len(characters) > _MOST_WAYS:
        words.append("another character")
    else:
        words.extend(f"'{_ahead(table, state, character)}'" for character in characters)
    parts.extend(dict.fromkeys(words))
    if table.complete(state):
        parts.append("the end of the text")
    return " or ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else "nothing"


def _characters(table: Table, state: State, begun: list[int]) -> list[bytes]:
    """Whole characters that begin with one of these bytes, one more than are shown where there are more."""
    found: list[bytes] = []
    waiting = [(bytes([byte]), table.step(state, byte)) for byte in reversed(begun)]
    while waiting and len(found) <= _MOST_WAYS:
        text, after = waiting.pop()
        if after is None:
            continue
        more = [byte for byte in expected_bytes(table, after) if 0x80 <= byte < 0xC0]
        try:
            text.decode()
        except UnicodeDecodeError:
            waiting.extend((text + bytes([byte]), table.step(after, byte)) for byte in reversed(more))
        else:
            found.append(text)
    return found


def _keys(table: Table, state: State) -> list[str]:
    """The keys that may stand behind a comma; none where they are many or any."""
    found: list[str] = []
    waiting = [(b"", table.steps(state, b',"')[0])]
    while waiting:
        text, after = waiting.pop()
        ways = [] if after is None else expected_bytes(table, after, most=_MOST_WAYS + 2)
        if after is None or len(ways) > _MOST_WAYS or len(found) > _MOST_WAYS or len(text) > 4 * _LONGEST_WORD:
            return []
        if 0x22 in ways:
            found.append(f'"{text.decode("utf-8", "ignore")}"')
        rest = [byte for byte in reversed(ways) if byte not in (0x22, 0x5C)]
        waiting.extend((text + bytes([byte]), table.step(after, byte)) for byte in rest)
    return found


def _ahead(table: Table, state: State, begun: bytes) -> str:
    """What begins so, as far as only one thing can follow, to its quote; white space and escapes are left out."""
    text = bytearray()
    after: State | None = state
    for byte in begun:
        after = after and table.step(after, byte)
        text.append(byte)
    while after is not None and len(text) < _LONGEST_WORD and after[0] >= 0 and not table.complete(after):
        only = [byte for byte in expected_bytes(table, after) if byte not in _SPACE_AND_ESCAPES]
        if len(only) != 1 or only[0] in b'",}]' or text[-1] in b"\\}],:":
            break
        text += bytes(only)
        after = table.step(after, only[0])
    return text.decode("utf-8", "ignore")
