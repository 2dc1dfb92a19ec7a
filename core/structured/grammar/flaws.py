"""What is wrong with a grammar's rules though they have texts: each by kind, so that a grammar can allow it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from core.structured.errors import GrammarConflict, GrammarError
from core.structured.grammar.notation import Notation
from core.structured.grammar.terminals import is_terminal

FlawKind = Literal["ambiguity", "cycle", "endless", "shadowed", "unused"]
FLAW_KINDS: tuple[FlawKind, ...] = get_args(FlawKind)
Rules = Sequence[Sequence[tuple[int, ...]]]


@dataclass(frozen=True)
class Flaw:
    """One flaw.

    Attributes:
        kind: `ambiguity` (two derivations of one text), `cycle` (a rule that derives itself, so that a text has no end
            of derivations), `endless` (a rule without a finite text), `shadowed` (a terminal that never wins),
            `unused` (a rule that the start does not reach).
        message: what it is, with an example.
        names: rules or terminals.
    """

    kind: FlawKind
    message: str
    names: tuple[str, ...]

    def error(self) -> GrammarError:
        """The error that refuses it, which says how it is allowed."""
        made = GrammarError if self.kind in ("endless", "unused") else GrammarConflict
        return made(f"{self.message} (to allow it: %allow {self.kind})", kind=self.kind, names=self.names)


def nullable_rules(rules: Rules) -> set[int]:
    """The rules that derive the empty text."""
    return _fixed(rules, lambda side, known: all(symbol in known for symbol in side))


def productive_rules(rules: Rules) -> set[int]:
    """The rules that derive some text of terminals."""
    return _fixed(rules, lambda side, known: all(symbol < 0 or symbol in known for symbol in side))


def _fixed(rules: Rules, holds: Callable[[tuple[int, ...], set[int]], bool]) -> set[int]:
    found: set[int] = set()
    while True:
        more = {
            number
            for number, sides in enumerate(rules)
            if number not in found and any(holds(side, found) for side in sides)
        }
        if not more:
            return found
        found |= more


def rule_flaws(notation: Notation, rules: Rules, names: Sequence[str], used: set[object]) -> list[Flaw]:
    """Unused and endless rules, and texts that are derived twice by leaving out one part or another.

    Args:
        notation: the grammar as written.
        rules: with empty right sides.
        names: of the rules.
        used: names of the rules that the start reaches.
    """
    flaws = [
        Flaw("unused", f"the rule {name} is not reached from the start", (name,))
        for name in notation.definitions
        if not is_terminal(name) and name not in used
    ]
    able = productive_rules(rules)
    for number, sides in enumerate(rules):
        if sides and number not in able and " " not in names[number]:
            flaws.append(Flaw("endless", f"the rule {names[number]} has no finite text", (names[number],)))
    nullable = nullable_rules(rules)
    for number, sides in enumerate(rules):
        flaws += _derived_twice(sides, nullable, names, names[number])
    return flaws


def _derived_twice(sides: Sequence[tuple[int, ...]], nullable: set[int], names: Sequence[str], rule: str) -> list[Flaw]:
    empty = [side for side in sides if all(symbol in nullable for symbol in side)]
    if len(empty) > 1:
        return [Flaw("ambiguity", f"the empty text has two derivations by {rule}", (rule,))]
    if len(set(sides)) < len(sides):
        return [Flaw("ambiguity", f"two alternatives of {rule} are the same", (rule,))]
    for side in sides:
        for first, second in itertools.pairwise(side):
            if first == second and first in nullable:
                part = names[first]
                message = (
                    f"{rule} has {part} twice in a row, and each may be empty: one text for it has two derivations"
                )
                return [Flaw("ambiguity", message, (rule,))]
    return []


def cycles(rules: Rules, names: Sequence[str]) -> list[Flaw]:
    """Rules that derive themselves and nothing else, at most one cycle.

    Args:
        rules: without empty right sides.
        names: of the rules.
    """
    able = productive_rules(rules)
    ahead = {
        number: sorted({side[0] for side in sides if len(side) == 1 and side[0] in able})
        for number, sides in enumerate(rules)
        if number in able
    }
    done: set[int] = set()
    for start in ahead:
        path: list[int] = []
        ways: list[Iterator[int]] = []
        waiting: int | None = start
        while True:
            if waiting is not None and waiting in path:
                cycle = path[path.index(waiting) :]
                shown = " → ".join(names[number] for number in [*cycle, waiting])
                message = f"a rule derives itself, so that its texts have no end of derivations: {shown}"
                return [Flaw("cycle", message, tuple(names[number] for number in cycle))]
            if waiting is not None and waiting not in done:
                path.append(waiting)
                ways.append(iter(ahead[waiting]))
            if not path:
                break
            waiting = next(ways[-1], None)
            if waiting is None:
                done.add(path.pop())
                ways.pop()
    return []
