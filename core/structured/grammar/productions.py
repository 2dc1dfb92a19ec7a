"""Rules as plain productions without empty right sides, over numbered symbols.

Repetitions become left recursion; what may be empty is left out in one more production. The language stays the same but
for the empty text, which is kept as a flag.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from core.structured.budget import Budget
from core.structured.errors import GrammarError
from core.structured.grammar.flaws import Flaw, cycles, nullable_rules, productive_rules, rule_flaws
from core.structured.grammar.notation import (
    All,
    Any,
    CharacterSpan,
    Expression,
    LiteralText,
    Notation,
    Pattern,
    RuleRef,
    Times,
    substituted,
)
from core.structured.grammar.terminals import Terminal, TerminalMaker, is_terminal

_MOST_PRODUCTIONS = 40_000
_MOST_EMPTY = 3  # parts of one right side that may be empty, before it is cut in two
START = 0


@dataclass(frozen=True, eq=False)
class Productions:
    """A grammar over symbols: rules from 0 up (0: what a whole text is), terminals below 0 as `-1 - index`.

    rules: right sides of each rule, none of them empty.
    names: of the rules.
    empty: whether the empty text belongs to the language.
    words: the terminals of whole words, in rules or not.
    flaws: what is wrong with the rules though they have texts.
    """

    rules: list[list[tuple[int, ...]]]
    names: list[str]
    terminals: list[Terminal]
    empty: bool
    words: list[Terminal]
    flaws: list[Flaw]


class _Maker:
    def __init__(self, notation: Notation, budget: Budget) -> None:
        self.notation = notation
        self.budget = budget
        self.maker = TerminalMaker(notation, budget)
        self.terminals: list[Terminal] = []
        self.numbers: dict[Terminal, int] = {}
        self.rules: list[list[tuple[int, ...]]] = []
        self.names: list[str] = []
        self.known: dict[object, int] = {}
        self.waiting: list[tuple[int, Expression]] = []
        self.owner = ""  # the rule whose right sides are being read

    def terminal(self, terminal: Terminal) -> int:
        if terminal not in self.numbers:
            self.numbers[terminal] = len(self.terminals)
            self.terminals.append(terminal)
        return -1 - self.numbers[terminal]

    def rule(self, key: object, name: str, body: Expression) -> int:
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = self.add(name)
            self.waiting.append((number, body))
        return number

    def add(self, name: str) -> int:
        if len(self.rules) > _MOST_PRODUCTIONS:
            raise GrammarError("the grammar has too many rules")
        self.rules.append([])
        self.names.append(name)
        return len(self.rules) - 1

    def all(self) -> None:
        while self.waiting:
            number, body = self.waiting.pop()
            self.owner = self.names[number].rpartition(" ")[2]
            branches = body.branches if isinstance(body, Any) else (body,)
            self.rules[number].extend(self.sequence(branch) for branch in branches)

    def sequence(self, expression: Expression) -> tuple[int, ...]:
        self.budget.step()
        parts = expression.parts if isinstance(expression, All) else (expression,)
        return tuple(symbol for part in parts for symbol in self.symbols(part))

    def symbols(self, expression: Expression) -> tuple[int, ...]:
        match expression:
            case LiteralText("", _):
                return ()
            case LiteralText() | Pattern() | CharacterSpan():
                return (self.terminal(self.maker.anonymous(expression)),)
            case RuleRef(name, arguments):
                return (self.reference(name, arguments),)
            case All():
                return self.sequence(expression)
            case Any():
                return (self.rule(expression, f"a choice in {self.owner}", expression),)
            case Times(body, least, most):
                return self.repeated(body, least, most)

    def reference(self, name: str, arguments: tuple[Expression, ...]) -> int:
        if is_terminal(name):
            return self.terminal(self.maker.named(name))
        definition = self.notation.definitions.get(name)
        if definition is None:
            raise GrammarError(f"the rule {name} is not defined", name=name)
        if len(arguments) != len(definition.parameters):
            raise GrammarError(f"{name} takes {len(definition.parameters)} arguments", name=name)
        body = substituted(definition.body, dict(zip(definition.parameters, arguments, strict=True)))
        return self.rule((name, arguments), name, body)

    def repeated(self, body: Expression, least: int, most: int | None) -> tuple[int, ...]:
        item = self.sequence(body)
        if most is None:
            many = self.known.get(("many", item))
            if many is None:
                many = self.known["many", item] = self.add(f"a repetition in {self.owner}")
                self.rules[many] += [item, (many, *item)]
            if least <= 1:
                return (many,) if least else (self.optional((many,)),)
            return (*item * (least - 1), many)
        if (least, most) == (0, 1):
            return (self.optional(item),)
        tail: tuple[int, ...] = ()
        for _ in range(most - least):
            tail = (self.optional((*item, *tail)),)
        return (*item * least, *tail)

    def optional(self, symbols: tuple[int, ...]) -> int:
        number = self.known.get(("maybe", symbols))
        if number is None:
            number = self.known["maybe", symbols] = self.add(f"an option in {self.owner}")
            self.rules[number] += [symbols, ()]
        return number


def productions_of(notation: Notation, start: str, budget: Budget) -> tuple[Productions, list[Terminal]]:
    """The productions that `start` needs, and the ignored terminals (they are numbered too).

    Raises:
        GrammarError: undefined names, no start rule, terminals that are wrong, no text at all.
    """
    maker = _Maker(notation, budget)
    top = maker.add("the whole text")
    definition = notation.definitions.get(start)
    if definition is None or is_terminal(start):
        raise GrammarError(f"the rule {start}, where texts begin, is not defined", name=start)
    maker.rules[top].append((maker.reference(start, ()),))
    maker.all()
    ignored = []
    for expression in notation.ignored:
        named = isinstance(expression, RuleRef) and is_terminal(expression.name)
        terminal = (
            maker.maker.named(expression.name)
            if named and isinstance(expression, RuleRef)
            else maker.maker.anonymous(expression)
        )
        maker.terminal(terminal)
        ignored.append(terminal)
    flaws = rule_flaws(notation, maker.rules, maker.names, {key[0] for key in maker.known if isinstance(key, tuple)})
    rules, empty = _without_empty(maker, budget)
    flaws += cycles(rules, maker.names)
    rules = _productive(rules)
    if not rules[START] and not empty:
        raise GrammarError("no text belongs to the grammar")
    words = [maker.maker.named(name) for name in notation.words]
    return Productions(rules, maker.names, maker.terminals, empty, words, flaws), ignored


def _without_empty(maker: _Maker, budget: Budget) -> tuple[list[list[tuple[int, ...]]], bool]:
    nullable = nullable_rules(maker.rules)
    number = 0
    while number < len(maker.rules):
        sides = maker.rules[number]
        for index, side in enumerate(sides):
            if sum(symbol in nullable for symbol in side) > _MOST_EMPTY and len(side) > 2:
                rest = maker.add(f"a part of {maker.names[number].rpartition(' ')[2]}")
                maker.rules[rest].append(side[len(side) // 2 :])
                if all(symbol in nullable for symbol in side[len(side) // 2 :]):
                    nullable.add(rest)
                sides[index] = (*side[: len(side) // 2], rest)
                if sum(symbol in nullable for symbol in sides[index]) > _MOST_EMPTY:
                    first = maker.add(f"a part of {maker.names[number].rpartition(' ')[2]}")
                    maker.rules[first].append(sides[index][:-1])
                    if all(symbol in nullable for symbol in sides[index][:-1]):
                        nullable.add(first)
                    sides[index] = (first, rest)
        number += 1
    result: list[list[tuple[int, ...]]] = []
    for sides in maker.rules:
        found: dict[tuple[int, ...], None] = {}
        for side in sides:
            budget.step()
            for chosen in itertools.product(
                *(((symbol,), ()) if symbol in nullable else ((symbol,),) for symbol in side)
            ):
                plain = tuple(symbol for part in chosen for symbol in part)
                if plain:
                    found[plain] = None
        result.append(list(found))
    return result, START in nullable


def _productive(rules: list[list[tuple[int, ...]]]) -> list[list[tuple[int, ...]]]:
    """Without the right sides that no text of terminals comes from, and without `A: A`."""
    able = productive_rules(rules)
    return [
        [side for side in sides if side != (number,) and all(symbol < 0 or symbol in able for symbol in side)]
        for number, sides in enumerate(rules)
    ]
