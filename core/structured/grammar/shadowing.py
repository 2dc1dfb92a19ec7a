"""Terminals that another one hides wherever they may stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.structured.budget import Budget
from core.structured.grammar.flaws import Flaw
from core.structured.grammar.scanner import Pairs, Scanner
from core.structured.grammar.stacks import Stacks
from core.structured.grammar.terminals import Terminal

_MOST_COMPARED = 20_000


def shadowed(terminals: Sequence[Terminal], scanner: Scanner, stacks: Stacks, budget: Budget) -> list[Flaw]:
    """Terminals that never win: wherever one may stand, another of a higher rank may, and has all its words."""
    # Sets of terminals are bits of numbers: of ten thousand terminals each has the ten thousand beside it.
    beside: dict[int, int] = {}
    ignored = _bits(scanner.ignored)
    for state in range(stacks.all_states()):
        shifted = [-1 - symbol for symbol in stacks.symbols(state) if symbol < 0]
        budget.step(1 + len(shifted))
        others = ignored | _bits(shifted)
        for terminal in shifted:
            beside[terminal] = beside[terminal] & others if terminal in beside else others
    above: dict[tuple[int, bool], int] = {}
    for rank in {each.rank for each in terminals}:
        above[rank] = _bits(number for number, each in enumerate(terminals) if each.rank > rank)
    flaws: list[Flaw] = []
    for terminal, others in sorted(beside.items()):
        others &= above[terminals[terminal].rank]
        while others:
            budget.step(8)
            other = (others & -others).bit_length() - 1
            others &= others - 1
            if _covers(scanner, terminals, terminal, other, budget):
                names = (terminals[terminal].name, terminals[other].name)
                message = f"the terminal {names[0]} is never matched: {names[1]} has all its words and goes before it"
                flaws.append(Flaw("shadowed", message, names))
                break
    return flaws


def _bits(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def _covers(scanner: Scanner, terminals: Sequence[Terminal], narrow: int, wide: int, budget: Budget) -> bool:
    """Whether all words of one terminal are words of the other; a comparison that grows too large is a no."""
    first, second = terminals[narrow].automaton, terminals[wide].automaton
    if first is None or second is None or terminals[narrow].lazy or terminals[wide].lazy:
        return False
    start: Pairs = ((narrow, first.start), (wide, second.start))
    seen, waiting = {start}, [start]
    while waiting:
        pairs = waiting.pop()
        budget.step()
        states = dict(pairs)
        if narrow not in states:
            continue
        if scanner.accepts(narrow, states[narrow]) and not (wide in states and scanner.accepts(wide, states[wide])):
            return False
        for number in range(len(scanner.classes)):
            after = scanner.advance(pairs, number)
            if after and after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > _MOST_COMPARED:
            return False
    return True
