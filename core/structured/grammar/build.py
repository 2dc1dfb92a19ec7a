"""A grammar's text, or one pattern, as a compiled grammar."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from core.structured.automata.table import Table
from core.structured.budget import Budget
from core.structured.compiled import Compiled
from core.structured.errors import BudgetExceeded, GrammarError
from core.structured.grammar.frontier import Frontier
from core.structured.grammar.indentation import Indentation
from core.structured.grammar.notation import Definition, Notation, Pattern, RuleRef, read
from core.structured.grammar.productions import productions_of
from core.structured.grammar.scanner import Scanner
from core.structured.grammar.separation import separated
from core.structured.grammar.stacks import Stacks

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


def compile_grammar(text: str, *, start: str = "start", budget: Budget | None = None) -> Compiled:
    """The texts of a grammar in the notation of Lark.

    A text is cut into the longest lexemes that the parser's state admits (ignored ones besides); of terminals with the
    same text the one of higher priority counts, then strings before patterns, then all of them. Any context-free rules
    will do, ambiguous and left-recursive ones too.

    Args:
        text: the grammar.
        start: the rule where a text begins.
        budget: limits of time and size, for compiling and for each later mask.

    Raises:
        GrammarError: wrong notation, undefined names, terminals that match the empty text, no text at all.
        RegexError: a pattern that is wrong or not supported.
        BudgetExceeded: too large.
    """
    budget = budget or Budget()
    budget.begin()
    return _compiled(read(text, _library), start, budget)


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
    notation = Notation({"TEXT": Definition("TEXT", body), "start": Definition("start", RuleRef("TEXT"))})
    return _compiled(notation, "start", budget)


def _compiled(notation: Notation, start: str, budget: Budget) -> Compiled:
    try:
        productions, ignored = productions_of(notation, start, budget)
    except RecursionError:
        raise BudgetExceeded("levels of the grammar", 200) from None
    numbers = {terminal: number for number, terminal in enumerate(productions.terminals)}
    skipped = frozenset(numbers[terminal] for terminal in ignored)
    virtual = any(terminal.automaton is None for terminal in productions.terminals)
    indentation = Indentation(productions.terminals, skipped) if virtual else None
    scanner = Scanner(productions.terminals, skipped, None if indentation is None else indentation.newline, budget)
    frontier = Frontier(
        productions,
        scanner,
        Stacks(productions, budget),
        indentation,
        separated=separated(scanner, frozenset(numbers.values()), None if indentation is None else indentation.newline),
    )
    table = Table(budget)
    begin = frontier.begin(table)
    if begin is None:
        raise GrammarError("no text belongs to the grammar")
    return Compiled(table, (*begin, 0))
