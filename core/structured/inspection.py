"""Looking into a compiled grammar at work: what each token cost and allowed, and the automaton around a state."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.structured.automata.table import State, Table
from core.structured.automata.walk import exit_of
from core.structured.errors import TokenRefused
from core.structured.expected import expected_bytes
from core.structured.masks import Masks
from core.structured.matcher import Matcher, Words

_SHOWN_BYTES = range(0x21, 0x7F)


@dataclass(frozen=True, slots=True)
class TracedToken:
    """One token of a text.

    Attributes:
        token: its id.
        text: its bytes.
        allowed: tokens that might have stood here; the text's own is among them unless it was refused.
        first_us: microseconds that mask and step took when the state was met for the first time.
        field: keys and indices of the value being written before it.
        taken: whether it fits.
    """

    token: int
    text: bytes
    allowed: int
    first_us: float
    field: tuple[str | int, ...]
    taken: bool


def allowed_count(mask: Words) -> int:
    """Number of tokens in a mask."""
    return int(np.bitwise_count(mask).sum())


def traced(masks: Masks, tokens: Sequence[int]) -> tuple[list[TracedToken], Matcher]:
    """Each token of a text up to the first that is refused, and the matcher behind what fits."""
    matcher = Matcher(masks)
    found: list[TracedToken] = []
    for token in tokens:
        fields = tuple(masks.table.cont_list[matcher.state[1]].open_fields()) if matcher.state[1] >= 0 else ()
        begin = time.perf_counter_ns()
        mask = matcher.mask()
        allowed = allowed_count(mask)
        try:
            matcher.advance(token)
            taken = True
        except TokenRefused:
            taken = False
        spent = (time.perf_counter_ns() - begin) / 1_000
        found.append(TracedToken(token, masks.vocabulary.bytes_of(token), allowed, spent, fields, taken))
        if not taken:
            break
    return found, matcher


@dataclass(frozen=True, slots=True)
class AutomatonPart:
    """Part of the automaton of the lexeme being written.

    Attributes:
        current: number of the present state.
        states: numbers of the states shown, the present one first.
        edges: (from, to, what is read).
        ends: states in which the lexeme may end.
        cut: whether there are more states than shown.
    """

    current: int
    states: tuple[int, ...]
    edges: tuple[tuple[int, int, str], ...]
    ends: frozenset[int]
    cut: bool


def automaton_around(table: Table, state: State, *, most: int = 14) -> AutomatonPart:
    """The states of the present lexeme that can be reached from here, at most `most`, nearest first."""
    current = state[0]
    if current < 0:
        return AutomatonPart(current, (), (), frozenset(), False)
    states, edges, ends = [current], [], set()
    cut = False
    for lexical in states:
        targets: dict[int, list[int]] = {}
        for byte in range(256):
            cell = table.cell(lexical, byte)
            if cell >= 0:
                targets.setdefault(cell, []).append(byte)
            elif cell < -2 and exit_of(cell):
                ends.add(lexical)
        for target, read in targets.items():
            if target not in states:
                if len(states) >= most:
                    cut = True
                    continue
                states.append(target)
            edges.append((lexical, target, bytes_in_words(read)))
    return AutomatonPart(current, tuple(states), tuple(edges), frozenset(ends), cut)


def bytes_in_words(read: Sequence[int]) -> str:
    """A set of bytes in few characters, such as "0–9 a–f" or "≠ \\"\\\\"."""
    chosen = set(read)
    if len(chosen) > 128:
        missing = [byte for byte in _SHOWN_BYTES if byte not in chosen]
        return "≠ " + " ".join(map(chr, missing[:6])) if missing else "…"
    parts: list[str] = []
    ordered = sorted(chosen)
    start = 0
    for index in range(1, len(ordered) + 1):
        if index == len(ordered) or ordered[index] != ordered[index - 1] + 1:
            low, high = ordered[start], ordered[index - 1]
            parts.append(_name(low) if low == high else f"{_name(low)}–{_name(high)}")
            start = index
    return " ".join(parts[:6]) + (" …" if len(parts) > 6 else "")


def _name(byte: int) -> str:
    return chr(byte) if byte in _SHOWN_BYTES else {0x20: "␣", 0x0A: "↵", 0x09: "⇥"}.get(byte, f"‹{byte:02x}›")


def expected_here(masks: Masks, matcher: Matcher) -> str:
    """The bytes that may come next, in few characters; empty at an end."""
    return bytes_in_words(expected_bytes(masks.table, matcher.state)) if matcher.state[0] >= 0 else ""


def expected_terminals(masks: Masks, matcher: Matcher) -> list[str]:
    """Names of the grammar's terminals that may begin where the present lexeme did; none for a JSON Schema."""
    walker = masks.table.walker
    return [] if walker is None or matcher.state[0] < 0 else walker.expected(matcher.state[1])
