"""The lexemes of a text: what the lexer cut it into, and as which terminals the parser took them; for the lab."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.structured.automata.table import Table
from core.structured.automata.walk import DEAD, exit_of
from core.structured.masks import Masks

_JSON = re.compile(
    rb'(?P<space>[ \t\r\n]+)|(?P<string>"(?:[^"\\]|\\.)*(?:"|\Z))|(?P<number>-?[0-9][0-9.eE+-]*|-)'
    rb"|(?P<word>[a-z]+)|(?P<sign>[{}\[\]:,])|(?P<other>.)",
    re.DOTALL,
)

JSON_LEXEMES = ("space", "key", "string", "number", "word", "sign")


@dataclass(frozen=True, slots=True)
class ReadLexeme:
    """One lexeme of a text.

    Attributes:
        text: its bytes.
        terminals: names of the terminals that it may be; of JSON's lexemes their kinds.
        ignored: whether the grammar leaves it out (white space, comments).
        finished: whether it has ended; only the last one of a text may not have.
    """

    text: bytes
    terminals: tuple[str, ...]
    ignored: bool
    finished: bool


def lexemes_of(masks: Masks, text: bytes) -> list[ReadLexeme]:
    """The lexemes of the part of a text that fits; a schema's are those of JSON."""
    fitting = text[: masks.table.steps(masks.state_of(masks.start), text)[1]]
    return _of_json(fitting) if masks.table.walker is None else _of_grammar(masks, fitting)


def _of_json(text: bytes) -> list[ReadLexeme]:
    found: list[ReadLexeme] = []
    brackets: list[bytes] = []
    before = b""  # the last sign or value, white space left out
    for match in _JSON.finditer(text):
        kind = str(match.lastgroup)
        piece = match.group()
        last = match.end() == len(text)
        open_string = kind == "string" and (len(piece) < 2 or not piece.endswith(b'"') or _escaped(piece))
        finished = not open_string and (not last or kind in ("string", "sign", "space"))
        if kind == "string" and before in (b"{", b",") and brackets[-1:] == [b"{"]:
            kind = "key"
        if piece in (b"{", b"["):
            brackets.append(piece)
        elif piece in (b"}", b"]"):
            brackets.pop()
        before = before if kind == "space" else piece
        found.append(ReadLexeme(piece, (kind,), kind == "space", finished))
    return found


def _escaped(string: bytes) -> bool:
    """Whether the quote at the end belongs to an escape."""
    before = string[:-1]
    return (len(before) - len(before.rstrip(b"\\"))) % 2 == 1


def _of_grammar(masks: Masks, text: bytes) -> list[ReadLexeme]:
    table = masks.table
    walker = table.walker
    assert walker is not None
    found: list[ReadLexeme] = []
    state, begin = masks.state_of(masks.start), 0
    for index, byte in enumerate(text):
        for kind, takes_byte in _exits(table, state, byte):
            end = index + takes_byte - walker.turned_back(kind)
            if end > begin:
                names, ignored = walker.terminals_of(kind)
                found.append(ReadLexeme(text[begin:end], names, ignored, finished=True))
                begin = end
        after = table.step(state, byte)
        assert after is not None
        state = after
    if begin < len(text):
        kind = table.ends[state[0]]
        names, ignored = walker.terminals_of(kind) if kind >= 0 else (tuple(walker.terminals_inside(state[0])), False)
        found.append(ReadLexeme(text[begin:], names, ignored, finished=False))
    return found


def _exits(table: Table, state: tuple[int, int, int], byte: int) -> list[tuple[int, bool]]:
    """The lexemes that a byte ends, by kind, each with whether the byte is its last."""
    lexical, cont, _ = state
    found: list[tuple[int, bool]] = []
    while True:
        cell = table.cell(lexical, byte)
        if cell >= 0 or cell == DEAD:
            return found
        kind, takes_byte = exit_of(cell)
        found.append((kind, takes_byte))
        target = table.follow(cont, kind)
        if target < 0 or takes_byte:
            return found
        lexical, cont = target & 0xFFFFFFFF, target >> 32
