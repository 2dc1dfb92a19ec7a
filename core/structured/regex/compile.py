"""A pattern as a conjunction of automata: itself, and the look-aheads that stand right after its `^`."""

from __future__ import annotations

from functools import lru_cache

from core.structured.budget import Budget
from core.structured.errors import RegexError
from core.structured.regex.automaton import RegexAutomaton
from core.structured.regex.syntax import Ahead, Choice, Repeat, Sequence, Start, Tree, parse


@lru_cache(maxsize=512)
def _conjuncts(pattern: str) -> tuple[tuple[Tree, bool], ...]:
    tree = parse(pattern)
    parts = tree.parts if isinstance(tree, Sequence) else (tree,)
    leading = 0
    while leading < len(parts) and isinstance(parts[leading], Start | Ahead):
        leading += 1
    aheads = [part for part in parts[:leading] if isinstance(part, Ahead)]
    rest = Sequence((Start(), *parts[leading:])) if aheads else tree
    if aheads and not any(isinstance(part, Start) for part in parts[:leading]):
        raise RegexError("a look-ahead that is not behind ^", pattern=pattern, position=aheads[0].position)
    conjuncts: list[tuple[Tree, bool]] = [(rest, True)]
    conjuncts.extend((Sequence((Start(), ahead.body)), not ahead.negative) for ahead in aheads)
    for conjunct, _ in conjuncts:
        _refuse_look_aheads(conjunct, pattern)
    return tuple(conjuncts)


def _refuse_look_aheads(tree: Tree, pattern: str) -> None:
    waiting = [tree]
    while waiting:
        match waiting.pop():
            case Ahead(_, _, position):
                raise RegexError("a look-ahead that is not behind ^", pattern=pattern, position=position)
            case Sequence(parts):
                waiting.extend(parts)
            case Choice(branches):
                waiting.extend(branches)
            case Repeat(body, _, _):
                waiting.append(body)


_automata: dict[str, tuple[tuple[RegexAutomaton, bool], ...]] = {}
_MOST_AUTOMATA = 1024


def check_pattern(pattern: str) -> None:
    """Raise `RegexError` where the pattern is wrong or not supported."""
    _conjuncts(pattern)


def automata_of(pattern: str, *, budget: Budget) -> tuple[tuple[RegexAutomaton, bool], ...]:
    """Automata of which all must accept (True) or refuse (False) a text that matches the pattern; shared by callers.

    Raises:
        RegexError: wrong or unsupported pattern.
        BudgetExceeded: too many nodes.
    """
    made = _automata.get(pattern)
    if made is None:
        made = tuple((RegexAutomaton(tree, budget=budget), wanted) for tree, wanted in _conjuncts(pattern))
        if len(_automata) >= _MOST_AUTOMATA:
            _automata.clear()
        _automata[pattern] = made
    for automaton, _ in made:
        automaton.charge(budget)
    return made
