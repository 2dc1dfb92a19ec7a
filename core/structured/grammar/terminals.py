"""Terminals of a grammar as automata.

A look-ahead inside a terminal sees no further than the terminal's end; a terminal with a lazy quantifier ends with its
first match. The idiom `.*?(?<!\\\\)(\\\\\\\\)*?"` (up to a quote that no backslash escapes) is read as what it means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.structured.budget import Budget
from core.structured.errors import BudgetExceeded, GrammarError, RegexError
from core.structured.grammar.notation import (
    All,
    Any,
    CharacterSpan,
    Definition,
    Expression,
    LiteralText,
    Notation,
    Pattern,
    RuleRef,
    Times,
)
from core.structured.regex.automaton import RegexAutomaton
from core.structured.regex.characters import both_cases, complement, unicode_class
from core.structured.regex.syntax import (
    Ahead,
    Boundary,
    Chars,
    Choice,
    Dialect,
    End,
    Machine,
    Repeat,
    Sequence,
    Start,
    Tree,
    is_lazy,
    parse,
)

_FLAGS = set("imslux")
_MOST_MACHINE = 2_000
_UNESCAPED = re.compile(r"\.\*\?\(\?<!\\\\\)\(\\\\\\\\\)\*\?(\"|'|`)")


@dataclass(frozen=True, eq=False)
class Terminal:
    """A terminal.

    Attributes:
        name: as in the grammar, or the string or pattern itself.
        automaton: its words, from the first byte to the last; None for what indentation stands for.
        priority: of two terminals that match the same text the one with the higher priority is meant.
        literal: whether it is a string, which goes before patterns.
        lazy: whether it ends with its first match.
        firm: whether it has a look-ahead: then a longer attempt that fails does not leave the shorter match, which the
            look-ahead forbids as well (`where` is no name `wher` before an `e`).
    """

    name: str
    automaton: RegexAutomaton | None
    priority: int
    literal: bool
    lazy: bool
    firm: bool = False

    @property
    def rank(self) -> tuple[int, bool]:
        """Which terminal is meant where several match the same text: the greatest."""
        return self.priority, self.literal


EMPTY = "empty"  # why a terminal is refused that matches the empty text


class TerminalMaker:
    """Makes the terminals of a grammar; equal ones once."""

    def __init__(self, notation: Notation, budget: Budget) -> None:
        self._notation = notation
        self._budget = budget
        self._made: dict[object, Terminal] = {}
        self._strings: dict[LiteralText, Definition] = {
            definition.body: definition
            for definition in notation.definitions.values()
            if is_terminal(definition.name) and isinstance(definition.body, LiteralText)
        }

    def named(self, name: str) -> Terminal:
        """The terminal of that name.

        Raises:
            GrammarError: undefined, recursive, or without words.
        """
        definition = self._notation.definitions.get(name)
        if definition is None and name in self._notation.declared and name.lstrip("_") in ("INDENT", "DEDENT"):
            return self._made.setdefault(name, Terminal(name, None, 0, False, False))
        if definition is None:
            raise GrammarError(f"the terminal {name} is not defined", name=name)
        known = self._made.get(name)
        if known is None:
            tree = self._tree(definition.body, (name,))
            literal = isinstance(definition.body, LiteralText)
            lazy = definition.lazy or self._lazy(definition.body)
            known = self._made[name] = self._terminal(name, tree, definition.priority, literal, lazy)
        return known

    def anonymous(self, expression: Expression) -> Terminal:
        """The terminal of a string, pattern or range in a rule."""
        if isinstance(expression, LiteralText) and expression in self._strings:
            return self.named(self._strings[expression].name)
        known = self._made.get(expression)
        if known is None:
            literal = isinstance(expression, LiteralText)
            tree = self._tree(expression, ())
            known = self._made[expression] = self._terminal(shown(expression), tree, 0, literal, self._lazy(expression))
        return known

    def _terminal(self, name: str, tree: Tree, priority: int, literal: bool, lazy: bool) -> Terminal:
        optional = name in self._notation.optional
        automaton = RegexAutomaton(Sequence((Start(), tree, End())), budget=self._budget, with_empty=not optional)
        if automaton.start < 0:
            raise GrammarError(f"nothing matches the terminal {name}", name=name)
        if automaton.accepts(automaton.start):
            raise GrammarError(f"the terminal {name} matches the empty text", name=name, reason=EMPTY)
        return Terminal(name, automaton, priority, literal, lazy, _has_machine(tree))

    def _lazy(self, expression: Expression, seen: frozenset[str] = frozenset()) -> bool:
        match expression:
            case Pattern():
                source, dialect = _readable(expression)
                return is_lazy(source, dialect)
            case RuleRef(name, _) if name not in seen and name in self._notation.definitions:
                definition = self._notation.definitions[name]
                return definition.lazy or self._lazy(definition.body, seen | {name})
            case All(parts):
                return any(self._lazy(part, seen) for part in parts)
            case Any(branches):
                return any(self._lazy(branch, seen) for branch in branches)
            case Times(body, _, _):
                return self._lazy(body, seen)
        return False

    def _tree(self, expression: Expression, path: tuple[str, ...]) -> Tree:
        self._budget.step()
        match expression:
            case LiteralText(value, ignore_case):
                return Sequence(tuple(_char(char, ignore_case=ignore_case) for char in value))
            case Pattern():
                source, dialect = _readable(expression)
                return _decided(parse(source, dialect), source, self._budget)
            case CharacterSpan(first, last):
                return Chars(((ord(first), ord(last)),))
            case RuleRef(name, arguments):
                if name in path:
                    raise GrammarError(f"the terminal {name} is made of itself", name=name)
                definition = self._notation.definitions.get(name)
                if definition is None or arguments or not is_terminal(name):
                    raise GrammarError(f"the terminal {path[-1] if path else ''} cannot use {name}", name=name)
                return self._tree(definition.body, (*path, name))
            case All(parts):
                return Sequence(tuple(self._tree(part, path) for part in parts))
            case Any(branches):
                return Choice(tuple(self._tree(branch, path) for branch in branches))
            case Times(body, least, most):
                return Repeat(self._tree(body, path), least, most)


def is_terminal(name: str) -> bool:
    """Whether a name is a terminal's: in capitals."""
    return name.lstrip("_").isupper()


def shown(expression: Expression) -> str:
    """A string, pattern or range as it is written."""
    match expression:
        case LiteralText(value, _):
            return f'"{value}"'
        case Pattern(source, flags):
            return f"/{source}/{flags}"
        case CharacterSpan(first, last):
            return f'"{first}".."{last}"'
    return "…"


def _char(char: str, *, ignore_case: bool) -> Chars:
    ranges = ((ord(char), ord(char)),)
    return Chars(both_cases(ranges) if ignore_case else ranges)


def _readable(pattern: Pattern) -> tuple[str, Dialect]:
    source, flags = pattern.source, set(pattern.flags)
    if (found := re.match(r"\(\?([a-z]+)\)", source)) is not None:
        flags |= set(found[1])
        source = source[found.end() :]
    if not flags <= _FLAGS:
        raise GrammarError(f"unknown flags of the pattern /{pattern.source}/{pattern.flags}")
    anything = r"(?:[^%s\\]|\\[\s\S])*%s" if "s" in flags else r"(?:[^%s\\\n]|\\[^\n])*%s"
    source = _UNESCAPED.sub(lambda match: anything % (match[1], match[1]), source)
    return source, Dialect(python=True, ignore_case="i" in flags, dot_all="s" in flags, verbose="x" in flags)


def _decided(tree: Tree, source: str, budget: Budget) -> Tree:
    """The tree without look-aheads, each taken into what follows it."""
    match tree:
        case Sequence(parts):
            for index, part in enumerate(parts):
                if isinstance(part, Ahead):
                    rest = _decided(Sequence(parts[index + 1 :]), source, budget)
                    return Sequence((*_each(parts[:index], source, budget), _behind(part, rest, source, budget)))
            return Sequence(_each(parts, source, budget))
        case Choice(branches):
            return Choice(_each(branches, source, budget))
        case Repeat(body, least, most):
            return Repeat(_decided(body, source, budget), least, most)
        case Ahead(_, _, position):
            raise RegexError("a look-ahead with nothing behind it", pattern=source, position=position)
        case Start() | End():
            raise RegexError("^ and $ do not belong into a terminal", pattern=source, position=0)
        case Boundary():
            raise RegexError("a word boundary outside of a look-ahead", pattern=source, position=0)
    return tree


def _each(parts: tuple[Tree, ...], source: str, budget: Budget) -> tuple[Tree, ...]:
    return tuple(_decided(part, source, budget) for part in parts)


def _has_machine(tree: Tree) -> bool:
    match tree:
        case Machine():
            return True
        case Sequence(parts):
            return any(_has_machine(part) for part in parts)
        case Choice(branches):
            return any(_has_machine(branch) for branch in branches)
        case Repeat(body, _, _):
            return _has_machine(body)
    return False


def _behind(ahead: Ahead, rest: Tree, source: str, budget: Budget) -> Machine:
    """The words of `rest` that begin, or do not begin, as the look-ahead says."""
    if isinstance(rest, Sequence) and not rest.parts:
        raise RegexError("a look-ahead with nothing behind it", pattern=source, position=ahead.position)
    begins = RegexAutomaton(Sequence((Start(), _bounded(ahead.body, source))), budget=budget)
    words = RegexAutomaton(Sequence((Start(), rest, End())), budget=budget)
    numbers = {(words.start, begins.start): 0}
    waiting = [(words.start, begins.start)]
    edges: list[tuple[int, int, int, int]] = []
    accepting: list[int] = []
    for word, begin in waiting:
        if word >= 0 and words.accepts(word) and (begin >= 0 and begins.accepts(begin)) != ahead.negative:
            accepting.append(numbers[word, begin])
        for byte in range(256):
            after = words.step(word, byte) if word >= 0 else -1
            if after < 0:
                continue
            budget.step()
            pair = (after, begins.step(begin, byte) if begin >= 0 else -1)
            if pair not in numbers:
                numbers[pair] = len(numbers)
                waiting.append(pair)
                if len(numbers) > _MOST_MACHINE:
                    raise BudgetExceeded("states of a look-ahead", _MOST_MACHINE)
            edges.append((numbers[word, begin], byte, byte, numbers[pair]))
    return Machine(len(numbers), _merged(edges), tuple(accepting))


def _merged(edges: list[tuple[int, int, int, int]]) -> tuple[tuple[int, int, int, int], ...]:
    found: list[tuple[int, int, int, int]] = []
    for source, low, high, target in edges:
        if found and found[-1][0] == source and found[-1][2] + 1 == low and found[-1][3] == target:
            found[-1] = (source, found[-1][1], high, target)
        else:
            found.append((source, low, high, target))
    return tuple(found)


def _bounded(tree: Tree, source: str) -> Tree:
    """A look-ahead's body; a word boundary at its end is the end, or a character that is none of a word."""
    match tree:
        case Boundary():
            return Choice((End(), Chars(complement(unicode_class("w")))))
        case Sequence(parts) if parts:
            return Sequence((*parts[:-1], _bounded(parts[-1], source)))
        case Choice(branches):
            return Choice(tuple(_bounded(branch, source) for branch in branches))
        case Ahead(_, _, position):
            raise RegexError("a look-ahead within a look-ahead", pattern=source, position=position)
    return tree
