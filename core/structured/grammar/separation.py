"""Whether an ignored byte can stand between any two lexemes, so that whatever the parser admits can also be written.

Without such a byte two terminals may not fit together (`/a+/` behind `/a+/`), and the engine looks for a completion of
each state by itself.
"""

from __future__ import annotations

from core.structured.grammar.scanner import Pairs, Scanner

_MOST_PLACES = 20_000
_Place = tuple[Pairs, tuple[int, int]]


def separated(scanner: Scanner, terminals: frozenset[int], newline: int | None) -> bool:
    """Whether one of blank, line feed, tab and carriage return separates all lexemes.

    Where indentation counts, a line end is followed by what begins a line, and needs no separator of its own.
    """
    everything = scanner.start(terminals).pairs
    start = tuple(pair for pair in everything if pair[0] < scanner.shadows)
    return any(
        _separates(scanner, start, byte, newline)
        and not any(_holds(scanner, *pair, scanner.class_of(byte)) for pair in everything[len(start) :])
        for byte in b" \n\t\r"
    )


def _separates(scanner: Scanner, start: Pairs, byte: int, newline: int | None) -> bool:
    blank = scanner.class_of(byte)
    behind = scanner.advance(start, blank)
    if not any(terminal in scanner.ignored and scanner.accepts(terminal, state) for terminal, state in behind):
        return False
    for terminal, state in start:  # something must begin behind the separator
        if terminal in scanner.ignored or terminal == newline:
            continue
        begins = (
            number
            for number in range(len(scanner.classes))
            if scanner.advance(((terminal, state),), number) and not scanner.advance(behind, number)
        )
        if next(begins, None) is None:
            return False
    wide = {terminal for terminal, state in start if _holds(scanner, terminal, state, blank)}
    return _all_end(scanner, start, blank, wide, frozenset(behind), newline)


def _holds(scanner: Scanner, terminal: int, start: int, blank: int) -> bool:
    """Whether some word of the terminal holds the separator."""
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        if scanner.advance(((terminal, state),), blank):
            return True
        for number in range(len(scanner.classes)):
            for _, after in scanner.advance(((terminal, state),), number):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return False


def _all_end(
    scanner: Scanner,
    start: Pairs,
    blank: int,
    wide: set[int],
    behind: frozenset[tuple[int, int]],
    newline: int | None,
) -> bool:
    """Whether every terminal can, from every state, be completed so that the separator ends it, or is one itself."""
    back: dict[_Place, list[_Place]] = {}
    good: list[_Place] = []
    seen: set[Pairs] = {start}
    waiting = [start]
    places = 0
    while waiting:
        pairs = waiting.pop()
        places += len(pairs)
        if places > _MOST_PLACES:
            return False
        ends = not scanner.advance(pairs, blank) or behind.issuperset(pairs)
        for pair in pairs:
            back.setdefault((pairs, pair), [])
            if (ends or pair[0] == newline) and scanner.accepts(*pair):
                good.append((pairs, pair))
        for number in range(len(scanner.classes)):
            after = scanner.advance(pairs, number)
            if not after:
                continue
            narrow = not any(terminal in wide for terminal, _ in after)
            if not narrow and after not in seen:
                seen.add(after)
                waiting.append(after)
            for pair in pairs:
                for moved in scanner.advance((pair,), number):
                    if narrow:
                        good.append((pairs, pair))
                    else:
                        back.setdefault((after, moved), []).append((pairs, pair))
    reached = set(good)
    while good:
        for place in back[good.pop()]:
            if place not in reached:
                reached.add(place)
                good.append(place)
    return len(reached) == len(back)
