"""A grammar's text, or one pattern, as a compiled grammar."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.structured.automata.table import Table
from core.structured.budget import Budget
from core.structured.compiled import Compiled
from core.structured.errors import BudgetExceeded, GrammarError
from core.structured.grammar.ambiguity import AmbiguitySearch
from core.structured.grammar.endings import Endings
from core.structured.grammar.flaws import FLAW_KINDS, Flaw, FlawKind
from core.structured.grammar.frontier import Frontier
from core.structured.grammar.indentation import Indentation
from core.structured.grammar.notation import Definition, Notation, Pattern, RuleRef, Times, read
from core.structured.grammar.productions import Productions, productions_of
from core.structured.grammar.scanner import Scanner
from core.structured.grammar.separation import separated
from core.structured.grammar.shadowing import shadowed
from core.structured.grammar.stacks import Stacks
from core.structured.grammar.terminals import EMPTY

_FOLDER = Path(__file__).resolve().parents[1] / "grammars"
_LIBRARIES = ("common",)


def shipped_grammars() -> list[str]:
    """Names of the grammars that come with the engine."""
    return sorted(path.stem for path in _FOLDER.glob("*.lark") if path.stem not in _LIBRARIES)


@cache
def shipped_grammar(name: str) -> str:
    """The text of a grammar that comes with the engine.

    Raises:
        GrammarError: no grammar of that name.
    """
    if name not in shipped_grammars():
        raise GrammarError(f"there is no grammar {name}; there are {', '.join(shipped_grammars())}", name=name)
    return (_FOLDER / f"{name}.lark").read_text("utf-8")


def _library(name: str) -> str:
    if name not in _LIBRARIES:
        raise GrammarError(f"the grammar {name} cannot be imported", name=name)
    return (_FOLDER / f"{name}.lark").read_text("utf-8")


def compile_grammar(
    text: str, *, start: str = "start", budget: Budget | None = None, allow: Collection[FlawKind] = ()
) -> Compiled:
    """The texts of a grammar in the notation of Lark.

    A text is cut into the longest lexemes that the parser's state admits (ignored ones besides); of terminals with the
    same text the one of higher priority counts, then strings before patterns, then all of them. Any context-free rules
    can be followed exactly, ambiguous and left-recursive ones too; but a flaw is more often a mistake than meant, so
    each is refused unless `allow` or the grammar's own `%allow` names it.

    Args:
        text: the grammar.
        start: the rule where a text begins.
        budget: limits of time and size, for compiling and for each later mask.
        allow: kinds of flaws that may be.

    Raises:
        GrammarConflict: a text with two derivations, which the message shows; a rule that derives itself; a terminal
            that never wins.
        GrammarError: wrong notation, undefined names, terminals that match the empty text, no text at all, rules
            without a use or without a finite text.
        RegexError: a pattern that is wrong or not supported.
        BudgetExceeded: too large.
    """
    budget = budget or Budget()
    budget.begin()
    notation = read(text, _library)
    allowed = _allowed(notation, allow)
    parts = _parts(notation, start, budget)
    for flaw in _flaws(parts, budget, allowed):
        raise flaw.error()
    return _compiled(parts, budget)


def grammar_flaws(text: str, *, start: str = "start", budget: Budget | None = None) -> list[Flaw]:
    """What is wrong with a grammar, allowed or not; an `ambiguity` without an example is a conflict left undecided.

    Raises:
        GrammarError: as `compile_grammar`, but for the flaws.
        RegexError: a pattern that is wrong or not supported.
        BudgetExceeded: too large.
    """
    budget = budget or Budget()
    budget.begin()
    return list(_flaws(_parts(read(text, _library), start, budget), budget, frozenset(), undecided=True))


def _allowed(notation: Notation, allow: Collection[FlawKind]) -> set[FlawKind]:
    allowed: set[FlawKind] = set(allow)
    for name in notation.allowed:
        kind = next((kind for kind in FLAW_KINDS if kind == name), None)
        if kind is None:
            raise GrammarError(f"%allow {name}: there are {', '.join(FLAW_KINDS)}", name=name)
        allowed.add(kind)
    return allowed


def _flaws(parts: _Parts, budget: Budget, allowed: Collection[FlawKind], *, undecided: bool = False) -> Iterator[Flaw]:
    """The flaws that are not allowed, the cheapest to find first."""
    yield from (flaw for flaw in parts.productions.flaws if flaw.kind not in allowed)
    if "shadowed" not in allowed:
        yield from shadowed(parts.productions.terminals, parts.scanner, parts.stacks, budget)
    if "ambiguity" not in allowed:
        endings = Endings(parts.productions, parts.scanner, parts.stacks)
        found = AmbiguitySearch(parts.productions, parts.stacks, endings, budget).run()
        flaw = found.flaw()
        if flaw is not None and (undecided or found.decided):
            yield flaw


def compile_regex(pattern: str, *, budget: Budget | None = None) -> Compiled:
    """The texts that a pattern (in Python's notation) matches from the first character to the last.

    Raises:
        RegexError: a pattern that is wrong or not supported.
        GrammarError: nothing matches, or only the empty text.
        BudgetExceeded: too large.
    """
    budget = budget or Budget()
    budget.begin()
    body = Pattern(pattern.removeprefix("^").removesuffix("$") if not pattern.endswith("\\$") else pattern)
    text = Definition("TEXT", body)
    try:
        parts = _parts(Notation({"TEXT": text, "start": Definition("start", RuleRef("TEXT"))}), "start", budget)
    except GrammarError as error:
        if error.facts.get("reason") != EMPTY:
            raise
        rule = Definition("start", Times(RuleRef("TEXT"), 0, 1))
        parts = _parts(Notation({"TEXT": text, "start": rule}, optional=frozenset({"TEXT"})), "start", budget)
    return _compiled(parts, budget)


@dataclass(frozen=True)
class _Parts:
    productions: Productions
    scanner: Scanner
    stacks: Stacks
    indentation: Indentation | None
    separated: bool


def _parts(notation: Notation, start: str, budget: Budget) -> _Parts:
    try:
        productions, ignored = productions_of(notation, start, budget)
    except RecursionError:
        raise BudgetExceeded("levels of the grammar", 200) from None
    numbers = {terminal: number for number, terminal in enumerate(productions.terminals)}
    skipped = frozenset(numbers[terminal] for terminal in ignored)
    virtual = any(terminal.automaton is None for terminal in productions.terminals)
    indentation = Indentation(productions.terminals, skipped) if virtual else None
    newline = None if indentation is None else indentation.newline
    scanner = Scanner(productions.terminals, skipped, newline, budget, words=productions.words)
    whole = separated(scanner, frozenset(numbers.values()), newline)
    return _Parts(productions, scanner, Stacks(productions, budget), indentation, whole)


def _compiled(parts: _Parts, budget: Budget) -> Compiled:
    frontier = Frontier(parts.productions, parts.scanner, parts.stacks, parts.indentation, separated=parts.separated)
    table = Table(budget)
    begin = frontier.begin(table)
    if begin is None:
        raise GrammarError("no text belongs to the grammar")
    return Compiled(table, (*begin, 0))
